import type { Finding, Severity } from "../../../../schemas/timeline.ts";
import { inWords, listed } from "../../schema/describe-violation.ts";
import type { Desk, Match } from "./desk.ts";
import { checkMoveShape } from "./game-rules.ts";
import { checkMove } from "./moves.ts";
import { asObject, flagIn, numberIn, objectIn, textIn } from "./read.ts";

/** Largest frame the server reads, bytes as UTF-8 (X22). A bigger one is never processed, or costs the link (D1). */
export const OUTBOUND_LIMIT_BYTES = 65_536;

type Say = (severity: Severity, code: string, path: string, message: string) => void;
type Body = Record<string, unknown>;

/** What the desk says against sending this now, beyond its schema. Errors block unless overridden. */
export function checkSending(desk: Desk, type: string | null, body: Body | null, byteLength: number, nowMs: number | null): Finding[] {
	const findings: Finding[] = [];
	const say: Say = (severity, code, path, message) => findings.push({ code, severity, path, message });
	if (byteLength > OUTBOUND_LIMIT_BYTES) {
		say("error", "message.tooLarge", "", `The message has ${byteLength} bytes; the server reads at most ${OUTBOUND_LIMIT_BYTES}.`);
	}
	if (type === null || body === null) return findings;
	const data = objectIn(body, "data") ?? {};
	if (type !== "action" && textIn(body, "match_id")) {
		say("warning", "envelope.matchId", "/match_id", `“match_id” means nothing on ${type}; leave it out.`);
	}
	switch (type) {
		case "action":
			checkAction(desk, body, nowMs, findings, say);
			break;
		case "join_queue":
			checkJoin(desk, data, say);
			break;
		case "leave_queue":
			if (!desk.queue) say("info", "queue.none", "", "The agent is in no queue; this only switches automatic queueing off.");
			break;
		case "match_confirm":
			checkConfirm(desk, data, nowMs, say);
			break;
		case "runtime_status": {
			const requestId = textIn(data, "request_id");
			// X14.
			if (!desk.readiness) say("error", "readiness.none", "/data/request_id", "The server asked no such question that is still open.");
			else if (requestId !== desk.readiness.requestId) {
				say("error", "readiness.otherId", "/data/request_id", `The open question is ${desk.readiness.requestId}.`);
			}
			break;
		}
	}
	return findings;
}

function checkAction(desk: Desk, body: Body, nowMs: number | null, findings: Finding[], say: Say): void {
	checkDecision(body, say);
	const sessionId = textIn(body, "match_id") ?? "";
	const match = desk.matches.get(sessionId);
	if (!match) {
		const isOver = desk.ended.includes(sessionId);
		const real = isOver ? "That match is over." : "No live match has that session id; the match's real id does not count here.";
		say("error", isOver ? "match.over" : "match.unknown", "/match_id", real);
		return;
	}
	const requestId = textIn(body, "request_id");
	if (requestId !== null && checkRequestId(match, requestId, nowMs, say) && match.request?.offered) {
		findings.push(...checkMove(match.request.offered, asObject(body.data) ?? {}));
	}
	// X11, second half: the envelope takes any name, the game does not.
	if (match.game) {
		const known = new Set(findings.map(({ path }) => path));
		findings.push(...checkMoveShape(match.game, body.data).filter(({ path }) => !known.has(path)));
	}
}

/** X10, X12. True when the id is that of the open request and it can be answered. */
function checkRequestId(match: Match, requestId: string, nowMs: number | null, say: Say): boolean {
	const { request } = match;
	const path = "/request_id";
	if (request?.requestId !== requestId) {
		const isPast = match.pastRequests.includes(requestId);
		const open = request && !request.interrupted ? `The open one is ${request.requestId}.` : "No request of this match is open.";
		if (isPast) say("error", "request.superseded", path, `That request no longer counts; an answer would only be called stale. ${open}`);
		else say("error", "request.unknown", path, `This match has no request of that id. ${open}`);
		return false;
	}
	if (request.interrupted) {
		say("error", "request.superseded", path, "The link broke since; the server asks again under a new id.");
		return false;
	}
	if (request.answered) {
		say("error", "request.answered", path, "A move was sent for this request already; a second one could be taken for the next decision.");
		return false;
	}
	if (!request.offered) {
		const why = request.unreadable
			? "What the server offers here cannot be read; look at the frame. Whether it waits for an answer nobody can tell."
			: "The server offers nothing here: do not answer, it goes on by itself.";
		say("error", "request.noChoice", path, why);
		return false;
	}
	if (request.error !== null) {
		const said = `The server answered the last move for this request with an error (${inWords(request.error)}).`;
		say("warning", "request.again", path, `${said} If it took that move after all, another one is called stale.`);
	}
	if (nowMs !== null && nowMs >= request.deadlineAtMs) {
		const late = Math.round((nowMs - request.deadlineAtMs) / 1000);
		say("warning", "request.late", path, `The time ran out ${late} s ago; the server may have played for you, then this is called stale.`);
	}
	return true;
}

/** X1 to X3. */
function checkDecision(body: Body, say: Say): void {
	const decision = objectIn(body, "decision");
	const hasUsage = objectIn(body, "usage") !== null;
	if (!decision) {
		if (hasUsage)
			say("info", "usage.noDecision", "/usage", "Model use is told without saying who decided; leave it out for a move by hand.");
		return;
	}
	const source = textIn(decision, "source");
	const retries = numberIn(decision, "illegal_retries");
	const hasReason = Object.hasOwn(decision, "fallback_reason");
	if (hasReason !== (source === "fallback")) {
		const message = hasReason ? "A fallback reason is given although no fallback decided." : "A fallback must say its reason.";
		say("error", "decision.fallbackReason", "/decision/fallback_reason", message);
	}
	if (source === "model" && retries !== null && retries > 0) {
		say("error", "decision.retries", "/decision/illegal_retries", "Source model means that nothing had to be corrected; use model_retry.");
	}
	if (source === "model_retry" && (retries ?? 0) < 1) {
		say("error", "decision.retries", "/decision/illegal_retries", "Source model_retry means at least one correction.");
	}
	if (source === "fallback" && hasUsage && (retries ?? 0) === 0) {
		say("warning", "usage.noModel", "/usage", "A fallback without any try of a model has no model use to tell.");
	}
}

/** X15. */
function checkJoin(desk: Desk, data: Body, say: Say): void {
	const game = textIn(data, "game");
	if (game !== null && desk.agent && !desk.games.includes(game)) {
		say("error", "queue.unknownGame", "/data/game", `The server offers no ${inWords(game)}. Offered: ${listed(desk.games)}.`);
	}
	if (desk.queue)
		say("warning", "queue.already", "", `The agent waits for ${desk.queue.game} already; the server takes the new queue or refuses it.`);
	if (!textIn(data, "mode")) say("info", "queue.mode", "/data/mode", "Without a mode the server takes ranked.");
}

/** X13. */
function checkConfirm(desk: Desk, data: Body, nowMs: number | null, say: Say): void {
	const confirmId = textIn(data, "confirm_id");
	const path = "/data/confirm_id";
	if (!desk.confirm) say("error", "confirm.none", path, "No match waits for a confirmation.");
	else if (confirmId !== desk.confirm.confirmId)
		say("error", "confirm.otherId", path, `The open confirmation is ${desk.confirm.confirmId}.`);
	else if (desk.confirm.answered) say("error", "confirm.twice", path, "This match is confirmed already; once is enough.");
	else if (nowMs !== null && nowMs >= desk.confirm.deadlineAtMs) say("warning", "confirm.late", path, "The time to confirm is over.");
}

/** Folds an own message in, once it was handed over for sending. */
export function sent(desk: Desk, type: string | null, body: Body | null, at: number): void {
	if (type === null || body === null) return;
	const data = objectIn(body, "data") ?? {};
	const matchId = type === "action" ? textIn(body, "match_id") : null;
	const requestId = type === "action" ? textIn(body, "request_id") : null;
	if (type !== "runtime_status") desk.lastSent = { type, matchId, requestId };
	if (type === "action") sentAction(desk.matches.get(matchId ?? ""), requestId, data, at);
	if (type === "join_queue") {
		desk.queueBefore = desk.queue?.confirmed ? desk.queue : desk.queueBefore;
		desk.queue = {
			game: textIn(data, "game") ?? "?",
			mode: textIn(data, "mode") || "ranked",
			oneShot: flagIn(data, "one_shot"),
			confirmed: false,
		};
	}
	if (type === "leave_queue") desk.leaving = true;
	if (type === "match_confirm" && desk.confirm?.confirmId === textIn(data, "confirm_id")) desk.confirm.answered = true;
	if (type === "runtime_status" && desk.readiness?.requestId === textIn(data, "request_id")) desk.readiness = null;
}

function sentAction(match: Match | undefined, requestId: string | null, move: Body, at: number): void {
	if (!match) return;
	const isOpen = match.request !== null && match.request.requestId === requestId;
	match.lastMove = {
		at,
		requestId,
		move,
		seqBefore: match.seqHigh,
		deadlineAtMs: isOpen ? (match.request?.deadlineAtMs ?? null) : null,
		outcome: "open",
	};
	if (isOpen && match.request) match.request.answered = true;
}
