import type { TimelineRow } from "../../../schemas/timeline.ts";

/** Stands in until main/core/timeline/summary.ts is there. */
export function summarize(entry: Pick<TimelineRow, "dir" | "kind" | "opcode" | "type" | "byteLength"> & { text: string | null }): string {
	return entry.text === null ? `${entry.byteLength} bytes` : entry.text.slice(0, 240);
}
