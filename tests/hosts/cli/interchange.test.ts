import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { createIds } from "../../../main/adapters/system-clock/create-ids.ts";
import { composeCore } from "../../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../../main/hosts/local-api.ts";
import type { ReplayStatus } from "../../../schemas/interchange.ts";
import type { OperatorApi } from "../../../schemas/ipc.ts";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "switchboard-interchange-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name: string) => path.join(folder, name);
const last = <T>(items: T[]): T => items.at(-1) as T;

/** A practice agent inside the program, over a console that lives here. */
async function withConsole<T>(data: string, use: (api: OperatorApi) => Promise<T>): Promise<T> {
	const core = await composeCore({ profileDir: data, host: "web" });
	try {
		return await use(createLocalApi(core));
	} finally {
		await core.dispose();
	}
}
const until = async (holds: () => Promise<boolean> | boolean, what: string) => {
	const endMs = performance.now() + 30_000;
	while (!(await holds())) {
		if (performance.now() > endMs) throw new Error(`not in time: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
};
/** A WebSocket server of the test on a free port. */
async function listen(options: object = {}): Promise<{ server: WebSocketServer; port: number }> {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1", ...options });
	await once(server, "listening");
	return { server, port: (server.address() as { port: number }).port };
}
const turn = (n: number, text: string) => JSON.stringify({ type: "user.turn", turn: n, text });

/** A session with a practice agent in which these turns were said and answered. */
async function recorded(api: OperatorApi, turns: string[]): Promise<string> {
	const { sessionId } = await ask(api, "session.open", { target: { protocol: "agentcall", by: { kind: "practice", scenario: "good" } } });
	const finished = async () => (await ask(api, "timeline.rows", { sessionId, filter: { text: "RUN_FINISHED" }, from: 0, count: 1 })).total;
	const summary = async () => (await ask(api, "session.list", {})).find((each) => each.sessionId === sessionId);
	// The agent greets first.
	await until(async () => (await summary())?.status.kind === "open" && (await finished()) === 1, "greeting");
	for (const [index, text] of turns.entries()) {
		const before = await finished();
		await ask(api, "message.send", { sessionId, text: turn(index + 1, text) });
		await until(async () => (await finished()) > before, `answer to ${text}`);
	}
	return sessionId;
}

describe("replay and compare", () => {
	it("says a session again to a practice agent, takes the turn numbers of the new one, and finds both alike", async () => {
		const data = inFolder("replay");
		await withConsole(data, async (api) => {
			const of = await recorded(api, ["hello", "and again"]);
			const told: ReplayStatus[] = [];
			api.on("replay.changed", ({ status }) => told.push(status));
			const started = await ask(api, "replay.start", {
				sessionId: of,
				to: { kind: "target", target: { protocol: "agentcall", by: { kind: "practice", scenario: "good" } } },
				pace: { kind: "fast" },
			});
			expect(started).toMatchObject({ of, state: "connecting", total: 2 });
			const { sessionId } = started;
			await until(() => told.some(({ state }) => state === "over"), "over");
			expect(last(told)).toMatchObject({ sent: 2, total: 2, skipped: [], problem: null });
			expect(await ask(api, "replay.status", { sessionId })).toMatchObject({ state: "over" });
			const summary = (await ask(api, "session.list", {})).find((each) => each.sessionId === sessionId);
			expect(summary).toMatchObject({ replayOf: of, practiceComplaints: [] });
			const page = await ask(api, "compare.run", { left: of, right: sessionId, from: 0, count: 500, onlyDifferences: false });
			expect(page.summary).toMatchObject({ onlyLeft: 0, onlyRight: 0, coarse: false });
			expect(page.rows.filter(({ as, left }) => as !== "same" && left?.dir === "out")).toEqual([]);
			expect(page.total).toBe(page.rows.length);
		});
		// From the command line, with everything stored: against itself nothing differs.
		const [first] = (await runCli("session", "list", "--data", data)).lines;
		const id = String(first?.session);
		const alike = await runCli("compare", id, id, "--data", data);
		expect(alike).toMatchObject({ code: 0, lines: [{ different: 0, onlyLeft: 0, onlyRight: 0 }] });
		const out = inFolder("other.jsonl");
		await runCli("export", id, "--format", "jsonl", "--out", out, "--data", data);
		expect((await runCli("compare", id, out, "--data", data)).code).toBe(0);
	});

	it("replays from the command line, with its progress and a comparison as the last line", async () => {
		const data = inFolder("replay-cli");
		const of = await withConsole(data, (api) => recorded(api, ["hello"]));
		const done = await runCli("replay", of, "--scenario", "good", "--pace", "fast", "--data", data);
		expect(done.code, done.stderr).toBe(0);
		expect(last(done.lines)).toMatchObject({ of, state: "over", sent: 1, total: 1, skipped: [], compared: { onlyLeft: 0, onlyRight: 0 } });
		// At another pace a message may come before what it came after: then the order is a difference, and that is said.
		const quicker = await runCli("replay", of, "--scenario", "good", "--pace", "x10", "--data", data);
		expect(quicker.code, quicker.stderr).toBe(0);
		expect(last(quicker.lines)).toMatchObject({ state: "over", sent: 1, skipped: [] });
		expect((await runCli("session", "list", "--data", data)).lines).toHaveLength(3);
		expect((await runCli("replay", of, "--url", "ws://127.0.0.1:1/", "--timeout", "20000", "--data", data)).code).toBe(3);
		expect((await runCli("replay", of, "--data", data)).code).toBe(2);
		expect((await runCli("replay", of, "--scenario", "good", "--pace", "slow", "--data", data)).code).toBe(2);
	});

	it("answers the new session's request for a tap, marked as simulated", async () => {
		const heard: { type: string; interactionId?: string; turn?: number; observation?: { simulated?: boolean } }[] = [];
		const { server, port } = await listen();
		server.on("connection", (socket) => {
			let sequence = 0;
			const say = (frame: object) => socket.send(JSON.stringify({ ...frame, sequence: ++sequence }));
			socket.on("message", (data) => {
				const message = JSON.parse(String(data)) as (typeof heard)[number];
				heard.push(message);
				if (message.type === "user.turn")
					say({ type: "interaction.requested", interactionId: `i-${heard.length}-${Date.now()}`, modality: "nfc", prompt: "tap" });
				if (message.type === "user.observation")
					say({ type: "interaction.closed", interactionId: message.interactionId, reason: "answered" });
			});
		});
		const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: `ws://127.0.0.1:${port}/` } };
		await withConsole(inFolder("tap"), async (api) => {
			const { sessionId } = await ask(api, "session.open", { target });
			const summary = async () => (await ask(api, "session.list", {})).find((each) => each.sessionId === sessionId);
			await until(async () => (await summary())?.status.kind === "open", "open");
			await ask(api, "message.send", { sessionId, text: turn(1, "hello") });
			await until(async () => (await summary())?.interactions.length === 1, "asked");
			const interactionId = (await summary())?.interactions[0]?.interactionId;
			const observation = { modality: "nfc", observedAt: "2026-12-01T10:00:20.100Z", observationId: "o-1", uid: "04a2b31c5d6e80" };
			await ask(api, "message.send", {
				sessionId,
				text: JSON.stringify({ type: "user.observation", turn: 2, interactionId, observation }),
			});
			const closed = async () =>
				(await ask(api, "timeline.rows", { sessionId, filter: { text: "interaction.closed" }, from: 0, count: 1 })).total;
			await until(async () => (await closed()) === 1, "answered and stored");
			const replayed = await ask(api, "replay.start", { sessionId, to: { kind: "target", target }, pace: { kind: "fast" } });
			await until(async () => (await ask(api, "replay.status", { sessionId: replayed.sessionId }))?.state === "over", "over");
			expect(await ask(api, "replay.status", { sessionId: replayed.sessionId })).toMatchObject({ sent: 2, skipped: [], problem: null });
			const taps = heard.filter(({ type }) => type === "user.observation");
			expect(taps).toHaveLength(2);
			expect(taps[1]).toMatchObject({ turn: 2, observation: { uid: "04a2b31c5d6e80", simulated: true } });
			expect(taps[1]?.interactionId).not.toBe(taps[0]?.interactionId);
			expect(taps[1]?.observation).not.toMatchObject({ observationId: "o-1" });
		});
		server.close();
		for (const client of server.clients) client.terminate();
	});
});

/** Every file of a folder, as one text; a database holds text as UTF-8. */
const everyByte = (place: string): string =>
	readdirSync(place, { recursive: true, encoding: "utf8" })
		.map((name) => path.join(place, name))
		.filter((name) => statSync(name).isFile())
		.map((name) => readFileSync(name, "latin1"))
		.join("\n");

describe("secrets", () => {
	const SECRET = { header: "h34der-Zq7", query: "qu3ry-Vx8w", user: "us3r-info", subprotocol: "subpr0t-Key9", body: "b0dy-Tok3n" };

	it("of headers, address, subprotocol and bodies are in no redacted file, log, title or recent list", async () => {
		const { server, port } = await listen({ handleProtocols: (offered: Set<string>) => [...offered].at(-1) ?? false });
		const asked: IncomingMessage[] = [];
		server.on("connection", (socket, request) => {
			asked.push(request);
			// An agent may repeat what it was sent.
			socket.send(JSON.stringify({ type: "CUSTOM", name: "echo", value: { headers: request.headers, url: request.url }, sequence: 1 }));
			socket.on("message", (data) => socket.send(JSON.stringify({ type: "CUSTOM", name: "heard", value: String(data), sequence: 2 })));
		});
		const data = inFolder("secrets");
		const texts: Record<string, string> = {};
		const sessionId = await withConsole(data, async (api) => {
			const { sessionId: id } = await ask(api, "session.open", {
				target: {
					protocol: "agentcall",
					by: { kind: "url", url: `ws://${SECRET.user}:pw@127.0.0.1:${port}/x?access=${SECRET.query}` },
					headers: { Authorization: `Bearer ${SECRET.header}`, "X-Api-Key": SECRET.header },
					subprotocols: ["chat", "bearer", SECRET.subprotocol],
					sessionId: createIds().uuid(),
				},
			});
			const summary = async () => (await ask(api, "session.list", {})).find((each) => each.sessionId === id);
			await until(async () => (await summary())?.status.kind === "open", "open");
			await ask(api, "message.send", {
				sessionId: id,
				text: JSON.stringify({ type: "user.turn", turn: 1, text: `my password is ${SECRET.body}` }),
			});
			await until(async () => ((await summary())?.ledger.received ?? 0) >= 2, "echo");
			for (const format of ["jsonl", "har", "markdown"] as const) {
				const rules = (await ask(api, "redaction.rules", {})).rules;
				const excerpt = { from: 1, to: 1_000_000 };
				for (const [kind, chosen] of [
					["default", rules],
					["strict", undefined],
				] as const) {
					const made = await ask(api, "transcript.export", {
						sessionId: id,
						format,
						redact: true,
						...(chosen && { rules: chosen }),
						...(format === "markdown" && { excerpt }),
					});
					texts[`${format}, ${kind}`] = readFileSync(made.path, "utf8");
				}
			}
			// Without being asked, a HAR leaves out what the handshake was opened with, also where the agent repeated it.
			const har = readFileSync((await ask(api, "transcript.export", { sessionId: id, format: "har", redact: false })).path, "utf8");
			expect(har).toContain(SECRET.body);
			for (const secret of [SECRET.header, SECRET.query, SECRET.subprotocol]) expect(har).not.toContain(secret);
			const preview = await ask(api, "redaction.preview", { sessionId: id, rules: (await ask(api, "redaction.rules", {})).rules });
			expect(preview.rules.find(({ rule }) => rule === "keys")).toMatchObject({
				entries: expect.any(Number),
				examples: expect.arrayContaining([]),
			});
			texts.title = JSON.stringify(await summary());
			texts.recent = JSON.stringify(await ask(api, "recent.list", {}));
			return id;
		});
		expect(asked[0]?.headers["x-api-key"]).toBe(SECRET.header);
		texts.log = readdirSync(data).includes("switchboard.log") ? readFileSync(path.join(data, "switchboard.log"), "utf8") : "";
		for (const [where, text] of Object.entries(texts))
			for (const [what, secret] of Object.entries(SECRET)) expect(text, `${what} in ${where}`).not.toContain(secret);

		// What was never said in a frame is nowhere on the disk at all; what the agent repeated is in the frame it said it in, and only a redacted file is without it.
		const redacted = inFolder("secrets-redacted.jsonl");
		const exported = await runCli("export", sessionId, "--format", "jsonl", "--redact", "--out", redacted, "--data", data);
		expect(exported.code, exported.stderr).toBe(0);
		for (const [what, secret] of Object.entries(SECRET)) expect(readFileSync(redacted, "utf8"), what).not.toContain(secret);
		expect(JSON.stringify(exported)).not.toMatch(new RegExp(Object.values(SECRET).join("|")));
		const head = String(last(exported.lines).head);
		const proof = await runCli("verify", redacted, "--head", head, "--data", data);
		expect(proof).toMatchObject({ code: 0, lines: [{ ok: true, headMatches: true, redacted: true }] });
		// Where the key is not known, a head does not bind what the masks say.
		expect((await runCli("verify", redacted, "--head", head, "--data", inFolder("elsewhere"))).code).toBe(1);
		expect((await runCli("verify", redacted, "--head", "0".repeat(64))).code).toBe(1);
		expect((await runCli("verify", redacted, "--head", "abc")).code).toBe(2);
		server.close();
		for (const client of server.clients) client.terminate();
	});

	it("that were only said in the handshake are nowhere on the disk", async () => {
		const { server, port } = await listen({ handleProtocols: (offered: Set<string>) => [...offered].at(-1) ?? false });
		const data = inFolder("handshake");
		await withConsole(data, async (api) => {
			const { sessionId } = await ask(api, "session.open", {
				target: {
					protocol: "agentcall",
					by: { kind: "url", url: `ws://${SECRET.user}:pw@127.0.0.1:${port}/x?access=${SECRET.query}` },
					headers: { "X-Api-Key": SECRET.header },
					subprotocols: ["bearer", SECRET.subprotocol],
				},
			});
			await until(
				async () => (await ask(api, "session.list", {})).find((each) => each.sessionId === sessionId)?.status.kind === "open",
				"open",
			);
		});
		const bytes = everyByte(data);
		for (const [what, secret] of Object.entries(SECRET)) expect(bytes.includes(secret), what).toBe(false);
		server.close();
		for (const client of server.clients) client.terminate();
	});
});

describe("reports", () => {
	it("a Markdown report says how it went, quotes what was chosen, and names the head", async () => {
		const data = inFolder("report");
		const done = await withConsole(data, async (api) => {
			const sessionId = await recorded(api, ["hello `there` | <b>you</b>"]);
			const rows = (await ask(api, "timeline.rows", { sessionId, filter: { directions: ["out"] }, from: 0, count: 10 })).rows;
			return { sessionId, ordinal: rows.find(({ type }) => type === "user.turn")?.ordinal ?? 0 };
		});
		const out = inFolder("report.md");
		const made = await runCli(
			"export",
			done.sessionId,
			"--format",
			"markdown",
			"--excerpt",
			`${done.ordinal}-${done.ordinal}`,
			"--out",
			out,
			"--data",
			data,
		);
		expect(made.code, made.stderr).toBe(0);
		const text = readFileSync(out, "utf8");
		expect(text).toMatch(/^# Session report: `/);
		for (const title of ["How it went", "Findings", "Gaps", "Messages in doubt", `Entries ${done.ordinal} to ${done.ordinal}`, "Proof"])
			expect(text).toContain(`## ${title}`);
		expect(text).toContain("hello `there` | <b>you</b>");
		expect(text).toContain((await runCli("verify", done.sessionId, "--data", data)).lines[0]?.head as string);
		expect((await runCli("export", done.sessionId, "--format", "markdown", "--excerpt", "9-1", "--data", data)).code).toBe(2);
		expect((await runCli("export", done.sessionId, "--format", "jsonl", "--excerpt", "1-9", "--data", data)).code).toBe(2);
		expect((await runCli("export", done.sessionId, "--format", "jsonl", "--keep-words", "--data", data)).code).toBe(2);
	});
});
