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
