import type { LibrarySession, RetentionPlan, RetentionPolicy } from "../../../schemas/library.ts";
import { endOf } from "./list-sessions.ts";

const DAY_MS = 86_400_000;
const MOST_LISTED = 500;

/** Which sessions a policy would remove: by age, then the oldest until the rest is small enough. Live and removed ones are left alone. */
export function planRetention(
	sessions: readonly LibrarySession[],
	{ maxAgeDays, maxBytes, keepNoted }: RetentionPolicy,
	nowMs: number,
): { plan: RetentionPlan; sessionIds: string[] } {
	const present = sessions.filter(({ removedAtMs }) => removedAtMs === null).sort((a, b) => endOf(a) - endOf(b));
	const oldestMs = maxAgeDays === null ? Number.NEGATIVE_INFINITY : nowMs - maxAgeDays * DAY_MS;
	let kept = present.reduce((sum, { bytes }) => sum + bytes, 0);
	let unmet = false;
	const going: LibrarySession[] = [];
	for (const session of present) {
		const isDue = endOf(session) < oldestMs || (maxBytes !== null && kept > maxBytes);
		if (!isDue) continue;
		const stays = session.outcome === "live" || (keepNoted && (session.tags.length > 0 || session.note !== ""));
		if (stays) {
			unmet ||= endOf(session) < oldestMs;
			continue;
		}
		going.push(session);
		kept -= session.bytes;
	}
	const sum = (of: (session: LibrarySession) => number) => going.reduce((total, session) => total + of(session), 0);
	return {
		sessionIds: going.map(({ sessionId }) => sessionId),
		plan: {
			sessions: going
				.slice(0, MOST_LISTED)
				.map(({ sessionId, name, lastAtMs, entries, bytes }) => ({ sessionId, name, lastAtMs, entries, bytes })),
			count: going.length,
			entries: sum(({ entries }) => entries),
			bytes: sum(({ bytes }) => bytes),
			kept: { sessions: present.length - going.length, bytes: kept },
			unmet: unmet || (maxBytes !== null && kept > maxBytes),
		},
	};
}
