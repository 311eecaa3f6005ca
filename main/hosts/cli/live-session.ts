import type { OperatorApi } from "../../../schemas/ipc.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import { ask } from "../local-api.ts";
import { createLinkStory, type LinkStory } from "./link-story.ts";
import type { SessionStart } from "./session-start.ts";

/** How often a condition that depends on time alone is looked at. */
const TICK_MS = 20;
/** What is accepted gets this long to be stored when nothing stands against it. */
const STORE_LIMIT_MS = 30_000;

export interface LiveSession {
	readonly sessionId: string;
	/** What the session had before this run. */
	readonly start: SessionStart;
	/** As told last; the console tells at most every 50 ms, so what lasted shorter was perhaps never told. */
	now(): SessionSummary;
	/** What `now` may have missed. */
	story: Pick<LinkStory, "firstDial" | "firstLoss">;
	/** How long no message came or went and the link did not change, ms. */
	quietMs(): number;
	/** Fresh from the console, past the throttle of its events. */
	refresh(): Promise<SessionSummary>;
	/** Resolves with true once `holds`, with false when `giveUp` does or the deadline passes. Looked at after each change and every tick. */
	until(holds: () => boolean | Promise<boolean>, giveUp?: () => boolean): Promise<boolean>;
	/** Waits until everything received is stored and its story read; not for ever, and not for a store that fails. */
	settled(): Promise<void>;
	dispose(): void;
}

/** Changes with every message and every change of the link; heartbeats are no activity. */
const activityOf = ({ ledger, status }: SessionSummary) =>
	`${ledger.received} ${ledger.stored} ${ledger.sent} ${ledger.queued} ${status.kind}`;

export interface FollowOptions {
	start: SessionStart;
	/** On the monotonic clock; bounds every wait. */
	deadlineMs: number;
	onStatus(session: SessionSummary): void;
	isStoreFailing(): boolean;
}

/** Follows one session through OperatorApi. */
export async function followSession(
	api: OperatorApi,
	sessionId: string,
	{ start, deadlineMs, onStatus, isStoreFailing }: FollowOptions,
): Promise<LiveSession> {
	const story = createLinkStory(api, sessionId, start.localEntries);
	let isStoryOld = true;
	let summary: SessionSummary | null = null;
	let changedAtMs = performance.now();
	let wake: () => void = () => {};

	const take = (session: SessionSummary) => {
		const before = summary;
		summary = session;
		if (!before || activityOf(before) !== activityOf(session)) changedAtMs = performance.now();
		if (before?.status.kind !== session.status.kind) onStatus(session);
		wake();
	};
	const stops = [
		api.on("session.changed", ({ session }) => {
			if (session.sessionId === sessionId) take(session);
		}),
		api.on("timeline.changed", (change) => {
			if (change.sessionId === sessionId) isStoryOld = true;
		}),
	];
	const refresh = async () => {
		const found = (await ask(api, "session.list", {})).find((session) => session.sessionId === sessionId);
		if (!found) throw new Error(`Session ${sessionId} is gone.`);
		take(found);
		return found;
	};
	const readStory = async () => {
		if (!isStoryOld) return;
		isStoryOld = false;
		await story.read();
	};
	const tick = () =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, TICK_MS);
			wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	await refresh();

	return {
		sessionId,
		start,
		now: () => summary as SessionSummary,
		story,
		quietMs: () => performance.now() - changedAtMs,
		refresh,
		async until(holds, giveUp = () => false) {
			for (;;) {
				await readStory();
				if (await holds()) return true;
				if (giveUp() || performance.now() >= deadlineMs) return false;
				await tick();
			}
		},
		async settled() {
			const endMs = performance.now() + STORE_LIMIT_MS;
			for (;;) {
				const { ledger } = await refresh();
				if (ledger.received === ledger.stored || isStoreFailing() || performance.now() >= endMs) break;
				await tick();
			}
			isStoryOld = true;
			await readStory();
		},
		dispose() {
			for (const stop of stops) stop();
		},
	};
}
