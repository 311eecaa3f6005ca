import { valueAt } from "../../../../schemas/rules/json-pointer.ts";
import type { ReplayRules } from "../door.ts";
import { sendWith } from "../say-again.ts";

/** Ids belong to the match in which they were given: they are taken from the live table. */
export const REPLAY: ReplayRules = {
	saysItself: new Set(),
	opening: null,
	goodbye: null,
	say(type, text, body, { table }, memory, { nowMs }) {
		switch (type) {
			case "match_confirm": {
				if (!table?.confirm) return { kind: "wait", what: "a match to confirm" };
				if (table.confirm.answered) return { kind: "skip", why: "The match was confirmed already." };
				return sendWith(text, [["/data/confirm_id", table.confirm.confirmId]]);
			}
			case "runtime_status": {
				if (!table?.readiness) return { kind: "skip", why: "The console answered that question by itself, or it was not asked." };
				return sendWith(text, [
					["/data/request_id", table.readiness.requestId],
					["/data/checked_at", new Date(nowMs).toISOString()],
				]);
			}
			case "action": {
				const recorded = String(valueAt(body, "/match_id") ?? "");
				const known = memory.get(recorded);
				const open = table?.matches.find(
					({ sessionId, request }) =>
						request?.answerable === true &&
						!request.answered &&
						(known === undefined ? ![...memory.values()].includes(sessionId) : sessionId === known),
				);
				if (!open?.request) {
					if (known !== undefined && !table?.matches.some(({ sessionId }) => sessionId === known))
						return { kind: "skip", why: "That match is over." };
					return { kind: "wait", what: "a request to act" };
				}
				memory.set(recorded, open.sessionId);
				return sendWith(text, [
					["/match_id", open.sessionId],
					["/data/request_id", open.request.requestId],
					["/request_id", open.request.requestId],
				]);
			}
			default:
				return { kind: "send", text };
		}
	},
};
