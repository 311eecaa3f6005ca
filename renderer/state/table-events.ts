import type { TableEvent } from "../../schemas/table.ts";

/** Events of one hand or round. */
export interface EventGroup {
	key: string;
	/** `Hand 9`, `Round 2`, `Turn 5`; empty before the first. */
	title: string;
	events: TableEvent[];
}

/** What an event opens; `turn` counts the turns before it. Coup has no rounds: each action begins a turn. */
const titleOf = ({ type, data }: TableEvent, turn: number): string | null => {
	if (type === "new_hand") return `Hand ${String(data.hand_num ?? "?")}`;
	if (type === "round_start") return `Round ${String(data.round ?? "?")}`;
	if (type === "action") return `Turn ${turn + 1}`;
	return null;
};

/** Oldest first. A group begins with the event that opens a hand or a round. */
export function groupEvents(events: readonly TableEvent[]): EventGroup[] {
	const groups: EventGroup[] = [];
	for (const event of events) {
		const title = titleOf(event, groups.filter((group) => group.title.startsWith("Turn")).length);
		if (title !== null || groups.length === 0) groups.push({ key: `${groups.length} ${title ?? ""}`, title: title ?? "", events: [] });
		groups.at(-1)?.events.push(event);
	}
	return groups;
}

/** First and last number of the events; null without one. */
export function rangeOf(seqs: Iterable<number>): { first: number; last: number } | null {
	let range: { first: number; last: number } | null = null;
	for (const seq of seqs)
		range = range === null ? { first: seq, last: seq } : { first: Math.min(range.first, seq), last: Math.max(range.last, seq) };
	return range;
}

/** Numbers between the first and the last event that never came. */
export function holesIn(events: readonly TableEvent[]): number {
	const seqs = new Set(events.flatMap(({ seq }) => seq ?? []));
	const range = rangeOf(seqs);
	return range === null ? 0 : range.last - range.first + 1 - seqs.size;
}
