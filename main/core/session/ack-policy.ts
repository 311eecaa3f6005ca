/** Acks wait this long for more frames … */
export const ACK_COALESCE_MS = 250;
/** … or until this many frames are unacknowledged, or until a run ends. */
const ACK_COALESCE_FRAMES = 32;

/**
 * Whether an ack goes out now.
 * `cursor` is the highest contiguous sequence that is durably stored, `acked` the last one said. Never lower, never the same twice, never 0.
 */
export function ackDue(cursor: number, acked: number, why: "committed" | "timer" | "runEnded"): "now" | "later" | "no" {
	if (cursor <= acked || cursor < 1) return "no";
	if (why !== "committed" || cursor - acked >= ACK_COALESCE_FRAMES) return "now";
	return "later";
}
