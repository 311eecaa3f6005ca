import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { deliveryOf } from "../../main/adapters/sqlite-transcripts/codes.ts";
import { type Line, startCli } from "./cli/run-cli.ts";

const KILLS = 4;
const TURNS = 400;

let folder: string;
let server: WebSocketServer;
/** Turns the agent was told, over all runs. */
const heard: string[] = [];

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-sent-"));
	server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
	server.on("connection", (ws) => {
		ws.on("error", () => ws.terminate());
		ws.on("message", (data) => {
			const { type, text } = JSON.parse(String(data)) as { type: string; text?: string };
			if (type === "user.turn" && text !== undefined) heard.push(text);
		});
	});
	await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(() => {
	for (const client of server.clients) client.terminate();
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ON_ITS_WAY: ReadonlySet<string | undefined> = new Set([undefined, "queued", "sending"]);
const isMessage = (line: Line) => line.event === "message";

it(`a program killed ${KILLS} times in a burst of messages, its disk held up, has stored every message it called sent or stored, and every one the agent heard`, async () => {
	const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const script = path.join(folder, "script.jsonl");
	let heldUp = 0;
	for (let kill = 1; kill <= KILLS; kill += 1) {
		const turns = Array.from({ length: TURNS }, (_, index) => ({
			type: "user.turn",
			turn: index + 1,
			text: `run ${kill} turn ${index + 1}`,
		}));
		writeFileSync(script, turns.map((turn) => `${JSON.stringify({ send: turn })}\n`).join(""));
		const data = path.join(folder, `profile-${kill}`);
		const args = ["session", "run", "--protocol", "agentcall", "--url", url, "--session-id", `burst-${kill}`, "--data", data];
		const run = startCli([...args, "--script", script, "--until", "closed"]);
		await run.ready;
		const said: Line[] = [];
		run.child.stdout?.on("data", (part: Buffer) => {
			for (const line of String(part).split("\n")) if (line.startsWith('{"event":"message"')) said.push({});
		});
		// Another program takes the write lock again and again: commits wait for it, as for a disk that is busy.
		const other = new Database(path.join(data, "transcripts.sqlite"), { timeout: 5_000 });
		for (const limitMs = Date.now() + 20_000; said.length < 3 + kill * 3 && Date.now() < limitMs; await sleep(15)) {
			other.exec("BEGIN IMMEDIATE");
			await sleep(20);
			other.exec("ROLLBACK");
		}
		// The last lock is held beyond the answer's limit, so that the kill comes while something is queued and not stored.
		other.exec("BEGIN IMMEDIATE");
		await sleep(450 + kill * 20);
		run.child.kill("SIGKILL");
		const { lines } = await run.finished;
		other.exec("ROLLBACK");
		const stored = new Map(
			other
				.prepare("SELECT ordinal, body, delivery FROM entries WHERE dir = 1")
				.all()
				.map((row) => row as { ordinal: number; body: Buffer; delivery: number })
				.map(({ ordinal, body, delivery }) => [ordinal, { text: String(body), delivery: deliveryOf(delivery) }]),
		);
		other.close();
		const messages = lines.filter(isMessage);
		const promised = messages.filter((line) => line.stored === true || line.queued === false).map((line) => line.ordinal as number);
		expect(promised.length).toBeGreaterThan(0);
		expect(promised.filter((ordinal) => !stored.has(ordinal))).toEqual([]);
		// What was called sent stands as sent, not as on its way.
		const sent = messages.filter((line) => line.delivery === "sent" && line.queued === false).map((line) => line.ordinal as number);
		expect(sent.filter((ordinal) => ON_ITS_WAY.has(stored.get(ordinal)?.delivery))).toEqual([]);
		const texts = new Set([...stored.values()].map(({ text }) => (JSON.parse(text) as { text?: string }).text));
		expect(heard.filter((text) => text.startsWith(`run ${kill} `) && !texts.has(text))).toEqual([]);
		heldUp += messages.filter((line) => line.stored === false && line.queued === true).length;
	}
	// It was told apart: something was called queued, and not stored, while the disk was held up.
	expect(heldUp).toBeGreaterThan(0);
}, 180_000);
