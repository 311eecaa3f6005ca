import { describe, expect, test } from "vitest";
import { SESSION_ID } from "../agentcall/talk.ts";
import { actionRequest, bid, bidEvent, DICE_STATE, gameOver, gameStart, gameState, retryOf, TABLE } from "./frames.ts";
import { sit } from "./sit.ts";

type Members = Record<string, unknown>;
const without = (frame: { type: string; data: object }, ...names: string[]) => ({
	...frame,
	data: Object.fromEntries(Object.entries(frame.data as Members).filter(([name]) => !names.includes(name))),
});

describe("a broken frame about a match nobody knows", () => {
	test.each<[string, object]>([
		["a request whose match_id is no uuid", actionRequest("r-1", { match_id: "not-a-uuid" })],
		["a request whose match_id is null", actionRequest("r-1", { match_id: null })],
		["a request without match_id", without(actionRequest("r-1"), "match_id")],
		["a request without request_id", without(actionRequest("r-1"), "request_id")],
		["a request whose request_id is null", actionRequest("r-1", { request_id: null })],
		["a request whose request_id is empty", actionRequest("", {})],
		["a request whose state is null", actionRequest("r-1", { state: null })],
		["a request whose state is a list", actionRequest("r-1", { state: [] })],
		["a request of nulls", { type: "action_request", data: { match_id: null, state: null, legal_actions: null, request_id: null } }],
		["a request whose data is null", { type: "action_request", data: null }],
		["a state whose match_id is no uuid", gameState({ match_id: "7" })],
		["a state of nothing", gameState({ state: null })],
		["a start whose match_id is no uuid", gameStart("table 4")],
		["a start without data", { type: "game_start" }],
		["an end without a session id", gameOver({ session_id: null })],
	])("%s leaves no phantom match, is kept byte for byte and says why once", async (_name, frame) => {
		const table = await sit({ to: "welcome" });
		const text = JSON.stringify(frame);
		await table.agent(text);
		const entry = table.entries().findLast(({ dir, kind }) => dir === "in" && kind === "frame");
		expect(entry?.text).toBe(text);
		expect(entry?.findings.filter(({ code }) => !code.startsWith("schema.") && !code.startsWith("request."))).toMatchObject([
			{ code: "match.unreadable", severity: "warning" },
		]);
		expect((await table.status()).matches).toEqual([]);
		const kept = table.ports.transcripts.facts(SESSION_ID).protocolFacts as { matches: unknown[]; ended: unknown[] };
		expect(kept).toMatchObject({ matches: [], ended: [] });
		expect((await table.summary()).status.kind).toBe("open");
	});

	test("is not in the way of the whole one that follows", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(actionRequest("r-1", { state: null }), actionRequest("r-2"));
		expect((await table.status()).matches).toMatchObject([{ sessionId: TABLE, request: { requestId: "r-2", answerable: true } }]);
	});
});

describe("a broken request of a match that runs", () => {
	test.each<[string, object]>([
		["without request_id", without(actionRequest("r-2"), "request_id")],
		["whose request_id is null", actionRequest("r-2", { request_id: null })],
		["whose request_id is empty", actionRequest("")],
	])("%s takes nobody's place: the open request can still be answered, its events count", async (_name, frame) => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		await table.agent({ ...frame, data: { ...(frame as { data: object }).data, new_events: [bidEvent(0, "p1")] } });
		expect((await table.status()).matches).toMatchObject([{ request: { requestId: "r-1", answerable: true } }]);
		expect(await table.check(bid("r-1"))).toEqual([]);
		await table.agent(actionRequest("r-3", { new_events: [bidEvent(0, "p1"), bidEvent(1, "p1", 3)] }));
		expect(table.codes(table.entry("action_request"))).toEqual(["request.supersedes"]);
	});

	test("whose state and players are null leaves the table as it stood and can be answered", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"), actionRequest("r-2", { state: null, players: null, new_events: 7 }));
		expect(await table.check(bid("r-2"))).toEqual([]);
		expect((await table.status()).matches).toMatchObject([{ game: "liars_dice", request: { requestId: "r-2", answerable: true } }]);
	});

	test.each(["0", "-5", '"soon"', "null", "1e400"])("that gives %s as its time has the usual five minutes", async (timeout) => {
		const table = await sit();
		const text = JSON.stringify(actionRequest("r-1", { timeout_ms: 1234 })).replace("1234", timeout);
		await table.agent(text);
		expect((await table.status()).matches[0]?.request?.deadlineAtMs).toBe(table.ports.clock.nowMs() + 300_000);
	});

	test.each([[{}], ["bid"], [7], [[1, null, {}]]])(
		"whose moves are %j cannot be answered by the form, and is not called one that offers nothing",
		async (moves) => {
			const table = await sit();
			await table.agent(actionRequest("r-1", { legal_actions: moves }));
			expect((await table.status()).matches[0]?.request?.answerable).toBe(false);
			const { findings } = await table.request("message.check", { sessionId: SESSION_ID, text: JSON.stringify(bid("r-1")) });
			expect(findings).toMatchObject([{ code: "request.noChoice", message: expect.stringContaining("cannot be read") }]);
			expect((await table.send(bid("r-1"), true)).delivery).toBe("sent");
		},
	);

	test("that is a retry without its id still tells that the move was not allowed", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		await table.agent(without(retryOf("r-2", { state: DICE_STATE }), "request_id"));
		expect(move.delivery).toBe("refused");
	});
});
