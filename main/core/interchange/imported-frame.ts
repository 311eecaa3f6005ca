import type { ProtocolName } from "../../../schemas/protocols.ts";
import { cutText } from "../../../schemas/rules/code-points.ts";
import { DELIVERIES, type Delivery, type Direction, type Finding } from "../../../schemas/timeline.ts";
import { doorOf } from "../protocols/table.ts";

/** Finding of an entry that came from a redacted export: its bytes are what was left, and nobody here knows what was said. */
export const MASKED_CODE = "import.masked";

/** What a frame of a foreign recording is, read as the protocol reads it live. Rules across messages are for `check`. */
export interface ReadFrame {
	type: string;
	sequence?: number;
	findings: Finding[];
}

const MAX_TYPE = 64;

export function readFrame(
	protocol: ProtocolName,
	dir: "in" | "out",
	opcode: "text" | "binary",
	text: string | null,
	byteLength: number,
): ReadFrame {
	if (dir === "out" && text !== null) {
		const { type, findings } = doorOf(protocol).checkText(text);
		return { type: cutText(type ?? "", MAX_TYPE), findings };
	}
	if (dir === "out") return { type: "", findings: [] };
	return doorOf(protocol).imports.read(opcode, text, byteLength);
}

/**
 * A delivery that a file claims. Nothing will settle it any more: what waited when the file was written is never sent from here, and what was on
 * its way to a socket may have reached it.
 */
export function importedDelivery(dir: Direction, said: string | undefined): Delivery | undefined {
	if (said === "queued") return "discarded";
	if (said === "sending") return "unknown";
	if (said === undefined || !(DELIVERIES as readonly string[]).includes(said)) return dir === "out" ? "sent" : undefined;
	return said as Delivery;
}
