import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import WebSocket from "ws";
import type { Core } from "../core/create-core.ts";
import { composeCore } from "../hosts/compose.ts";
import { SPOKEN } from "./spoken.ts";

const START = JSON.stringify({ type: "session.start", sessionId: "bench", resumeFromSequence: 0 });

/** What a client took for its frames, from the open link to the last one. */
export interface Taken {
	framesPerSecond: number;
	/** Processor time of all threads of this process, user and system. */
	cpuMicrosecondsPerFrame: number;
}

/** Measures from now on; what is answered counts `frames` frames. */
function startMeasure(): (frames: number) => Taken {
	const startedMs = performance.now();
	const cpuBefore = process.cpuUsage();
	return (frames) => {
		const { user, system } = process.cpuUsage(cpuBefore);
		return {
			framesPerSecond: (frames * 1000) / (performance.now() - startedMs),
			cpuMicrosecondsPerFrame: (user + system) / frames,
		};
	};
}

/** A client that only counts. */
export const countBare = (url: string, frames: number): Promise<Taken> => receive(url, frames, () => {});

/** A client that inserts and commits each frame by itself, durably, before it takes the next. */
export async function commitEach(url: string, frames: number): Promise<Taken> {
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

function receive(url: string, frames: number, take: (data: Buffer) => void): Promise<Taken> {
	return new Promise((resolve, reject) => {
		const ws = new WebSocket(url, { perMessageDeflate: false });
		let count = 0;
		let measured = startMeasure();
		ws.once("open", () => {
			measured = startMeasure();
			ws.send(START);
		});
		ws.on("message", (data: Buffer) => {
			take(data);
			count += 1;
			if (count < frames) return;
			resolve(measured(frames));
			ws.terminate();
		});
		ws.once("error", reject);
	});
}

export interface ConsoleRun extends Taken {
	core: Core;
	sessionId: string;
	/** Growth of the resident set, main and store threads together, bytes; highest seen. */
	rssGrowthBytes: number;
	/** Answers the processor time a frame took since the last one was acknowledged: read, indexed and sealed behind the recording. */
	close(): Promise<{ cpuMicrosecondsPerFrame: number }>;
}

/** The whole console until the last frame is acknowledged. The caller closes it. */
export async function runConsole(url: string, frames: number): Promise<ConsoleRun> {
	const profileDir = await mkdtemp(path.join(tmpdir(), "switchboard-bench-"));
	const core = await composeCore({ profileDir, host: "web" });
	const sessionId = "bench";
	const before = process.memoryUsage.rss();
	let rssGrowthBytes = 0;
	let measured: ReturnType<typeof startMeasure> | null = null;
	const done = new Promise<Taken>((resolve) => {
		core.subscribe((name, payload) => {
			if (name !== "session.changed") return;
			const { session } = payload as { session: { status: { kind: string }; ledger: { acked: number } } };
			if (session.status.kind === "open") measured ??= startMeasure();
			rssGrowthBytes = Math.max(rssGrowthBytes, process.memoryUsage.rss() - before);
			if (session.ledger.acked >= frames && measured !== null) resolve(measured(frames));
		});
	});
	const target = { protocol: SPOKEN, by: { kind: "url", url }, sessionId, resume: "always", ack: "always" };
	const opened = await core.dispatch("session.open", { target });
	if (!opened.ok) throw new Error(opened.error.message);
	const taken = await done;
	const behind = startMeasure();
	return {
		...taken,
		core,
		sessionId,
		rssGrowthBytes,
		async close() {
			await core.dispatch("session.disconnect", { sessionId });
			await core.dispose();
			const { cpuMicrosecondsPerFrame } = behind(frames);
			await rm(profileDir, { recursive: true, force: true });
			return { cpuMicrosecondsPerFrame };
		},
	};
}
