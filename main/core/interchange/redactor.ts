import { BUILT_IN_RULES, type MaskExample, type MaskedCount, type RedactionRule } from "../../../schemas/interchange.ts";
import { pointerOf } from "../json/pointer.ts";
import { scanJson, stringValue } from "../json/scan.ts";
import { isMaskedByName, isWorthLearning, judge, type Steps } from "./kinds.ts";

/** What a redactor looks at. */
export interface MaskedInput {
	dir: "in" | "out" | "local";
	/** Null for bytes that are no text. */
	text: string | null;
	byteLength: number;
}

export interface MaskHit {
	/** Id of the rule. */
	rule: string;
	/** JSON Pointer of the value; empty for a text that is no JSON. */
	path: string;
	before: string;
	after: string;
}

/** The text as it may leave; null when nothing of it may. */
export interface Masked {
	text: string | null;
	hits: MaskHit[];
}

export interface RedactorOptions {
	rules: readonly RedactionRule[];
	/** Values learned from the whole session, masked wherever they occur. */
	learned?: readonly string[];
	/** Where the pattern matches; throws when it takes too long. Not given: plain regular expressions. */
	find?(pattern: string, text: string): readonly (readonly [number, number])[];
}

/** Bytes that are no text cannot be looked into: a redacted export leaves them out. */
const BINARY_RULE = { id: "binary", label: "Bytes that are no text" } as const;
/** Values that another rule masked elsewhere in the session. */
const MAX_LEARNED = 1000;

export interface Redactor {
	/** Remembers values that must be masked wherever they occur; what was learned comes from `learned`. */
	learn(input: MaskedInput): void;
	learned(): string[];
	/** Null when nothing was found: the entry leaves as it is. */
	mask(input: MaskedInput): Masked | null;
}

/** A piece of a text to be replaced. */
interface Cut {
	start: number;
	end: number;
	after: string;
	rule: string;
}

export function createRedactor({ rules, learned: given = [], find = findPlainly }: RedactorOptions): Redactor {
	const on = rules.filter((rule) => rule.on);
	const paths = new Map(on.flatMap(({ match }) => (match.kind === "path" ? [[match.path, pathMatcher(match.path)] as const] : [])));
	const learned = new Map<string, string>();
	for (const each of given) {
		const { rule, value } = JSON.parse(each) as { rule: string; value: string };
		learned.set(asciiLower(value), rule);
	}
	/** Longest first, so that a value which holds another one goes whole. */
	let known: [string, string][] | null = null;

	function judged(rule: RedactionRule, steps: Steps, value: string, isNumber: boolean, isLocal: boolean) {
		const { match } = rule;
		switch (match.kind) {
			case "kind":
				return judge(match.of, steps, value, isNumber, isLocal);
			case "path":
				return paths.get(match.path)?.(steps) ? "whole" : null;
			case "header":
				return headerVerdict(match.name, steps, value, isNumber);
			case "pattern": {
				if (isNumber) return find(match.pattern, value).length > 0 ? "whole" : null;
				const found = find(match.pattern, value);
				return found.length === 0 ? null : found;
			}
		}
	}

	/** What is masked in one value, pieces apart from each other and in order; `whole` by its rule. */
	function verdict(steps: Steps, value: string, isNumber: boolean, isLocal: boolean): { whole: string } | Cut[] {
		const cuts: Cut[] = [];
		for (const rule of on) {
			const found = judged(rule, steps, value, isNumber, isLocal);
			if (found === null) continue;
			if (found === "whole") return { whole: rule.id };
			for (const [start, end] of found) cuts.push({ start, end, after: "", rule: rule.id });
		}
		if (learned.size > 0 && !isNumber) {
			known ??= [...learned].sort(([a], [b]) => b.length - a.length);
			const lower = asciiLower(value);
			for (const [secret, rule] of known) {
				for (let at = lower.indexOf(secret); at !== -1; at = lower.indexOf(secret, at + secret.length))
					cuts.push({ start: at, end: at + secret.length, after: "", rule });
			}
		}
		return apart(cuts);
	}

	function visit(input: MaskedInput, take: (at: [number, number] | null, steps: Steps, value: string, isNumber: boolean) => void): void {
		const text = input.text ?? "";
		const steps: (string | number)[] = [];
		const pending: (() => void)[] = [];
		const broken = scanJson(text, (kind, start, end, place) => {
			if (kind === "key") return;
			const value = kind === "number" ? text.slice(start, end) : stringValue(text, start, end);
			const here = stepsOf(place.pointer());
			pending.push(() => take([start, end], here, value, kind === "number"));
		});
		if (broken === -1) for (const each of pending) each();
		else take(null, steps, text, false);
	}

	return {
		learn(input) {
			if (input.text === null || learned.size >= MAX_LEARNED) return;
			visit(input, (_at, steps, value, isNumber) => {
				for (const { id, match } of on) {
					if (match.kind !== "kind" || isNumber || !isWorthLearning(match.of, value)) continue;
					if (!isMaskedByName(match.of, steps, value)) continue;
					for (const form of formsOf(value)) if (learned.size < MAX_LEARNED) learned.set(form, learned.get(form) ?? id);
					known = null;
				}
			});
		},
		learned: () => [...learned].map(([value, rule]) => learnedValue(rule, value)),
		mask(input) {
			if (on.length === 0 && learned.size === 0) return null;
			if (input.text === null) {
				if (input.byteLength === 0 || on.length === 0) return null;
				return { text: null, hits: [{ rule: BINARY_RULE.id, path: "", before: `${input.byteLength} bytes`, after: "" }] };
			}
			const { text } = input;
			const hits: MaskHit[] = [];
			const cuts: Cut[] = [];
			visit(input, (at, steps, value, isNumber) => {
				const found = verdict(steps, value, isNumber, input.dir === "local");
				const path = pointerOf(steps);
				if ("whole" in found) {
					const after = maskOf(found.whole, value);
					hits.push({ rule: found.whole, path, before: value, after });
					cuts.push(
						at
							? { start: at[0], end: at[1], after: JSON.stringify(after), rule: found.whole }
							: { start: 0, end: text.length, after, rule: found.whole },
					);
					return;
				}
				if (found.length === 0) return;
				const pieces = found.map((cut) => ({ ...cut, after: maskOf(cut.rule, value.slice(cut.start, cut.end)) }));
				for (const { start, end, after, rule } of pieces) hits.push({ rule, path, before: value.slice(start, end), after });
				const masked = replaceAll(value, pieces);
				cuts.push(
					at
						? { start: at[0], end: at[1], after: JSON.stringify(masked), rule: "" }
						: { start: 0, end: text.length, after: masked, rule: "" },
				);
			});
			return hits.length === 0 ? null : { text: replaceAll(text, cuts), hits };
		},
	};
}

/** Keeps every place: lower case of other letters may be longer than they are. */
const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A value to be masked wherever it occurs, as it travels between threads. */
export const learnedValue = (rule: string, value: string): string => JSON.stringify({ rule, value });

/** What stands in the place of a value: which rule took it out, and how long it was. */
const maskOf = (rule: string, value: string): string => `[masked: ${rule}, ${[...value].length} characters]`;

function replaceAll(text: string, cuts: readonly Cut[]): string {
	let made = "";
	let at = 0;
	for (const { start, end, after } of cuts) {
		made += text.slice(at, start) + after;
		at = end;
	}
	return made + text.slice(at);
}

/** In order, overlapping ones made into one. */
function apart(cuts: Cut[]): Cut[] {
	if (cuts.length < 2) return cuts;
	cuts.sort((a, b) => a.start - b.start || b.end - a.end);
	const made: Cut[] = [];
	for (const cut of cuts) {
		const last = made.at(-1);
		if (last === undefined || cut.start >= last.end) made.push({ ...cut });
		else last.end = Math.max(last.end, cut.end);
	}
	return made;
}

/** Ways in which a card's id or a key is written elsewhere; all in lower case. */
function formsOf(value: string): string[] {
	const lower = asciiLower(value);
	if (!/^(?:[0-9a-f]{2}[: -]?){4,}$/.test(lower)) return [lower];
	const pairs = lower.replace(/[^0-9a-f]/g, "").match(/../g) ?? [];
	return [...new Set([lower, pairs.join(""), pairs.join(":"), pairs.join("-"), pairs.join(" ")])];
}

function stepsOf(pointer: string): Steps {
	if (pointer === "") return [];
	return pointer
		.slice(1)
		.split("/")
		.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
		.map((token) => (/^(?:0|[1-9]\d{0,8})$/.test(token) ? Number(token) : token));
}

/** `*` is one step, `**` any number of them. */
function pathMatcher(path: string): (steps: Steps) => boolean {
	const wanted = stepsOf(path).map(String);
	const fits = (steps: Steps, at: number, from: number): boolean => {
		if (from === wanted.length) return at === steps.length;
		const want = wanted[from];
		if (want === "**") {
			for (let next = at; next <= steps.length; next++) if (fits(steps, next, from + 1)) return true;
			return false;
		}
		return at < steps.length && (want === "*" || want === String(steps[at])) && fits(steps, at + 1, from + 1);
	};
	return (steps) => fits(steps, 0, 0);
}

/** A header as a member of that name, or written out in a text (`Name: value`). */
function headerVerdict(header: string, steps: Steps, value: string, isNumber: boolean) {
	const wanted = header.toLowerCase();
	const names = steps.filter((step): step is string => typeof step === "string").map((step) => step.toLowerCase());
	if (names.includes(wanted)) return "whole" as const;
	if (isNumber || !value.toLowerCase().includes(wanted)) return null;
	const escaped = header.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const written = new RegExp(`(?<![A-Za-z0-9-])${escaped}\\s*[:=]\\s*([^\\r\\n]+)`, "gi");
	const found = [...value.matchAll(written)].map(({ 0: whole, 1: said = "", index }) => {
		const end = index + whole.length;
		return [end - said.length, end] as const;
	});
	return found.length === 0 ? null : found;
}

function findPlainly(pattern: string, text: string): [number, number][] {
	return [...text.matchAll(new RegExp(pattern, "gu"))]
		.filter(({ 0: found }) => found !== "")
		.map(({ 0: found, index }) => [index, index + found.length]);
}

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
