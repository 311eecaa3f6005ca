/** When the window first showed an entry: kept per publish, not per entry, and only for what came while it watched. */
export interface ShownLog {
	/** Everything up to this ordinal is on show from now. */
	shown(upToOrdinal: number, atMs: number): void;
	/** ms since 1970; null for what was there before the window looked, or too long ago. */
	at(ordinal: number): number | null;
}

const KEEP = 4000;

export function createShownLog(): ShownLog {
	const log: { upTo: number; atMs: number }[] = [];
	return {
		shown(upToOrdinal, atMs) {
			const last = log[log.length - 1];
			if (last && last.upTo >= upToOrdinal) return;
			log.push({ upTo: upToOrdinal, atMs });
			if (log.length > KEEP * 2) log.splice(0, KEEP);
		},
		at(ordinal) {
			const first = log[0];
			if (!first || ordinal <= first.upTo) return null;
			let low = 0;
			let high = log.length - 1;
			while (low < high) {
				const middle = (low + high) >> 1;
				if ((log[middle]?.upTo ?? 0) >= ordinal) high = middle;
				else low = middle + 1;
			}
			const found = log[low];
			return found && found.upTo >= ordinal ? found.atMs : null;
		},
	};
}
