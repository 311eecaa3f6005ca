import { codePointLength, cutText } from "./code-points.ts";
import { groupCount } from "./sizes.ts";

/**
 * Text of the other side, made safe to look at: control characters and those that turn or hide text become marks with their name.
 * The parts put together again, with each mark's own signs, are exactly the text.
 */
export interface TextPart {
	text: string;
	/** `U+202E` or `U+202E ×12` when this part is one character, or a run of the same, that must not act. */
	mark?: string;
}

/** Combining signs drawn on one base; no script needs more, and thousands take seconds to lay out. */
const MOST_ON_ONE_BASE = 8;

/**
 * Controls (line feed and tab act as themselves only where lines are kept), format and bidirectional characters, everything that is drawn
 * as nothing (fillers, tags), line and paragraph separators, interlinear marks, lone surrogates, pictures of controls, which most fonts lack;
 * and the ninth combining sign of a pile. Variation selectors stay, and joiners between emoji or letters of scripts that join.
 */
const JOINS = "[\\u200c\\u200d](?<=[\\p{Lo}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}].)(?=[\\p{Lo}\\p{Extended_Pictographic}])";
const HIDDEN = new RegExp(
	`(?<=\\p{M}{${MOST_ON_ONE_BASE}})(?<pile>\\p{M})|(?!${JOINS})(?:[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Surrogate}\\u2400-\\u2426]|(?![\\ufe00-\\ufe0f])\\p{Default_Ignorable_Code_Point})`,
	"gu",
);
/** In steps, because one match of millions exhausts the stack of the expression. */
const PILE_STEP = /\p{M}{1,1000}/uy;

/** Most text has nothing but these, and this answers fast. */
const UNUSUAL = /[^ -~]/;
const UNUSUAL_IN_LINES = /[^\n\t -~]/;

const SHORT: Record<number, string> = { 0: "NUL", 7: "BEL", 8: "BS", 9: "TAB", 10: "LF", 13: "CR", 27: "ESC", 127: "DEL" };

function markOf(sign: string, count: number): string {
	const code = sign.codePointAt(0) ?? 0;
	const name = SHORT[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
	return count === 1 ? name : `${name} ×${groupCount(count)}`;
}

/** First index behind a pile of combining signs. */
function endOfPile(text: string, from: number): number {
	for (let end = from; ; end = PILE_STEP.lastIndex) {
		PILE_STEP.lastIndex = end;
		if (!PILE_STEP.test(text)) return end;
	}
}

/** First index behind a run of the same sign. Halves of pairs are told one by one: the last may be half of a good pair. */
function endOfRun(text: string, from: number, sign: string): number {
	let end = from + sign.length;
	if (/^\p{Surrogate}$/u.test(sign)) return end;
	while (text.startsWith(sign, end)) end += sign.length;
	return end;
}

export interface VisibleOptions {
	/** Line feeds and tabs stay themselves: for text that is shown as it lies. */
	keepLines?: boolean;
	/** Stops after about so many parts; what they hold together says how far it came. */
	mostParts?: number;
}

export function visibleParts(text: string, { keepLines = false, mostParts = Number.POSITIVE_INFINITY }: VisibleOptions = {}): TextPart[] {
	if (!(keepLines ? UNUSUAL_IN_LINES : UNUSUAL).test(text)) return [{ text }];
	const parts: TextPart[] = [];
	let from = 0;
	HIDDEN.lastIndex = 0;
	while (parts.length < mostParts) {
		const found = HIDDEN.exec(text);
		if (!found) {
			if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) });
			break;
		}
		const { 0: sign, index, groups } = found;
		if (keepLines && (sign === "\n" || sign === "\t")) continue;
		const isPile = groups?.pile !== undefined;
		const end = isPile ? endOfPile(text, index) : endOfRun(text, index, sign);
		const run = text.slice(index, end);
		if (index > from) parts.push({ text: text.slice(from, index) });
		parts.push({ text: run, mark: isPile ? `+${groupCount(codePointLength(run))} combining` : markOf(sign, run.length / sign.length) });
		HIDDEN.lastIndex = end;
		from = end;
	}
	return parts;
}

/** The same as plain text: `abc⟨U+202E⟩gnp`. */
export function visibleText(text: string, options: Pick<VisibleOptions, "keepLines"> = {}): string {
	const parts = visibleParts(text, options);
	return parts.length === 1 && !parts[0]?.mark ? text : parts.map((part) => (part.mark ? `\u27e8${part.mark}\u27e9` : part.text)).join("");
}

/** One line of at most `most` UTF-16 units of the text; what was cut off is counted. */
export function shortText(text: string, most: number): string {
	const start = cutText(text, most);
	const rest = text.length - start.length;
	return visibleText(start) + (rest > 0 ? `… ${groupCount(rest)} more` : "");
}

/** Longest piece of a long text, UTF-16 units, and most parts in it: a mark costs as much to lay out as a hundred letters. */
const PIECE_UNITS = 20_000;
const PIECE_PARTS = 600;

/** Where the piece that begins at `from` ends, never within a character. */
export function endOfPiece(text: string, from: number): number {
	const parts = visibleParts(cutText(text.slice(from, from + PIECE_UNITS + 1), PIECE_UNITS), { keepLines: true, mostParts: PIECE_PARTS });
	return parts.reduce((end, part) => end + part.text.length, from);
}
