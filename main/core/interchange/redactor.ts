import type { RedactionRule } from "../../../schemas/interchange.ts";
import { codePointLength } from "../../../schemas/rules/code-points.ts";
import { pointerOf } from "../../../schemas/rules/json-pointer.ts";
import { stringValue, walkJson } from "../../../schemas/rules/json-walk.ts";
import { utf8Bytes } from "../session/secret-forms.ts";
import { judge, keyPieces, type Steps, worthLearning } from "./kinds.ts";
import { headerVerdict, pathMatcher, stepsOf } from "./own-rules.ts";

/** What a redactor looks at. */
export interface MaskedInput {
	dir: "in" | "out" | "local";
	/** Null for bytes that are no text. */
	text: string | null;
	byteLength: number;
	/** Of such bytes: each as the character of its number, for a search. */
	asCharacters?(): string;
}

export interface MaskHit {
	/** Id of the rule. */
	rule: string;
	/** JSON Pointer of the value, or of the member whose name it is; empty for a text that is no JSON. */
	path: string;
	before: string;
	after: string;
}

/** A piece of the text as it was that must not leave: UTF-16 units, from `start` up to before `end`. */
export interface MaskSpan {
	start: number;
	end: number;
	/** Id of the rule. */
	rule: string;
}

/** The text as it may leave; null when nothing of it may. */
export interface Masked {
	text: string | null;
	hits: MaskHit[];
	/** In no order; they may overlap. Empty for bytes that are no text. */
	spans: MaskSpan[];
}

export interface RedactorOptions {
	rules: readonly RedactionRule[];
	/** Values learned from the whole session, masked wherever they occur. */
	learned?: readonly string[];
	/** Where the pattern matches; throws when it takes too long. Not given: plain regular expressions. */
	find?(pattern: string, text: string): readonly (readonly [number, number])[];
}

/** Bytes that are no text cannot be looked into: a redacted export leaves them out. */
export const BINARY_RULE = { id: "binary", label: "Bytes that are no text" } as const;
/** Values that another rule masked elsewhere in the session. */
const MAX_LEARNED = 1000;
/** JSON in a string of a JSON text, and so on; deeper ones are read as texts. */
const MAX_NESTED = 4;
/** From here on a name that looks like a key is taken for one. */
const MIN_KEY_AS_NAME = 20;
const MASK = "[masked:";

type Place = Pick<MaskSpan, "start" | "end">;

export interface Redactor {
	/** Remembers values that must be masked wherever they occur; what was learned comes from `learned`. */
	learn(input: MaskedInput): void;
	learned(): string[];
	/** Null when nothing was found: the entry leaves as it is. */
	mask(input: MaskedInput): Masked | null;
}

type Sort = "name" | "string" | "number";
/** One token of a JSON text, or a whole text that is no JSON: then it has no place. */
interface Token {
	at: [number, number] | null;
	steps: Steps;
	value: string;
	sort: Sort;
}
type Take = (token: Token) => void;

/** A piece of a text to be replaced. */
interface Cut {
	start: number;
	end: number;
	after: string;
	rule: string;
}

/** A text with its masks, and where they are in the text as it was. */
interface MaskedText {
	text: string;
	/** In order, apart from each other; together they make `text` of what was. */
	cuts: Cut[];
	spans: MaskSpan[];
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

	/** Pieces that were learned elsewhere. */
	function repeated(value: string): Cut[] {
		if (learned.size === 0) return [];
		known ??= [...learned].sort(([a], [b]) => b.length - a.length);
		const cuts: Cut[] = [];
		const lower = asciiLower(value);
		for (const [secret, rule] of known)
			for (let at = lower.indexOf(secret); at !== -1; at = lower.indexOf(secret, at + secret.length))
				cuts.push({ start: at, end: at + secret.length, after: "", rule });
		return cuts;
	}

	/** The rule of a value that was learned elsewhere and stands in these bytes; they are left out whole, since a mask would break what they are. */
	function ruleInBytes(characters: string): string | null {
		const lower = asciiLower(characters);
		for (const [secret, rule] of learned) if (lower.includes(secret) || lower.includes(inUtf8(secret))) return rule;
		return null;
	}

	/** What is masked in one value, pieces apart from each other and in order; `whole` by its rule. */
	function verdict(steps: Steps, value: string, sort: Sort, isLocal: boolean): { whole: string } | Cut[] {
		const cuts: Cut[] = [];
		const add = (rule: string, found: readonly (readonly [number, number])[]): void => {
			for (const [start, end] of found) cuts.push({ start, end, after: "", rule });
		};
		for (const rule of on) {
			if (sort === "name") {
				// A name is no value: only what it is by itself counts.
				if (rule.match.kind === "pattern") add(rule.id, find(rule.match.pattern, value));
				if (rule.match.kind === "kind" && rule.match.of === "keys" && value.length >= MIN_KEY_AS_NAME) add(rule.id, keyPieces(value) ?? []);
				continue;
			}
			const found = judged(rule, steps, value, sort === "number", isLocal);
			if (found === null) continue;
			if (found === "whole") return { whole: rule.id };
			add(rule.id, found);
		}
		if (sort !== "number") for (const cut of repeated(value)) cuts.push(cut);
		else if (learned.has(value)) return { whole: learned.get(value) as string };
		return apart(cuts);
	}

	/** Every token of a JSON text; a text that is none is one token. `outer`: where a text stands that is itself a value. */
	function visit(text: string, outer: Steps, take: Take): void {
		const tokens: Token[] = [];
		const broken = walkJson(text, (kind, start, end, place) => {
			if (kind !== "name" && kind !== "string" && kind !== "number") return;
			const value = kind === "number" ? text.slice(start, end) : stringValue(text, start, end);
			tokens.push({ at: [start, end], steps: [...outer, ...stepsOf(place.pointer())], value, sort: kind });
		});
		if (broken === null) for (const each of tokens) take(each);
		else take({ at: null, steps: outer, value: text, sort: "string" });
	}

	/** The text as it may leave, what was taken out added to `hits`. */
	function maskText(text: string, outer: Steps, isLocal: boolean, hits: MaskHit[], depth = 0): MaskedText {
		const cuts: Cut[] = [];
		const spans: MaskSpan[] = [];
		visit(text, outer, ({ at, steps, value, sort }) => {
			const put = (after: string): void => {
				const [start, end] = at ?? [0, text.length];
				cuts.push({ start, end, after: at ? JSON.stringify(after) : after, rule: "" });
			};
			const path = pointerOf(steps);
			let inner: MaskedText = { text: value, cuts: [], spans: [] };
			let found = verdict(steps, value, sort, isLocal);
			if (!("whole" in found) && at !== null && sort === "string" && depth < MAX_NESTED && isContainer(value)) {
				inner = maskText(value, steps, isLocal, hits, depth + 1);
				// What the text as a whole shows beyond its single values.
				if (inner.text !== value) found = beyondMasks(verdict(steps, inner.text, sort, isLocal), inner.text);
			}
			const now = inner.text;
			const placed = placesOf(text, at, value, sort);
			if ("whole" in found) {
				const after = maskOf(found.whole, value);
				hits.push({ rule: found.whole, path, before: value, after });
				spans.push({ ...placed({ start: 0, end: value.length }), rule: found.whole });
				put(after);
				return;
			}
			if (found.length === 0 && now === value) return;
			const pieces = found.map((cut) => ({ ...cut, after: maskOf(cut.rule, now.slice(cut.start, cut.end)) }));
			for (const { start, end, after, rule } of pieces) hits.push({ rule, path, before: now.slice(start, end), after });
			for (const span of inner.spans) spans.push({ ...placed(span), rule: span.rule });
			for (const cut of found) spans.push({ ...placed(beforeCuts(cut, inner.cuts)), rule: cut.rule });
			put(replaceAll(now, pieces));
		});
		return { text: replaceAll(text, cuts), cuts, spans };
	}

	function learnFrom(text: string, outer: Steps, depth = 0): void {
		visit(text, outer, ({ at, steps, value, sort }) => {
			if (sort === "name") return;
			for (const { id, match } of on) {
				if (match.kind !== "kind") continue;
				for (const each of worthLearning(match.of, steps, value, sort === "number"))
					for (const form of formsOf(each)) if (learned.size < MAX_LEARNED) learned.set(form, learned.get(form) ?? id);
			}
			if (at !== null && sort === "string" && depth < MAX_NESTED && isContainer(value)) learnFrom(value, steps, depth + 1);
		});
	}

	return {
		learn(input) {
			if (input.text === null || learned.size >= MAX_LEARNED) return;
			learnFrom(input.text, []);
			known = null;
		},
		learned: () => [...learned].map(([value, rule]) => learnedValue(rule, value)),
		mask(input) {
			if (on.length === 0 && learned.size === 0) return null;
			if (input.text === null) {
				if (input.byteLength === 0) return null;
				const rule = on.length > 0 ? BINARY_RULE.id : ruleInBytes(input.asCharacters?.() ?? "");
				return rule === null ? null : { text: null, hits: [{ rule, path: "", before: `${input.byteLength} bytes`, after: "" }], spans: [] };
			}
			const hits: MaskHit[] = [];
			const { text, spans } = maskText(input.text, [], input.dir === "local", hits);
			return hits.length === 0 ? null : { text, hits, spans };
		},
	};
}

/** Whether a value may be JSON itself: arguments and results of tools are. */
const isContainer = (value: string): boolean => /^\s*[{[]/.test(value);

/** Names of masked values need no second mask. */
const beyondMasks = (found: { whole: string } | Cut[], text: string): { whole: string } | Cut[] =>
	"whole" in found ? found : found.filter(({ start }) => !text.startsWith(MASK, start));

/** Its UTF-8 bytes, each as a character. */
const inUtf8 = (text: string): string => {
	const bytes = utf8Bytes(text);
	return bytes === null ? text : Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
};

/** Keeps every place: lower case of other letters may be longer than they are. */
const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A value to be masked wherever it occurs, as it travels between threads. */
export const learnedValue = (rule: string, value: string): string => JSON.stringify({ rule, value });

/** What stands in the place of a value: which rule took it out, and how long it was. */
const maskOf = (rule: string, value: string): string => `${MASK} ${rule}, ${codePointLength(value)} characters]`;

/** Where a piece of a token's value stands in the text that holds the token. */
function placesOf(text: string, at: [number, number] | null, value: string, sort: Sort): (piece: Place) => Place {
	if (at === null) return ({ start, end }) => ({ start, end });
	const [from, to] = sort === "number" ? at : [at[0] + 1, at[1] - 1];
	if (to - from === value.length) return ({ start, end }) => ({ start: from + start, end: from + end });
	let places: Uint32Array | null = null;
	return ({ start, end }) => {
		places ??= writtenPlaces(text, from, to, value.length);
		return { start: places[start] ?? to, end: places[end] ?? to };
	};
}

/** For each unit of a string's value, and its end, the place where it is written between the quotes. */
function writtenPlaces(text: string, from: number, to: number, units: number): Uint32Array {
	const places = new Uint32Array(units + 1);
	let at = from;
	for (let unit = 0; unit < units; unit++) {
		places[unit] = at;
		if (text[at] === "\\") at += text[at + 1] === "u" ? 6 : 2;
		else at++;
	}
	places[units] = to;
	return places;
}

/** A piece of a text with masks in it, as a piece of the text before: what begins or ends in a mask takes in what was masked. */
function beforeCuts({ start, end }: Place, cuts: readonly Cut[]): Place {
	const before = (place: number, isEnd: boolean): number => {
		let shift = 0;
		for (const cut of cuts) {
			const begins = cut.start + shift;
			if (place <= begins) break;
			if (place < begins + cut.after.length) return isEnd ? cut.end : cut.start;
			shift += cut.after.length - (cut.end - cut.start);
		}
		return place - shift;
	};
	return { start: before(start, false), end: before(end, true) };
}

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

/** Nobody writes a longer one with signs between its bytes; the expression would not bear much longer ones either. */
const LONGEST_WRITTEN = 4096;

/** Ways in which a card's id or a key is written elsewhere; all in lower case. */
function formsOf(value: string): string[] {
	const lower = asciiLower(value);
	if (lower.length > LONGEST_WRITTEN || !/^(?:[0-9a-f]{2}[: -]?){4,}$/.test(lower)) return [lower];
	const pairs = lower.replace(/[^0-9a-f]/g, "").match(/../g) ?? [];
	return [...new Set([lower, pairs.join(""), pairs.join(":"), pairs.join("-"), pairs.join(" ")])];
}

function findPlainly(pattern: string, text: string): [number, number][] {
	return [...text.matchAll(new RegExp(pattern, "gu"))]
		.filter(({ 0: found }) => found !== "")
		.map(({ 0: found, index }) => [index, index + found.length]);
}
