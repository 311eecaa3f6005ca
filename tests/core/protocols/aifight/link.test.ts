import { describe, expect, test } from "vitest";
import { SESSION_ID } from "../agentcall/talk.ts";
import {
	actionRequest,
	bid,
	bidEvent,
	confirmRequest,
	error,
	gameOver,
	gameStart,
	gameState,
	join,
	queueJoined,
	TABLE,
	welcome,
} from "./frames.ts";
import { KEY, sit } from "./sit.ts";

const closed = { kind: "closed" };

describe("the upgrade", () => {
	test("X21 D2: says version, both capability headers, instance and key, and no Origin; the key is stored nowhere", async () => {
		const table = await sit({ to: "dial" });
		expect(table.link().request.headers).toEqual({
			"X-AIFight-Protocol-Version": "v1.2.0",
			"X-AIFight-Capabilities": "match_feed",
			"X-AIFight-Bridge-Capabilities": "replaced-close-code",
			"X-AIFight-Instance": expect.stringMatching(/^[0-9a-f]{24}$/),
			"X-API-Key": KEY,
		});
		await table.letIn();
		const stored = JSON.stringify([table.entries(), await table.ports.transcripts.sessions(), table.ports.transcripts.facts(SESSION_ID)]);
		expect(stored).not.toContain(KEY);
	});

	test("a header the operator sets takes the place of ours, in any spelling", async () => {
		const headers = { "X-API-Key": KEY, "x-aifight-protocol-version": "v1.1.0", "X-AIFight-Client-Kind": "desktop" };
		const table = await sit({ to: "dial", target: { headers } });
		const sent = table.link().request.headers;
		expect(sent).toMatchObject(headers);
		expect(sent["X-AIFight-Protocol-Version"]).toBeUndefined();
	});

	test("the practice table is let in with a key of its own", async () => {
		const table = await sit({ target: { by: { kind: "practice", scenario: "table" }, headers: undefined } });
		expect(table.link().request).toMatchObject({ url: "ws://127.0.0.1:4100/table", headers: { "X-API-Key": "practice" } });
		expect((await table.summary()).findings).toEqual([]);
	});

	test("without a key the operator is told before the server does", async () => {
		const table = await sit({ to: "dial", target: { headers: {} } });
		expect((await table.summary()).findings).toMatchObject([{ code: "connection.noKey", severity: "warning" }]);
	});

	test("a key in the address is refused", async () => {
		const table = await sit({ to: "dial" });
		const by = { kind: "url" as const, url: "ws://127.0.0.1:9/api/ws?api_key=1" };
		const refusal = await table.refused("session.open", { target: { protocol: "aifight", by, sessionId: "another" } });
		expect(refusal.code).toBe("TARGET_INVALID");
	});

	test.each([
		["H401", 401, "invalid api key", "closed", "does not take this agent key"],
		["H403-device", 403, '{"error":"device_mismatch"}', "closed", "another computer"],
		["H403-client", 403, '{"error":"client_mismatch","bound_client":"cli"}', "closed", "another program on this computer (cli)"],
		["H404", 404, "", "closed", "no agent endpoint"],
		["H408", 408, "", "waiting", "cannot take the connection now"],
		["H429", 429, "", "waiting", "cannot take the connection now"],
		["H5xx", 500, "", "waiting", "cannot take the connection now"],
		["H5xx", 503, "", "waiting", "cannot take the connection now"],
		["H4xx", 410, "", "closed", "did not open a WebSocket"],
		["H4xx", 426, "", "closed", "did not open a WebSocket"],
		["H4xx", 302, "", "closed", "did not open a WebSocket"],
	])("%s: HTTP %i %s at the first dial: %s", async (_row, httpStatus, body, kind, words) => {
		const table = await sit({ to: "dial" });
		table.link().fail({ phase: "upgrade", httpStatus, body, errorCode: "HTTP", message: "refused" });
		await table.settle();
		const { status } = await table.summary();
		expect(status).toMatchObject({ kind, outcome: { httpStatus, meaning: expect.stringContaining(words) } });
	});

	test("H404 H401 B-slow D3: HTTP 404 after a welcome is tried again, at most every 60 s; 401 asks the operator", async () => {
		const table = await sit();
		table.link().breakOff();
		await table.settle();
		for (let attempt = 0; attempt < 9; attempt++) {
			await table.wait(60_000);
			table.link().fail({ phase: "upgrade", httpStatus: 404, errorCode: "HTTP", message: "refused" });
			await table.settle();
		}
		const retries = table.local("link.retry").map(({ delayMs }) => Number(delayMs));
		expect(Math.max(...retries)).toBeGreaterThan(30_000);
		expect(Math.max(...retries)).toBeLessThanOrEqual(60_000);
		await table.wait(60_000);
		table.link().fail({ phase: "upgrade", httpStatus: 401, body: "invalid api key", errorCode: "HTTP", message: "refused" });
		await table.settle();
		const { status } = await table.summary();
		expect(status).toMatchObject({ kind: "closed", outcome: { next: "stop", meaning: expect.stringContaining("invalid api key") } });
	});

	test("D3 H401: after 401 the session goes on with the key that is given then; while a link stands nothing is replaced", async () => {
		const table = await sit({ to: "dial" });
		table.link().fail({ phase: "upgrade", httpStatus: 401, errorCode: "HTTP", message: "refused" });
		await table.settle();
		const again = (key: string) => table.request("session.open", { target: { ...table.target, headers: { "X-API-Key": key } } });
		await again("the-right-key");
		await table.settle();
		expect(table.link().request.headers).toMatchObject({ "X-API-Key": "the-right-key" });
		await table.letIn();
		expect((await table.summary()).status.kind).toBe("open");
		const link = table.link();
		await again("another-key");
		await table.settle();
		expect(table.link()).toBe(link);
		expect(table.entries().filter(({ type }) => type === "link.dialling")).toHaveLength(2);
	});
});

describe("the welcome", () => {
	test("must come within 10 s", async () => {
		const table = await sit({ to: "dial" });
		table.link().open();
		await table.wait(9_900);
		expect((await table.summary()).status.kind).toBe("open");
		await table.wait(200);
		expect((await table.summary()).status).toMatchObject({ kind: "waiting", outcome: { meaning: "No welcome came within 10 s." } });
	});

	test("X21: another major version is left at once with both versions named", async () => {
		const table = await sit({ to: "dial" });
		table.link().open();
		await table.settle();
		await table.agent(welcome({ server_protocol_version: "2.0.0" }));
		const { status } = await table.summary();
		expect(status).toMatchObject({ ...closed, outcome: { next: "stop", meaning: expect.stringMatching(/2\.0\.0.*v1\.2\.0/) } });
		expect(table.link().closeAsked).toMatchObject({ code: 1000 });
	});

	test("D4: another minor version is a warning", async () => {
		const table = await sit({ to: "dial" });
		table.link().open();
		await table.settle();
		await table.agent(welcome({ server_protocol_version: "v1.3.0", server_time: new Date(table.ports.clock.nowMs()).toISOString() }));
		expect(table.codes(table.entry("welcome"))).toEqual(["version.differs"]);
		expect((await table.summary()).status.kind).toBe("open");
	});

	test.each([5, -5])("a clock %i min off is told once and changes no deadline", async (minutes) => {
		const table = await sit({ to: "dial" });
		table.link().open();
		await table.settle();
		const now = table.ports.clock.nowMs();
		await table.agent(welcome({ server_time: new Date(now + minutes * 60_000).toISOString() }), gameStart(), actionRequest("r-1"));
		expect(table.codes(table.entry("welcome"))).toEqual(["clock.skew"]);
		expect((await table.status()).matches[0]?.request?.deadlineAtMs).toBe(now + 300_000);
	});

	test.each([
		[1000, "bye"],
		[1008, ""],
		[1006, ""],
	])("E9: an error in its place is shown in the server's words, whatever close follows (%i)", async (code, reason) => {
		const table = await sit({ to: "dial" });
		table.link().open();
		await table.settle();
		await table.agent(error("client too old: v1.2.0 or newer is needed"));
		if (code === 1006) table.link().breakOff();
		else table.link().close(code, reason);
		await table.settle();
		const { status } = await table.summary();
		expect(status).toMatchObject({ ...closed, outcome: { next: "stop", meaning: expect.stringContaining("client too old") } });
	});

	test("something else in its place is flagged and used", async () => {
		const table = await sit({ to: "dial" });
		table.link().open();
		await table.settle();
		await table.agent(gameStart());
		expect(table.codes(table.entry("game_start"))).toEqual(["welcome.missing"]);
	});
});

describe("how a link ends", () => {
	test.each([
		["C1001", 1001, "waiting"],
		["C1005", 1005, "waiting"],
		["C1006", 1006, "waiting"],
		["C1011", 1011, "waiting"],
		["C1012", 1012, "waiting"],
		["C1013", 1013, "waiting"],
		["C1000", 1000, "closed"],
		["C1008", 1008, "closed"],
		["C1009", 1009, "closed"],
		["C-else", 1002, "closed"],
		["C-else", 1007, "closed"],
		["C-else", 1014, "closed"],
		["C-else", 3000, "closed"],
		["C4xxx", 4000, "closed"],
		["C4xxx", 4999, "closed"],
		["C4409", 4409, "closed"],
	])("%s: close %i: %s", async (_row, code, kind) => {
		const table = await sit();
		if (code === 1006) table.link().breakOff();
		else table.link().close(code);
		await table.settle();
		const { status, lastOutcome } = await table.summary();
		expect(status.kind).toBe(kind);
		expect(lastOutcome).toMatchObject({ next: code === 4409 ? "ask" : kind === "waiting" ? "retry" : "stop" });
	});

	test.each([
		["replaced_by_new_connection", "another console"],
		['{"reason":"replaced_by_new_connection","same_instance":true}', "same console"],
		['{"reason":"replaced_by_new_connection","same_instance":false}', "another console"],
		["{", "another console"],
	])("C4409 D7: 4409 %s parks and leaves the seat alone until it is taken back", async (reason, who) => {
		const table = await sit();
		await table.idle(60_000);
		table.link().close(4409, reason);
		await table.settle();
		const { status } = await table.summary();
		expect(status).toMatchObject({ ...closed, outcome: { next: "ask", meaning: expect.stringContaining(who) } });
		const dials = table.ports.sockets.links.length;
		await table.wait(3_600_000);
		table.ports.clock.jump(3_600_000);
		await table.wait(10_000);
		expect(table.ports.sockets.links.length).toBe(dials);
		await table.request("session.connect", { sessionId: SESSION_ID });
		await table.settle();
		expect(table.ports.sockets.links.length).toBe(dials + 1);
	});

	test("two consoles on one key: the evicted one parks, neither flaps", async () => {
		const first = await sit();
		await first.idle(30_000);
		const second = await sit();
		first.link().close(4409, "replaced_by_new_connection");
		for (let round = 0; round < 18; round++) {
			await first.wait(10_000);
			await second.idle(10_000);
		}
		expect(first.ports.sockets.links).toHaveLength(1);
		expect(second.ports.sockets.links).toHaveLength(1);
		expect((await second.summary()).status.kind).toBe("open");
	});

	test("B-flap B-good: flaps keep escalating; a link that lived 30 s starts the curve anew", async () => {
		const table = await sit();
		for (let round = 0; round < 6; round++) {
			table.link().breakOff();
			await table.settle();
			await table.wait(31_000);
			await table.letIn();
		}
		const delays = table.local("link.retry").map(({ delayMs }) => Number(delayMs));
		expect(delays[0]).toBeLessThanOrEqual(1_000);
		expect(delays.at(-1)).toBeGreaterThanOrEqual(15_000);
		await table.idle(31_000);
		table.link().breakOff();
		await table.settle();
		expect(Number(table.local("link.retry").at(-1)?.delayMs)).toBeLessThanOrEqual(1_000);
	});

	test("C-sleep B-wake: before sleep the seat is handed back; waking dials again", async () => {
		const table = await sit();
		table.core.goingToSleep();
		await table.settle();
		expect(table.link().closeAsked).toEqual({ code: 1000, reason: "host sleeping" });
		const dials = table.ports.sockets.links.length;
		await table.wait(5_000);
		expect(table.ports.sockets.links.length).toBe(dials);
		table.core.wokeUp();
		await table.settle();
		expect(table.ports.sockets.links.length).toBe(dials + 1);
	});

	test("the operator's end leaves the queue, closes in the normal way and is final", async () => {
		const table = await sit({ to: "welcome" });
		await table.agent(queueJoined());
		await table.request("session.end", { sessionId: SESSION_ID });
		await table.settle();
		expect(table.wire()).toEqual([{ type: "leave_queue" }]);
		expect(table.link().closeAsked).toEqual({ code: 1000, reason: "session ended" });
		expect((await table.summary()).status).toMatchObject({ ...closed, outcome: { next: "ended" } });
		expect((await table.refused("session.connect", { sessionId: SESSION_ID })).code).toBe("SESSION_ENDED");
	});

	test("a disconnect closes in the normal way and can be connected again", async () => {
		const table = await sit();
		await table.request("session.disconnect", { sessionId: SESSION_ID });
		await table.settle();
		expect(table.link().closeAsked).toEqual({ code: 1000, reason: "operator disconnected" });
		expect((await table.summary()).status).toMatchObject({ ...closed, outcome: { next: "stop" } });
	});
});

describe("after a break", () => {
	test("queue and confirmation are gone, the match stays, and the old request cannot be answered", async () => {
		const table = await sit();
		await table.agent(queueJoined(), confirmRequest(), actionRequest("r-1"));
		table.link().breakOff();
		await table.settle();
		expect(await table.status()).toMatchObject({
			queue: null,
			confirm: null,
			matches: [{ sessionId: TABLE, request: { answerable: false } }],
		});
		await table.wait(2_000);
		await table.letIn();
		expect(await table.check(bid("r-1"))).toEqual(["request.superseded"]);
		await table.agent(actionRequest("r-2", { is_reconnect: true, event_history: [] }));
		expect(table.entry("action_request").findings).toEqual([]);
		expect(await table.check(bid("r-1"))).toEqual(["request.superseded"]);
		expect(await table.check(bid("r-2"))).toEqual([]);
	});

	test.each([
		["in the history", [bidEvent(0, "p0"), bidEvent(1, "p1", 3)], "answered"],
		["not in the history", [], "dropped"],
	])("a move in doubt is settled by the server's evidence: %s", async (_name, history, delivery) => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		table.link().breakOff();
		await table.settle();
		expect(move.delivery).toBe("unknown");
		expect((await table.ledger()).unknown).toBe(1);
		await table.wait(2_000);
		await table.letIn();
		await table.agent(actionRequest("r-2", { is_reconnect: true, event_history: history }));
		expect(move.delivery).toBe(delivery);
		expect(table.local("turn.settled")).toHaveLength(1);
		expect(table.wire().some(({ type }) => type === "action")).toBe(false);
	});

	test("somebody else's move after the break means that ours arrived", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const move = await table.send(bid("r-1"));
		table.link().breakOff();
		await table.wait(2_000);
		await table.letIn();
		await table.agent(gameState());
		expect(move.delivery).toBe("answered");
	});

	test("once its time was over nobody can tell, so a move stays in doubt until the operator lets it go", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1", { timeout_ms: 1_000 }));
		const move = await table.send(bid("r-1"));
		table.link().breakOff();
		await table.wait(2_000);
		await table.letIn();
		await table.agent(actionRequest("r-2", { is_reconnect: true, event_history: [] }));
		expect(move.delivery).toBe("unknown");
		await table.request("message.discard", { sessionId: SESSION_ID, ordinal: move.ordinal });
		await table.settle();
		expect(move.delivery).toBe("discarded");
	});

	test("a join in doubt is settled by the next welcome, for no queue survives a break", async () => {
		const table = await sit({ to: "welcome" });
		const joining = await table.send(join());
		table.link().breakOff();
		await table.settle();
		expect(joining.delivery).toBe("unknown");
		await table.wait(2_000);
		await table.letIn();
		expect(joining.delivery).toBe("dropped");
	});

	test("D9: a restart in the middle of a match still knows game, seat and rules; the old id is never sent", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1", { new_events: [bidEvent(0, "p1")] }));
		await table.restart();
		await table.reopen();
		expect(table.local("table.restored")).toEqual([{ matches: [{ sessionId: TABLE, game: "liars_dice" }] }]);
		await table.letIn();
		expect(await table.check(bid("r-1"))).toEqual(["request.superseded"]);
		await table.agent(actionRequest("r-2", { is_reconnect: true, event_history: [bidEvent(0, "p1")] }));
		expect(table.entry("action_request").findings).toEqual([]);
		expect((await table.status()).matches).toMatchObject([{ sessionId: TABLE, game: "liars_dice", request: { requestId: "r-2" } }]);
		expect((await table.send(bid("r-2"))).delivery).toBe("sent");
		expect(table.ports.sockets.links.flatMap(({ sent }) => sent).some((text) => text.includes('"r-1"'))).toBe(false);
		const kept = table.ports.transcripts.facts(SESSION_ID).protocolFacts as { matches: Record<string, unknown>[] };
		expect(kept.matches[0]).toMatchObject({ game: "liars_dice", you: "p0", seat: 0, rules: { name: "Liar's Dice" } });
	});

	test("a server that asks again under the old id means it", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		await table.restart();
		await table.reopen();
		await table.letIn();
		await table.agent(actionRequest("r-1", { is_reconnect: true, event_history: [] }));
		expect(await table.check(bid("r-1"))).toEqual([]);
	});

	test("a move sent before a restart is settled after it", async () => {
		const table = await sit();
		await table.agent(actionRequest("r-1"));
		const { ordinal } = await table.send(bid("r-1"));
		await table.restart();
		await table.reopen();
		const move = () => table.entries().find((entry) => entry.ordinal === ordinal);
		expect(move()?.delivery).toBe("unknown");
		await table.letIn();
		await table.agent(actionRequest("r-2", { is_reconnect: true, event_history: [bidEvent(0, "p0"), bidEvent(1, "p1", 3)] }));
		expect(move()?.delivery).toBe("answered");
	});

	test("a match that ended meanwhile is told late and taken", async () => {
		const table = await sit();
		table.link().breakOff();
		await table.wait(2_000);
		await table.letIn();
		await table.agent(gameOver());
		expect(table.entry("game_over").findings).toEqual([]);
		expect((await table.status()).matches).toEqual([]);
	});
});
