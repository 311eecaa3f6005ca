import { cutText } from "../../../schemas/rules/code-points.ts";
import type { ProtocolName } from "../../../schemas/session.ts";
import { DELIVERIES, type Delivery, type Direction, type Finding } from "../../../schemas/timeline.ts";
import { parseJson } from "../json/parse.ts";
import { decodeServerFrame } from "../protocols/agentcall/codec.ts";
import { decodeServerMessage } from "../protocols/aifight/codec.ts";
import { isClientType, isServerType } from "../protocols/aifight/schemas.ts";
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
	if (protocol === "aifight") {
		const { type, findings } = decodeServerMessage(opcode, text, byteLength);
		return { type, findings };
	}
	const decoded = decodeServerFrame(opcode, text, byteLength);
	const { type, findings } = decoded;
	return { type, findings, ...("sequence" in decoded && decoded.sequence !== undefined && { sequence: decoded.sequence }) };
}

/** Counts for one protocol or the other, from the first frames of a recording that does not say. */
export function guessProtocol(texts: Iterable<string>): ProtocolName {
	for (const text of texts) {
		const parsed = parseJson(text);
		// A frame may be any JSON: Engine.IO's are plain numbers.
		const value = parsed.ok && typeof parsed.value === "object" ? (parsed.value as { type?: unknown } | null) : null;
		const type = typeof value?.type === "string" ? value.type : "";
		if (type === "session.start" || "sequence" in (value ?? {})) return "agentcall";
		// AgentCall has an `error` of its own.
		if (type !== "error" && (isClientType(type) || isServerType(type))) return "aifight";
	}
	return "agentcall";
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
