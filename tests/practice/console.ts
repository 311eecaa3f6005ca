import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCardSource } from "../../main/adapters/card-source/create-card-source.ts";
import { createFrameReader } from "../../main/adapters/frame-reader/create-frame-reader.ts";
import { openTranscripts } from "../../main/adapters/sqlite-transcripts/open.ts";
import { createSockets } from "../../main/adapters/ws-socket/create-sockets.ts";
import { createCore } from "../../main/core/create-core.ts";
import type { Clock } from "../../main/core/ports.ts";
import { createPracticeAgents } from "../../main/practice/index.ts";
import type { ConversationRun } from "../../schemas/conversation.ts";
import type { Result } from "../../schemas/errors.ts";
import type { RequestName, Requests } from "../../schemas/ipc.ts";
import type { SessionSummary } from "../../schemas/session.ts";
import type { EntryDetail, TimelineFilter, TimelineRow } from "../../schemas/timeline.ts";
import { createFakePorts } from "../fakes/fake-ports.ts";

/** Both clocks run this much faster than time itself: what takes a minute is over in three seconds. */
const TIME_SCALE = 0.05;
/** Real time in which a console waits for something before it gives up. */
const WAIT_MS = 40_000;
/** Nothing but heartbeats for this long, real time, and a scenario has said what it has to say. */
const QUIET_MS = 600;
/** A commit takes no longer than this, real time. */
const SETTLE_MS = 200;
const PAGE = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A clock on which a second takes `scale` seconds. Its timers do not keep the process alive. */
function createScaledClock(scale: number): Clock {
	const start = Date.now();
	const scaled = () => (Date.now() - start) / scale;
	return {
		nowMs: () => start + scaled(),
		monoMs: scaled,
		after(delayMs, run) {
			const timer = setTimeout(run, delayMs * scale);
			timer.unref();
			return () => clearTimeout(timer);
		},
	};
}

/** The console with everything real but the reader: core, store on disk, sockets, practice agents. */
export interface Console {
	open(scenario: string): Promise<Visit>;
	dispose(): Promise<void>;
}

/** One session with one practice agent. */
export interface Visit {
	sessionId: string;
	request<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]>;
	send(body: Record<string, unknown>, override?: boolean): Promise<void>;
	summary(): Promise<SessionSummary>;
	/** Resolves when it holds, or throws with what there is. */
	until(holds: (summary: SessionSummary) => boolean | Promise<boolean>, what: string): Promise<void>;
	/** Resolves when nothing but heartbeats was said for a while and everything said is stored. */
	quiet(): Promise<void>;
	/** An entry of that type is stored. */
	has(type: string): Promise<boolean>;
	/** Entries of that type, whole. */
	entries(type: string): Promise<EntryDetail[]>;
	/** Codes of what receiving and reading found; `infos` are those of no weight. */
	findings(): Promise<{ codes: string[]; infos: string[] }>;
	whole(): Promise<{ messages: { role: string; content?: unknown }[]; state: unknown; runs: ConversationRun[] }>;
}

export async function startConsole(): Promise<Console> {
	const clock = createScaledClock(TIME_SCALE);
	const folder = mkdtempSync(join(tmpdir(), "switchboard-scenarios-"));
	const transcripts = await openTranscripts({ profileDir: folder, now: clock.nowMs });
	const practice = createPracticeAgents({ timeScale: TIME_SCALE, now: clock.nowMs });
	const core = await createCore({
		...createFakePorts(),
		clock,
		ids: { uuid: () => crypto.randomUUID(), random: Math.random },
		sockets: createSockets(),
		frames: createFrameReader(),
		cards: createCardSource({ timeLimitMs: WAIT_MS }),
		practice,
		transcripts,
		library: transcripts.library,
		search: transcripts.search,
	});

	async function request<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]> {
		const result = (await core.dispatch(name, args)) as Result<Requests[N]["result"]>;
		if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
		return result.value;
	}

	/** The store keeps few sessions read and looks by itself only at those: while one is looked at, no other may take its place. */
	let reading: Promise<unknown> = Promise.resolve();
	function alone<T>(read: () => Promise<T>): Promise<T> {
		const next = reading.then(read);
		reading = next.catch(() => {});
		return next;
	}

	async function open(scenario: string): Promise<Visit> {
		const said = practice.scenarios().find(({ name }) => name === scenario)?.target ?? {};
		const target = { protocol: "agentcall" as const, ...said, by: { kind: "practice" as const, scenario } };
		const { sessionId } = await request("session.open", { target });

		async function summary(): Promise<SessionSummary> {
			const found = (await request("session.list", {})).find((each) => each.sessionId === sessionId);
			if (!found) throw new Error(`${scenario}: the session is not listed.`);
			return found;
		}

		async function rows(filter: TimelineFilter): Promise<TimelineRow[]> {
			const all: TimelineRow[] = [];
			for (let from = 0; ; from += PAGE) {
				const page = await request("timeline.rows", { sessionId, filter, from, count: PAGE });
				all.push(...page.rows);
				if (page.rows.length < PAGE) return all;
			}
		}

		const whole = async (found: TimelineRow[]): Promise<EntryDetail[]> =>
			Promise.all(found.map(({ ordinal }) => request("timeline.entry", { sessionId, ordinal })));

		async function until(holds: (summary: SessionSummary) => boolean | Promise<boolean>, what: string): Promise<void> {
			const deadline = Date.now() + WAIT_MS;
			while (!(await holds(await summary()))) {
				if (Date.now() > deadline) {
					const last = (await rows({})).slice(-8).map(({ dir, type }) => `${dir} ${type}`);
					throw new Error(`${scenario}: waited for ${what}. Last entries: ${last.join(", ")}`);
				}
				await pause(25);
			}
		}

		return {
			sessionId,
			request,
			summary,
			until,
			async send(body, override = false) {
				await request("message.send", { sessionId, text: JSON.stringify(body), ...(override ? { override } : {}) });
			},
			async quiet() {
				let last = "";
				let since = Date.now();
				await until(({ status, ledger: { received, stored, sent, acked } }) => {
					const now = `${status.kind} ${received} ${sent} ${acked}`;
					if (now !== last) since = Date.now();
					last = now;
					return received === stored && status.kind !== "dialling" && Date.now() - since >= QUIET_MS;
				}, "quiet");
			},
			has: async (type) => (await rows({ text: type })).some((row) => row.type === type),
			entries: async (type) => whole((await rows({ text: type })).filter((row) => row.type === type)),
			async findings() {
				const found = await alone(async () => {
					await request("conversation.whole", { sessionId, ordinal: null });
					return (await transcripts.readFindings(sessionId, PAGE, false)).found.flatMap(({ findings }) => findings);
				});
				// What the console itself has read is on its way into the store.
				await pause(SETTLE_MS);
				found.push(...(await whole(await rows({ onlyTrouble: true }))).flatMap((entry) => entry.findings));
				const of = (isInfo: boolean) => {
					const codes = found.filter(({ severity }) => (severity === "info") === isInfo).map(({ code }) => code);
					return [...new Set(codes)].sort();
				};
				return { codes: of(false), infos: of(true) };
			},
			async whole() {
				const { text } = await request("conversation.whole", { sessionId, ordinal: null });
				return JSON.parse(text) as Awaited<ReturnType<Visit["whole"]>>;
			},
		};
	}

	return {
		open,
		async dispose() {
			await core.dispose();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
