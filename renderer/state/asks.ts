import type { SessionSummary } from "../../schemas/session.ts";
import { modalityName, waitingRequests } from "./requests.ts";
import { gameName } from "./table-words.ts";

/** One thing somebody waits for a person to do, of whatever protocol. */
export interface Ask {
	sessionId: string;
	sessionName: string;
	/** `Asks: NFC card`, `Your turn: Hold’em`. What a server named is as it wrote it. */
	words: string;
	/** Local clock; null when there is no end. */
	deadlineAtMs: number | null;
}

/** What a session asks for now, the first to end first. A turn whose time is over is nobody's any more, and a seat without a link has no turn. */
export function asksOf(session: SessionSummary, nowMs: number): Ask[] {
	const ask = (words: string, deadlineAtMs: number | null): Ask => ({
		sessionId: session.sessionId,
		sessionName: session.name,
		words,
		deadlineAtMs,
	});
	const asks = waitingRequests(session).map(({ modality, expiresAtMs }) => ask(`Asks: ${modalityName(modality)}`, expiresAtMs));
	const { table, status } = session;
	if (table && status.kind === "open") {
		const { confirm, readiness } = table;
		const runs = (deadlineAtMs: number | null) => deadlineAtMs === null || nowMs < deadlineAtMs;
		if (confirm && !confirm.answered && runs(confirm.deadlineAtMs)) {
			asks.push(ask(`Confirm: ${gameName(confirm.game)}`, confirm.deadlineAtMs));
		}
		for (const { game, request } of table.matches) {
			if (!request?.answerable || request.answered || !runs(request.deadlineAtMs)) continue;
			asks.push(ask(`Your turn: ${gameName(game)}`, request.deadlineAtMs));
		}
		if (readiness && runs(readiness.deadlineAtMs)) asks.push(ask("Asks: ready?", readiness.deadlineAtMs));
	}
	return asks.sort(byDeadline);
}

const byDeadline = (a: Ask, b: Ask) => (a.deadlineAtMs ?? Number.MAX_VALUE) - (b.deadlineAtMs ?? Number.MAX_VALUE);

/** The same over all sessions, in one order. */
export const allAsks = (sessions: Iterable<SessionSummary>, nowMs: number): Ask[] =>
	[...sessions].flatMap((session) => asksOf(session, nowMs)).sort(byDeadline);

/** Where “n ask for you” leads: the session of the first ask, from there to that of the next one. */
export function nextAsk(asks: readonly Ask[], currentSessionId: string | null): Ask | null {
	const order = asks.filter(({ sessionId }, index) => asks.findIndex((each) => each.sessionId === sessionId) === index);
	const place = order.findIndex(({ sessionId }) => sessionId === currentSessionId);
	return order[(place + 1) % Math.max(1, order.length)] ?? null;
}

/** The window's title: who asks comes first, so that it can be read in a row of tabs. */
export function windowTitle(selected: SessionSummary | null, sessions: Iterable<SessionSummary>, nowMs: number): string {
	const place = selected ? `${selected.name} \u2013 Switchboard` : "Switchboard";
	const asks = allAsks(sessions, nowMs);
	const [first] = asks;
	if (!first) return place;
	if (asks.length > 1) return `${asks.length} ask for you \u2013 ${place}`;
	return `${first.words}${first.sessionId === selected?.sessionId ? "" : `, ${first.sessionName}`} \u2013 ${place}`;
}
