import type { Interaction } from "../../schemas/session.ts";
import { modalityName, modalityWithArticle, requestKey, waitingRequests } from "./requests.ts";
import type { SteadySession } from "./steady-session.ts";
import { gameName } from "./table-words.ts";

/** One thing somebody waits for a person to do, of whatever protocol. */
export interface Ask {
	sessionId: string;
	sessionName: string;
	/** `Asks: NFC card`, `Your turn: Hold’em`. What a server named is as it wrote it. */
	words: string;
	/** Local clock; null when there is no end. */
	deadlineAtMs: number | null;
	/** Tells asks of all sessions apart, for as long as they wait. */
	key: string;
	/** The request of an agent; null for a table's. */
	request: Interaction | null;
}

/** What a session asks for now, the first to end first. A turn whose time is over is nobody's any more, and a seat without a link has no turn. */
export function asksOf(session: SteadySession, nowMs: number): Ask[] {
	const ask = (words: string, deadlineAtMs: number | null, id: string, request: Interaction | null = null): Ask => ({
		sessionId: session.sessionId,
		sessionName: session.name,
		words,
		deadlineAtMs,
		key: `${session.sessionId} ${id}`,
		request,
	});
	const asks = waitingRequests(session).map((each) =>
		ask(`Asks: ${modalityName(each.modality)}`, each.expiresAtMs, requestKey(each), each),
	);
	const { table, status } = session;
	if (table && status.kind === "open") {
		const { confirm, readiness } = table;
		const runs = (deadlineAtMs: number | null) => deadlineAtMs === null || nowMs < deadlineAtMs;
		if (confirm && !confirm.answered && runs(confirm.deadlineAtMs)) {
			asks.push(ask(`Confirm: ${gameName(confirm.game)}`, confirm.deadlineAtMs, `confirm ${confirm.confirmId}`));
		}
		for (const { sessionId: matchId, game, request } of table.matches) {
			if (!request?.answerable || request.answered || !runs(request.deadlineAtMs)) continue;
			asks.push(ask(`Your turn: ${gameName(game)}`, request.deadlineAtMs, `turn ${matchId} ${request.requestId}`));
		}
		if (readiness && runs(readiness.deadlineAtMs)) asks.push(ask("Asks: ready?", readiness.deadlineAtMs, `ready ${readiness.requestId}`));
	}
	return asks.sort(byDeadline);
}

const byDeadline = (a: Ask, b: Ask) => (a.deadlineAtMs ?? Number.MAX_VALUE) - (b.deadlineAtMs ?? Number.MAX_VALUE);

/** The same over all sessions, in one order. */
export const allAsks = (sessions: Iterable<SteadySession>, nowMs: number): Ask[] =>
	[...sessions].flatMap((session) => asksOf(session, nowMs)).sort(byDeadline);

/** Where “n ask for you” leads: the session of the first ask, from there to that of the next one. */
export function nextAsk(asks: readonly Ask[], currentSessionId: string | null): Ask | null {
	const order = asks.filter(({ sessionId }, index) => asks.findIndex((each) => each.sessionId === sessionId) === index);
	const place = order.findIndex(({ sessionId }) => sessionId === currentSessionId);
	return order[(place + 1) % Math.max(1, order.length)] ?? null;
}

/** What a screen reader says of a new ask, once. No clock is in it. */
export function announcement({ sessionName, words, request }: Ask): string {
	if (!request) return `${sessionName}: ${words}`;
	return `${sessionName}: agent asks for ${modalityWithArticle(request.modality)}. ${request.prompt}`.trim();
}

/** The window's title: who asks comes first, so that it can be read in a row of tabs. */
export function windowTitle(selected: SteadySession | null, sessions: Iterable<SteadySession>, nowMs: number): string {
	const place = selected ? `${selected.name} \u2013 Switchboard` : "Switchboard";
	const asks = allAsks(sessions, nowMs);
	const [first] = asks;
	if (!first) return place;
	if (asks.length > 1) return `${asks.length} ask for you \u2013 ${place}`;
	return `${first.words}${first.sessionId === selected?.sessionId ? "" : `, ${first.sessionName}`} \u2013 ${place}`;
}
