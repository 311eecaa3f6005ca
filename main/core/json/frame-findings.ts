import { cutText } from "../../../schemas/rules/code-points.ts";
import { pointerPath, showablePointer } from "../../../schemas/rules/json-pointer.ts";
import { mebibytes } from "../../../schemas/rules/sizes.ts";
import type { Finding, Severity } from "../../../schemas/timeline.ts";
import { READING_COST_BYTES, READING_LIMIT_MS } from "../limits.ts";
import { inWords } from "../schema/describe-violation.ts";
import type { JsonFact } from "./parse.ts";

export type InvalidReason = "binary" | "utf8" | "empty" | "json" | "notObject" | "noType";

export function invalidFrame(reason: InvalidReason, message: string): Finding {
	return { code: "frame.invalid", reason, severity: "error", path: "", message };
}

/** A frame whose reading takes more than one frame may; see `readingCost`. `text` is null when not even its name could be looked for. */
export function tooCostlyFrame(text: string | null): Finding {
	const limits = `${mebibytes(READING_COST_BYTES)} of memory or ${READING_LIMIT_MS / 1000} s`;
	const told = text === null ? "" : "; only its type and number were read";
	const message = `Reading this frame takes more than one frame may (${limits}). It is stored whole${told}.`;
	return { code: "budget.frame", severity: "warning", path: "", message };
}

/** What a text says that the value made from it hides. `frame.loneSurrogate`, `json.unsafeNumber`, `json.duplicateMember`. */
export function factFinding(fact: JsonFact, severity: Severity): Finding {
	const path = showablePointer(fact.pointer);
	switch (fact.kind) {
		case "unsafeNumber": {
			const message = `${cutText(fact.written, 60)} is larger than a number can be held exactly (±9007199254740991). The bytes keep every digit.`;
			return { code: "json.unsafeNumber", severity, path, message };
		}
		case "duplicateMember":
			return {
				code: "json.duplicateMember",
				severity,
				path,
				message: `${inWords(fact.written)} is there more than once; the last one counts.`,
			};
		case "loneSurrogate": {
			const message = `${inWords(pointerPath(fact.pointer).at(-1) ?? "")} holds half a surrogate pair, which is no character. The bytes are kept as they came.`;
			return { code: "frame.loneSurrogate", severity, path, message };
		}
	}
}

/** Words for where a JSON text breaks. */
export function brokenJson(at: { line: number; column: number; offset: number; ended: boolean }, text: string): string {
	if (at.ended) return `Not valid JSON: the text ends after ${text.length} characters, before the value is complete.`;
	const found = inWords(cutText(text.slice(at.offset, at.offset + 12), 12));
	return `Not valid JSON: it breaks at line ${at.line}, column ${at.column}, at ${found}.`;
}
