import { createContext, Script } from "node:vm";
import type { MaskedCount, RedactionPreview, RedactionRule } from "../../../schemas/interchange.ts";
import { ConsoleError } from "../../core/errors.ts";
import { createRedactor, type Redactor } from "../../core/interchange/redactor.ts";
import type { ExportExtent } from "./reader-requests.ts";

/** Rules with what the whole session taught them; travels between threads. */
export interface Redaction {
	rules: RedactionRule[];
	/** Values masked wherever they occur. */
	learned: string[];
	masked: MaskedCount[];
	/** The same, counted by leaves, as a `jsonl` file masks. */
	leavesMasked: MaskedCount[];
	/** What was looked at: an export of more would show what nobody looked at. */
	extent: ExportExtent;
}

/** What looking at a whole session with these rules gives. */
export interface Survey {
	redaction: Redaction;
	preview: RedactionPreview;
}

/** A pattern that needs longer for one value is refused: some patterns need for ever for some texts. */
const PATTERN_LIMIT_MS = 250;

let redactors: { key: string; redactor: Redactor } | null = null;

/** The redactor of an export; slices of one export follow each other, so the last one is kept. */
export function redactorOf({ rules, learned }: Pick<Redaction, "rules" | "learned">): Redactor {
	const key = JSON.stringify([rules, learned]);
	if (redactors?.key === key) return redactors.redactor;
	const redactor = createRedactor({ rules, learned, find: findWithLimit(rules) });
	redactors = { key, redactor };
	return redactor;
}

/**
 * Own patterns run under a time limit, which only a script of its own can have. Errors: REDACTION_INVALID names the pattern.
 * The context holds two values and no object of ours.
 */
function findWithLimit(rules: readonly RedactionRule[]): (pattern: string, text: string) => [number, number][] {
	const context = createContext(Object.create(null) as object) as { pattern: string; text: string };
	const script = new Script(
		'[...text.matchAll(new RegExp(pattern, "gu"))].flatMap((found) => found[0] === "" ? [] : [found.index, found.index + found[0].length]).join()',
	);
	return (pattern, text) => {
		context.pattern = pattern;
		context.text = text;
		let places: string;
		try {
			places = script.runInContext(context, { timeout: PATTERN_LIMIT_MS }) as string;
		} catch (cause) {
			const label = rules.find(({ match }) => match.kind === "pattern" && match.pattern === pattern)?.label ?? pattern;
			throw new ConsoleError(
				"REDACTION_INVALID",
				`The pattern of the rule “${label}” took more than ${PATTERN_LIMIT_MS} ms for one value of ${text.length} characters. Make it simpler; nothing was written.`,
				{ cause },
			);
		}
		const numbers = places === "" ? [] : places.split(",").map(Number);
		return Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[2 * index] as number, numbers[2 * index + 1] as number]);
	};
}
