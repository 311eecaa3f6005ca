/**
 * Content with leaves masked. A rule that touches a part of a leaf masks the leaf: half of one cannot be proven. What is left reads
 * `[masked: RULE, N characters]` in the place of what went, as a JSON string of its own where a number or the like stood.
 * Who writes a redacted line and who verifies it make the text here, from the same runs of leaves.
 */
import { codePointLength } from "../../../schemas/rules/code-points.ts";

/** Neighbouring leaves of one fate. `salts`: 16 bytes for each leaf, one after the other, base64url; `bytes`: their lengths. */
export interface ShownLeaves {
	salts: string;
	bytes: number[];
}

/** `hashes`: 32 bytes for each leaf, one after the other, lower-case hex. */
export interface MaskedLeaves {
	/** Ids of the rules that took them. */
	masked: string[];
	/** How many there were; of bytes that are no text `bytes` says it. */
	characters?: number;
	bytes?: number;
	hashes: string;
}

export type LeafRun = ShownLeaves | MaskedLeaves;

export const isShown = (run: LeafRun): run is ShownLeaves => "salts" in run;

/** Leaves `from` up to before `to`; `rules` null: shown. */
export interface PlannedRun {
	from: number;
	to: number;
	rules: string[] | null;
	/** Code points, of a masked run. */
	characters: number;
}

interface Span {
	start: number;
	end: number;
	rule: string;
}

/** Which leaves stay and which go. `spans` are in UTF-16 units of `text`, `ends` in bytes of the same text as UTF-8. */
export function planRuns(text: string, ends: readonly number[], spans: readonly Span[]): PlannedRun[] {
	const places = placesOfEnds(text, ends);
	const sorted = [...spans].sort((a, b) => a.start - b.start);
	const runs: PlannedRun[] = [];
	/** Spans that may still reach into a leaf. */
	let open: Span[] = [];
	let next = 0;
	let start = 0;
	for (let leaf = 0; leaf < ends.length; leaf++) {
		const end = places[leaf] as number;
		for (let span = sorted[next]; span !== undefined && span.start < end; span = sorted[++next]) open.push(span);
		if (open.length > 0) open = open.filter((span) => span.end > start);
		const rules = open.length === 0 ? null : [...new Set(open.map(({ rule }) => rule))];
		const last = runs.at(-1);
		const characters = rules === null ? 0 : codePointLength(text.slice(start, end));
		if (last !== undefined && last.rules?.join("\n") === rules?.join("\n")) {
			last.to = leaf + 1;
			last.characters += characters;
		} else runs.push({ from: leaf, to: leaf + 1, rules, characters });
		start = end;
	}
	return runs;
}

/** Where the ends of leaves stand in the text, UTF-16 units. */
function placesOfEnds(text: string, ends: readonly number[]): readonly number[] {
	if (ends.at(-1) === text.length) return ends;
	const places: number[] = [];
	let unit = 0;
	let byte = 0;
	for (const end of ends) {
		while (byte < end) {
			const code = text.codePointAt(unit) as number;
			byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
			unit += code < 0x10000 ? 1 : 2;
		}
		places.push(unit);
	}
	return places;
}

/** Makes the text of a redacted entry, run after run. */
export interface TextMaker {
	shown(text: string): void;
	masked(run: Pick<MaskedLeaves, "masked" | "characters">): string;
	text(): string;
}

const QUOTES = /\\.|"/gs;

export function createTextMaker(): TextMaker {
	let made = "";
	/** Null until the beginning is known. */
	let isJson: boolean | null = null;
	let isInString = false;
	return {
		shown(text) {
			isJson ??= /^[ \t\n\r]*[{["]/.test(text);
			made += text;
			for (const [found] of text.matchAll(QUOTES)) if (found === '"') isInString = !isInString;
		},
		masked({ masked, characters = 0 }) {
			isJson ??= false;
			const label = `[masked: ${masked.join(", ")}, ${characters} characters]`;
			const written = isJson ? JSON.stringify(label) : label;
			const put = isJson && isInString ? written.slice(1, -1) : written;
			made += put;
			return put;
		},
		text: () => made,
	};
}
