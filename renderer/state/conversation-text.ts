import type { TextPiece } from "../../schemas/conversation-page.ts";

/** The part of a long text that a window holds: pieces in a row, from `from` on. A piece that is full never changes. */
export interface LoadedText {
	from: number;
	pieces: readonly { at: number; text: string }[];
	/** First unit behind the last piece. */
	to: number;
	/** Of the whole text. */
	length: number;
	/** The operator asked for more: nothing is let go. */
	isOpened: boolean;
}

/** Drawing one more delta costs one piece, however long the text is. */
export const PIECE_UNITS = 2_048;
/** A text that grows is let go at its beginning above this … */
const TRIM_ABOVE = 24_576;
/** … down to about this. */
const TRIM_TO = 12_288;

export const emptyText = (length: number): LoadedText => ({ from: 0, pieces: [], to: 0, length, isOpened: false });

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** Cuts into pieces; a pair of surrogates is never parted. */
function cut(from: number, text: string): { at: number; text: string }[] {
	const pieces: { at: number; text: string }[] = [];
	let at = 0;
	while (at < text.length) {
		let end = Math.min(text.length, at + PIECE_UNITS);
		if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++;
		pieces.push({ at: from + at, text: text.slice(at, end) });
		at = end;
	}
	return pieces;
}

/** A text that nobody follows is held up to this length; what comes then is left to be read on. */
export const HELD_UNITS = 65_536;

/** The text with a piece that follows it; one that does not stands in its place. `isFollowed`: its end is what is read, so its beginning may go. */
export function withPiece(text: LoadedText | null, piece: TextPiece, isFollowed = false): LoadedText {
	const { from, length } = piece;
	if (!text || from !== text.to || text.pieces.length === 0) {
		return { from, pieces: cut(from, piece.text), to: from + piece.text.length, length, isOpened: text?.isOpened ?? false };
	}
	const last = text.pieces.at(-1);
	const grown = last && last.text.length < PIECE_UNITS ? cut(last.at, last.text + piece.text) : null;
	const pieces = grown ? [...text.pieces.slice(0, -1), ...grown] : [...text.pieces, ...cut(from, piece.text)];
	const longer = { ...text, pieces, to: from + piece.text.length, length };
	return isFollowed ? trimmed(longer) : longer;
}

/** The text with a piece before it. */
export function withEarlier(text: LoadedText, piece: TextPiece): LoadedText {
	const end = piece.from + piece.text.length;
	if (end !== text.from) return text;
	return { ...text, from: piece.from, pieces: [...cut(piece.from, piece.text), ...text.pieces], isOpened: true };
}

function trimmed(text: LoadedText): LoadedText {
	if (text.isOpened || text.to - text.from <= TRIM_ABOVE) return text;
	const first = text.pieces.findIndex(({ at }) => at >= text.to - TRIM_TO);
	const pieces = text.pieces.slice(Math.max(0, first));
	return { ...text, from: pieces[0]?.at ?? text.to, pieces };
}
