/** Which numbers a JSON reader may change: they are kept, shown and sent as they are written, and never edited as numbers. */

/** As JSON writes a number. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const isJsonNumber = (written: string): boolean => JSON_NUMBER.test(written);

/** An integer outside ±(2^53−1), however it is written. */
export function isBeyondExact(written: string): boolean {
	const value = Number(written);
	return isJsonNumber(written) && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** One whose digits are all spelled out; `1e20` is written back as it came. */
export const isLongInteger = (written: string): boolean => /^-?\d{16}\d*$/.test(written) && !Number.isSafeInteger(Number(written));

/** A double does not hold every digit of it. */
export function losesDigits(written: string): boolean {
	const value = Number(written);
	if (!Number.isFinite(value)) return true;
	return decimalOf(written) !== decimalOf(String(value));
}

/** Sign, digits and exponent of a number, in one form for all ways to write it. */
function decimalOf(written: string): string {
	const found = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written);
	if (!found) return written;
	const [, sign = "", whole = "", fraction = "", exponent = "0"] = found;
	const digits = (whole + fraction).replace(/^0+/, "");
	const kept = digits.replace(/0+$/, "");
	if (kept === "") return "0";
	return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

// The reviver's third argument is not in TypeScript's library yet.
type Reviver = (name: string, value: unknown) => unknown;
const keepDigits = ((_name: string, value: unknown, { source = "" }: { source?: string }) =>
	typeof value === "number" && isLongInteger(source) ? BigInt(source) : value) as Reviver;

/** `JSON.parse`, but integers that a number would round come as bigints. Throws what `JSON.parse` throws. */
export const parseExactIntegers = (text: string): unknown => (/\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text));

/** A number that may have been changed on the way into a value: too large for any, or an integer whose digits are spelled out and cannot all be held. */
export function isUnsafeNumber(written: string): boolean {
	const value = Number(written);
	if (!Number.isFinite(value)) return true;
	return /\d{16}/.test(written) && Number.isInteger(value) && !Number.isSafeInteger(value);
}
