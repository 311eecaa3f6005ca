import type { Masked } from "../../../core/interchange/redactor.ts";
import { cutLeaves } from "../../../core/proof/leaves.ts";
import { type PlannedRun, planRuns } from "../../../core/proof/masked-text.ts";

/** Which leaves of an entry leave and which are masked. */
export interface MaskPlan {
	ends: number[];
	runs: PlannedRun[];
	/** Bytes that are no text, masked whole. */
	isHiddenBytes: boolean;
}

/** The id of a rule as a file may say it: what stands in a mask must not read like anything else. */
export const ruleId = (rule: string): string => rule.replace(/[^A-Za-z0-9._-]/g, "_").slice(0, 64) || "_";

/** Null when nothing of the content is masked: what was found may have been an empty value. `masked`: what the redactor says of that text. */
export function planOf(body: Uint8Array, text: string | null, masked: Masked | null, isBinary: boolean): MaskPlan | null {
	if (masked === null) return null;
	const ends = cutLeaves(body, isBinary);
	if (text === null) {
		const rules = [...new Set(masked.hits.map(({ rule }) => ruleId(rule)))];
		return { ends, runs: [{ from: 0, to: ends.length, rules, characters: 0 }], isHiddenBytes: true };
	}
	const spans = masked.spans.map(({ start, end, rule }) => ({ start, end, rule: ruleId(rule) }));
	const runs = planRuns(text, ends, spans);
	return runs.some(({ rules }) => rules !== null) ? { ends, runs, isHiddenBytes: false } : null;
}
