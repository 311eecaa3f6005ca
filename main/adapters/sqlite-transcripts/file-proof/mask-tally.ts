import type { MaskedCount } from "../../../../schemas/interchange.ts";
import { isShown, type LeafRun } from "../../../core/proof/masked-text.ts";
import { Bad } from "./line-checker.ts";
import { type MaskPlan, ruleId } from "./mask-plan.ts";

/** Counts masked places by rule, as the header of a redacted file says them: entries, and runs of leaves. */
export function createMaskTally() {
	const counts = new Map<string, { entries: number; values: number }>();
	const of = (rule: string) => {
		const count = counts.get(rule) ?? { entries: 0, values: 0 };
		counts.set(rule, count);
		return count;
	};
	/** The rules of each masked run of one entry. */
	function add(runs: readonly (readonly string[])[]): void {
		for (const rules of runs) for (const rule of rules) of(rule).values++;
		for (const rule of new Set(runs.flat())) of(rule).entries++;
	}
	return {
		plan: (plan: MaskPlan | null): void => add((plan?.runs ?? []).flatMap(({ rules }) => (rules === null ? [] : [rules]))),
		leaves: (leaves: readonly LeafRun[]): void => add(leaves.flatMap((run) => (isShown(run) ? [] : [run.masked]))),
		/** With the labels of the rules, those that masked nothing too. */
		labelled(rules: readonly MaskedCount[]): MaskedCount[] {
			const labels = new Map(rules.map(({ rule, label }) => [ruleId(rule), label]));
			const names = new Set([...labels.keys(), ...counts.keys()]);
			return [...names].map((rule) => ({ rule, label: labels.get(rule) ?? rule, ...(counts.get(rule) ?? { entries: 0, values: 0 }) }));
		},
		/** Errors: Bad. */
		mustMatch(said: readonly MaskedCount[]): void {
			const names = new Set(said.map(({ rule }) => rule));
			const isSame =
				names.size === said.length &&
				[...counts.keys()].every((rule) => names.has(rule)) &&
				said.every(({ rule, entries, values }) => {
					const count = counts.get(rule) ?? { entries: 0, values: 0 };
					return count.entries === entries && count.values === values;
				});
			if (!isSame) throw new Bad("The header counts other masks than there are.");
		},
	};
}
