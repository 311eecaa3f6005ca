import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import WebSocket from "ws";
import type { Core } from "../core/create-core.ts";
import { composeCore } from "../hosts/compose.ts";
import { SPOKEN } from "./spoken.ts";

const START = JSON.stringify({ type: "session.start", sessionId: "bench", resumeFromSequence: 0 });

/** A client that only counts; answers frames per second from the first frame to the last. */
export const countBare = (url: string, frames: number): Promise<number> => receive(url, frames, () => {});

/** A client that inserts and commits each frame by itself, durably, before it takes the next. */
export async function commitEach(url: string, frames: number): Promise<number> {
	const folder = await mkdtemp(path.join(tmpdir(), "switchboard-bench-"));
	const database = new Database(path.join(folder, "each.sqlite"));
	database.pragma("journal_mode = WAL");
	database.pragma("synchronous = FULL");
	database.exec("CREATE TABLE frames (ordinal INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT");
	const insert = database.prepare("INSERT INTO frames (at_ms, bytes) VALUES (?, ?)");
	try {
		return await receive(url, frames, (data) => insert.run(Date.now(), data));
	} finally {
		database.close();
		await rm(folder, { recursive: true, force: true });
	}
}

function receive(url: string, frames: number, take: (data: Buffer) => void): Promise<number> {
	return new Promise((resolve, reject) => {
		const ws = new WebSocket(url, { perMessageDeflate: false });
		let count = 0;
		let startedMs = 0;
		ws.once("open", () => {
			startedMs = performance.now();
			ws.send(START);
		});
		ws.on("message", (data: Buffer) => {
			take(data);
			count += 1;
			if (count < frames) return;
			resolve((frames * 1000) / (performance.now() - startedMs));
			ws.terminate();
		});
		ws.once("error", reject);
	});
}

export interface ConsoleRun {
	framesPerSecond: number;
	core: Core;
	sessionId: string;
	/** Growth of the resident set, main and store threads together, bytes; highest seen. */
	rssGrowthBytes: number;
	close(): Promise<void>;
}

/** The whole console until the last frame is acknowledged. The caller closes it. */
export async function runConsole(url: string, frames: number): Promise<ConsoleRun> {
	const profileDir = await mkdtemp(path.join(tmpdir(), "switchboard-bench-"));
	const core = await composeCore({ profileDir, host: "web" });
	const sessionId = "bench";
	const before = process.memoryUsage.rss();
	let rssGrowthBytes = 0;
	let startedMs = 0;
	const done = new Promise<number>((resolve) => {
		core.subscribe((name, payload) => {
			if (name !== "session.changed") return;
			const { session } = payload as { session: { status: { kind: string }; ledger: { acked: number } } };
			if (session.status.kind === "open" && startedMs === 0) startedMs = performance.now();
			rssGrowthBytes = Math.max(rssGrowthBytes, process.memoryUsage.rss() - before);
			if (session.ledger.acked >= frames) resolve(performance.now() - startedMs);
		});
	});
	const target = { protocol: SPOKEN, by: { kind: "url", url }, sessionId, resume: "always", ack: "always" };
	const opened = await core.dispatch("session.open", { target });
	if (!opened.ok) throw new Error(opened.error.message);
	const elapsedMs = await done;
	return {
		framesPerSecond: (frames * 1000) / elapsedMs,
		core,
		sessionId,
		rssGrowthBytes,
		async close() {
			await core.dispatch("session.disconnect", { sessionId });
			await core.dispose();
			await rm(profileDir, { recursive: true, force: true });
		},
	};
}
