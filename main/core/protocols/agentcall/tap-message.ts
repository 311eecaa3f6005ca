import type { Tap } from "../../../../schemas/reader.ts";
import type { TapMessage } from "../../nfc/tap-message.ts";
import { observationOf } from "./observation.ts";

export function createTapMessage(tap: Tap, observationId: string): TapMessage {
	const made = observationOf(tap, observationId);
	if (!made.ok) {
		const findings = made.findings.map((finding) => ({ ...finding, path: `/observation${finding.path}` }));
		return { findings, text: () => null };
	}
	const { observation } = made;
	return {
		findings: [],
		text: (turn, interactionId) =>
			JSON.stringify({ type: "user.observation", turn, ...(interactionId !== null && { interactionId }), observation }),
	};
}
