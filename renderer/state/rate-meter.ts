/** Frames per second, from a counter looked at once a second. */
export interface RateMeter {
	/** Takes the counter as it is now; answers the newest rate. Looking twice in the same half second changes nothing. */
	sample(received: number, nowMs: number): void;
	/** Rates of the last seconds, oldest first. */
	values(): readonly number[];
	perSecond(): number;
}

const KEEP = 12;

export function createRateMeter(): RateMeter {
	const values: number[] = [];
	let last: { received: number; atMs: number } | null = null;
	return {
		sample(received, nowMs) {
			if (last && nowMs - last.atMs < 500) return;
			if (last) {
				values.push(Math.max(0, Math.round(((received - last.received) * 1000) / (nowMs - last.atMs))));
				if (values.length > KEEP) values.shift();
			}
			last = { received, atMs: nowMs };
		},
		values: () => values,
		perSecond: () => values[values.length - 1] ?? 0,
	};
}
