import type { TableMatch, TableRequest } from "../../schemas/table.ts";
import type { SteadySession } from "./steady-session.ts";

/** Whether the newest request of a match can be answered now, and if not, why. */
export type RequestStand = { kind: "open" } | { kind: "late" } | { kind: "shut"; title: string; text: string };

const shut = (title: string, text: string): RequestStand => ({ kind: "shut", title, text });

export function standOf(match: TableMatch, session: Pick<SteadySession, "status">, nowMs: number): RequestStand {
	const { request, result } = match;
	if (result) return shut("The match is over", result.text);
	if (!request) return shut("Not your turn", "The server asks when it is. Nothing has to be done now.");
	if (request.answered) return shut(...answeredWords(match));
	if (session.status.kind !== "open") {
		return shut(
			"The link is down",
			"This request is gone with it. Once the link is back the server asks again, under a new id; what you chose is kept.",
		);
	}
	if (!request.answerable) {
		return request.moves.length > 0
			? shut("The link broke since", "The server asks again under a new id; an answer to this one would only be called stale.")
			: request.unreadable
				? shut(
						"Moves that cannot be read",
						"The server offers something this console cannot read: its frame shows it. Write the answer by hand; it goes out on purpose, and marked.",
					)
				: shut("Nothing to choose", "The server offers no move here and goes on by itself. Do not answer.");
	}
	return nowMs >= request.deadlineAtMs ? { kind: "late" } : { kind: "open" };
}

function answeredWords({ lastMove }: TableMatch): [title: string, text: string] {
	switch (lastMove?.outcome) {
		case "accepted":
			return ["The server took your move", "It came back as an event. The server asks again when it is your turn."];
		case "stale":
			return [
				"Stale: not used by the server",
				"It came after the request was closed. No penalty and no retry is used up. Wait for the next request.",
			];
		case "illegal":
			return ["Not allowed", "The server does not allow that move. It asks again if a try is left."];
		case "unknown":
			return ["Your move may have arrived", "The link broke after it went out. The next request will tell."];
		default:
			return ["Your move is on its way", "The server has not said yet what became of it."];
	}
}

/** A move as it was sent, in a few words: `raise to 800`, `bid 3 × 4`, `steal, p2`. */
function ownMoveWords({ type, data }: Record<string, unknown>): string {
	const facts = (typeof data === "object" && data !== null ? data : {}) as Record<string, unknown>;
	const name = String(type).replaceAll("_", " ");
	if (type === "raise") return `raise to ${String(facts.amount)}`;
	if (type === "bid") return `bid ${String(facts.quantity)} × ${String(facts.face)}`;
	const rest = Object.values(facts).flat().map(String).join(", ");
	return rest === "" ? name : `${name}, ${rest.slice(0, 80)}`;
}

/** What became of the last move, for the foot of the table; null when there is none. */
export function lastMoveWords(match: TableMatch): { icon: "check" | "waiting" | "clock" | "alarm" | "unknown"; text: string } | null {
	const { lastMove } = match;
	if (!lastMove) return null;
	const what = `Your move, ${ownMoveWords(lastMove.move)},`;
	switch (lastMove.outcome) {
		case "accepted":
			return { icon: "check", text: `${what} came back as an event: the server used it` };
		case "stale":
			return { icon: "clock", text: `${what} came too late: not used, no penalty` };
		case "illegal":
			return { icon: "alarm", text: `${what} was not allowed` };
		case "unknown":
			return { icon: "unknown", text: `${what} may have arrived: the link broke` };
		case "open":
			return { icon: "waiting", text: `${what} is on its way; nothing has come back yet` };
	}
}

/** `04:27`, never below zero. */
export function clockOf(deadlineAtMs: number, nowMs: number): string {
	const seconds = Math.max(0, Math.ceil((deadlineAtMs - nowMs) / 1000));
	return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Below this share or time the clock turns into an alarm. */
export const SHORT_MS = 30_000;
export const isShort = ({ askedAtMs, deadlineAtMs }: Pick<TableRequest, "askedAtMs" | "deadlineAtMs">, nowMs: number): boolean =>
	deadlineAtMs - nowMs <= Math.min(SHORT_MS, (deadlineAtMs - askedAtMs) / 4);
