/**
 * Sessions as four readers tell them: the window while they are live, the store after a restart, the re-imported export, `check` of that export.
 * Core and store are the real ones; sockets and clock are the test's.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterchange } from "../../../main/adapters/interchange/create-interchange.ts";
import { openTranscripts, type SqliteTranscripts } from "../../../main/adapters/sqlite-transcripts/open.ts";
import { type Core, createCore } from "../../../main/core/create-core.ts";
import { checkTranscript } from "../../../main/core/reading/check-transcript.ts";
import { createConversationFeed } from "../../../renderer/state/conversation-feed.ts";
import { createTableStore } from "../../../renderer/state/table-store.ts";
import type { OperatorApi, RequestName, Requests } from "../../../schemas/ipc.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { createFakeClock, type FakeClock } from "../../fakes/fake-clock.ts";
import { createFakePorts } from "../../fakes/fake-ports.ts";
import type { FakeSockets } from "../../fakes/fake-sockets.ts";
import type { End, Step, Stream } from "./streams.ts";

/** What one reader says of a session; ordinals count from its first entry. */
export interface Told {
	/** `entry severity code path message`, in order. */
	findings: string[];
	/** The whole fold. */
	fold: unknown;
	/** What the window draws of it; null for a reader without one. */
	window: unknown;
}

export interface Life {
	stream: Stream;
	summary: SessionSummary;
	/** Entries that this console sent, counted from the session's first. */
	own: ReadonlySet<number>;
	/** What its link was at the end. */
	liveStatus: string;
	live: Told;
	/** The same when nothing is said of the end: what the live window may be compared with while its session goes on. */
	stored: Told & { withoutEnd: unknown };
	imported: Told;
	checked: Told;
	/** `check` of the same lines without the findings that were written into them. */
	checkedAnew: Told;
}

interface Console {
	core: Core;
	store: SqliteTranscripts;
	clock: FakeClock;
	sockets: FakeSockets;
	api: OperatorApi;
	ask<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]>;
}

const START_MS = 1_750_000_000_000;

/** A core with a clock and sockets of its own on that store. */
async function openConsole(store: SqliteTranscripts, profileDir: string, startMs: number): Promise<Console> {
	const clock = createFakeClock(startMs);
	const ports = createFakePorts();
	const interchange = createInterchange({ transcripts: store, profileDir, version: "0.0.0-test", now: clock.nowMs });
	const core = await createCore({
		...ports,
		clock,
		ids: { uuid: randomUUID, random: () => 0.5 },
		transcripts: store,
		library: store.library,
		search: store.search,
		interchange,
	});
	const ask: Console["ask"] = async (name, args) => {
		const answer = await core.dispatch(name, args);
		if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
		return answer.value as never;
	};
	const api = {
		request: (name: string, args: unknown) => core.dispatch(name, args),
		on: (wanted: string, listener: (payload: unknown) => void) =>
			core.subscribe((name, payload) => {
				if (name === wanted) listener(payload);
			}),
	} as unknown as OperatorApi;
	return { core, store, clock, sockets: ports.sockets, api, ask };
}

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

async function summaryOf({ ask }: Console, sessionId: string): Promise<SessionSummary> {
	const found = (await ask("session.list", {})).find((each) => each.sessionId === sessionId);
	if (!found) throw new Error(`${sessionId} is not listed.`);
	return found;
}

/** Until everything that arrived is stored, and what follows from that too. */
async function settle(console: Console, sessionId: string): Promise<void> {
	let last = "";
	for (let same = 0; same < 2; ) {
		await console.store.sessions();
		for (let turn = 0; turn < 4; turn++) await turnOfLoop();
		const { ledger, status } = await summaryOf(console, sessionId);
		const now = `${ledger.received} ${ledger.stored} ${ledger.entries} ${ledger.sent} ${status.kind}`;
		same = now === last && ledger.received === ledger.stored ? same + 1 : 0;
		last = now;
	}
}

/** The link of the session: dialled again where the console does so by itself; null once it is over. */
async function linkOf(console: Console, sessionId: string) {
	for (let tries = 0; tries < 20; tries++) {
		await turnOfLoop();
		const { status } = await summaryOf(console, sessionId);
		if (status.kind === "open") return console.sockets.last();
		if (status.kind === "dialling") console.sockets.last().open();
		else if (status.kind === "waiting") console.clock.advance(20_000);
		else if (status.kind === "closing") await settle(console, sessionId);
		else return null;
	}
	return null;
}

async function play(console: Console, sessionId: string, step: Step): Promise<boolean> {
	const link = await linkOf(console, sessionId);
	if (link === null) return false;
	switch (step.kind) {
		case "agent":
			link.text(step.text);
			break;
		case "bytes":
			link.binary(Uint8Array.from(step.bytes));
			break;
		case "say":
			await console.core.dispatch("message.send", { sessionId, text: step.text, override: true });
			break;
		case "break":
			await settle(console, sessionId);
			// The console may have closed it meanwhile.
			if (link.state === "open") link.breakOff();
			break;
		case "wait":
			await settle(console, sessionId);
			console.clock.advance(step.ms);
			break;
	}
	console.clock.advance(3);
	return true;
}

async function finish(console: Console, sessionId: string, end: End): Promise<void> {
	await settle(console, sessionId);
	const link = await linkOf(console, sessionId);
	if (link === null) return;
	await settle(console, sessionId);
	if (link.state !== "open") return;
	switch (end.kind) {
		case "close":
			link.close(end.code, "bye");
			break;
		case "break":
			link.breakOff();
			break;
		case "ownEnd":
			await console.ask("session.end", { sessionId });
			break;
		case "disconnect":
			await console.ask("session.disconnect", { sessionId });
			break;
		case "agentEnds":
			link.text({ type: "session.ended", reason: "done" });
			break;
		case "kill":
			return;
	}
	await settle(console, sessionId);
	if (end.kind === "ownEnd" || end.kind === "agentEnds" || end.kind === "disconnect") console.clock.advance(5_000);
	await settle(console, sessionId);
}

/** Session opened and heard to its end; answers its id. */
async function live(console: Console, { protocol, resume, steps, end }: Stream): Promise<string> {
	const { sessionId } = await console.ask("session.open", {
		target: {
			protocol,
			by: { kind: "url", url: "ws://127.0.0.1:9/" },
			...(protocol === "agentcall" && { resume: resume ? "always" : "never", ack: "always" }),
		},
	});
	for (const step of steps) if (!(await play(console, sessionId, step))) break;
	await finish(console, sessionId, end);
	return sessionId;
}

/** What the window holds once it has caught up. */
async function windowOf(console: Console, { sessionId, protocol }: SessionSummary): Promise<unknown> {
	const after = (_ms: number, run: () => void) => {
		const timer = setImmediate(run);
		return () => clearImmediate(timer);
	};
	if (protocol === "aifight") {
		const tables = createTableStore(console.api, sessionId, after);
		while (tables.state.getState().reading === null || tables.state.getState().reading?.behind !== 0) await turnOfLoop();
		tables.dispose();
		return tables.state.getState().reading;
	}
	const feed = createConversationFeed({ api: console.api, sessionId, after });
	const isReady = () => feed.snapshot().kind === "ready" && feed.snapshot().behind === 0;
	while (!isReady()) await turnOfLoop();
	feed.dispose();
	const { rows } = feed.snapshot();
	const state = await console.ask("state.at", { sessionId, ordinal: null });
	return { rows: rows.map(({ row, text }) => ({ row, text: text?.pieces })), state };
}

async function wholeOf(console: Console, { sessionId, protocol }: SessionSummary, ordinal: number | null): Promise<unknown> {
	if (protocol === "aifight") return console.ask("table.whole", { sessionId, ordinal });
	return JSON.parse((await console.ask("conversation.whole", { sessionId, ordinal })).text);
}

interface Line {
	dir?: string;
	ordinal?: number;
	findings?: Finding[];
}

async function linesOf(console: Console, sessionId: string): Promise<string[]> {
	const lines: string[] = [];
	for await (const line of console.store.exportLines(sessionId, null)) lines.push(line.trimEnd());
	return lines;
}

const worded = (at: number, { severity, code, path, message }: Finding) => `${at} ${severity} ${code} ${path} ${message}`;

async function told(console: Console, sessionId: string): Promise<Told & { base: number; last: number }> {
	await console.ask("session.read", { sessionId });
	const summary = await summaryOf(console, sessionId);
	await settle(console, sessionId);
	const entries = (await linesOf(console, sessionId))
		.map((line) => JSON.parse(line) as Line)
		.filter(({ ordinal }) => ordinal !== undefined);
	const base = (entries[0]?.ordinal ?? 1) - 1;
	const findings = entries.flatMap(({ findings: found = [] }, at) => found.map((finding) => worded(at + 1, finding)));
	const fold = counted(await wholeOf(console, summary, null), base);
	const window = counted(await windowOf(console, summary), base);
	if (summary.ledger.findings !== findings.length) findings.push(`counted ${summary.ledger.findings}, stored ${findings.length}`);
	if (summary.ledger.unread !== 0) findings.push(`${summary.ledger.unread} not read`);
	return { findings: findings.sort(), fold, window, base, last: entries.at(-1)?.ordinal ?? 0 };
}

const checkedBy = (summary: SessionSummary, lines: readonly string[]): Told => {
	const { findings, view } = checkTranscript(summary.protocol, lines);
	return {
		findings: findings.map(({ line, ...finding }) => worded(line - 1, finding)).sort(),
		fold: counted(JSON.parse(view), 1),
		window: null,
	};
};

const ORDINALS: ReadonlySet<string> = new Set([
	...["ordinal", "first", "last", "linkLostAt", "divergedAt", "upToOrdinal", "startOrdinal", "boardOrdinal", "firstOrdinal"],
	...["asked", "ended", "previous", "next"],
]);
/** Of one reading and no other. */
const PASSING: ReadonlySet<string> = new Set(["generation", "revision"]);

/** The value with ordinals counted from the session's first entry, which had `base + 1`. */
function counted(value: unknown, base: number, name = ""): unknown {
	if (typeof value === "number") return ORDINALS.has(name) && value > 0 ? value - base : value;
	if (Array.isArray(value)) return value.map((each) => counted(each, base, name));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([member, each]) =>
			PASSING.has(member) || each === undefined ? [] : [[member, counted(each, base, member)]],
		),
	);
}

const withoutFindings = (line: string): string => {
	const { findings: _, ...rest } = JSON.parse(line) as Line;
	return JSON.stringify(rest);
};

/** Lives through the streams, one after the other, on a profile in that empty folder. */
export async function liveThrough(streams: readonly Stream[], folder: string): Promise<Life[]> {
	const profileDir = join(folder, "profile");
	const before = await openTranscripts({ profileDir, now: () => START_MS });
	const begun: { stream: Stream; sessionId: string; live: Told; liveStatus: string }[] = [];
	for (const stream of streams) {
		// Its clock stands still once this stream is told: nothing happens to its session any more.
		const first = await openConsole(before, profileDir, START_MS);
		const sessionId = await live(first, stream);
		const { base: _, last: __, ...rest } = await told(first, sessionId);
		begun.push({ stream, sessionId, live: rest, liveStatus: (await summaryOf(first, sessionId)).status.kind });
	}
	// The program ends without a word.
	await before.close();
	const after = await openTranscripts({ profileDir, now: () => START_MS });
	const second = await openConsole(after, profileDir, START_MS + 86_400_000);
	const lives: Life[] = [];
	try {
		for (const { stream, sessionId, live, liveStatus } of begun) {
			const summary = await summaryOf(second, sessionId);
			const { base, last, ...stored } = await told(second, sessionId);
			const { path } = await second.store.exportJsonl(sessionId, join(folder, `${sessionId}.jsonl`), null);
			const lines = readFileSync(path, "utf8").trimEnd().split("\n");
			lives.push({
				stream,
				summary,
				own: new Set(lines.flatMap((line, at) => ((JSON.parse(line) as Line).dir === "out" ? [at] : []))),
				liveStatus,
				live,
				stored: { ...stored, withoutEnd: counted(await wholeOf(second, summary, last), base) },
				imported: await imported(second, path),
				checked: checkedBy(summary, lines),
				checkedAnew: checkedBy(summary, lines.map(withoutFindings)),
			});
		}
	} finally {
		await second.core.dispose();
	}
	return lives;
}

async function imported(console: Console, path: string): Promise<Told> {
	const bytes = readFileSync(path);
	const { uploadId } = await console.ask("upload.begin", { name: basename(path), bytes: bytes.length });
	const PIECE = 512 * 1024;
	for (let at = 0; at < bytes.length; at += PIECE)
		await console.ask("upload.piece", { uploadId, base64: bytes.subarray(at, at + PIECE).toString("base64") });
	const { sessions } = await console.ask("transcript.import", { uploadId });
	const { base: _, last: __, ...rest } = await told(console, sessions[0]?.sessionId ?? "");
	return rest;
}
