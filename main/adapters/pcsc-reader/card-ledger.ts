import type { ReaderSeen } from "../../core/nfc/reader-facts.ts";

export interface CardLedger {
	/** What the reader process says now; answers the same with what is known beyond this process added. */
	see(readers: readonly ReaderSeen[]): ReaderSeen[];
	/** A reading ended, well or not. */
	concluded(reader: string, hasTap: boolean): void;
	/** The process is gone: readings that nobody concludes any more, with the ATR of the card. */
	cutOff(): { reader: string; atr: string }[];
}

const hasCard = ({ condition }: ReaderSeen): boolean => condition !== "empty" && condition !== "unavailable";

/** What lies where, kept from one reader process to the next. `removed` is called when a card is gone. */
export function createCardLedger(removed: (reader: string) => void): CardLedger {
	let before: readonly ReaderSeen[] = [];
	/** Readers with a card whose reading has not been told of, and its ATR. */
	const reading = new Map<string, string>();
	/** Readers blocked by a card, until it goes. */
	const hung = new Set<string>();
	const occupied = new Set<string>();
	/** Readers met by this process: one that is not yet found is no reader without a card. */
	const found = new Set<string>();

	function enter(seen: ReaderSeen): void {
		const was = before.find(({ name }) => name === seen.name);
		// A card that was waited for is the same card still.
		if (seen.condition === "card" && !(was && hasCard(was))) reading.set(seen.name, seen.atr);
		if (seen.condition === "hung") hung.add(seen.name);
		if (hasCard(seen)) occupied.add(seen.name);
		found.add(seen.name);
	}

	function leave(readers: readonly ReaderSeen[]): void {
		for (const name of [...occupied]) {
			const now = readers.find((seen) => seen.name === name);
			if (now ? hasCard(now) : !found.has(name)) continue;
			occupied.delete(name);
			hung.delete(name);
			removed(name);
		}
	}

	return {
		see(readers) {
			for (const seen of readers) enter(seen);
			leave(readers);
			before = readers;
			return readers.map((seen) => (seen.condition === "card" && hung.has(seen.name) ? { ...seen, condition: "hung" } : seen));
		},
		concluded(reader, hasTap) {
			reading.delete(reader);
			if (hasTap) hung.delete(reader);
		},
		cutOff() {
			const cut = [...reading].map(([reader, atr]) => ({ reader, atr }));
			reading.clear();
			found.clear();
			before = [];
			return cut;
		},
	};
}
