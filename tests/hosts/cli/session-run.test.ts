import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { type Finished, type Line, runCli, startCli } from "./run-cli.ts";

let folder = "";
const closers: (() => void)[] = [];
let count = 0;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-run-"));
});
afterAll(() => {
	for (const close of closers) close();
	rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
	const at = path.join(folder, name);
	writeFileSync(at, text);
	return at;
};
const newData = () => path.join(folder, `data-${++count}`);

interface Agent {
	url: string;
	/** Texts it got, and on which connection. */
	got: { connection: number; text: string }[];
}

async function agent(onOpen: (ws: WebSocket, connection: number) => void): Promise<Agent> {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
	const got: Agent["got"] = [];
	let connections = 0;
	server.on("connection", (ws) => {
		const connection = ++connections;
		ws.on("error", () => {});
		ws.on("message", (data) => got.push({ connection, text: String(data) }));
		onOpen(ws, connection);
	});
	await new Promise((resolve) => server.once("listening", resolve));
	closers.push(() => {
		for (const client of server.clients) client.terminate();
		server.close();
	});
	return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, got };
}

const numbered = (sequence: number) => JSON.stringify({ type: "CUSTOM", name: "n", value: sequence, sequence });
const run = (url: string, ...more: string[]) => startRun(url, ...more).finished;
const startRun = (url: string, ...more: string[]) =>
	startCli(["session", "run", "--protocol", "agentcall", "--url", url, ...(more.includes("--data") ? [] : ["--data", newData()]), ...more]);
const last = ({ lines }: Finished): Line => lines.at(-1) ?? {};

describe("what only reading in order finds", () => {
	it("is counted, stored and searchable also when the link closes right behind the frames", async () => {
		const run1 = { threadId: "t", runId: "r" };
		const { url } = await agent((ws) => {
			ws.send(JSON.stringify({ type: "RUN_STARTED", ...run1, sequence: 1 }));
			ws.send(JSON.stringify({ type: "RUN_ERROR", message: "Connection timeout", code: "TIMEOUT", sequence: 2 }));
			ws.send(JSON.stringify({ type: "RUN_FINISHED", ...run1, sequence: 3 }));
			ws.close(1000, "bye");
		});
		const data = newData();
		const done = await run(url, "--until", "closed", "--timeout", "20000", "--data", data, "--session-id", "late");
		expect(last(done)).toMatchObject({ received: 3, stored: 3, findings: 1 });
		expect(last(await runCli("session", "show", "late", "--data", data))).toMatchObject({ findings: 1, unread: 0 });
		const hits = await runCli("search", "finding:agui.afterError", "--data", data);
		expect(hits.lines).toHaveLength(1);
		// The same file somewhere else: it is read as it is taken in.
		const exported = path.join(folder, "late.jsonl");
		await runCli("export", "late", "--format", "jsonl", "--out", exported, "--data", data);
		const other = newData();
		expect(last(await runCli("import", exported, "--data", other))).toMatchObject({ findings: 1 });
	});
});

describe("a link that was open for a moment only", () => {
	const frames = (ws: WebSocket) => {
		for (let sequence = 1; sequence <= 50; sequence++) ws.send(numbered(sequence));
	};
	it.each<[string, (ws: WebSocket) => void, number]>([
		["1000", (ws) => ws.close(1000, "bye"), 1000],
		["1011", (ws) => ws.close(1011, "x"), 1011],
		["4410", (ws) => ws.close(4410, "over"), 4410],
		// A moment later, or the frames would be lost with the connection.
		["a reset", (ws) => setTimeout(() => ws.terminate(), 5), 1006],
	])("counts as one when it ends with %s", async (_how, end, code) => {
		const { url } = await agent((ws) => {
			frames(ws);
			end(ws);
		});
		const done = await run(url, "--until", "closed", "--timeout", "20000");
		expect(done.code, done.stderr).toBe(0);
		expect(last(done)).toMatchObject({ received: 50, stored: 50, closed: { code, by: code === 1006 ? "network" : "agent" } });
		const counted = await run(url, "--until", "count:50", "--timeout", "20000");
		expect(counted.code, counted.stderr).toBe(0);
	});

	it("counts as one even without a frame", async () => {
		const { url } = await agent((ws) => ws.close(1000, "bye"));
		const done = await run(url, "--until", "closed", "--timeout", "20000");
		expect(done.code, done.stderr).toBe(0);
		expect(last(done)).toMatchObject({ received: 0, closed: { code: 1000, reason: "bye", by: "agent" } });
	});

	it("is no end of the run without --until closed: it is made again", async () => {
		const { url } = await agent((ws, connection) => {
			ws.send(numbered(connection));
			ws.close(connection === 1 ? 1011 : 1000, "x");
		});
		const done = await run(url, "--resume", "always", "--timeout", "30000");
		expect(done.code, done.stderr).toBe(0);
		expect(last(done)).toMatchObject({ received: 2, closed: { code: 1000 } });
	});

	it("is not ended by the console's own close that has a gap filled", async () => {
		const { url } = await agent((ws, connection) => {
			if (connection === 1) for (const sequence of [1, 2, 5]) ws.send(numbered(sequence));
			else {
				for (const sequence of [3, 4, 5, 6]) ws.send(numbered(sequence));
				setTimeout(() => ws.close(1011, "then"), 300);
			}
		});
		const done = await run(url, "--resume", "always", "--ack", "always", "--until", "closed", "--timeout", "30000");
		expect(done.code, done.stderr).toBe(0);
		expect(last(done)).toMatchObject({ cursor: 6, gaps: [], closed: { code: 1011, by: "agent" } });
	});
});

describe("a script", () => {
	it("sends what it says digit for digit, begins with the first frame of the run, and may carry a byte order mark", async () => {
		const { url, got } = await agent((ws) => ws.send('{"type":"HELLO","n":9007199254740993}'));
		const written = String.raw`{ "text":"caf\u00e9",  "turn":1.0,"type":"user.turn" }`;
		const big = '{"type":"user.turn","turn":2,"text":"a","n":9007199254740993}';
		const script = file(
			"exact.script",
			`\ufeff{"waitFor":{"n":9007199254740993}}\n{"sendRaw":"x"}\n{"send":${written}}\n{"waitMs":50}\n{"send":${big}}\n{"waitMs":50}\n`,
		);
		const done = await run(url, "--script", script, "--timeout", "20000");
		const texts = got.map(({ text }) => text);
		expect(texts, done.stderr).toEqual(expect.arrayContaining(["x", written]));
		// The number is sent as it is or refused by the check, never rounded.
		if (done.code === 0) expect(texts).toContain(big);
		else expect(done.stderr).toContain("9007199254740993");
		expect(texts.join("")).not.toContain("9007199254740992");
	});
});

describe("usage", () => {
	const dead = ["--url", "ws://127.0.0.1:1/"];
	it.each<[string, () => string[]]>([
		["an address of another scheme", () => ["--url", "http://127.0.0.1:1/"]],
		["an address that is none", () => ["--url", "not a url"]],
		["a port above 65535", () => ["--url", "ws://127.0.0.1:99999/"]],
		["ws:// to another computer", () => ["--url", "ws://10.1.2.3/"]],
		["an empty session id", () => [...dead, "--session-id", ""]],
		["a session id of 129 characters", () => [...dead, "--session-id", "a".repeat(129)]],
		["a script that is not there", () => [...dead, "--script", path.join(folder, "none.script")]],
		["a script that is a folder", () => [...dead, "--script", folder]],
		["a script that is not JSON", () => [...dead, "--script", file("bad.script", '{"send":{')]],
		["a card file that is not there", () => ["--card", path.join(folder, "none.json")]],
		["a card file that is no card", () => ["--card", file("no-card.json", "[]")]],
		["a card of another scheme", () => ["--card", "ftp://user:geheim@host/card"]],
	])("%s ends with 2", async (_what, args) => {
		const done = await runCli("session", "run", "--protocol", "agentcall", "--data", newData(), "--timeout", "10000", ...args());
		expect({ code: done.code, lines: done.lines }).toEqual({ code: 2, lines: [] });
		expect(done.stderr).toContain("usage: switchboard COMMAND");
	});

	it("a card address that nobody answers ends with 3", async () => {
		const args = ["session", "run", "--protocol", "agentcall", "--card", "http://user:geheim@127.0.0.1:1/card?key=geheim"];
		const done = await runCli(...args, "--data", newData());
		expect(done.code).toBe(3);
		expect(done.stderr).toMatch(/^Could not connect: /);
		expect(done.stderr).not.toContain("geheim");
	});

	it.each([
		["--url", "ws://user:geheim@10.1.2.3/?key=geheim"],
		["--url", "ws://user:ge/geheim@127.0.0.1:1/"],
		["--url", "ws://user:ge?geheim@127.0.0.1:1/"],
		["--url", "http://user:geheim@127.0.0.1:1/#geheim"],
		["--url", "ws://user:geheim@127.0.0.1:1/?key=geheim"],
		["--card", "HTTP:/user:geheim@host/card"],
		["--until", "ws://user:geheim@host/"],
		["ws://user:geheim@host/?k=geheim", "more"],
	])("no secret of %s %s is repeated", async (...args) => {
		const done = await runCli("session", "run", "--protocol", "agentcall", "--data", newData(), "--timeout", "3000", ...args);
		expect([2, 3]).toContain(done.code);
		expect(done.stderr).not.toContain("geheim");
	});

	it("lists nothing on a profile nobody used, and leaves it that way", async () => {
		expect(await runCli("session", "list", "--data", newData())).toEqual({ code: 0, lines: [], stderr: "" });
	});
});

describe("a time limit", () => {
	it.runIf(process.platform === "linux")("is not even needed for a folder that cannot be made", async () => {
		const done = await run("ws://127.0.0.1:1/", "--data", "/proc/nope/deeper", "--timeout", "10000");
		expect(done.code).toBe(1);
		expect(done.stderr).toMatch(/^STORE_FAILED: The profile folder \/proc\/nope\/deeper cannot be made: [^\n]+\n$/);
	});

	it("holds while a card is waited for", async () => {
		// It takes the connection and says nothing.
		const silent = await agent(() => {});
		const startedMs = performance.now();
		const port = new URL(silent.url).port;
		const hanging = (await import("node:net")).createServer(() => {});
		await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
		closers.push(() => hanging.close());
		const card = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/card`;
		const args = ["session", "run", "--protocol", "agentcall", "--card", card, "--url", `ws://127.0.0.1:${port}/`, "--data", newData()];
		const done = await runCli(...args, "--timeout", "1500");
		expect(done).toMatchObject({ code: 3, stderr: expect.stringContaining("the time was up") });
		expect(performance.now() - startedMs).toBeLessThan(6000);
	});
});

describe("a run that is interrupted", () => {
	it.each(['{"waitMs":600000}', '{"waitFor":{"type":"NEVER"}}'])("ends in the middle of its script, also in %s", async (line) => {
		const { url, got } = await agent((ws) => ws.send(numbered(1)));
		const running = startRun(url, "--script", file("interrupted.jsonl", `${line}\n`), "--until", "ended");
		await vi.waitFor(() => expect(got).not.toEqual([]), 20_000);
		running.child.kill("SIGTERM");
		const { code, stderr, lines } = await running.finished;
		expect(code).toBe(1);
		expect(stderr).toContain("Interrupted in script line 1.");
		expect(lines.at(-1)).toMatchObject({ received: 1, stored: 1, closed: { by: "console" } });
	});
});

describe("a session that another program records", () => {
	it("is called that while it does, and no longer", async () => {
		const { url } = await agent((ws) => ws.send(numbered(1)));
		const data = newData();
		const old = last(await run(url, "--data", data, "--until", "count:1", "--timeout", "20000"));
		const running = startRun(url, "--data", data, "--session-id", "live", "--until", "ended");
		const list = async () =>
			Object.fromEntries((await runCli("session", "list", "--data", data)).lines.map((line) => [line.session, line.status]));
		await vi.waitFor(async () => expect(await list()).toEqual({ live: "recording elsewhere", [String(old.session)]: "closed" }), 20_000);
		const show = await runCli("session", "show", "live", "--data", data);
		expect(show.lines).toMatchObject([{ status: "recording elsewhere", lastOutcome: null, received: 1 }]);
		running.child.kill("SIGINT");
		await running.finished;
		expect((await list()).live).toBe("closed");
	});

	it("is not called that when the program was killed, also not while another one records something else", async () => {
		const { url } = await agent((ws) => ws.send(numbered(1)));
		const data = newData();
		const killed = startRun(url, "--data", data, "--session-id", "killed", "--until", "ended");
		await vi.waitFor(async () => {
			const { lines } = await runCli("session", "list", "--data", data);
			expect(lines).toMatchObject([{ status: "recording elsewhere" }]);
		}, 20_000);
		killed.child.kill("SIGKILL");
		await killed.finished;
		expect((await runCli("session", "show", "killed", "--data", data)).lines).toMatchObject([{ status: "closed" }]);
		const other = startRun(url, "--data", data, "--session-id", "other", "--until", "ended");
		await other.ready;
		expect((await runCli("session", "show", "killed", "--data", data)).lines).toMatchObject([{ status: "closed" }]);
		other.child.kill("SIGINT");
		await other.finished;
	});
});

describe("export --out", () => {
	it("needs no folder in the profile", async () => {
		const { url } = await agent((ws) => ws.send(numbered(1)));
		const data = newData();
		const done = last(await run(url, "--data", data, "--until", "count:1", "--timeout", "20000"));
		// Stands for a profile that cannot be written: whoever wants this to be a folder fails.
		file(path.join(path.basename(data), "exports"), "");
		mkdirSync(path.join(folder, "elsewhere"), { recursive: true });
		const out = path.join(folder, "elsewhere/out.jsonl");
		const exported = await runCli("export", String(done.session), "--format", "jsonl", "--out", out, "--data", data);
		expect(exported.code, exported.stderr).toBe(0);
		expect((await runCli("verify", out)).code).toBe(0);
		expect((await runCli("export", String(done.session), "--format", "jsonl", "--data", data)).lines[0]).toMatchObject({ redacted: false });
		const onFolder = await runCli("export", String(done.session), "--format", "jsonl", "--out", folder, "--data", data);
		expect(onFolder).toMatchObject({ code: 2, stderr: expect.stringMatching(/it is no file/) });
	});
});

describe.runIf(process.platform !== "win32")("a disk that is full", () => {
	it("is said when it happens, and frames that are not stored at the end make the run a failure", async () => {
		const { url } = await agent((ws) => {
			for (let sequence = 1; sequence <= 3000; sequence++)
				ws.send(JSON.stringify({ type: "CUSTOM", name: "n", value: "x".repeat(1000), sequence }));
		});
		// No file may grow beyond 1 MiB: what the system answers then is an error of writing, as on a full disk.
		const limited = file("limited.sh", `#!/bin/sh\nulimit -f 2048\nexec "${process.execPath}" "$@"\n`);
		const running = startCli(
			["session", "run", "--protocol", "agentcall", "--url", url, "--data", newData(), "--until", "count:3000", "--timeout", "6000"],
			{ node: "/bin/sh", before: [limited] },
		);
		const done = await running.finished;
		expect(done.code).toBe(1);
		expect(done.stderr).toMatch(/^The transcript cannot be written: /);
		expect(done.stderr).toMatch(/\d+ received frames are not stored\./);
		expect(last(done).stored).toBeLessThan(last(done).received as number);
	});
});

describe("the largest message that is taken", () => {
	const large = (ws: WebSocket) => {
		ws.send(JSON.stringify({ type: "CUSTOM", name: "n", value: "x".repeat(9 * 1024 * 1024), sequence: 1 }));
		ws.send(numbered(2));
	};

	it("is 8 MiB, and more ends the link", async () => {
		const { url } = await agent(large);
		const finished = await run(url, "--until", "closed", "--timeout", "20000");
		expect(last(finished)).toMatchObject({ received: 0, closed: { code: 1009, by: "console" } });
	});

	it("is what the command says, up to 256 MiB", async () => {
		const { url } = await agent(large);
		const finished = await run(url, "--max-message-bytes", String(10 * 1024 * 1024), "--until", "count:2", "--timeout", "20000");
		expect(last(finished)).toMatchObject({ received: 2, stored: 2, cursor: 2 });
		for (const wrong of ["1000", "268435457", "many"]) {
			expect((await run(url, "--max-message-bytes", wrong)).code, wrong).toBe(2);
		}
	});
});
