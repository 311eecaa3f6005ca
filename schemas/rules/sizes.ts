/** How counts, bytes and lengths of time are written. Sequence and entry numbers are names and never grouped. */

/** `1296` as `1 296`, with a narrow no-break space. */
export function groupCount(count: number): string {
	return String(Math.trunc(count)).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** `1 finding`, `2 findings`. */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${groupCount(count)} ${count === 1 ? one : many}`;
}

/** Bytes in at most four signs before the unit: `210 B`, `4.6 KB`, `61 KB`, `1.2 MB`; 1 KB is 1000 bytes. */
export function byteSize(bytes: number): string {
	if (bytes < 1000) return `${bytes} B`;
	for (const [unit, size] of [
		["KB", 1e3],
		["MB", 1e6],
		["GB", 1e9],
	] as const) {
		const value = bytes / size;
		if (value < 9.95) return `${value.toFixed(1)} ${unit}`;
		if (value < 999.5) return `${Math.round(value)} ${unit}`;
	}
	return `${Math.round(bytes / 1e9)} GB`;
}

/** A limit or an amount in mebibytes, at most one digit behind the point: `8 MiB`, `0.5 MiB`. */
export const mebibytes = (bytes: number): string => `${Math.round((bytes / 2 ** 20) * 10) / 10} MiB`;

/** No clock is set for longer; what says so is a mistake of the other side, and its digits help nobody. */
const CENTURY_DAYS = 36_525;

/** `14 d`, `3 y 40 d`, `over 100 years`. */
function longTime(days: number): string {
	if (days < 365) return `${days} d`;
	if (days >= CENTURY_DAYS) return "over 100 years";
	return `${Math.floor(days / 365)} y ${days % 365} d`;
}

/** A length of time in the three digits that matter: `5 ms`, `1.20 s`, `13.5 s`, `2 min 5 s`, `3 h 12 min`, `2 d 4 h`, `over 100 years`. */
export function duration(ms: number): string {
	const sign = ms < 0 ? "\u2212" : "";
	const length = Math.abs(ms);
	if (length < 999.5) return `${sign}${Math.round(length)} ms`;
	const seconds = length / 1000;
	if (seconds < 9.995) return `${sign}${seconds.toFixed(2)} s`;
	if (seconds < 59.95) return `${sign}${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	if (whole < 3600) return `${sign}${Math.floor(whole / 60)} min ${whole % 60} s`;
	const minutes = Math.floor(whole / 60);
	if (minutes < 1440) return `${sign}${Math.floor(minutes / 60)} h ${minutes % 60} min`;
	const hours = Math.floor(minutes / 60);
	const days = Math.floor(hours / 24);
	return sign + (days < 100 ? `${days} d ${hours % 24} h` : longTime(days));
}

/** An age for a narrow column: `0.4 s`, `12 s`, `3 min`, `5 h`, `2 d`, `3 y`. */
export function shortAge(ms: number): string {
	const seconds = Math.max(0, ms) / 1000;
	if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
	if (seconds < 90) return `${Math.round(seconds)} s`;
	if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
	if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
	const days = Math.round(seconds / 86_400);
	return days < 1000 ? `${days} d` : days < CENTURY_DAYS ? `${Math.round(days / 365)} y` : "100+ y";
}

/** A wait in a sentence, no more exact than it matters: `84 ms`, `0.5 s`, `61 s`. */
export function shortTime(ms: number): string {
	if (Math.abs(ms) < 500) return `${Math.round(ms)} ms`;
	if (Math.abs(ms) < 10_000) return `${Math.round(ms / 100) / 10} s`;
	return `${Math.round(ms / 1000)} s`;
}
