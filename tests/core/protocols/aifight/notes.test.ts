import { describe, expect, test } from "vitest";
import { createTableFold } from "../../../../main/core/protocols/aifight/fold.ts";
import { moveChoices, offeredMoves } from "../../../../main/core/protocols/aifight/moves.ts";
import { BACK_OFF, SLOW_BACK_OFF } from "../../../../main/core/protocols/aifight/profile.ts";
import { CLIENT_TYPES, SERVER_TYPES } from "../../../../main/core/protocols/aifight/schemas.ts";
import { createTranscriptWriter, readTranscriptLine } from "../../../../main/core/protocols/aifight/transcript.ts";
import { backOffDelayMs } from "../../../../main/core/session/back-off.ts";
import type { TableView } from "../../../../schemas/table.ts";
import { SESSION_ID } from "../agentcall/talk.ts";
import {
	actionRequest,
	bid,
	bidEvent,
	cancelled,
	confirmRequest,
	DICE_STATE,
	gameOver,
	gameStart,
	gameState,
	join,
	OTHER_TABLE,
	queueJoined,
	retryOf,
	TABLE,
} from "./frames.ts";
import { KEY, sit } from "./sit.ts";

/** The table after these frames of a server. */
function shown(...frames: unknown[]): TableView["tables"][number] {
	const fold = createTableFold();
	frames.forEach((frame, index) => {
		const text = JSON.stringify(frame);
		fold.take({ ordinal: index + 1, atMs: index, dir: "in", kind: "frame", opcode: "text", type: "", text });
	});
	const [table] = fold.view().tables;
	if (!table) throw new Error("No table was seen");
	return table;
}

const HOLDEM_STATE = {
	phase: "flop",
	community_cards: ["Ah", "Td", "3c"],
	pot: 1_200,
	current_bet: 400,
	dealer: 0,
	dealer_id: "p0",
	hand_num: 6,
	max_hands: 10,
	small_blind: 400,
	big_blind: 800,
};
const holdemStart = {
	type: "game_start",
	data: { ...gameStart().data, game: "texas_holdem", config: { small_blind: 100, big_blind: 200 } },
};
const coupStart = { type: "game_start", data: { ...gameStart().data, game: "coup" } };

describe("the link", () => {
	test("D2: no Origin goes out unless the operator sets one", async () => {
		const plain = await sit({ to: "dial" });
		expect(Object.keys(plain.link().request.headers).map((name) => name.toLowerCase())).not.toContain("origin");
		const set = await sit({ to: "dial", target: { headers: { "X-API-Key": KEY, Origin: "https://aifight.ai" } } });
		expect(set.link().request.headers.Origin).toBe("https://aifight.ai");
	});

	test("D6: a server that never pings is fine while it answers; a minute of silence is the end", async () => {
		const table = await sit();
		for (let seconds = 0; seconds < 180; seconds += 10) {
			await table.wait(10_000);
			table.link().pong();
		}
		expect((await table.summary()).status.kind).toBe("open");
		await table.wait(55_000);
		expect((await table.summary()).status.kind).toBe("open");
		await table.wait(26_000);
		expect((await table.summary()).lastOutcome).toMatchObject({ code: 1006, next: "retry" });
	});

	test("B-curve B-jitter B-slow D8: 1, 2, 4 … 30 s, the first try anywhere below its second, later ones in the upper half; 60 s after 404", () => {
		const most = (attempt: number, backOff = BACK_OFF) => backOffDelayMs(backOff, attempt, 0);
		const least = (attempt: number, backOff = BACK_OFF) => backOffDelayMs(backOff, attempt, 0.999_999);
		expect([1, 2, 3, 4, 5, 6, 7, 99].map((attempt) => most(attempt))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
		expect(least(1)).toBe(0);
		expect([2, 3, 4, 5, 6, 99].map((attempt) => least(attempt))).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
		expect([6, 7, 99].map((attempt) => most(attempt, SLOW_BACK_OFF))).toEqual([30_000, 60_000, 60_000]);
	});

	test("B-endless D8: tries go on without end, and the operator can stop them", async () => {
		const table = await sit();
		table.link().breakOff();
		await table.settle();
		for (let attempt = 0; attempt < 40; attempt++) {
			await table.wait(30_000);
			table.link().fail({ phase: "tcp", errorCode: "ECONNREFUSED", message: "refused" });
			await table.settle();
		}
		expect((await table.summary()).status.kind).toBe("waiting");
		expect(table.ports.sockets.links.length).toBeGreaterThan(40);
		await table.request("session.disconnect", { sessionId: SESSION_ID });
		const dials = table.ports.sockets.links.length;
		await table.wait(120_000);
		expect(table.ports.sockets.links.length).toBe(dials);
		expect((await table.summary()).status).toMatchObject({ kind: "closed" });
	});

	test("B-wake: waking up dials at once and begins the curve anew", async () => {
		const table = await sit();
		table.link().breakOff();
		await table.settle();
		for (let attempt = 0; attempt < 6; attempt++) {
			await table.wait(30_000);
			table.link().fail({ phase: "tcp", errorCode: "ECONNREFUSED", message: "refused" });
			await table.settle();
		}
		const dials = table.ports.sockets.links.length;
		table.core.wokeUp();
		await table.settle();
		expect(table.ports.sockets.links.length).toBe(dials + 1);
		table.link().fail({ phase: "tcp", errorCode: "ECONNREFUSED", message: "refused" });
		await table.settle();
		expect(Number(table.local("link.retry").at(-1)?.delayMs)).toBeLessThanOrEqual(1_000);
	});

	test("B-single: a dial that is done after the operator disconnected is never a link", async () => {
		const table = await sit({ to: "dial" });
		const late = table.link();
		await table.request("session.disconnect", { sessionId: SESSION_ID });
		await table.settle();
		// It was destroyed at once, so nothing can come of it.
		expect(() => late.open()).toThrow("ended");
		expect((await table.summary()).status.kind).toBe("closed");
		expect(table.entries().some(({ type }) => type === "welcome")).toBe(false);
		await table.request("session.connect", { sessionId: SESSION_ID });
		await table.settle();
		expect(table.link()).not.toBe(late);
	});

	test("B-nosend: nothing is sent or kept for later while there is no link", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		table.link().breakOff();
		await table.settle();
		const refusal = await table.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(bid("r-1")) });
		expect(refusal.code).toBe("MESSAGE_INVALID");
		expect((await table.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(bid("r-1")), override: true })).code).toBe(
			"SESSION_NOT_OPEN",
		);
		await table.wait(2_000);
		await table.letIn();
		expect(table.wire()).toEqual([]);
	});

	test("C-cap: a frame larger than this console takes breaks the link, which is made anew", async () => {
		const table = await sit();
		table.link().breakOff("WS_ERR_UNSUPPORTED_MESSAGE_LENGTH");
		await table.settle();
		expect((await table.summary()).status).toMatchObject({ kind: "waiting", outcome: { next: "retry" } });
	});

	test("D1: a frame that was too large and sent on purpose ends in whatever close the server chooses, shown as it came", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send({ ...bid("r-1"), request_id: "r".repeat(70_000) }, true);
		expect(table.codes(move)).toContain("message.tooLarge");
		table.link().close(1009, "too big");
		await table.settle();
		expect((await table.summary()).status).toMatchObject({ kind: "closed", outcome: { code: 1009, reason: "too big", next: "stop" } });
		expect(move.delivery).toBe("unknown");
	});
});

describe("what a server says", () => {
	test("X6: new_events null, [] and absence mean the same; legal_actions null and absence offer nothing", async () => {
		const table = await sit();
		for (const [index, events] of [null, [], undefined].entries()) {
			await table.agent(actionRequest(`r-${index}`, { new_events: events }));
			const found = table.codes(table.entry("action_request")).filter((code) => code.startsWith("event."));
			expect(found).toEqual([]);
			expect(await table.check(bid(`r-${index}`))).toEqual([]);
		}
		await table.agent(actionRequest("r-9", { legal_actions: undefined }));
		expect((await table.status()).matches[0]?.request?.answerable).toBe(false);
	});

	test("D10: an event for an id nobody knows is an info; for a known session id it is taken", async () => {
		const table = await sit();
		const event = { type: "player_disconnected", data: { player: "p1" } };
		await table.agent({ type: "event", data: { match_id: OTHER_TABLE, events: [event] } });
		expect(table.entry("event").findings).toMatchObject([{ code: "match.unknown", severity: "info" }]);
		await table.agent({ type: "event", data: { match_id: TABLE, events: [event] } });
		expect(table.entry("event").findings).toEqual([]);
	});

	const REASONS = ["confirmation_timeout", "opponent_not_ready", "capacity_changed", "maintenance", "opponent_disconnected"];
	test.each(REASONS.flatMap((reason) => [[reason, "re_queued"] as const, [reason, "removed_from_queue"] as const]))(
		"D11: %s with %s is understood",
		async (reason, action) => {
			const table = await sit({ to: "welcome" });
			const more = reason === "opponent_disconnected" ? { game: "liars_dice", mode: "ranked" } : {};
			await table.agent(queueJoined(), confirmRequest(), cancelled(reason, action, more));
			expect(table.entry("match_cancelled").findings).toEqual([]);
			expect((await table.status()).queue?.game ?? null).toBe(action === "re_queued" ? "liars_dice" : null);
		},
	);

	test("D12: players are told apart by id; the names You and You are only shown", () => {
		const players = [
			{ position: 0, name: "You", player_id: "p0" },
			{ position: 1, name: "You", player_id: "p1" },
		];
		const table = shown({ type: "game_start", data: { ...gameStart().data, players } }, actionRequest("r-1"));
		expect(table.players.map(({ playerId, name, isYou }) => [playerId, name, isYou])).toEqual([
			["p0", "You", true],
			["p1", "You", false],
		]);
	});

	test("D13: a retry without an error before it refuses the move all the same", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		await table.agent(retryOf("r-2"));
		expect(move.delivery).toBe("refused");
		expect((await table.status()).matches[0]?.request).toMatchObject({ requestId: "r-2", isRetry: true });
	});

	test("D15: a match begins with a confirmation or without one", async () => {
		const table = await sit({ to: "welcome" });
		const joining = await table.send(join());
		await table.agent(queueJoined(), gameStart());
		expect(joining.delivery).toBe("answered");
		expect(await table.status()).toMatchObject({ queue: null, confirm: null, matches: [{ sessionId: TABLE }] });
		expect(table.entry("game_start").findings).toEqual([]);
	});

	test("D16 D26: a missed deadline is noted, nothing is played and nothing concluded", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1", { timeout_ms: 20_000 }));
		await table.idle(120_000);
		expect(table.local("request.expired")).toHaveLength(1);
		expect(table.wire()).toEqual([]);
		expect((await table.status()).matches).toMatchObject([{ sessionId: TABLE, request: { requestId: "r-1", answered: false } }]);
		expect((await table.summary()).status.kind).toBe("open");
		await table.agent(actionRequest("r-2"));
		expect(await table.check(bid("r-2"))).toEqual([]);
	});

	test("D17: who is said to be gone and who is blamed are shown as received, also when they differ", () => {
		const gone = { type: "player_disconnected", data: { player: "p0", reason: "timeout" } };
		const table = shown(
			gameStart(),
			{ type: "event", data: { match_id: TABLE, events: [gone] } },
			gameOver({ forfeit_reason: "disconnect", forfeited_by: "p1" }),
		);
		expect(table.events.map(({ text }) => text)).toEqual([expect.stringMatching(/^You .*gone/)]);
		expect(table.result?.forfeit).toEqual({ reason: "disconnect", by: "p1" });
	});

	test("D18: a second join takes the place of the queue or is refused; either way the server's word counts", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(queueJoined("coup"));
		expect(await table.check(join())).toEqual(["queue.already"]);
		await table.send(join());
		await table.agent(queueJoined("liars_dice"));
		expect((await table.status()).queue).toMatchObject({ game: "liars_dice", confirmed: true });
	});

	test("D19: blinds are those of the state, not those of the config", () => {
		const table = shown(holdemStart, gameState({ state: HOLDEM_STATE }));
		expect(table.board).toMatchObject({ smallBlind: 400, bigBlind: 800 });
	});

	test("D20: the most for a raise is what the offer says, above the chips we have", () => {
		const offered = offeredMoves([{ type: "raise", data: { amount: 800, min: 800, max: 5_400 } }]) ?? [];
		expect(moveChoices(offered, (id) => id)).toMatchObject([{ kind: "amount", min: 800, max: 5_400 }]);
	});

	test("D22: any text is an actor; D23: a payload is written as the same value, request ids included", () => {
		const payload = bid("ffffffff-0000-4000-8000-000000000001");
		const line = { timestamp_ms: 1, direction: "client_to_server", actor: "p0/server or anything", match_id: TABLE, payload };
		expect(readTranscriptLine(JSON.stringify(line))).toMatchObject({ ok: true });
		const writer = createTranscriptWriter();
		const entry = {
			ordinal: 1,
			atMs: 1,
			dir: "out",
			kind: "frame",
			opcode: "text",
			type: "action",
			text: JSON.stringify(payload),
		} as const;
		expect(JSON.parse(writer.line(entry) ?? "{}")).toMatchObject({ payload });
	});

	test("D24: beside a history new_events is needed and its content counts for nothing", async () => {
		const table = await sit();
		const history = [bidEvent(0, "p1"), bidEvent(1, "p0", 3)];
		await table.agent(actionRequest("r-1", { is_reconnect: true, event_history: history, new_events: [bidEvent(7, "p1", 9)] }));
		expect(table.entry("action_request").findings).toEqual([]);
		await table.agent(actionRequest("r-2", { new_events: [bidEvent(2, "p1", 4)] }));
		expect(table.codes(table.entry("action_request"))).toEqual(["request.supersedes"]);
		const { new_events: _, ...without } = actionRequest("r-3", { is_reconnect: true, event_history: history }).data;
		await table.agent({ type: "action_request", data: without });
		expect(table.codes(table.entry("action_request"))).toContain("schema.required");
	});

	test("D27: the types are the 14 and 5 that exist as schemas; client_ping, client_leave and rating are nothing", async () => {
		expect([SERVER_TYPES.length, CLIENT_TYPES.length]).toEqual([14, 5]);
		const table = await sit();
		for (const type of ["client_ping", "ping", "client_leave", "rating", "player"]) {
			await table.agent({ type, data: {} });
			expect(table.codes(table.entry(type))).toEqual(["frame.unknownType"]);
		}
	});

	test("D29: more hidden cards than two are a warning and are shown", async () => {
		const players = [{ id: "p1", status: "alive", data: { coins: 2, hidden_cards: 3, revealed: [] } }];
		const frame = gameState({ state: { phase: "action", current_turn: "p1" }, players });
		expect(shown(coupStart, frame).players.find(({ playerId }) => playerId === "p1")?.hiddenCards).toBe(3);
		const table = await sit({ to: "welcome" });
		await table.agent(coupStart, frame);
		expect(table.entry("game_state").findings.every(({ severity }) => severity !== "error")).toBe(true);
		expect((await table.summary()).status.kind).toBe("open");
	});

	test("D30: the time of a turn is timeout_ms, three minutes or five", async () => {
		const table = await sit();
		for (const timeoutMs of [180_000, 300_000]) {
			await table.agent(actionRequest(`r-${timeoutMs}`, { timeout_ms: timeoutMs }));
			expect((await table.status()).matches[0]?.request?.deadlineAtMs).toBe(table.ports.clock.nowMs() + timeoutMs);
		}
	});

	test("D32: a status is a free text", async () => {
		const players = [
			{ id: "p0", status: "allIn", data: { dice_count: 5 } },
			{ id: "p1", status: "all_in", data: { dice_count: 5 } },
		];
		expect(shown(gameStart(), gameState({ players })).players.map(({ status }) => status)).toEqual(["allIn", "all_in"]);
		const table = await sit();
		await table.agent(gameState({ players, state: DICE_STATE }));
		expect(table.entry("game_state").findings).toEqual([]);
	});
});
