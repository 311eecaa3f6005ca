import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { runCli, startCli } from "./cli/run-cli.ts";

const KILLS = 30;
const SESSION = "kill-test";

/** A server that numbers its frames, replays from anywhere, and remembers what it was promised and told. */
function createServer() {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
	const told = { acked: 0, resumedFrom: [] as number[], turns: [] as number[] };
	server.on("connection", (ws) => {
		ws.on("error", () => ws.terminate());
		ws.on("message", (data) => hear(ws, JSON.parse(String(data)) as Record<string, number>));
	});
	function hear(ws: WebSocket, message: Record<string, unknown>): void {
		if (message.type === "ack") told.acked = Math.max(told.acked, message.sequence as number);
		if (message.type === "user.turn") told.turns.push(message.turn as number);
		if (message.type !== "session.start") return;
		const from = (message.resumeFromSequence ?? 0) as number;
		told.resumedFrom.push(from);
		const lastTurn = Math.max(0, ...told.turns);
		ws.send(JSON.stringify({ type: "session.started", sessionId: message.sessionId, resumed: from > 0, lastSequence: from, lastTurn }));
		let next = from + 1;
		const pump = () => {
			if (ws.readyState !== ws.OPEN) return;
			for (let sent = 0; sent < 16; sent += 1) {
				ws.send(frame(next));
				next += 1;
			}
			setTimeout(pump, 2);
		};
		pump();
	}
	return { server, told };
}

const frame = (sequence: number) =>
	JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: `frame ${sequence} ${"·".repeat(100)}`, sequence });

let folder: string;
let peer: ReturnType<typeof createServer>;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-kill-"));
	peer = createServer();
	await new Promise((resolve) => peer.server.once("listening", resolve));
});
afterAll(() => {
	for (const client of peer.server.clients) client.terminate();
	peer.server.close();
	rmSync(folder, { recursive: true, force: true });
});

it(`a program killed ${KILLS} times while it records loses no acknowledged frame, resumes from its cursor and never reuses a turn`, async () => {
	const url = `ws://127.0.0.1:${(peer.server.address() as AddressInfo).port}`;
	const script = path.join(folder, "script.jsonl");
	let lastOrdinal = 0;
	let contiguous = 0;
	for (let kill = 1; kill <= KILLS; kill += 1) {
		writeFileSync(
			script,
			`${JSON.stringify({ send: { type: "user.turn", turn: kill, text: `turn of run ${kill}` } })}\n{"waitMs":60000}\n`,
		);
		const args = ["session", "run", "--protocol", "agentcall", "--url", url, "--session-id", SESSION, "--data", folder];
		const run = startCli([...args, "--resume", "always", "--ack", "always", "--script", script, "--until", "closed"]);
		const before = peer.told.acked;
		// Killed at another moment each time, but always while frames stream in and acks go out.
		const deadline = Date.now() + 20_000;
		while ((peer.told.acked <= before || peer.told.turns.length < kill) && Date.now() < deadline) await sleep(5);
		await sleep((kill * 37) % 150);
		run.child.kill("SIGKILL");
		await run.finished;
		const promised = peer.told.acked;
		const stored = read(path.join(folder, "transcripts.sqlite"), lastOrdinal, contiguous);
		({ lastOrdinal, contiguous } = stored);
		expect(stored.integrity).toBe("ok");
		expect(stored.contiguous).toBeGreaterThanOrEqual(promised);
		expect(promised).toBeGreaterThan(before);
		expect(stored.wrong).toEqual([]);
	}
	expect(peer.told.turns).toEqual(Array.from({ length: KILLS }, (_, index) => index + 1));
	for (const [index, from] of peer.told.resumedFrom.entries())
		if (index > 0) expect(from).toBeGreaterThan(peer.told.resumedFrom[index - 1] ?? -1);
	const verified = await runCli("verify", SESSION, "--data", folder);
	expect(verified.lines.at(-1)).toMatchObject({ ok: true, firstBad: null });
}, 240_000);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Stored {
	integrity: unknown;
	lastOrdinal: number;
	contiguous: number;
	wrong: number[];
}

/**
 * What a `kill -9` at that moment left on disk beyond what was looked at before: the highest number with none missing below it, and frames
 * whose bytes are not what was sent.
 */
function read(file: string, afterOrdinal: number, contiguousBefore: number): Stored {
	const database = new Database(file, { readonly: true });
	try {
		const integrity = database.pragma("integrity_check", { simple: true });
		const query = "SELECT ordinal, sequence, body FROM entries WHERE dir = 0 AND sequence IS NOT NULL AND ordinal > ? ORDER BY ordinal";
		const seen = new Set<number>();
		const wrong: number[] = [];
		let lastOrdinal = afterOrdinal;
		for (const row of database.prepare(query).iterate(afterOrdinal)) {
			const { ordinal, sequence, body } = row as { ordinal: number; sequence: number; body: Buffer };
			lastOrdinal = ordinal;
			seen.add(sequence);
			if (body.toString() !== frame(sequence)) wrong.push(sequence);
		}
		let contiguous = contiguousBefore;
		while (seen.has(contiguous + 1)) contiguous += 1;
		return { integrity, lastOrdinal, contiguous, wrong };
	} finally {
		database.close();
	}
}
