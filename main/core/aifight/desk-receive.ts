import type { Finding } from "../../../schemas/timeline.ts";
import type { Decoded } from "./decoded.ts";
import { createMatch, type Desk, endMatch, loseLink, type Match, retireRequest } from "./desk.ts";
import { actorOf, type Carrier, mergeEvents } from "./desk-events.ts";
import { checkOffered, checkState, inferGame } from "./game-rules.ts";
import { offeredMoves } from "./moves.ts";
import { flagIn, numberIn, objectIn, objectsIn, textIn, textsIn } from "./read.ts";
import { type ClientType, isGameName } from "./schemas.ts";
import { checkGameOver, checkRequest, checkWelcome, compareVersions } from "./server-rules.ts";

/** What a frame means to whoever folds it in. */
export type News =
	| { kind: "welcome"; again: boolean }
	/** The server speaks another major version, or refused us in its own words before any welcome. */
	| { kind: "refused"; message: string; by: "version" | "server" }
	/** What became of an own message. `requestId` null: any of that type. */
	| { kind: "settled"; type: ClientType; requestId: string | null; as: "answered" | "stale" | "refused" | "lost"; why: string }
	/** An error that is probably about this own message, which it does not settle. */
	| { kind: "blamed"; type: string; requestId: string | null; message: string }
	| { kind: "confirmAsked"; confirmId: string }
	| { kind: "readinessAsked"; requestId: string }
	| { kind: "started"; match: Match }
	| { kind: "asked"; match: Match }
	| { kind: "events"; match: Match; events: Record<string, unknown>[]; replaces: boolean }
	| { kind: "table"; match: Match; state: Record<string, unknown>; players: Record<string, unknown>[] }
	| { kind: "over"; match: Match; data: Record<string, unknown> }
	| { kind: "error"; message: string }
	/** The frame repeats one that was taken already. */
	| { kind: "repeats" };

export interface Received {
	findings: Finding[];
	news: News[];
}

/** A frame's name (ordinal or line) and its time by the local clock; `live` is false when an old recording is read, whose clock nobody knows. */
export interface Moment {
	at: number;
	nowMs: number;
	live: boolean;
	/** Extra types of frames this connection asked for. */
	capabilities?: readonly string[];
}

type Message = Extract<Decoded, { kind: "message" }>;

/** Folds one server message into the desk. Never throws; what cannot be read is left out. */
export function receive(desk: Desk, message: Message, moment: Moment): Received {
	const received: Received = { findings: [], news: [] };
	HANDLERS[message.type](desk, message.data, received, moment);
	return received;
}

type Handler = (desk: Desk, data: Record<string, unknown>, out: Received, moment: Moment) => void;

const HANDLERS: Record<Message["type"], Handler> = {
	welcome(desk, data, out, { nowMs, live }) {
		out.findings.push(...checkWelcome(data, live ? nowMs : null));
		const compared = compareVersions(textIn(data, "server_protocol_version") ?? "");
		if (compared.kind === "refuse") {
			out.news.push({ kind: "refused", message: compared.message, by: "version" });
			return;
		}
		// A recording may hold no sign of the break between two links; the second welcome is one.
		if (desk.welcomed) loseLink(desk);
		desk.welcomed = true;
		out.news.push({ kind: "welcome", again: desk.agent !== null });
		desk.agent = { id: textIn(data, "agent_id") ?? "", name: textIn(data, "agent_name") ?? "" };
		desk.games = textsIn(data, "games");
	},
	queue_joined(desk, data, out) {
		const { game, mode } = { game: textIn(data, "game") ?? "?", mode: textIn(data, "mode") ?? "ranked" };
		desk.queue = { game, mode, oneShot: flagIn(data, "one_shot"), confirmed: true };
		desk.queueBefore = null;
		settle(desk, out, "join_queue", "answered", "the server confirms the queue");
	},
	queue_left(desk, _data, out) {
		desk.queue = null;
		desk.leaving = false;
		settle(desk, out, "leave_queue", "answered", "the server confirms it");
	},
	match_confirm_request(desk, data, out, { nowMs }) {
		const confirmId = textIn(data, "confirm_id");
		if (confirmId === null) return;
		if (desk.confirm?.confirmId === confirmId) {
			out.news.push({ kind: "repeats" });
			return;
		}
		desk.confirm = {
			confirmId,
			game: textIn(data, "game") ?? "?",
			mode: textIn(data, "mode") ?? "?",
			players: numberIn(data, "players") ?? 0,
			deadlineAtMs: nowMs + (numberIn(data, "timeout_ms") ?? 30_000),
			answered: false,
		};
		out.news.push({ kind: "confirmAsked", confirmId });
	},
	match_cancelled(desk, data, out) {
		const reason = textIn(data, "reason") ?? "unknown";
		if (desk.confirm?.answered)
			settle(desk, out, "match_confirm", reason === "confirmation_timeout" ? "refused" : "answered", `cancelled: ${reason}`);
		desk.confirm = null;
		const game = textIn(data, "game");
		if (data.action === "removed_from_queue") desk.queue = null;
		else if (game !== null)
			desk.queue = { game, mode: textIn(data, "mode") ?? "ranked", oneShot: desk.queue?.oneShot ?? false, confirmed: true };
	},
	game_start(desk, data, out) {
		const sessionId = textIn(data, "match_id");
		if (sessionId === null) return;
		const known = desk.matches.get(sessionId);
		const match = known ?? createMatch(sessionId);
		match.game = isGameName(data.game) ? data.game : null;
		match.gameBy = "said";
		match.you = textIn(data, "your_player_id");
		match.seat = numberIn(data, "your_position");
		match.rules = objectIn(data, "rules");
		match.config = objectIn(data, "config");
		match.strategyPrompt = textIn(data, "strategy_prompt") ?? "";
		match.seats = (objectsIn(data, "players") ?? []).flatMap((player) => {
			const playerId = textIn(player, "player_id");
			return playerId === null ? [] : [{ playerId, name: textIn(player, "name") ?? playerId, seat: numberIn(player, "position") }];
		});
		desk.matches.set(sessionId, match);
		desk.queue = null;
		desk.queueBefore = null;
		desk.confirm = null;
		settle(desk, out, "match_confirm", "answered", "the match begins");
		settle(desk, out, "join_queue", "answered", "the match begins");
		out.news.push({ kind: "started", match });
		if (known) say(out, "match.startedAgain", "info", "/data/match_id", "This match has begun before.");
	},
	action_request: takeRequest,
	action_stale(desk, data, out) {
		const match = desk.matches.get(textIn(data, "match_id") ?? "");
		const requestId = textIn(data, "request_id");
		if (match?.lastMove && (requestId === null || match.lastMove.requestId === requestId)) match.lastMove.outcome = "stale";
		const about = requestId ?? (match?.lastMove?.requestId === null ? "" : null);
		if (about !== null) settle(desk, out, "action", "stale", textIn(data, "reason") ?? "no reason given", about);
	},
	event(desk, data, out) {
		const match = desk.matches.get(textIn(data, "match_id") ?? "");
		if (match) take(match, data, "event", out);
		else lateOrUnknown(desk, data, out);
	},
	match_feed(desk, data, out, { capabilities }) {
		if (capabilities && !capabilities.includes("match_feed")) {
			say(out, "feed.notAsked", "warning", "/type", "A live feed on a link that did not declare match_feed.");
		}
		const sessionId = textIn(data, "match_id") ?? "";
		const match = desk.matches.get(sessionId);
		if (match) take(match, data, "match_feed", out);
		else lateOrUnknown(desk, data, out);
	},
	game_state(desk, data, out) {
		const match = matchOf(desk, data, out);
		if (!match) return;
		// Somebody else's move: what we were asked before the link broke is decided, and what we sent went through.
		retireRequest(match);
		judgeAfterBreak(desk, match, out, "accepted");
		takeTable(match, data, out);
	},
	game_over(desk, data, out) {
		out.findings.push(...checkGameOver(data));
		const sessionId = textIn(data, "session_id") ?? "";
		const known = desk.matches.get(sessionId);
		if (!known && desk.ended.includes(sessionId)) {
			say(out, "match.overAgain", "info", "/data/session_id", "This match was over already.");
			out.news.push({ kind: "repeats" });
			return;
		}
		if (!known)
			say(
				out,
				"match.unknown",
				"warning",
				"/data/session_id",
				"The end of a match that was never seen to begin; it is shown all the same.",
			);
		const match = known ?? createMatch(sessionId);
		if (match.lastMove && (match.lastMove.outcome === "open" || match.lastMove.outcome === "unknown")) {
			const wasOpen = match.lastMove.outcome === "open";
			match.lastMove.outcome = wasOpen ? "accepted" : "unknown";
			if (wasOpen) settle(desk, out, "action", "answered", "the match is over", match.lastMove.requestId ?? "");
		}
		retireRequest(match);
		endMatch(desk, sessionId);
		out.news.push({ kind: "over", match, data });
	},
	error(desk, data, out) {
		const message = textIn(data, "message") ?? "no words given";
		if (!desk.welcomed) {
			out.news.push({ kind: "refused", message, by: "server" });
			say(out, "server.refused", "error", "/data/message", `Refused before the welcome: ${message}`);
			return;
		}
		out.news.push({ kind: "error", message });
		const { lastSent } = desk;
		const about = desk.queue && !desk.queue.confirmed ? "join_queue" : lastSent?.type;
		say(
			out,
			"server.error",
			"warning",
			"/data/message",
			about ? `Probably about the last ${about}: ${message}` : `The server says: ${message}`,
		);
		if (about === "join_queue" || about === "leave_queue" || about === "match_confirm") {
			if (about === "join_queue") desk.queue = desk.queueBefore;
			desk.queueBefore = null;
			desk.leaving = false;
			settle(desk, out, about, "refused", message);
		} else if (about !== undefined) {
			out.news.push({ kind: "blamed", type: about, requestId: lastSent?.requestId ?? null, message });
		}
		desk.lastSent = null;
	},
	readiness_check(desk, data, out, { nowMs }) {
		const requestId = textIn(data, "request_id");
		if (requestId === null) return;
		const timeoutMs = numberIn(data, "timeout_ms");
		desk.readiness = { requestId, deadlineAtMs: timeoutMs === null ? null : nowMs + timeoutMs };
		out.news.push({ kind: "readinessAsked", requestId });
	},
};

function takeRequest(desk: Desk, data: Record<string, unknown>, out: Received, { at, nowMs }: Moment): void {
	out.findings.push(...checkRequest(data));
	const match = matchOf(desk, data, out);
	const requestId = textIn(data, "request_id");
	if (!match) return;
	if (requestId !== null && match.request?.requestId === requestId && !match.request.interrupted) {
		say(out, "request.duplicate", "info", "/data/request_id", "The same request again; the first one counts.");
		out.news.push({ kind: "repeats" });
		return;
	}
	const isReconnect = flagIn(data, "is_reconnect");
	// A server that asks again after a break under the old id means it.
	if (requestId !== null && match.pastRequests.includes(requestId) && !isReconnect) {
		say(
			out,
			"request.past",
			"warning",
			"/data/request_id",
			"This request no longer counted when it came; it is shown and not opened again.",
		);
		out.news.push({ kind: "repeats" });
		return;
	}
	const { request } = match;
	if (request && !request.answered && !request.interrupted) {
		say(
			out,
			"request.supersedes",
			"info",
			"/data/request_id",
			`It takes the place of request ${request.requestId}, which was not answered.`,
		);
	}
	retireRequest(match);
	takeTable(match, data, out);
	take(match, data, Array.isArray(data.event_history) ? "event_history" : "new_events", out);
	const isRetry = flagIn(data, "retry");
	if (isRetry) refuseLastMove(desk, match, textIn(data, "retry_reason") ?? "no reason given", out);
	else if (isReconnect) judgeAfterBreak(desk, match, out, "lost", nowMs);
	if (requestId === null) return;
	const offered = offeredMoves(data.legal_actions);
	match.request = {
		requestId,
		at,
		askedAtMs: nowMs,
		deadlineAtMs: nowMs + (numberIn(data, "timeout_ms") ?? 300_000),
		offered: offered && offered.length > 0 ? offered : null,
		retry: isRetry ? { reason: textIn(data, "retry_reason") ?? "", left: numberIn(data, "retries_left") ?? 0 } : null,
		answered: false,
		interrupted: false,
	};
	if (match.game) {
		out.findings.push(...checkState(match.game, objectIn(data, "state") ?? {}, match.you, offered));
		out.findings.push(...checkOffered(match.game, data.legal_actions));
	}
	out.news.push({ kind: "asked", match });
}

/** The live match a frame is about. One that is not known is taken in: after a restart nobody tells its game again. */
function matchOf(desk: Desk, data: Record<string, unknown>, out: Received): Match | null {
	const sessionId = textIn(data, "match_id");
	if (sessionId === null) return null;
	const known = desk.matches.get(sessionId);
	if (known) return known;
	if (desk.ended.includes(sessionId)) {
		say(out, "match.over", "warning", "/data/match_id", "A frame for a match that is over; it is shown and not used.");
		return null;
	}
	const match = createMatch(sessionId);
	const state = objectIn(data, "state") ?? {};
	match.game = inferGame(state);
	if (match.game) match.gameBy = "inferred";
	match.you = textIn(state, "your_player_id") ?? textIn(state, "your_id");
	const guess = match.game ? `Its state looks like ${match.game}.` : "Its state tells no known game.";
	say(out, "match.unknown", "warning", "/data/match_id", `No game_start of this match was seen. ${guess} It can be played all the same.`);
	desk.matches.set(sessionId, match);
	return match;
}

function lateOrUnknown(desk: Desk, data: Record<string, unknown>, out: Received): void {
	const sessionId = textIn(data, "match_id") ?? "";
	if (desk.ended.includes(sessionId)) say(out, "feed.late", "info", "/data/match_id", "Events of a match that is over already.");
	else say(out, "match.unknown", "info", "/data/match_id", "Events of a match this session does not know.");
}

function takeTable(match: Match, data: Record<string, unknown>, out: Received): void {
	const state = objectIn(data, "state") ?? {};
	match.you ??= textIn(state, "your_player_id") ?? textIn(state, "your_id");
	out.news.push({ kind: "table", match, state, players: objectsIn(data, "players") ?? [] });
}

function take(match: Match, data: Record<string, unknown>, carrier: Carrier, out: Received): void {
	const { fresh, findings } = mergeEvents(match, data, carrier);
	out.findings.push(...findings);
	out.news.push({ kind: "events", match, events: fresh, replaces: carrier === "event_history" });
	const { lastMove } = match;
	if (!lastMove || (lastMove.outcome !== "open" && lastMove.outcome !== "unknown")) return;
	// An event of ours after the move was sent is the move itself coming back.
	const own = fresh.some((event) => {
		const seq = numberIn(event, "seq");
		return seq !== null && seq > lastMove.seqBefore && actorOf(event) === match.you && !NOT_MOVES.has(textIn(event, "type") ?? "");
	});
	if (!own) return;
	lastMove.outcome = "accepted";
	out.news.push(settled("action", "answered", "the move came back as an event", lastMove.requestId ?? ""));
}

/** Events that name a player who did nothing. */
const NOT_MOVES = new Set(["player_disconnected", "player_eliminated", "influence_lost", "cards_dealt", "challenge_result"]);

function refuseLastMove(desk: Desk, match: Match, reason: string, out: Received): void {
	const { lastMove } = match;
	if (!lastMove) return;
	const requestId = lastMove.requestId ?? "";
	lastMove.outcome = "illegal";
	settle(desk, out, "action", "refused", reason, requestId);
}

/** After a break: the same decision asked again means that the move never arrived; somebody else's move means that it did. */
function judgeAfterBreak(desk: Desk, match: Match, out: Received, as: "accepted" | "lost", nowMs?: number): void {
	const { lastMove } = match;
	if (lastMove?.outcome !== "unknown") return;
	// Once the time was over the server may have played for us: nothing can be told from what it asks now.
	if (nowMs !== undefined && lastMove.deadlineAtMs !== null && nowMs > lastMove.deadlineAtMs) return;
	const requestId = lastMove.requestId ?? "";
	if (as === "accepted") {
		lastMove.outcome = "accepted";
		settle(desk, out, "action", "answered", "it is no longer our move", requestId);
	} else {
		match.lastMove = null;
		settle(desk, out, "action", "lost", "the same decision is asked again and the move is in no event", requestId);
	}
}

function settle(
	desk: Desk,
	out: Received,
	type: ClientType,
	as: "answered" | "stale" | "refused" | "lost",
	why: string,
	requestId: string | null = null,
): void {
	out.news.push(settled(type, as, why, requestId));
	if (desk.lastSent?.type === type) desk.lastSent = null;
}

const settled = (type: ClientType, as: "answered" | "stale" | "refused" | "lost", why: string, requestId: string | null): News => ({
	kind: "settled",
	type,
	requestId,
	as,
	why,
});

function say(out: Received, code: string, severity: Finding["severity"], path: string, message: string): void {
	out.findings.push({ code, severity, path, message });
}
