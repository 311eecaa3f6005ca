import { cutText } from "../../../../schemas/rules/code-points.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { numberAsWritten } from "../../json/parse.ts";
import { inWords } from "../../schema/describe-violation.ts";

/**
 * Takes `sequence` off `holder` and returns it, so that what remains is the message proper. A sequence that cannot count (not a whole number
 * from 1 to 2^53−1) becomes a finding at `path` and undefined: the frame is then treated as unnumbered.
 */
export function takeSequence(holder: Record<string, unknown>, text: string, path: string, findings: Finding[]): number | undefined {
	const value = holder.sequence;
	if (value === undefined) return undefined;
	delete holder.sequence;
	if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number;
	findings.push({ ...problemOf(value, text, path), severity: "error", path });
	return undefined;
}

function problemOf(value: unknown, text: string, path: string): { code: string; message: string } {
	const rest = "The frame is treated as unnumbered.";
	if (typeof value !== "number")
		return { code: "schema.type", message: `The sequence must be a whole number, but is ${inWords(value)}. ${rest}` };
	const written = cutText(numberAsWritten(text, path) ?? String(value), 60);
	if (value > Number.MAX_SAFE_INTEGER) {
		return { code: "schema.maximum", message: `The sequence is ${written}; it must be at most 9007199254740991. ${rest}` };
	}
	if (!Number.isInteger(value)) return { code: "schema.type", message: `The sequence must be a whole number, but is ${written}. ${rest}` };
	return { code: "schema.minimum", message: `The sequence is ${written}; it must be at least 1. ${rest}` };
}
