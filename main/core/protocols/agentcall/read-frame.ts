import { type LeanLimits, leanCopy } from "../../json/lean.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import type { ReadingRule } from "../door.ts";
import { decodeServerFrame } from "./codec.ts";
import { STAND_IN_PROFILE } from "./profile.ts";

const { vendorKey } = STAND_IN_PROFILE.carriers;

/** All names the machine looks for in an event or a control frame: of an object with very many members these stay, so nothing is missed. */
const LOOKED_FOR: ReadonlySet<string> = new Set([
	...["type", "name", "value", "metadata", "runId", "threadId", "outcome", "interrupts", "id", "reason", "message", "modality", vendorKey],
	...["interactionId", "prompt", "expiresAt", "timeoutMs", "turn", "toolCallId", "toolCallName", "delta", "code", "retryAfterMs", "fatal"],
	...["sessionId", "resumed", "lastTurn"],
]);

/** More requests than this in one frame, or longer arguments, are no requests of the stand-in. */
const LEAN: LeanLimits = { values: 4_096, items: 256, members: 64, units: 64 * 1024 + 1, names: LOOKED_FOR };

/** A frame as the machine takes it: what requests, turns and runs need of it. Conversation and state are read from the store, whole. */
export function readFrame(opcode: "text" | "binary", text: string | null, byteLength: number, { sequenceIn }: ReadingRule): Decoded {
	const decoded = decodeServerFrame(opcode, text, byteLength, sequenceIn);
	if (decoded.kind === "event") return { ...decoded, event: leanCopy(decoded.event, LEAN).value };
	if (decoded.kind === "control") return { ...decoded, body: leanCopy(decoded.body, LEAN).value };
	return decoded;
}
