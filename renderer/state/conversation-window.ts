/** Which rows of a conversation are held, and what of an answer goes among them. Pure. */
import { type ConversationPage, type ConversationRow, MAX_PIECE } from "../../schemas/conversation-page.ts";
import { emptyText, HELD_UNITS, type LoadedText, withPiece } from "./conversation-text.ts";

/** A row as it is drawn: a new object whenever something about it changed, and only then. */
export interface LoadedRow {
	row: ConversationRow;
	text: LoadedText | null;
}

/** Rows wanted, by their place; null: the last ones. */
export type Wanted = { first: number; count: number } | null;

/** Rows that are here: `first` to `last` of `total`. */
export interface Shown {
	total: number;
	first: number;
	last: number;
}

/** Rows drawn at most; the list is drawn whole, so this is what bounds it. */
const MOST = 240;
const STEP = 60;
/** Rows asked for where nobody wants others. */
export const ORDINARY = MOST / 2;

export const beginning: Wanted = { first: 0, count: ORDINARY };
export const around = (index: number): Wanted => ({ first: Math.max(0, index - STEP), count: ORDINARY });
/** What is on the screen stays when the end is not followed any more: from now on rows are named by their place. */
export const staying = ({ first, last }: Shown): Wanted => ({ first, count: Math.max(1, last - first + 1) + STEP });

/** Null at the beginning. */
export function earlier({ first, last }: Shown): Wanted {
	if (first === 0) return null;
	const from = Math.max(0, first - STEP);
	return { first: from, count: Math.min(MOST, last - from + 1) };
}

/** Null at the end. */
export function later({ first, last, total }: Shown): Wanted {
	if (last >= total - 1) return null;
	const to = Math.min(total - 1, last + STEP);
	const from = Math.max(first, to - MOST + 1);
	return { first: from, count: to - from + 1 + STEP };
}

/** How far the window has the texts that it wants more of; of one that is not read to its end nothing is wanted but its length. */
export const wantedTexts = (loaded: ReadonlyMap<number, LoadedRow>): { index: number; to: number }[] =>
	[...loaded].flatMap(([index, { row, text }]) => (row.kind !== "item" || text === null ? [] : [{ index, to: text.length }]));

/** The rows after an answer about `count` of them; `isWhole`: none of those between is missing. */
export function withPage(
	loaded: ReadonlyMap<number, LoadedRow>,
	page: Pick<ConversationPage, "rows" | "from" | "total">,
	count: number,
	isFollowed: boolean,
): { loaded: Map<number, LoadedRow>; rows: LoadedRow[]; first: number; last: number; isWhole: boolean } {
	const fresh = new Map(page.rows.map((row) => [row.index, row]));
	const first = page.from;
	const last = Math.min(page.total, first + count) - 1;
	const held = new Map<number, LoadedRow>();
	for (let index = first; index <= last; index++) {
		const known = loaded.get(index);
		const row = fresh.get(index);
		const now = row ? mergedRow(known, row, isFollowed) : known;
		if (now) held.set(index, now);
	}
	return { loaded: held, rows: [...held.values()], first, last, isWhole: held.size === Math.max(0, last - first + 1) };
}

function mergedRow(known: LoadedRow | undefined, row: ConversationRow, isFollowed: boolean): LoadedRow {
	if (row.kind !== "item") return { row, text: null };
	const { text: piece, textLength } = row;
	const before = known?.text ?? null;
	if (!piece) return { row, text: before ? { ...before, length: textLength } : textLength > 0 ? emptyText(textLength) : null };
	// A text that was left in the middle stays there; it is longer now.
	const isLeft = before !== null && before.pieces.length > 0 && before.to !== before.length && piece.from === before.length;
	const isFull = before !== null && !isFollowed && before.to - before.from > HELD_UNITS && piece.from === before.to;
	return { row, text: isLeft || isFull ? { ...before, length: textLength } : withPiece(before, piece, isFollowed) };
}

/** A text that was left in the middle is taken up at its end when the end is followed again. */
export const followed = (loaded: ReadonlyMap<number, LoadedRow>): Map<number, LoadedRow> =>
	new Map(
		[...loaded].map(([index, each]) => {
			const isLeft = each.text !== null && each.text.to < each.text.length && each.row.kind === "item" && each.row.isLive;
			return [index, isLeft ? { ...each, text: null } : each];
		}),
	);

/** The piece of a text to be read next on that side of what is here; null when nothing is left there. */
export function nextPiece({ from, to }: LoadedText, which: "earlier" | "later"): { from: number; count: number } | null {
	if (which === "later") return { from: to, count: MAX_PIECE };
	const start = Math.max(0, from - MAX_PIECE);
	return from === start ? null : { from: start, count: from - start };
}
