import observationSchema from "../../../../schemas/agentcall/physical-observation.schema.json" with { type: "json" };
import type { NdefRecord, Tap } from "../../../../schemas/reader.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { createOwnValidator } from "../../schema/own-checks.ts";

const validate = createOwnValidator("observation", observationSchema);

/** No device stands behind it: it was made by hand, or comes from a reader that is a program. */
const isSimulated = ({ reader, simulated }: Tap): boolean => simulated === true || reader.startsWith("Virtual PCD");
const MAX_DEVICE_NAME = 128;

export type ObservationMade = { ok: true; observation: Record<string, unknown> } | { ok: false; findings: Finding[] };

/**
 * A tap as `agentcall-physical-observation-0.1` (stand-in), checked with the project's own schema. A random number is left out: it says
 * nothing about who tapped. What the schema cannot carry (a type that is not ASCII) is a finding, never a changed record.
 */
export function observationOf(tap: Tap, observationId: string): ObservationMade {
	const observation = {
		modality: "nfc",
		observationId,
		observedAt: new Date(tap.atMs).toISOString(),
		simulated: isSimulated(tap),
		device: { name: tap.reader.slice(0, MAX_DEVICE_NAME), kind: tap.simulated ? "simulator" : "pcsc" },
		...(!tap.isRandomUid && { uid: tap.uid }),
		technologies: tap.technologies,
		tagType: tap.tagType,
		atr: tap.atr,
		...(tap.ndef && { ndef: { records: tap.ndef.records.map(recordOf) } }),
	};
	const findings = validate(observation);
	return findings.length === 0 ? { ok: true, observation } : { ok: false, findings };
}

/** The members that an observation has. A likeness of bytes is no such member: its code points above ASCII make the schema refuse it. */
function recordOf({ tnf, type, id, payload, decoded, idBytes }: NdefRecord): Record<string, unknown> {
	return { tnf, type, id: idBytes === undefined ? id : null, payload, ...(decoded && { decoded }) };
}
