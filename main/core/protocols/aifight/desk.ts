/**
 * The desk: what an AIFight connection knows of its agent, queue, confirmation and matches. No link, no store, no clock: the machine, the
 * table view and the transcript check all fold the same frames into it, so they cannot disagree.
 */
import type { OfferedMove } from "./moves.ts";
import { asObject, numberIn, objectsIn, textIn } from "./read.ts";
import { type GameName, isGameName } from "./schemas.ts";

/** The newest request of one match. Only it can be answered, and only once (X10, X12). */
export interface OpenRequest {
	requestId: string;
	/** Whatever the caller names its frames by: an ordinal, a line. */
	at: number;
	askedAtMs: number;
	/** Local clock: the server's own is never used for it. */
	deadlineAtMs: number;
	/** Null: nothing to choose, do not answer. */
	offered: OfferedMove[] | null;
	/** Something was offered that cannot be read: nobody knows whether an answer is wanted. */
	unreadable: boolean;
	retry: { reason: string; left: number } | null;
	answered: boolean;
	/** The link was lost since: the server asks again under a new id. */
	interrupted: boolean;
	/** What the server said against the move sent for it; it may not have been taken, so another one may be sent. */
	error: string | null;
}

/** The last move sent in a match, until the server's frames show what became of it. */
export interface SentMove {
	at: number;
	requestId: string | null;
	move: Record<string, unknown>;
	/** Highest event number known when it was sent. */
	seqBefore: number;
	deadlineAtMs: number | null;
	outcome: "open" | "accepted" | "illegal" | "stale" | "unknown";
}

export interface Seat {
	playerId: string;
	name: string;
	seat: number | null;
}

export interface Match {
	/** What the protocol calls `match_id` while the match runs. */
	sessionId: string;
	game: GameName | null;
	gameBy: "said" | "inferred" | "unknown";
	you: string | null;
	seat: number | null;
	rules: Record<string, unknown> | null;
	config: Record<string, unknown> | null;
	strategyPrompt: string;
	seats: Seat[];
	request: OpenRequest | null;
	/** Ids that no longer count, newest last. */
	pastRequests: string[];
	lastMove: SentMove | null;
	/** Highest event number seen, −1 before the first. */
	seqHigh: number;
	/** Events at or below this were seen by an earlier run of the program; −1 when there was none. */
	seqRestored: number;
	/** Event number → its exact content, to tell a repeat from a contradiction. */
	seen: Map<number, string>;
}

export interface Queue {
	game: string;
	mode: string;
	oneShot: boolean;
	/** The server said `queue_joined`. */
	confirmed: boolean;
}

export interface Confirm {
	confirmId: string;
	game: string;
	mode: string;
	players: number;
	deadlineAtMs: number;
	answered: boolean;
}

export interface Desk {
	agent: { id: string; name: string } | null;
	games: string[];
	/** A welcome came on this link. */
	welcomed: boolean;
	queue: Queue | null;
	/** What an unconfirmed join would take the place of. */
	queueBefore: Queue | null;
	leaving: boolean;
	confirm: Confirm | null;
	readiness: { requestId: string; deadlineAtMs: number | null } | null;
	/** Live matches by session id. */
	matches: Map<string, Match>;
	/** Session ids of matches that are over, oldest first. */
	ended: string[];
	/** More live matches came than are kept; said once. */
	isFull: boolean;
	/** The last own message whose answer may be an error without a name. */
	lastSent: { type: string; matchId: string | null; requestId: string | null } | null;
}

/** Live matches at the same time; a real agent plays one. */
export const MAX_MATCHES = 16;
/** Longest strategy prompt kept, and longest JSON text of rules or config, UTF-16 units: they are stored with each change of the session. */
export const MAX_MATCH_UNITS = 32 * 1024;
/** Events of a match whose content is compared when they come again; what is older counts as a repeat by its number. */
export const MAX_SEEN = 2_048;
/** Content of an event that is compared, UTF-16 units; of a longer one only the number is known. */
export const MAX_SEEN_UNITS = 2_048;
/** Names of games the server may list, and players of a match. */
export const MAX_NAMES = 32;
export const MAX_NAME_UNITS = 256;
const MAX_ENDED = 64;
const MAX_PAST_REQUESTS = 64;

export const createDesk = (): Desk => ({
	agent: null,
	games: [],
	welcomed: false,
	queue: null,
	queueBefore: null,
	leaving: false,
	confirm: null,
	readiness: null,
	matches: new Map(),
	ended: [],
	isFull: false,
	lastSent: null,
});

export const createMatch = (sessionId: string): Match => ({
	sessionId,
	game: null,
	gameBy: "unknown",
	you: null,
	seat: null,
	rules: null,
	config: null,
	strategyPrompt: "",
	seats: [],
	request: null,
	pastRequests: [],
	lastMove: null,
	seqHigh: -1,
	seqRestored: -1,
	seen: new Map(),
});

/** The request's id no longer counts. */
export function retireRequest(match: Match): void {
	if (!match.request) return;
	match.pastRequests.push(match.request.requestId);
	if (match.pastRequests.length > MAX_PAST_REQUESTS) match.pastRequests.shift();
	match.request = null;
}

export function endMatch(desk: Desk, sessionId: string): void {
	desk.matches.delete(sessionId);
	if (!desk.ended.includes(sessionId)) desk.ended.push(sessionId);
	if (desk.ended.length > MAX_ENDED) desk.ended.shift();
}

/** The link is gone: the queue and an open confirmation do not survive it, matches do; open requests will be asked again. */
export function loseLink(desk: Desk): void {
	desk.welcomed = false;
	desk.queue = null;
	desk.queueBefore = null;
	desk.leaving = false;
	desk.confirm = null;
	desk.readiness = null;
	desk.lastSent = null;
	for (const match of desk.matches.values()) {
		if (match.request) match.request.interrupted = true;
		if (match.lastMove?.outcome === "open") match.lastMove.outcome = "unknown";
	}
}

/** What of a desk must outlive the program: a resumed match is asked about again without saying game, seat or rules. JSON-safe. */
export interface DeskFacts {
	agent: Desk["agent"];
	games: string[];
	ended: string[];
	matches: Record<string, unknown>[];
}

export function deskFacts(desk: Desk): DeskFacts {
	const matches = [...desk.matches.values()].map(({ seen: _, request, pastRequests, lastMove, seqRestored: __, ...kept }) => ({
		...kept,
		pastRequests: [...pastRequests, ...(request ? [request.requestId] : [])].slice(-8),
		lastMove,
	}));
	return { agent: desk.agent, games: desk.games, ended: [...desk.ended], matches };
}

/** The desk an earlier run left; facts of any shape give what can be read from them. */
export function restoreDesk(facts: unknown): Desk {
	const desk = createDesk();
	const kept = asObject(facts);
	if (!kept) return desk;
	const agent = asObject(kept.agent);
	if (agent) desk.agent = { id: textIn(agent, "id") ?? "", name: textIn(agent, "name") ?? "" };
	desk.games = stringsOf(kept.games);
	desk.ended = stringsOf(kept.ended);
	for (const each of objectsIn(kept, "matches") ?? []) {
		const sessionId = textIn(each, "sessionId");
		if (sessionId !== null) desk.matches.set(sessionId, restoreMatch(sessionId, each));
	}
	return desk;
}

function restoreMatch(sessionId: string, kept: Record<string, unknown>): Match {
	const seqHigh = numberIn(kept, "seqHigh") ?? -1;
	const move = asObject(kept.lastMove);
	return {
		...createMatch(sessionId),
		game: isGameName(kept.game) ? kept.game : null,
		gameBy: kept.gameBy === "said" || kept.gameBy === "inferred" ? kept.gameBy : "unknown",
		you: textIn(kept, "you"),
		seat: numberIn(kept, "seat"),
		rules: asObject(kept.rules),
		config: asObject(kept.config),
		strategyPrompt: textIn(kept, "strategyPrompt") ?? "",
		seats: (objectsIn(kept, "seats") ?? []).map((seat) => ({
			playerId: textIn(seat, "playerId") ?? "",
			name: textIn(seat, "name") ?? "",
			seat: numberIn(seat, "seat"),
		})),
		pastRequests: stringsOf(kept.pastRequests),
		seqHigh,
		seqRestored: seqHigh,
		lastMove: move && {
			at: 0,
			requestId: textIn(move, "requestId"),
			move: asObject(move.move) ?? {},
			seqBefore: numberIn(move, "seqBefore") ?? -1,
			deadlineAtMs: numberIn(move, "deadlineAtMs"),
			outcome: move.outcome === "open" || move.outcome === "unknown" ? "unknown" : "accepted",
		},
	};
}

const stringsOf = (value: unknown): string[] =>
	Array.isArray(value) ? (value as unknown[]).filter((each): each is string => typeof each === "string") : [];
