import type { OperatorApi } from "../../../schemas/ipc.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import { ask } from "../local-api.ts";

/** How often a condition that depends on time alone is looked at. */
const TICK_MS = 20;

export interface LiveSession {
	readonly sessionId: string;
	/** As told last. */
	now(): SessionSummary;
	/** How long no message came or went and the link did not change, ms. */
	quietMs(): number;
	/** Fresh from the console, past the throttle of its events. */
	refresh(): Promise<SessionSummary>;
	/** Resolves with true once `holds`, with false when `giveUp` does or the deadline passes. Looked at after each change and every tick. */
	until(holds: () => boolean | Promise<boolean>, giveUp?: () => boolean): Promise<boolean>;
	dispose(): void;
}

/** Changes with every message and every change of the link; heartbeats are no activity. */
const activityOf = ({ ledger, status }: SessionSummary) =>
	`${ledger.received} ${ledger.stored} ${ledger.sent} ${ledger.queued} ${status.kind}`;

/** Follows one session through OperatorApi; `deadlineMs` on the monotonic clock bounds every wait. */
export async function followSession(
	api: OperatorApi,
	sessionId: string,
	deadlineMs: number,
	onStatus: (session: SessionSummary) => void,
): Promise<LiveSession> {
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
	const stop = api.on("session.changed", ({ session }) => {
		if (session.sessionId === sessionId) take(session);
	});
	const refresh = async () => {
		const found = (await ask(api, "session.list", {})).find((session) => session.sessionId === sessionId);
		if (!found) throw new Error(`Session ${sessionId} is gone.`);
		take(found);
		return found;
	};
	await refresh();

	return {
		sessionId,
		now: () => summary as SessionSummary,
		quietMs: () => performance.now() - changedAtMs,
		refresh,
		async until(holds, giveUp = () => false) {
			for (;;) {
				if (await holds()) return true;
				if (giveUp() || performance.now() >= deadlineMs) return false;
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, TICK_MS);
					wake = () => {
						clearTimeout(timer);
						resolve();
					};
				});
			}
		},
		dispose: stop,
	};
}
