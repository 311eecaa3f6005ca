import { BUILT_IN_RULES, type MaskExample, type MaskedCount, type RedactionRule } from "../../../schemas/interchange.ts";
import { BINARY_RULE, type MaskHit } from "./redactor.ts";

const MAX_EXAMPLES = 3;
const EXAMPLE_CHARACTERS = 160;

/** Counts what was masked, by rule, with examples. */
export function createMaskCounter(rules: readonly RedactionRule[]) {
	const counts = new Map<string, MaskedCount & { examples: MaskExample[] }>();
	for (const { id, label, on } of rules) if (on) counts.set(id, { rule: id, label, entries: 0, values: 0, examples: [] });
	return {
		add({ ordinal, type }: { ordinal: number; type: string }, hits: readonly MaskHit[]): void {
			const seen = new Set<string>();
			for (const { rule, path, before, after } of hits) {
				const label = rule === BINARY_RULE.id ? BINARY_RULE.label : (BUILT_IN_RULES.find(({ id }) => id === rule)?.label ?? rule);
				const count = counts.get(rule) ?? { rule, label, entries: 0, values: 0, examples: [] };
				counts.set(rule, count);
				count.values++;
				if (seen.has(rule)) continue;
				seen.add(rule);
				count.entries++;
				if (count.examples.length < MAX_EXAMPLES)
					count.examples.push({ ordinal, type, path: path.slice(0, 512), before: cut(before), after: cut(after) });
			}
		},
		preview: () => [...counts.values()],
		counts: (): MaskedCount[] => [...counts.values()].map(({ examples: _, ...count }) => count),
	};
}

const cut = (text: string): string => (text.length <= EXAMPLE_CHARACTERS ? text : `${text.slice(0, EXAMPLE_CHARACTERS)}…`);
