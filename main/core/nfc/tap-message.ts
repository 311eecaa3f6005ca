import type { Tap } from "../../../schemas/reader.ts";
import type { Finding } from "../../../schemas/timeline.ts";

/** A tap as the observation it becomes, made once: its id and its time stay, whichever request it answers. */
export interface TapMessage {
	/** What no observation can carry. */
	findings: Finding[];
	/** Exact text of the message with that turn; null when there are findings. */
	text(turn: number, interactionId: string | null): string | null;
}

/** Whether two taps show one card with the same contents. Never true of random numbers: they tell nothing about the card. */
export function isSameCard(one: Tap, other: Tap): boolean {
	if (one.isRandomUid || other.isRandomUid || one.uid !== other.uid) return false;
	return JSON.stringify(one.ndef?.records ?? null) === JSON.stringify(other.ndef?.records ?? null);
}
