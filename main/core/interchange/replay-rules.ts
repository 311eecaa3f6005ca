/**
 * What a recorded message becomes when it is said again in another session. Numbers and ids belong to the session in which they were given: the
 * protocol's room takes them from the live one. Everything else is said as it was, byte for byte.
 */

import type { SessionSummary } from "../../../schemas/session.ts";
import type { ReplayEnv, ReplayMemory, Said } from "../protocols/door.ts";
import { doorOf } from "../protocols/table.ts";

/** A message of the recording that was given to a socket, or may have been. */
export interface RecordedMessage {
	ordinal: number;
	atMs: number;
	type: string;
	text: string;
	/** It broke its rules and was sent on purpose. */
	isInvalid: boolean;
	/** It came from a redacted export: the text is what was left of it. */
	isMasked: boolean;
}

export function sayAgain(message: RecordedMessage, live: SessionSummary, memory: ReplayMemory, env: ReplayEnv): Said {
	const { type, text } = message;
	const { replay } = doorOf(live.protocol);
	if (replay.saysItself.has(type)) return { kind: "skip", why: "The console says it by itself." };
	if (type === replay.goodbye) return { kind: "end" };
	if (message.isMasked) return { kind: "skip", why: "Parts of it were masked before it was handed over; what was said is not known here." };
	const body = parsed(text);
	return body === undefined ? { kind: "send", text } : replay.say(type, text, body, live, memory, env);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
