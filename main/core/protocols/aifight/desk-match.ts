import { cutText } from "../../../../schemas/rules/code-points.ts";
import { listed } from "../../schema/describe-violation.ts";
import {
	createMatch,
	type Desk,
	endMatch,
	MAX_MATCH_UNITS,
	MAX_MATCHES,
	MAX_NAME_UNITS,
	MAX_NAMES,
	type Match,
	retireRequest,
} from "./desk.ts";
import { actorOf, type Carrier, mergeEvents } from "./desk-events.ts";
import { checkOffered, checkState, inferGame } from "./game-rules.ts";
import { offeredMoves } from "./moves.ts";
import { type Handler, type Moment, type Received, say, settle } from "./news.ts";
import { flagIn, idIn, numberIn, objectIn, objectsIn, spanIn, textIn } from "./read.ts";
import { isGameName } from "./schemas.ts";
import { checkGameOver, checkRequest } from "./server-rules.ts";

/** What a server says about one match. */
export const MATCH_HANDLERS = {
	game_start(desk, data, out) {
		const sessionId = textIn(data, "match_id") ?? "";
		const known = desk.matches.get(sessionId);
		if (!known && !isSessionId(sessionId)) return sayTooBroken(out, "a session id");
		if (!known && !hasRoom(desk, out)) return;
		const match = known ?? createMatch(sessionId);
		match.game = isGameName(data.game) ? data.game : null;
		match.gameBy = "said";
		match.you = idIn(data, "your_player_id");
		match.seat = numberIn(data, "your_position");
		match.rules = smallObject(data, "rules", out);
		match.config = smallObject(data, "config", out);
		match.strategyPrompt = smallText(data, "strategy_prompt", out);
		match.seats = (objectsIn(data, "players") ?? []).slice(0, MAX_NAMES).flatMap((player) => {
			const playerId = idIn(player, "player_id");
			const name = cutText(textIn(player, "name") ?? playerId ?? "", MAX_NAME_UNITS);
			return playerId === null ? [] : [{ playerId, name, seat: numberIn(player, "position") }];
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
		const last = match?.lastMove ?? null;
		const isOpen = last !== null && (last.outcome === "open" || last.outcome === "unknown");
		// Without an id it is about a move that named none, or about one the server looked at again by itself.
		const about = requestId ?? (isOpen ? (last.requestId ?? "") : null);
		if (isOpen && (last.requestId ?? "") === about) last.outcome = "stale";
		if (about !== null) settle(desk, out, "action", "stale", textIn(data, "reason") ?? "no reason given", about);
	},
	event(desk, data, out) {
		const match = desk.matches.get(textIn(data, "match_id") ?? "");
		if (match) take(desk, match, data, "event", out);
		else lateOrUnknown(desk, data, out);
	},
	match_feed(desk, data, out, { capabilities }) {
		if (capabilities && !capabilities.includes("match_feed")) {
			say(out, "feed.notAsked", "warning", "/type", "A live feed on a link that did not declare match_feed.");
		}
		const sessionId = textIn(data, "match_id") ?? "";
		const match = desk.matches.get(sessionId);
		if (match) take(desk, match, data, "match_feed", out);
		else lateOrUnknown(desk, data, out);
	},
	game_state(desk, data, out) {
		const match = matchOf(desk, data, out, []);
		if (!match) return;
		// Somebody else's move: what we were asked before the link broke is decided, and what we sent went through.
		retireRequest(match);
		judgeAfterBreak(desk, match, out, "accepted");
		takeTable(match, data, out);
	},
	game_over(desk, data, out) {
		out.findings.push(...checkGameOver(data));
		const sessionId = idIn(data, "session_id") ?? "";
		const known = desk.matches.get(sessionId);
		// It has no form of its own; without any text nobody can tell which match is over.
		if (sessionId === "") return sayTooBroken(out, "a session id", "/data/session_id");
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
} satisfies Record<string, Handler>;

/** Null, absence and an empty list offer nothing (X6). */
const isNothing = (legalActions: unknown) =>
	legalActions === null || legalActions === undefined || (Array.isArray(legalActions) && legalActions.length === 0);

function takeRequest(desk: Desk, data: Record<string, unknown>, out: Received, { at, nowMs }: Moment): void {
	out.findings.push(...checkRequest(data));
	const requestId = idIn(data, "request_id");
	const match = matchOf(desk, data, out, requestId === null ? ["a request id"] : []);
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
	if (requestId !== null && request && !request.answered && !request.interrupted && request.error === null) {
		say(
			out,
			"request.supersedes",
			"info",
			"/data/request_id",
			`It takes the place of request ${request.requestId}, which was not answered.`,
		);
	}
	// One that cannot be answered takes nobody's place: an answer to the open one would at worst be called stale.
	if (requestId !== null) retireRequest(match);
	takeTable(match, data, out);
	take(desk, match, data, Array.isArray(data.event_history) ? "event_history" : "new_events", out);
	const isRetry = flagIn(data, "retry");
	if (isRetry) refuseLastMove(desk, match, textIn(data, "retry_reason") ?? "no reason given", out);
	else if (isReconnect) judgeAfterBreak(desk, match, out, "lost", nowMs);
	if (requestId === null) return;
	const offered = offeredMoves(data.legal_actions);
	match.request = {
		requestId,
		at,
		askedAtMs: nowMs,
		deadlineAtMs: nowMs + (spanIn(data, "timeout_ms") ?? 300_000),
		offered: offered && offered.length > 0 ? offered : null,
		unreadable: !offered?.length && !isNothing(data.legal_actions),
		retry: isRetry ? { reason: textIn(data, "retry_reason") ?? "", left: numberIn(data, "retries_left") ?? 0 } : null,
		answered: false,
		interrupted: false,
		error: null,
	};
	if (match.game) {
		out.findings.push(...checkState(match.game, objectIn(data, "state") ?? {}, match.you, offered));
		out.findings.push(...checkOffered(match.game, data.legal_actions));
	}
	out.news.push({ kind: "asked", match });
}

/** The form of ids that an own action may carry; a match under any other could never be answered. */
const SESSION_ID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isSessionId = (id: string) => SESSION_ID.test(id);

/** A frame about no known match that lacks what a match needs: kept and shown, and no match comes of it. */
function sayTooBroken(out: Received, lacks: string, path = "/data/match_id"): void {
	say(out, "match.unreadable", "warning", path, `It belongs to no known match and lacks ${lacks}, so no match is made of it. It is kept.`);
}

/**
 * The live match a frame is about. One that is not known is taken in, for after a restart nobody tells its game again; but only from a frame
 * that has an id to answer to, a state, and nothing else that is `lacking`.
 */
function matchOf(desk: Desk, data: Record<string, unknown>, out: Received, lacking: readonly string[]): Match | null {
	const sessionId = textIn(data, "match_id") ?? "";
	const known = desk.matches.get(sessionId);
	if (known) return known;
	if (desk.ended.includes(sessionId)) {
		say(out, "match.over", "warning", "/data/match_id", "A frame for a match that is over; it is shown and not used.");
		return null;
	}
	const state = objectIn(data, "state");
	const lacks = [...(isSessionId(sessionId) ? [] : ["a session id"]), ...(state ? [] : ["a state"]), ...lacking];
	if (!state || lacks.length > 0) {
		sayTooBroken(out, listed(lacks));
		return null;
	}
	if (!hasRoom(desk, out)) return null;
	const match = createMatch(sessionId);
	match.game = inferGame(state);
	if (match.game) match.gameBy = "inferred";
	match.you = idIn(state, "your_player_id") ?? idIn(state, "your_id");
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

/** Whether one more match may be taken; when not, that is said once. */
function hasRoom(desk: Desk, out: Received): boolean {
	if (desk.matches.size < MAX_MATCHES) {
		desk.isFull = false;
		return true;
	}
	if (!desk.isFull) {
		const message = `${MAX_MATCHES} matches are live already, and no more are followed at the same time. This one and further ones are in the timeline only.`;
		say(out, "budget.matches", "warning", "/data/match_id", message);
	}
	desk.isFull = true;
	return false;
}

const tooLong = (name: string) =>
	`${name} is longer than the ${MAX_MATCH_UNITS} characters a match keeps of it. The table leaves out the rest; the frame is stored whole.`;

function smallObject(data: Record<string, unknown>, name: string, out: Received): Record<string, unknown> | null {
	const value = objectIn(data, name);
	if (value === null || JSON.stringify(value).length <= MAX_MATCH_UNITS) return value;
	say(out, "budget.match", "warning", `/data/${name}`, tooLong(name));
	return null;
}

function smallText(data: Record<string, unknown>, name: string, out: Received): string {
	const value = textIn(data, name) ?? "";
	if (value.length > MAX_MATCH_UNITS) say(out, "budget.match", "warning", `/data/${name}`, tooLong(name));
	return cutText(value, MAX_MATCH_UNITS);
}

/** What cannot be read leaves the table as it stood. */
function takeTable(match: Match, data: Record<string, unknown>, out: Received): void {
	const state = objectIn(data, "state");
	if (!state) return;
	match.you ??= idIn(state, "your_player_id") ?? idIn(state, "your_id");
	out.news.push({ kind: "table", match, state, players: objectsIn(data, "players") });
}

function take(desk: Desk, match: Match, data: Record<string, unknown>, carrier: Carrier, out: Received): void {
	const { fresh, findings } = mergeEvents(match, data, carrier);
	out.findings.push(...findings);
	out.news.push({ kind: "events", match, events: fresh, replaces: carrier === "event_history" });
	const { lastMove } = match;
	if (!lastMove || (lastMove.outcome !== "open" && lastMove.outcome !== "unknown")) return;
	// An event of ours after the move was sent is the move itself coming back.
	const own = fresh.some((event) => {
		const seq = numberIn(event, "seq");
		return seq !== null && seq > lastMove.seqBefore && actorOf(event) === match.you && isMove(event, textIn(lastMove.move, "type"));
	});
	if (!own) return;
	lastMove.outcome = "accepted";
	settle(desk, out, "action", "answered", "the move came back as an event", lastMove.requestId ?? "");
}

const MOVE_EVENTS = new Set([
	...["player_action", "bid", "challenge", "action", "challenge_pass", "block", "block_pass", "challenge_block", "block_challenge_pass"],
	"exchange_complete",
]);

/** Whether an event is somebody's move: blinds are posted, and a card is lost, without anyone being asked. */
function isMove(event: Record<string, unknown>, moveType: string | null): boolean {
	const type = textIn(event, "type") ?? "";
	if (type === "influence_lost") return moveType === "lose_card";
	if (type === "player_action") return !/_blind$/.test(textIn(objectIn(event, "data") ?? {}, "action") ?? "");
	return MOVE_EVENTS.has(type);
}

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
