import { describe, expect, test } from "vitest";
import { decodeServerValue } from "../../../../main/core/protocols/aifight/codec.ts";
import { createDesk, deskFacts, restoreDesk } from "../../../../main/core/protocols/aifight/desk.ts";
import { receive } from "../../../../main/core/protocols/aifight/desk-receive.ts";
import { checkSending, sent } from "../../../../main/core/protocols/aifight/desk-send.ts";
import { createTableFold } from "../../../../main/core/protocols/aifight/fold.ts";
import { AIFIGHT_REFS, SERVER_TYPES } from "../../../../main/core/protocols/aifight/schemas.ts";
import { checkTranscript } from "../../../../main/core/reading/check-transcript.ts";
import { generateValue, type SchemaSet } from "../../../schemas/generate-aifight.ts";
import { createDice } from "../../../schemas/generate-client-messages.ts";
import {
	actionRequest,
	bid,
	bidEvent,
	confirm,
	confirmRequest,
	error,
	feed,
	gameOver,
	join,
	queueJoined,
	retryOf,
	TABLE,
} from "./frames.ts";
import { sit } from "./sit.ts";

describe("rules that stand only in prose", () => {
	test("X9: the end of an unknown match is taken and said; session id and real id differ", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(gameOver({ match_id: TABLE }));
		expect(table.codes(table.entry("game_over"))).toEqual(["result.sameId", "match.unknown"]);
	});

	test("X13: another confirmation, one after its time", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(confirmRequest());
		expect(await table.check(confirm("dddddddd-0000-4000-8000-000000000009"))).toEqual(["confirm.otherId"]);
		await table.idle(30_000);
		expect(await table.check(confirm())).toEqual(["confirm.late"]);
	});

	test("X14: an answer to no question", async () => {
		const table = await sit({ to: "welcome" });
		const data = { request_id: "", ready: true, runtime_type: "direct", checked_at: "2026-12-01T10:00:00Z" };
		expect(await table.check({ type: "runtime_status", data })).toEqual(["readiness.none"]);
	});

	test("X15: no mode means ranked; a second queue is a warning", async () => {
		const table = await sit({ to: "welcome" });
		expect(await table.check({ type: "join_queue", data: { game: "coup" } })).toEqual(["queue.mode"]);
		await table.agent(queueJoined());
		expect(await table.check(join("coup"))).toEqual(["queue.already"]);
		await table.send({ type: "leave_queue" });
		await table.agent({ type: "queue_left", data: { status: "ok" } });
		expect(table.entry("leave_queue").delivery).toBe("answered");
		expect(await table.check({ type: "leave_queue" })).toEqual(["queue.none"]);
	});

	test("X16: numbers rise within a frame, and every logged event has number and time", async () => {
		const table = await sit();
		const { ts: _, ...timeless } = bidEvent(2, "p1", 4);
		const { seq: __, ...numberless } = bidEvent(3, "p1", 5);
		await table.agent(feed(bidEvent(1, "p1", 3), bidEvent(0, "p1"), timeless, numberless));
		expect(table.codes(table.entry("match_feed"))).toEqual(["event.gap", "event.order", "event.noTime", "event.noSeq"]);
	});

	test("X17: a feed nobody asked for is flagged, and a feed never opens a request", async () => {
		const headers = { "X-API-Key": "k", "X-AIFight-Capabilities": "" };
		const table = await sit({ target: { headers } });
		await table.agent(feed(bidEvent(0, "p1")));
		expect(table.codes(table.entry("match_feed"))).toEqual(["feed.notAsked"]);
		expect((await table.status()).matches[0]?.request).toBeNull();
	});

	test("X18: a match id where it means nothing is a warning", async () => {
		const table = await sit({ to: "welcome" });
		expect(await table.check({ type: "leave_queue", match_id: TABLE })).toEqual(["envelope.matchId", "queue.none"]);
		expect(await table.check({ type: "leave_queue", match_id: "" })).toEqual(["queue.none"]);
	});
});

describe("errors in the server's own words", () => {
	test.each([
		["E1", "invalid message format"],
		["E2", "invalid match_id"],
		["E2", "mismatched match_id"],
		["E3", "action bid not legal in current state"],
		["E8", "internal error"],
	])("%s: after a move, “%s” is one finding on it and one on the frame; the match goes on", async (_row, message) => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		await table.agent(error(message));
		expect(table.entry("error").findings.map(({ code }) => code)).toEqual(["server.error"]);
		expect(table.codes(move)).toEqual(["action.error"]);
		expect(move.delivery).toBe("sent");
		expect((await table.summary()).status.kind).toBe("open");
		await table.agent(actionRequest("r-2", { new_events: [bidEvent(0, "p0")] }));
		expect(move.delivery).toBe("answered");
	});

	test.each([
		["E5", "unknown game chess"],
		["E6", "already in queue"],
		["E7", "agent on cooldown until 2026-12-01T10:05:00Z"],
	])("%s: after a join, “%s” refuses it", async (_row, message) => {
		const table = await sit({ to: "welcome" });
		const joining = await table.send(join());
		await table.agent(error(message));
		expect(joining).toMatchObject({
			delivery: "refused",
			findings: [{ code: "message.refused", message: expect.stringContaining(message) }],
		});
		expect((await table.status()).queue).toBeNull();
	});

	test("E1 E2: a move that met an error may be sent once more: a warning, no second chance used, and the first one is closed", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const first = await table.send(bid("r-1"));
		expect(await table.check(bid("r-1", 3))).toEqual(["request.answered"]);
		await table.agent(error("invalid message format"));
		expect((await table.status()).matches[0]?.request).toMatchObject({ requestId: "r-1", answered: false, answerable: true });
		expect(await table.check(bid("r-1", 3))).toEqual(["request.again"]);
		const second = await table.send(bid("r-1", 3));
		expect([first.delivery, second.delivery]).toEqual(["refused", "sent"]);
		expect(await table.check(bid("r-1", 4))).toEqual(["request.answered"]);
		await table.agent(actionRequest("r-2", { new_events: [bidEvent(0, "p0", 3)] }));
		expect(second.delivery).toBe("answered");
		expect(table.entry("action_request").findings).toEqual([]);
	});

	test("E3: the move that met an error gives way to the retry, which says nothing about superseding", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		await table.agent(error("action bid not legal in current state"), retryOf("r-2"));
		expect(table.entry("action_request").findings).toEqual([]);
		expect(move.delivery).toBe("refused");
		expect(await table.check(bid("r-1"))).toEqual(["request.superseded"]);
	});

	test("E4: a move without a request id is answered by error and stale, and loses nothing", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const { request_id: _, ...nameless } = bid("r-1");
		const move = await table.send(nameless, true);
		await table.agent(error("request_id is required"), { type: "action_stale", data: { match_id: TABLE, reason: "no request_id" } });
		expect(move.delivery).toBe("stale");
		expect(await table.check(bid("r-1"))).toEqual([]);
	});
});

describe("frames of any shape", () => {
	const schemas: SchemaSet = new Map(Object.entries(AIFIGHT_REFS as Record<string, Record<string, unknown>>));
	const make = (seed: number, count: number) => {
		const dice = createDice(seed);
		return Array.from({ length: count }, () => {
			const type = dice.pick(SERVER_TYPES);
			const schema = schemas.get(`https://aifight.ai/protocol/v1/messages/server_${type}.schema.json`) ?? {};
			return generateValue(schema, schemas, dice);
		});
	};

	test("never stop desk, table or check, and the desk survives a restart as it was", () => {
		const desk = createDesk();
		const fold = createTableFold();
		const lines: string[] = [];
		for (const [index, frame] of make(11, 3_000).entries()) {
			const decoded = decodeServerValue(frame);
			if (decoded.kind === "message") receive(desk, decoded, { at: index, nowMs: index, live: true });
			const text = JSON.stringify(frame) ?? "";
			fold.take({ ordinal: index, atMs: index, dir: "in", kind: "frame", opcode: "text", type: "", text });
			lines.push(JSON.stringify({ timestamp_ms: index, direction: "server_to_client", actor: "a", payload: frame }));
			if (index % 7 === 0) {
				const move = bid("p0");
				expect(() => checkSending(desk, "action", move, 10, index)).not.toThrow();
				sent(desk, "action", move, index);
			}
			if (index % 100 === 0) expect(JSON.parse(JSON.stringify(fold.view()))).toEqual(fold.view());
		}
		expect(checkTranscript("aifight", lines).messages).toBeGreaterThan(2_500);
		const kept = JSON.parse(JSON.stringify(deskFacts(desk))) as { matches: { lastMove: unknown }[] };
		const again = JSON.parse(JSON.stringify(deskFacts(restoreDesk(kept)))) as typeof kept;
		// What became of a move is in doubt after a restart; everything else is the same.
		const withoutMoves = ({ matches, ...rest }: typeof kept) => ({
			...rest,
			matches: matches.map((match) => ({ ...match, lastMove: null })),
		});
		expect(withoutMoves(again)).toEqual(withoutMoves(kept));
	}, 60_000);

	test("facts of any shape give a desk", () => {
		for (const facts of [
			null,
			undefined,
			7,
			[],
			{},
			{ matches: [1, {}, { sessionId: "x", seats: 4, lastMove: [] }], games: "x", ended: [1], agent: 3 },
		]) {
			expect(() => deskFacts(restoreDesk(facts))).not.toThrow();
		}
		expect(restoreDesk({ matches: [{ sessionId: "x" }] }).matches.size).toBe(1);
	});

	test("never stop the console itself", async () => {
		const table = await sit({ to: "welcome" });
		for (const frame of make(12, 400)) {
			table.link().text(JSON.stringify(frame) ?? "");
		}
		await table.settle();
		expect(table.ports.log.lines).toEqual([]);
		expect((await table.ledger()).received).toBeGreaterThan(1);
		expect((await table.summary()).status.kind).toBe("open");
	});
});
