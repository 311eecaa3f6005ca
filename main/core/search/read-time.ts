const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/;

/** ms since 1970 of a date, or a date and time, of this computer; with `Z` or an offset as ISO 8601 says. Null when it is none. */
export function readTime(text: string): number | null {
	const parts = LOCAL.exec(text);
	if (parts === null) {
		if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
		const time = Date.parse(text);
		return Number.isNaN(time) ? null : time;
	}
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0));
	const date = new Date(year, month - 1, day, hour, minute, second, Number((parts[7] ?? "0").padEnd(3, "0")));
	// 31 February is no time, though a Date takes it.
	return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null;
}
