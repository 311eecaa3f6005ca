import { isOpen, note } from "../own-frames.ts";
import type { Turn } from "./state.ts";
import { isAnswerable } from "./status.ts";

interface Wait {
	key: string;
	what: "action" | "match_confirm";
	match: string | null;
	requestId: string;
	deadlineAtMs: number;
}

function openWaits(turn: Turn): Wait[] {
	const { desk, expired } = turn.state;
	const waits: Wait[] = [];
	for (const { sessionId, request } of desk.matches.values()) {
		if (!request || request.answered || !isAnswerable(request)) continue;
		const { requestId, deadlineAtMs } = request;
		waits.push({ key: `${sessionId} ${requestId}`, what: "action", match: sessionId, requestId, deadlineAtMs });
	}
	const { confirm } = desk;
	if (confirm && !confirm.answered) {
		const { confirmId, deadlineAtMs } = confirm;
		waits.push({ key: confirmId, what: "match_confirm", match: null, requestId: confirmId, deadlineAtMs });
	}
	return waits.filter(({ key }) => !expired.has(key));
}

/** Keeps one timer at the soonest deadline. Call at the end of each step. */
export function scheduleDeadline(turn: Turn): void {
	const { state, env } = turn;
	const soonest = isOpen(state)
		? openWaits(turn).reduce<number | null>((least, { deadlineAtMs }) => Math.min(least ?? deadlineAtMs, deadlineAtMs), null)
		: null;
	if (soonest === state.deadlineAtMs) return;
	state.deadlineAtMs = soonest;
	if (soonest === null) turn.out({ kind: "cancelTimer", name: "deadline" });
	else turn.out({ kind: "timer", name: "deadline", delayMs: Math.max(0, soonest - env.nowMs) });
}

/** More than can be open at the same time. */
const MAX_NOTED = 1_024;

/** The timer fired: says which time is over. No frame of the server tells. */
export function noteExpired(turn: Turn): void {
	const { state, env } = turn;
	state.deadlineAtMs = null;
	for (const { key, what, match, requestId, deadlineAtMs } of openWaits(turn)) {
		if (deadlineAtMs > env.nowMs) continue;
		state.expired.add(key);
		if (state.expired.size > MAX_NOTED) state.expired.delete(state.expired.values().next().value ?? "");
		note(turn, { event: "request.expired", what, match, requestId });
	}
}
