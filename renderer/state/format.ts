/** How times of day are written in the window: the computer's local time, with milliseconds. Counts, sizes and lengths of time: as everywhere. */
export { byteSize, duration, groupCount, plural, shortAge } from "../../schemas/rules/sizes.ts";

const two = (value: number): string => String(value).padStart(2, "0");

/** Hours and minutes with their colon, then seconds with ms, apart: the list shows the first part softer. */
export function clockParts(atMs: number): { minutes: string; seconds: string } {
	const at = new Date(atMs);
	return {
		minutes: `${two(at.getHours())}:${two(at.getMinutes())}:`,
		seconds: `${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`,
	};
}

export function clockTime(atMs: number): string {
	const { minutes, seconds } = clockParts(atMs);
	return minutes + seconds;
}

export function clockMinute(atMs: number): string {
	const at = new Date(atMs);
	return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function clockSecond(atMs: number): string {
	return clockTime(atMs).slice(0, 8);
}

/** `2026-11-30 14:31:48.112`. */
export function dateTime(atMs: number): string {
	const at = new Date(atMs);
	return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clockTime(atMs)}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `1 Dec`. */
export function dayMonth(atMs: number): string {
	const at = new Date(atMs);
	return `${at.getDate()} ${MONTHS[at.getMonth()]}`;
}

/** `1 Dec 2026`. */
export const dayWords = (atMs: number): string => `${dayMonth(atMs)} ${new Date(atMs).getFullYear()}`;

export const isSameDay = (one: number, other: number): boolean => new Date(one).toDateString() === new Date(other).toDateString();

/** How far local time was from UTC at that moment: `UTC`, `UTC+1`, `UTC-3:30`. */
export function zoneWords(atMs: number): string {
	const minutes = -new Date(atMs).getTimezoneOffset();
	if (minutes === 0) return "UTC";
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `UTC${minutes > 0 ? "+" : "-"}${hours}${rest === 0 ? "" : `:${two(rest)}`}`;
}
