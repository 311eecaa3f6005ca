/**
 * What a recorded message becomes when it is said again in another session. Numbers and ids belong to the session in which they were given: they are
 * taken from the live one. Everything else is said as it was, byte for byte.
 */

import { valueAt } from "../../../schemas/rules/json-pointer.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import { replaceAt } from "../json/replace-at.ts";

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

/** Which id of the recording is which id of the live session. */
export interface ReplayMemory {
	interactions: Map<string, string>;
	matches: Map<string, string>;
}

export type Said =
	| { kind: "send"; text: string }
	/** `session.end` is the console's own to say. */
	| { kind: "end" }
	| { kind: "skip"; why: string }
	/** The other side has not asked for it yet. */
	| { kind: "wait"; what: string };

export interface RuleEnv {
	uuid(): string;
	nowMs: number;
}

/** The console says these by itself on every link. */
const OWN_WORDS: ReadonlySet<string> = new Set(["session.start", "ack"]);

export function sayAgain(message: RecordedMessage, live: SessionSummary, memory: ReplayMemory, env: RuleEnv): Said {
	const { type, text } = message;
	if (OWN_WORDS.has(type)) return { kind: "skip", why: "The console says it by itself." };
	if (type === "session.end") return { kind: "end" };
	if (message.isMasked) return { kind: "skip", why: "Parts of it were masked before it was handed over; what was said is not known here." };
	const body = parsed(text);
	if (body === undefined) return { kind: "send", text };
	return live.protocol === "agentcall" ? agentCall(type, text, body, live, memory, env) : aifight(type, text, body, live, memory, env);
}

const send = (text: string, values: [string, unknown][]): Said => ({
	kind: "send",
	text: replaceAt(text, new Map(values.map(([path, value]) => [path, JSON.stringify(value)]))),
});

function agentCall(type: string, text: string, body: unknown, live: SessionSummary, memory: ReplayMemory, { uuid, nowMs }: RuleEnv): Said {
	switch (type) {
		case "user.turn":
			return send(text, [["/turn", live.ledger.nextTurn]]);
		case "user.observation": {
			const values: [string, unknown][] = [
				["/turn", live.ledger.nextTurn],
				["/observation/observationId", uuid()],
				["/observation/observedAt", new Date(nowMs).toISOString()],
				// No card was held to a reader now.
				["/observation/simulated", true],
			];
			const asked = valueAt(body, "/interactionId");
			if (typeof asked === "string") {
				const answers = interactionFor(asked, String(valueAt(body, "/observation/modality")), live, memory);
				if (answers === null) return { kind: "wait", what: "a request for that modality" };
				values.push(["/interactionId", answers]);
			}
			return send(withSimulated(text, body), values);
		}
		case "audio.turn.start":
			if (live.audio.kind === "unavailable") return { kind: "skip", why: live.audio.why };
			return send(text, [["/turn", live.nextAudioTurn ?? live.ledger.nextTurn]]);
		case "audio.turn.commit":
		case "audio.turn.cancel":
			if (live.audio.kind !== "open") return { kind: "skip", why: "No spoken turn is open." };
			return send(text, [["/turn", live.audio.turn]]);
		default:
			return { kind: "send", text };
	}
}

/** A recorded observation without the member gets one, or what is sent would claim a device. */
function withSimulated(text: string, body: unknown): string {
	if (valueAt(body, "/observation/simulated") !== undefined) return text;
	const at = /"observation"\s*:\s*\{/.exec(text);
	if (at === null) return text;
	const end = at.index + at[0].length;
	return `${text.slice(0, end)}"simulated":true${/^\s*\}/.test(text.slice(end)) ? "" : ","}${text.slice(end)}`;
}

/** The same request of the recording is the same one of the live session; a new one is the oldest that waits for that modality. */
function interactionFor(recorded: string, modality: string, live: SessionSummary, memory: ReplayMemory): string | null {
	const known = memory.interactions.get(recorded);
	if (known !== undefined) return known;
	const taken = new Set(memory.interactions.values());
	const found = live.interactions.find((each) => each.state === "waiting" && each.modality === modality && !taken.has(each.interactionId));
	if (!found) return null;
	memory.interactions.set(recorded, found.interactionId);
	return found.interactionId;
}

function aifight(type: string, text: string, body: unknown, live: SessionSummary, memory: ReplayMemory, { nowMs }: RuleEnv): Said {
	const { table } = live;
	switch (type) {
		case "match_confirm": {
			if (!table?.confirm) return { kind: "wait", what: "a match to confirm" };
			if (table.confirm.answered) return { kind: "skip", why: "The match was confirmed already." };
			return send(text, [["/data/confirm_id", table.confirm.confirmId]]);
		}
		case "runtime_status": {
			if (!table?.readiness) return { kind: "skip", why: "The console answered that question by itself, or it was not asked." };
			return send(text, [
				["/data/request_id", table.readiness.requestId],
				["/data/checked_at", new Date(nowMs).toISOString()],
			]);
		}
		case "action": {
			const recorded = String(valueAt(body, "/match_id") ?? "");
			const known = memory.matches.get(recorded);
			const open = table?.matches.find(
				({ sessionId, request }) =>
					request?.answerable === true &&
					!request.answered &&
					(known === undefined ? ![...memory.matches.values()].includes(sessionId) : sessionId === known),
			);
			if (!open?.request) {
				if (known !== undefined && !table?.matches.some(({ sessionId }) => sessionId === known))
					return { kind: "skip", why: "That match is over." };
				return { kind: "wait", what: "a request to act" };
			}
			memory.matches.set(recorded, open.sessionId);
			return send(text, [
				["/match_id", open.sessionId],
				["/data/request_id", open.request.requestId],
				["/request_id", open.request.requestId],
			]);
		}
		default:
			return { kind: "send", text };
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
