import type { TableEvent } from "../../schemas/table.ts";

/** Events of one hand or round. */
export interface EventGroup {
	key: string;
	/** `Hand 9`, `Round 2`; empty before the first and where a game has no such parts. */
	title: string;
	events: TableEvent[];
}

const titleOf = ({ type, data }: TableEvent): string | null => {
	if (type === "new_hand") return `Hand ${String(data.hand_num ?? "?")}`;
	if (type === "round_start") return `Round ${String(data.round ?? "?")}`;
	return null;
};

/** Oldest first. A group begins with the event that opens a hand or a round. */
export function groupEvents(events: readonly TableEvent[]): EventGroup[] {
	const groups: EventGroup[] = [];
	for (const event of events) {
		const title = titleOf(event);
		if (title !== null || groups.length === 0) groups.push({ key: `${groups.length} ${title ?? ""}`, title: title ?? "", events: [] });
		groups.at(-1)?.events.push(event);
	}
	return groups;
}

/** Numbers between the first and the last event that never came. */
export function holesIn(events: readonly TableEvent[]): number {
	const seqs = new Set(events.flatMap(({ seq }) => seq ?? []));
	if (seqs.size === 0) return 0;
	return Math.max(...seqs) - Math.min(...seqs) + 1 - seqs.size;
}
