import type { Tap, TapFailed } from "../../../schemas/reader.ts";

/** Within this after a card was last seen, the same card again is no new tap. Short enough to let a person tap twice on purpose. */
export const REPEAT_WINDOW_MS = 1000;

export interface TapGate {
	/** Whether this reading is a tap of its own. */
	tapped(tap: Tap): boolean;
	/** Whether this failure is one of its own. */
	failed(failure: TapFailed): boolean;
	/** The reader is empty, or gone. */
	removed(reader: string): void;
	/** Readings that made no tap, failures that made no event. */
	suppressed(): number;
}

/** What a reader last had on it. */
interface Seen {
	card: string;
	atr: string;
	/** Still on it, as far as is known. */
	lies: boolean;
	seenMs: number;
	/** A failure was told for what lies there now. */
	hasFailed: boolean;
}

/**
 * One tap, one event. Suppressed: the card that still lies there when the reader or its service comes back; the same card within the window
 * after it was last seen, on this reader or another; a failure that repeats while the same thing lies there; a failed look at a good card
 * that was just taken away. Different cards are never held back, however quickly they follow.
 */
export function createTapGate(monoMs: () => number, windowMs = REPEAT_WINDOW_MS): TapGate {
	const byReader = new Map<string, Seen>();
	let suppressed = 0;

	/** Every look at a phone brings another number: there the place and the kind of card must do. */
	const cardOf = ({ isRandomUid, uid, reader, atr }: Tap) => (isRandomUid ? `random ${reader} ${atr}` : uid);
	const isRecent = (seen: Seen) => seen.lies || monoMs() - seen.seenMs <= windowMs;

	return {
		tapped(tap) {
			const card = cardOf(tap);
			const isRepeat = [...byReader].some(
				([reader, seen]) => seen.card === card && (reader === tap.reader ? isRecent(seen) : monoMs() - seen.seenMs <= windowMs),
			);
			byReader.set(tap.reader, { card, atr: tap.atr, lies: true, seenMs: monoMs(), hasFailed: false });
			if (isRepeat) suppressed++;
			return !isRepeat;
		},
		failed({ reader, reason, atr }) {
			const seen = byReader.get(reader);
			const isFlicker = seen !== undefined && reason === "lifted" && seen.card !== "" && (atr === "" || atr === seen.atr) && isRecent(seen);
			const isRepeat = seen?.hasFailed === true && seen.lies;
			if (isFlicker || isRepeat) {
				suppressed++;
				return false;
			}
			byReader.set(reader, { card: "", atr, lies: true, seenMs: monoMs(), hasFailed: true });
			return true;
		},
		removed(reader) {
			const seen = byReader.get(reader);
			if (!seen?.lies) return;
			seen.lies = false;
			seen.seenMs = monoMs();
		},
		suppressed: () => suppressed,
	};
}
