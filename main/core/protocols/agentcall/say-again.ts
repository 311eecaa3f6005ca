import { valueAt } from "../../../../schemas/rules/json-pointer.ts";
import type { SessionSummary } from "../../../../schemas/session.ts";
import type { ReplayMemory, ReplayRules } from "../door.ts";
import { sendWith } from "../say-again.ts";

/** Numbers and ids belong to the session in which they were given: they are taken from the live one. */
export const REPLAY: ReplayRules = {
	saysItself: new Set(["session.start", "ack"]),
	opening: "session.start",
	goodbye: "session.end",
	say(type, text, body, live, memory, { uuid, nowMs }) {
		switch (type) {
			case "user.turn":
				return sendWith(text, [["/turn", live.ledger.nextTurn]]);
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
				return sendWith(withSimulated(text, body), values);
			}
			case "audio.turn.start":
				if (live.audio.kind === "unavailable") return { kind: "skip", why: live.audio.why };
				return sendWith(text, [["/turn", live.nextAudioTurn ?? live.ledger.nextTurn]]);
			case "audio.turn.commit":
			case "audio.turn.cancel":
				if (live.audio.kind !== "open") return { kind: "skip", why: "No spoken turn is open." };
				return sendWith(text, [["/turn", live.audio.turn]]);
			default:
				return { kind: "send", text };
		}
	},
};

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
	const known = memory.get(recorded);
	if (known !== undefined) return known;
	const taken = new Set(memory.values());
	const found = live.interactions.find((each) => each.state === "waiting" && each.modality === modality && !taken.has(each.interactionId));
	if (!found) return null;
	memory.set(recorded, found.interactionId);
	return found.interactionId;
}
