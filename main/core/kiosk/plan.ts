import type { SessionSummary } from "../../../schemas/session.ts";
import type { PromptNow } from "./prompt.ts";

/** What the kiosk does by itself next: a first session, the same one dialled again, or a new one in its place. */
export interface KioskPlan {
	act: "begin" | "connect" | "renew";
	/** ms since 1970. */
	atMs: number;
}

/** After a close that no retry of the link mends, and after a dial that was turned down; the last repeats. */
export const STOPPED_PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000] as const;
/** After a session the agent ended without anybody having used it: a broken agent is not asked every second. */
const FRUITLESS_PAUSES_MS = [3000, 5000, 10_000, 30_000, 60_000] as const;

export const pauseOf = (pauses: readonly number[], count: number): number => pauses[Math.min(count, pauses.length - 1)] ?? 0;

/** What the kiosk does now: act, look again after a time, or nothing until something changes. `times`: when something it shows ends by itself. */
export function nextStep(
	plan: KioskPlan | null,
	isBusy: boolean,
	times: readonly (number | null)[],
	nowMs: number,
): { act: KioskPlan["act"] } | { inMs: number } | null {
	if (plan && plan.atMs <= nowMs && !isBusy) return { act: plan.act };
	const planned = isBusy ? null : (plan?.atMs ?? null);
	const nextMs = Math.min(...[...times, planned].filter((atMs) => atMs !== null && atMs > nowMs).map(Number));
	return Number.isFinite(nextMs) ? { inMs: nextMs - nowMs } : null;
}

export interface PlanFacts {
	session: Pick<SessionSummary, "status" | "ledger"> | null;
	/** When its link closed for good. */
	closedAtMs: number | null;
	afterVisit: "newSession" | "sameSession";
	shown: PromptNow;
	/** Closes in a row that nothing good came between. */
	stops: number;
	/** Sessions in a row that ended without an answer from this side. */
	fruitless: number;
	nowMs: number;
}

/** Null: the link looks after itself, or a person acts. */
export function kioskPlan({ session, closedAtMs, afterVisit, shown, stops, fruitless, nowMs }: PlanFacts): KioskPlan | null {
	if (!session) return { act: "begin", atMs: nowMs };
	const { status, ledger } = session;
	if (status.kind === "closed") {
		const sinceMs = closedAtMs ?? nowMs;
		if (status.outcome.next === "ended") {
			// Words that are still to be read come first.
			const readMs = shown.prompt.kind === "done" ? shown.prompt.untilMs : 0;
			return { act: "renew", atMs: Math.max(readMs, sinceMs + pauseOf(FRUITLESS_PAUSES_MS, fruitless)) };
		}
		const wasTurnedDown = status.outcome.code === null && ledger.received === 0;
		return { act: wasTurnedDown ? "connect" : "renew", atMs: sinceMs + pauseOf(STOPPED_PAUSES_MS, stops) };
	}
	if (status.kind === "idle") return { act: "connect", atMs: nowMs };
	if (status.kind === "open" && shown.prompt.kind === "done" && afterVisit === "newSession")
		return { act: "renew", atMs: shown.prompt.untilMs };
	return null;
}
