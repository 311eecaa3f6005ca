import { describe, expect, test } from "vitest";
import { SESSION_ID } from "../agentcall/talk.ts";
import {
	actionRequest,
	bid,
	bidEvent,
	cancelled,
	challenge,
	confirm,
	confirmRequest,
	DICE_STATE,
	error,
	feed,
	gameOver,
	gameStart,
	gameState,
	join,
	OTHER_TABLE,
	queueJoined,
	REAL_MATCH,
	retryOf,
	stale,
	TABLE,
} from "./frames.ts";
import { sit } from "./sit.ts";

describe("a turn", () => {
	test("X10 X12 D14: is answered once, with the id of its request, and settled by its own event", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		expect((await table.status()).matches[0]?.request).toMatchObject({ requestId: "r-1", answerable: true, answered: false });
		const move = await table.send(bid("r-1"));
		expect(table.wire().at(-1)).toEqual(bid("r-1"));
		expect(move.delivery).toBe("sent");
		expect(await table.check(bid("r-1", 3))).toContain("request.answered");
		await table.agent(actionRequest("r-2", { new_events: [bidEvent(0, "p0")] }));
		expect(move.delivery).toBe("answered");
	});

	test("a newer request takes the place of an unanswered one; the old id is refused before sending", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"), actionRequest("r-2"));
		expect(table.codes(table.entry("action_request"))).toEqual(["request.supersedes"]);
		expect(await table.check(bid("r-1"))).toEqual(["request.superseded"]);
		expect(await table.check(bid("r-2"))).toEqual([]);
	});

	test("a stale answer is shown as superseded, not as a failure", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		await table.agent(actionRequest("r-2"), stale("r-1"));
		expect(move.delivery).toBe("stale");
		expect(move.findings.map(({ code, severity }) => [code, severity])).toEqual([["action.stale", "info"]]);
		expect(table.entry("action_stale").findings).toEqual([]);
		expect(await table.check(bid("r-2"))).toEqual([]);
	});

	test("E3: an illegal move is refused by the retry after an error in words; the retry takes the new id", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		expect((await table.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(challenge("r-1")) })).code).toBe(
			"MESSAGE_INVALID",
		);
		const move = await table.send(challenge("r-1"), true);
		expect(table.codes(move)).toEqual(["move.illegal", "operator.override"]);
		await table.agent(error("challenge not legal: no current bid to challenge"), retryOf("r-2"));
		expect(move.delivery).toBe("refused");
		expect(table.codes(move)).toEqual(["move.illegal", "operator.override", "action.error", "message.refused"]);
		expect((await table.summary()).status.kind).toBe("open");
		expect((await table.status()).matches[0]?.request).toMatchObject({ requestId: "r-2", isRetry: true, answered: false });
		expect((await table.send(bid("r-2", 1, 5))).delivery).toBe("sent");
	});

	test("X6: null for the moves means: do not answer", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1", { legal_actions: null }));
		expect(await table.check(bid("r-1"))).toContain("request.noChoice");
		expect((await table.status()).matches[0]?.request?.answerable).toBe(false);
	});

	test("the same request again is a repeat; one that no longer counts is not opened again", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"), actionRequest("r-1"));
		expect(table.codes(table.entry("action_request"))).toEqual(["request.duplicate"]);
		expect(table.entry("action_request").delivery).toBe("dropped");
		await table.agent(actionRequest("r-2"), actionRequest("r-1"));
		expect(table.codes(table.entry("action_request"))).toEqual(["request.past"]);
		expect((await table.status()).matches[0]?.request?.requestId).toBe("r-2");
	});

	test("D31 X11: a bid is built from the hints and checked against them; the hint itself is no bid", async () => {
		const table = await sit();
		const answering = [
			{ type: "challenge" },
			{ type: "bid", data: { current_quantity: 3, current_face: 5, min_quantity: 3, min_face: 6, max_quantity: 10 } },
		];
		await table.agent(actionRequest("r-1", { legal_actions: answering }));
		expect(await table.check(bid("r-1", 3, 5))).toEqual(["move.illegal"]);
		expect(await table.check(bid("r-1", 11, 1))).toEqual(["move.illegal"]);
		expect(await table.check(bid("r-1", 4, 7))).toContain("move.illegal");
		expect(await table.check(bid("r-1", 3, 6))).toEqual([]);
		expect(await table.check(bid("r-1", 4, 1))).toEqual([]);
		const echo = { ...bid("r-1"), data: answering[1] };
		expect(await table.check(echo)).toContain("move.illegal");
	});

	test("the time is over by the local clock, whatever the server's says", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1", { timeout_ms: 60_000 }));
		await table.idle(59_000);
		expect(await table.check(bid("r-1"))).toEqual([]);
		await table.idle(2_000);
		expect(table.local("request.expired")).toMatchObject([{ what: "action", match: TABLE, requestId: "r-1" }]);
		expect(await table.check(bid("r-1"))).toEqual(["request.late"]);
		expect((await table.send(bid("r-1"))).delivery).toBe("sent");
	});

	test("X1 X2 X3: decision and usage obey the rules that stand only in prose", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const decided = (decision: object, more: object = {}) => table.check({ ...bid("r-1"), decision, ...more });
		expect(await decided({ source: "model", illegal_retries: 0 }, { usage: { model: "m", input_tokens: 1 } })).toEqual([]);
		expect(await decided({ source: "fallback" })).toEqual(["decision.fallbackReason"]);
		expect(await decided({ source: "model", fallback_reason: "x" })).toEqual(["decision.fallbackReason"]);
		expect(await decided({ source: "model_retry" })).toEqual(["decision.retries"]);
		expect(await decided({ source: "model", illegal_retries: 1 })).toEqual(["decision.retries"]);
		expect(await decided({ source: "fallback", fallback_reason: "x" }, { usage: { model: "m" } })).toEqual(["usage.noModel"]);
		expect(await decided({ source: "human" })).toContain("schema.enum");
	});

	test("X22 D1: a frame beyond 65,536 bytes is refused before it is sent, with its size", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const big = JSON.stringify({ ...bid("r-1"), request_id: "r".repeat(65_536) });
		const refusal = await table.refused("message.send", { sessionId: SESSION_ID, text: big });
		expect(refusal.message).toContain(String(Buffer.byteLength(big)));
		expect(table.wire().some((message) => message.type === "action")).toBe(false);
	});
});

describe("queue and confirmation", () => {
	test("joins, confirms by hand within the time, and plays", async () => {
		const table = await sit({ to: "welcome" });
		const joining = await table.send(join());
		expect((await table.status()).queue).toMatchObject({ game: "liars_dice", confirmed: false });
		await table.agent(queueJoined(), confirmRequest());
		expect(joining.delivery).toBe("answered");
		expect(table.wire().some(({ type }) => type === "match_confirm")).toBe(false);
		expect((await table.status()).confirm).toMatchObject({ answered: false, deadlineAtMs: table.ports.clock.nowMs() + 30_000 });
		const confirming = await table.send(confirm());
		expect(await table.check(confirm())).toEqual(["confirm.twice"]);
		await table.agent(gameStart());
		expect(confirming.delivery).toBe("answered");
		expect(await table.status()).toMatchObject({ queue: null, confirm: null, matches: [{ sessionId: TABLE, game: "liars_dice" }] });
	});

	test("confirms at once when told to, and only once", async () => {
		const table = await sit({ to: "welcome", target: { autoConfirm: true } });
		await table.agent(confirmRequest(), confirmRequest());
		expect(table.wire()).toEqual([confirm()]);
	});

	test("says when the time to confirm is over, and follows the cancellation", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(queueJoined(), confirmRequest());
		await table.idle(31_000);
		expect(table.local("request.expired")).toMatchObject([{ what: "match_confirm" }]);
		await table.agent(cancelled("confirmation_timeout", "removed_from_queue"));
		expect(await table.status()).toMatchObject({ queue: null, confirm: null });
	});

	test.each([
		["opponent_not_ready", "re_queued", "liars_dice"],
		["capacity_changed", "removed_from_queue", null],
		["maintenance", "re_queued", "liars_dice"],
	])("%s with %s leaves the right queue", async (reason, action, game) => {
		const table = await sit({ to: "welcome" });
		await table.agent(queueJoined(), confirmRequest(), cancelled(reason, action));
		expect((await table.status()).queue?.game ?? null).toBe(game);
		expect(table.entry("match_cancelled").findings).toEqual([]);
	});

	test("D5: a reason nobody knows is flagged and still used", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(queueJoined(), cancelled("moon_phase", "removed_from_queue"));
		expect(table.entry("match_cancelled").findings.map(({ code, severity, path }) => [code, severity, path])).toEqual([
			["schema.enum", "warning", "/data/reason"],
		]);
		expect((await table.status()).queue).toBeNull();
	});

	test("E6 D18: an error while a join is open refuses that join and brings the queue before back", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(queueJoined("coup"));
		const joining = await table.send(join());
		await table.agent(error("already in queue"));
		expect(joining.delivery).toBe("refused");
		expect((await table.status()).queue).toMatchObject({ game: "coup", confirmed: true });
	});

	test("E5 X15: a game the server does not offer is refused before sending", async () => {
		const table = await sit({ to: "welcome" });
		expect(await table.check(join("chess"))).toEqual(["queue.unknownGame"]);
		expect(await table.check(confirm())).toEqual(["confirm.none"]);
	});

	test("answers whether it is ready at once, by policy or not at all", async () => {
		const check = { type: "readiness_check", data: { request_id: "q-1", reason: "finals" } };
		const ready = await sit({ to: "welcome" });
		await ready.agent(check);
		expect(ready.wire()).toMatchObject([{ type: "runtime_status", data: { request_id: "q-1", ready: true } }]);
		expect(ready.entry("runtime_status").findings).toEqual([]);
		const paused = await sit({ to: "welcome", target: { readiness: "notReady" } });
		await paused.agent(check);
		expect(paused.wire()).toMatchObject([{ data: { ready: false } }]);
		const byHand = await sit({ to: "welcome", target: { readiness: "byHand" } });
		await byHand.agent(check);
		expect(byHand.wire()).toEqual([]);
		const said = (requestId: string) => ({
			type: "runtime_status",
			data: { request_id: requestId, ready: true, runtime_type: "direct", checked_at: "2026-12-01T10:00:00Z" },
		});
		expect(await byHand.check(said("q-2"))).toEqual(["readiness.otherId"]);
		expect(await byHand.check(said("q-1"))).toEqual([]);
	});
});

describe("matches", () => {
	test("two on one socket keep their own requests", async () => {
		const table = await sit();
		await table.agent(gameStart(OTHER_TABLE), actionRequest("r-1"), actionRequest("r-9", { match_id: OTHER_TABLE }));
		expect(await table.check(bid("r-9"))).toEqual(["request.unknown"]);
		await table.send(bid("r-9", 2, 4, OTHER_TABLE));
		const requests = (await table.status()).matches.map(({ sessionId, request }) => [sessionId, request?.answered]);
		expect(requests).toEqual([
			[TABLE, false],
			[OTHER_TABLE, true],
		]);
	});

	test("the end is routed by the session id, and its real id is no match to play in", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		await table.agent(gameOver());
		expect(move.delivery).toBe("answered");
		expect((await table.status()).matches).toEqual([]);
		expect(await table.check(bid("r-1"))).toContain("match.over");
		expect(await table.check(bid("r-1", 2, 4, REAL_MATCH))).toContain("match.unknown");
		await table.agent(feed(bidEvent(9, "p1")), gameOver(), actionRequest("r-2"));
		expect(table.codes(table.entry("match_feed"))).toEqual(["feed.late"]);
		expect(table.codes(table.entry("game_over"))).toEqual(["match.overAgain"]);
		expect(table.codes(table.entry("action_request"))).toEqual(["match.over"]);
	});

	test("D9: a request of an unknown match is shown, its game inferred, and can be played", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(actionRequest("r-1"));
		expect(table.codes(table.entry("action_request"))).toEqual(["match.unknown"]);
		expect((await table.status()).matches).toMatchObject([{ game: "liars_dice" }]);
		expect((await table.send(bid("r-1"))).delivery).toBe("sent");
	});

	test("events are counted once over all four carriers", async () => {
		const table = await sit();
		await table.agent(feed(bidEvent(0, "p1")), actionRequest("r-1", { new_events: [bidEvent(0, "p1"), bidEvent(1, "p1", 3)] }));
		expect(table.entry("action_request").findings).toEqual([]);
		await table.agent(feed(bidEvent(1, "p1", 9)));
		expect(table.codes(table.entry("match_feed"))).toEqual(["event.conflict"]);
		await table.agent(feed(bidEvent(4, "p1", 9)));
		expect(table.codes(table.entry("match_feed"))).toEqual(["event.gap"]);
		await table.agent({ type: "event", data: { match_id: TABLE, events: [{ type: "player_disconnected", data: { player: "p1" } }] } });
		expect(table.entry("event").findings).toEqual([]);
	});

	test("X4 X5 X7 X8 X19: rules across members are checked: winner, forfeit pair, retry members, history", async () => {
		const table = await sit();
		const { retry: _, ...noRetry } = retryOf("r-1").data as Record<string, unknown>;
		await table.agent({ type: "action_request", data: noRetry });
		expect(table.codes(table.entry("action_request"))).toEqual(["request.retryMembers", "request.retryMembers"]);
		await table.agent(actionRequest("r-2", { event_history: [] }));
		expect(table.codes(table.entry("action_request"))).toContain("request.history");
		await table.agent(actionRequest("r-3", { state: { ...DICE_STATE, your_dice_count: 4 } }));
		expect(table.codes(table.entry("action_request"))).toContain("state.diceCount");
		const result = { payoffs: { p0: 0, p1: 1 }, winner: "p0", is_draw: false };
		await table.agent(gameOver({ result, forfeit_reason: "disconnect" }));
		expect(table.codes(table.entry("game_over"))).toEqual(["result.forfeitPair", "result.winner"]);
	});
});

describe("frames that are not as they should be", () => {
	test("are kept, flagged, and used where their meaning is clear", async () => {
		const table = await sit();
		await table.agent("{", "[]", { type: "nonsense" }, { type: "action", data: {} });
		const { players: _, ...incomplete } = actionRequest("r-1", { surprise: 1 }).data;
		await table.agent({ type: "action_request", data: incomplete });
		const entry = table.entry("action_request");
		expect(table.codes(entry).sort()).toEqual(["schema.additionalProperties", "schema.required"]);
		expect(await table.check(bid("r-1"))).toEqual([]);
		const codes = table.entries().flatMap(({ findings }) => findings.map(({ code }) => code));
		expect(codes).toEqual(expect.arrayContaining(["frame.invalid", "frame.unknownType", "frame.wrongWay"]));
		expect((await table.summary()).status.kind).toBe("open");
	});

	test("a state for another phase is flagged without stopping anything", async () => {
		const table = await sit();
		await table.agent(gameState({ state: { ...DICE_STATE, phase: "sleeping" } }));
		expect(table.entry("game_state").findings).toMatchObject([]);
		await table.agent(actionRequest("r-1", { state: { ...DICE_STATE, phase: "sleeping" } }));
		expect(table.entry("action_request").findings.map(({ code, severity }) => [code, severity])).toEqual([["schema.enum", "warning"]]);
	});
});

describe("evidence about a move", () => {
	test("a blind posted for us is none, nor is a stale notice the server sends by itself about an accepted move", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		const blind = { type: "player_action", player: "p0", data: { action: "big_blind", amount: 400 }, seq: 0, ts: "2026-12-01T10:00:00Z" };
		await table.agent(feed(blind));
		expect(move.delivery).toBe("sent");
		await table.agent(feed(bidEvent(1, "p0")));
		expect(move.delivery).toBe("answered");
		await table.agent(stale());
		expect(move.delivery).toBe("answered");
	});

	test("a stale notice without an id is about the move that is still open", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		await table.agent(stale());
		expect(move.delivery).toBe("stale");
	});
});
