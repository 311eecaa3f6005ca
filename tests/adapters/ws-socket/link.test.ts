import { execFile } from "node:child_process";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { TURN_FRAMES } from "../../../main/adapters/ws-socket/limits.ts";
import { ConsoleError } from "../../../main/core/errors.ts";
import { closeServers, type Dialled, dialTo, sleep, startAgent, startRaw, startRogue, TRUSTED } from "./rig.ts";

afterEach(closeServers);

/** An open link and the agent's end of it. */
async function connected(request: Parameters<typeof dialTo>[1] = {}): Promise<{ dialled: Dialled; agent: WebSocket }> {
	let meet: (agent: WebSocket) => void = () => {};
	const met = new Promise<WebSocket>((resolve) => {
		meet = resolve;
	});
	const port = await startAgent((ws) => meet(ws));
	const dialled = dialTo(`ws://127.0.0.1:${port}`, request);
	await dialled.opened;
	return { dialled, agent: await met };
}

/** Bytes of an unmasked server frame shorter than 126 bytes. */
const frame = (first: number, payload: Uint8Array | string): Buffer => {
	const body = Buffer.from(payload as string);
	return Buffer.concat([Buffer.of(first, body.length), body]);
};

async function against(talk: (socket: Socket) => void, request: Parameters<typeof dialTo>[1] = {}): Promise<Dialled> {
	const dialled = dialTo(`ws://127.0.0.1:${await startRogue(talk)}`, request);
	await dialled.opened;
	return dialled;
}

test("text and binary frames arrive in order with their exact bytes", async () => {
	const { dialled, agent } = await connected();
	const text = '{"type":"x","n":9007199254740993,"s":"é\u202e\u0000😀"}';
	agent.send(text);
	agent.send(Buffer.of(0, 255, 1));
	agent.send("");
	agent.send("\ufeff{}");
	await dialled.until("frame", 4);
	expect(dialled.frames()).toEqual([
		{ opcode: "text", bytes: Buffer.from(text).toString("hex"), text },
		{ opcode: "binary", bytes: "00ff01", text: null },
		{ opcode: "text", bytes: "", text: "" },
		{ opcode: "text", bytes: "efbbbf7b7d", text: "\ufeff{}" },
	]);
	dialled.socket.destroy();
});

test("a frame that comes in the same packet as the upgrade comes after `opened`", async () => {
	const dialled = await against((socket) => socket.write(frame(0x81, "first")));
	await dialled.until("frame");
	expect(dialled.names()).toEqual(["phase", "phase", "opened", "frame"]);
	dialled.socket.destroy();
});

test("fragments become one message", async () => {
	const dialled = await against((socket) => {
		socket.write(Buffer.concat([frame(0x01, "ab"), frame(0x89, "beat"), frame(0x00, "cd"), frame(0x80, "ef")]));
	});
	await dialled.until("frame");
	expect(dialled.names().slice(-2)).toEqual(["ping", "frame"]);
	expect(dialled.frames()).toEqual([{ opcode: "text", bytes: Buffer.from("abcdef").toString("hex"), text: "abcdef" }]);
	dialled.socket.destroy();
});

test("the bytes of a text frame that is not UTF-8 arrive without text, and the link stays for the core to close", async () => {
	const { dialled, agent } = await connected();
	const said = new Promise((resolve) => agent.once("close", (code) => resolve(code)));
	agent.send(Buffer.of(0x7b, 0xff, 0xc0, 0x7d), { binary: false });
	agent.send("after");
	await dialled.until("frame", 2);
	expect(dialled.frames()[0]).toEqual({ opcode: "text", bytes: "7bffc07d", text: null });
	expect(dialled.frames()[1]?.text).toBe("after");
	dialled.socket.close(1007, "not UTF-8");
	expect(await dialled.closed).toEqual({ code: 1007, reason: "not UTF-8", by: "console", clean: true });
	expect(await said).toBe(1007);
});

test("sending hands over the exact text and says when the socket took it", async () => {
	const { dialled, agent } = await connected();
	const received = new Promise<[string, boolean]>((resolve) => agent.once("message", (data, binary) => resolve([String(data), binary])));
	const error = await new Promise((resolve) => dialled.socket.sendText('{"é":1}', resolve));
	expect(error).toBeNull();
	expect(await received).toEqual(['{"é":1}', false]);
	dialled.socket.destroy();
	await dialled.closed;
	const late = await new Promise((resolve) => dialled.socket.sendText("late", resolve));
	expect(late).toMatch(/not open/);
});

test("each send is told exactly once, also those caught by the end of the link", async () => {
	const { dialled, agent } = await connected();
	agent.pause();
	const told: (string | null)[] = [];
	const text = "x".repeat(1024 * 1024);
	for (let n = 0; n < 20; n++) dialled.socket.sendText(text, (error) => told.push(error));
	await sleep(50);
	dialled.socket.destroy();
	await dialled.closed;
	await expect.poll(() => told.length).toBe(20);
	expect(told.at(-1)).not.toBeNull();
});

test("pings are told with their payload and answered with it; own pings get their pong", async () => {
	const { dialled, agent } = await connected();
	const ponged = new Promise((resolve) => agent.once("pong", (payload) => resolve(payload.toString())));
	agent.ping("beat 1");
	await dialled.until("ping");
	expect(await ponged).toBe("beat 1");
	dialled.socket.ping(Buffer.from("mine"));
	await dialled.until("pong");
	expect(dialled.calls.slice(-2)).toEqual([
		{ name: "ping", value: "beat 1" },
		{ name: "pong", value: "mine" },
	]);
	dialled.socket.destroy();
});

test("a packet full of pings is answered in full", async () => {
	const { dialled, agent } = await connected();
	let pongs = 0;
	agent.on("pong", () => {
		pongs += 1;
	});
	for (let n = 0; n < 1000; n++) agent.ping(String(n));
	await expect.poll(() => pongs).toBe(1000);
	expect(dialled.names().filter((name) => name === "ping")).toHaveLength(1000);
	dialled.socket.destroy();
});

test("an agent that pings without end and reads nothing is dropped, with the reason", async () => {
	const dialled = await against((socket) => {
		socket.pause();
		const many = Buffer.concat(Array.from({ length: 1000 }, () => frame(0x89, "p".repeat(125))));
		// Ends with the first failed write: a failed write tells its callback at once, and a flood that goes on from there never ends.
		const flood = (error?: Error | null): void => {
			if (!error && socket.writable) socket.write(many, flood);
		};
		flood();
	});
	expect(await dialled.closed).toMatchObject({ code: 1008, by: "console", clean: false, errorCode: "PING_FLOOD" });
});

test.each([
	[1000, "bye"],
	[1008, "policy: no seat"],
	[1011, "the agent crashed"],
	[4409, "taken over ✓"],
])("a close by the agent with %i and a reason is told as it is", async (code, reason) => {
	const { dialled, agent } = await connected();
	agent.send("last words");
	agent.close(code, reason);
	expect(await dialled.closed).toEqual({ code, reason, by: "agent", clean: true });
	expect(dialled.names().slice(-2)).toEqual(["frame", "closed"]);
});

test("a close frame without a code is 1005, by the agent", async () => {
	const { dialled, agent } = await connected();
	agent.close();
	expect(await dialled.closed).toEqual({ code: 1005, reason: "", by: "agent", clean: true });
});

test("a TCP reset is 1006 by the network, with the system's code", async () => {
	const dialled = await against((socket) => setTimeout(() => socket.resetAndDestroy(), 20));
	expect(await dialled.closed).toMatchObject({ code: 1006, by: "network", clean: false, errorCode: "ECONNRESET" });
});

test("an end without a close frame is 1006 by the network, also in the middle of a frame", async () => {
	const dialled = await against((socket) => socket.end(Buffer.concat([frame(0x81, "whole"), Buffer.of(0x81, 100, 0x7b)])));
	const close = await dialled.closed;
	expect(close).toMatchObject({ code: 1006, reason: "", by: "network", clean: false });
	expect(close.message).toContain("without a close frame");
	expect(dialled.frames().map((each) => each.text)).toEqual(["whole"]);
});

test("a reset under TLS is 1006 by the network too", async () => {
	const port = await startAgent(() => {}, { certificate: "good" });
	let cut = (): void => {};
	// A server cannot reset a TLS connection; a relay in between can.
	const relay = await startRaw((socket) => {
		const onward = connect({ host: "127.0.0.1", port });
		onward.on("error", () => {});
		socket.pipe(onward).pipe(socket);
		cut = () => {
			onward.destroy();
			socket.resetAndDestroy();
		};
	});
	const dialled = dialTo(`wss://127.0.0.1:${relay}`, TRUSTED);
	await dialled.opened;
	cut();
	expect(await dialled.closed).toMatchObject({ code: 1006, by: "network", clean: false, errorCode: "ECONNRESET" });
});

test("a message over the limit closes with 1009 by the console and names the limit", async () => {
	const { dialled, agent } = await connected({ maxPayloadBytes: 1000 });
	const said = new Promise((resolve) => agent.once("close", (code) => resolve(code)));
	agent.send("x".repeat(1000));
	agent.send("x".repeat(1001));
	const close = await dialled.closed;
	expect(close).toMatchObject({ code: 1009, by: "console", clean: false, errorCode: "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" });
	expect(close.message).toMatch(/^The agent sent a message of 1001 bytes; at most 1000 are accepted here\./);
	expect(dialled.frames()).toHaveLength(1);
	expect(await said).toBe(1009);
});

test("a message in fragments is refused at the header that passes the limit, with what the headers have said so far", async () => {
	const dialled = await against(
		(socket) => {
			socket.write(Buffer.concat([frame(0x01, "x".repeat(100)), frame(0x00, "y".repeat(100)), Buffer.of(0x00, 126, 0x04, 0x00)]));
		},
		{ maxPayloadBytes: 1000 },
	);
	const close = await dialled.closed;
	expect(close).toMatchObject({ code: 1009, by: "console", errorCode: "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" });
	expect(close.message).toMatch(
		/^The agent sent a message of at least 1224 bytes \(3 fragments so far\); at most 1000 are accepted here\. The connection's option/,
	);
	expect(dialled.frames()).toEqual([]);
});

test("a message in more fragments than are taken is refused here, and nobody is said to have broken a rule", async () => {
	const dialled = await against((socket) => {
		socket.write(Buffer.concat([frame(0x01, "x"), ...Array.from({ length: 70_000 }, () => frame(0x00, ""))]));
	});
	expect(await dialled.closed).toMatchObject({
		code: 1008,
		by: "console",
		clean: false,
		errorCode: "WS_ERR_TOO_MANY_BUFFERED_PARTS",
		message: "The agent sent a message in more fragments than are taken here.",
	});
	expect(dialled.frames()).toEqual([]);
});

test.each([
	["an unknown opcode", frame(0x83, "x"), "WS_ERR_INVALID_OPCODE"],
	["a continuation of nothing", frame(0x80, "x"), "WS_ERR_INVALID_OPCODE"],
	["a compressed frame nobody agreed on", frame(0xc1, "x"), "WS_ERR_UNEXPECTED_RSV_1"],
	["a reserved bit", frame(0x91 | 0x20, "x"), "WS_ERR_UNEXPECTED_RSV_2_3"],
	["a masked frame", Buffer.of(0x81, 0x81, 1, 2, 3, 4, 0x79), "WS_ERR_UNEXPECTED_MASK"],
	["a ping in fragments", frame(0x09, "x"), "WS_ERR_EXPECTED_FIN"],
	["a close code that may not be sent", frame(0x88, Buffer.of(0x03, 0xee)), "WS_ERR_INVALID_CLOSE_CODE"],
	["a length beyond 2^53", Buffer.of(0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255), "WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH"],
])("%s ends the link by the console", async (_what, bytes, errorCode) => {
	const dialled = await against((socket) => {
		socket.write(Buffer.concat([frame(0x81, "before"), bytes, frame(0x81, "after")]));
		socket.on("end", () => socket.end());
	});
	const close = await dialled.closed;
	expect(close).toMatchObject({ code: errorCode.endsWith("PAYLOAD_LENGTH") ? 1009 : 1002, by: "console", clean: false, errorCode });
	expect(dialled.frames().map((each) => each.text)).toEqual(["before"]);
});

test("a close by the console that the agent answers is clean", async () => {
	const { dialled, agent } = await connected();
	const said = new Promise((resolve) => agent.once("close", (code, reason) => resolve([code, reason.toString()])));
	dialled.socket.close(1000, "done");
	dialled.socket.close(1001, "again");
	expect(await dialled.closed).toEqual({ code: 1000, reason: "done", by: "console", clean: true });
	expect(await said).toEqual([1000, "done"]);
});

test("an agent that answers a close with another code is quoted", async () => {
	const dialled = await against((socket) => socket.on("data", () => socket.end(frame(0x88, Buffer.from("\u0003\u00f3oops", "latin1")))));
	dialled.socket.close(1000, "done");
	const close = await dialled.closed;
	expect(close).toMatchObject({ code: 1000, reason: "done", by: "console", clean: true });
	expect(close.message).toContain('1011 "oops"');
});

test("what arrives while closing is still told", async () => {
	const { dialled, agent } = await connected();
	dialled.socket.close(1000, "");
	agent.send("one more");
	await dialled.closed;
	expect(dialled.frames().map((each) => each.text)).toEqual(["one more"]);
});

test("an agent that never answers the close is dropped after two seconds", async () => {
	const dialled = await against(() => {});
	const startMs = performance.now();
	dialled.socket.close(1000, "done");
	const close = await dialled.closed;
	expect(close).toMatchObject({ code: 1000, reason: "done", by: "console", clean: false });
	expect(close.message).toContain("2000 ms");
	expect(performance.now() - startMs).toBeGreaterThan(1900);
	expect(performance.now() - startMs).toBeLessThan(3000);
});

test.each([
	[1006, ""],
	[999, ""],
	[5000, ""],
	[1000.5, ""],
	[1000, "é".repeat(62)],
])("close(%d, %j) is refused with INVALID_ARGS and the link stays open", async (code, reason) => {
	const { dialled, agent } = await connected();
	expect(() => dialled.socket.close(code, reason)).toThrow(ConsoleError);
	agent.send("still here");
	await dialled.until("frame");
	dialled.socket.destroy();
});

test("destroy drops the link at once, is told once, and nothing follows", async () => {
	const { dialled, agent } = await connected();
	const gone = new Promise((resolve) => agent.once("close", (code) => resolve(code)));
	for (let n = 0; n < 1000; n++) agent.send(`frame ${n}`);
	await dialled.until("frame");
	dialled.socket.destroy();
	const told = dialled.calls.length;
	dialled.socket.destroy();
	expect(await dialled.closed).toMatchObject({ code: 1006, by: "console", clean: false, errorCode: "CANCELLED" });
	expect(await gone).toBe(1006);
	dialled.socket.destroy();
	dialled.socket.close(1000, "");
	dialled.socket.pause();
	dialled.socket.resume();
	await sleep(30);
	expect(dialled.calls).toHaveLength(told + 1);
});

test("destroy from inside a frame lets no other frame of that packet through", async () => {
	const port = await startRogue((socket) => socket.write(Buffer.concat([frame(0x81, "one"), frame(0x81, "two"), frame(0x89, "")])));
	const dialled = dialTo(`ws://127.0.0.1:${port}`, {}, {}, (call, socket) => {
		if (call.name === "frame") socket.destroy();
	});
	await dialled.closed;
	expect(dialled.names().slice(-2)).toEqual(["frame", "closed"]);
});

test("pause stops reading and resume goes on, losing nothing; a pause before the link is open counts", async () => {
	const port = await startAgent((ws) => {
		for (let n = 0; n < 2000; n++) ws.send("x".repeat(1000));
	});
	const dialled = dialTo(`ws://127.0.0.1:${port}`);
	dialled.socket.pause();
	await dialled.opened;
	await sleep(50);
	expect(dialled.frames()).toHaveLength(0);
	dialled.socket.resume();
	await dialled.until("frame", 10);
	dialled.socket.pause();
	const before = dialled.frames().length;
	await sleep(50);
	// What was read already may still come, at most one packet of 64 KiB.
	expect(dialled.frames().length - before).toBeLessThanOrEqual(66);
	dialled.socket.resume();
	await dialled.until("frame", 2000);
	dialled.socket.destroy();
});

test("a program that dialled, failed and closed has nothing left to wait for", async () => {
	const silent = await startRaw(() => {});
	const agent = await startAgent((ws) => ws.on("message", () => ws.close(1000)));
	const source = new URL("../../../main/adapters/ws-socket/create-sockets.ts", import.meta.url).href;
	const script = `
		const { createSockets } = await import(${JSON.stringify(source)});
		const limits = { dns: 60000, tcp: 60000, proxy: 60000, tls: 60000, upgrade: 60000 };
		const dial = (url, more) => {
			const socket = createSockets().dial({ url, headers: {}, subprotocols: [], maxPayloadBytes: 1000, phaseLimitsMs: limits, trust: {} }, {
				phase() {}, opened() { more?.(socket); }, failed(f) { console.log(f.errorCode); }, frame() {}, ping() {}, pong() {},
				closed(c) { console.log(c.code); },
			});
			return socket;
		};
		const hanging = dial("ws://127.0.0.1:${silent}");
		setTimeout(() => hanging.destroy(), 100);
		dial("ws://127.0.0.1:${agent}", (socket) => socket.sendText("hello", () => {}));
		dial("ws://127.0.0.1:${agent}", (socket) => socket.destroy());
		dial("ws://127.0.0.1:1");
	`;
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { timeout: 20_000 });
	expect(stdout.trim().split("\n").sort()).toEqual(["1000", "1006", "CANCELLED", "ECONNREFUSED"]);
});

test("a packet full of frames is told in many turns of the loop, in order, and others are answered in between", async () => {
	const frames = 20_000;
	const all = Buffer.concat(Array.from({ length: frames }, (_, index) => frame(0x81, String(index))));
	const perTurn: number[] = [];
	let inTurn = 0;
	let isOver = false;
	const count = () => {
		perTurn.push(inTurn);
		inTurn = 0;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	const port = await startRogue((socket) => socket.write(all));
	const dialled = dialTo(`ws://127.0.0.1:${port}`, {}, {}, ({ name }) => {
		if (name === "frame") inTurn += 1;
	});
	await dialled.until("frame", frames);
	isOver = true;
	expect(dialled.frames().map(({ text }) => text)).toEqual(Array.from({ length: frames }, (_, index) => String(index)));
	expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * TURN_FRAMES);
});
