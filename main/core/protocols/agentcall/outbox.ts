import type { Delivery } from "../../../../schemas/timeline.ts";
import type { Ref } from "../../session/machine.ts";

/** An own message whose fate is still open. */
export interface OutboxItem {
	ref: Ref;
	type: string;
	/** Null for messages without a turn number. */
	turn: number | null;
	text: string;
	delivery: Extract<Delivery, "queued" | "sending" | "sent" | "acknowledged" | "unknown">;
	/** No run has been matched to it yet. */
	awaitsRun: boolean;
	/** A socket took it at least once. */
	wasSent: boolean;
}

/** Messages that take a number from the client-monotonic turn counter. */
const TURN_TYPES = new Set(["user.turn", "user.observation", "audio.turn.start"]);

export const takesTurn = (type: string | null): boolean => type !== null && TURN_TYPES.has(type);

/** Messages that are tracked until evidence settles them. */
export const isTracked = (type: string): boolean => TURN_TYPES.has(type) || type === "audio.turn.commit" || type === "audio.turn.cancel";

/** Messages an agent answers with a run. */
export const awaitsRun = (type: string): boolean => type === "user.turn" || type === "user.observation" || type === "audio.turn.commit";

export function turnOf(body: Record<string, unknown> | null): number | null {
	const turn = body?.turn;
	return typeof turn === "number" && Number.isSafeInteger(turn) && turn >= 1 ? turn : null;
}

/**
 * Which sent message a new run answers: the turn its metadata names, else the oldest sent one without a run, else none.
 * `rule` is shown, since only the first is evidence by name.
 */
export function matchRun(
	items: readonly OutboxItem[],
	metadataTurn: number | null,
): { item: OutboxItem; rule: "metadata" | "oldest" } | { item: null; rule: "unsolicited" } {
	if (metadataTurn !== null) {
		// A turn that no socket took yet cannot be meant.
		const named = items.find((item) => item.turn === metadataTurn && item.awaitsRun && (item.wasSent || item.delivery !== "queued"));
		if (named) return { item: named, rule: "metadata" };
		return { item: null, rule: "unsolicited" };
	}
	const oldest = items.find((item) => (item.delivery === "sent" || item.delivery === "acknowledged") && item.awaitsRun);
	return oldest ? { item: oldest, rule: "oldest" } : { item: null, rule: "unsolicited" };
}
