import { isUtf8 } from "node:buffer";
import { doorOf } from "../../core/protocols/table.ts";
import type { ReadFrame } from "../../core/session/machine.ts";
import type { ReadJob } from "./messages.ts";

/** What the session's machine needs of a frame. */
export function readFrameOf({ rule, opcode, bytes, onlyName }: Omit<ReadJob, "id">): ReadFrame {
	const isText = opcode === "text" && isUtf8(bytes);
	const text = isText ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : null;
	const door = doorOf(rule.protocol);
	return onlyName && text !== null ? door.unreadFrame(text) : door.readFrame(opcode, text, bytes.length, rule);
}
