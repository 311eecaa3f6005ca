import type { TextPiece } from "../../../schemas/conversation-page.ts";
import type { TextBuffer } from "../protocols/ag-ui/text-buffer.ts";

/** Longest text that is sent whole without asking for more. */
const WHOLE = 16_384;
/** What is sent of a longer one: its beginning, or its end while it grows. */
const PART = 8_192;

/**
 * UTF-16 units `from` to `to` of a growing text. Looked for from its end, where a growing text is read: the cost is the piece, and a look at
 * what came after its beginning; nothing before it is looked at and nothing is joined but the piece.
 */
export function sliceText({ blocks, tail, length }: TextBuffer, from: number, to: number): string {
	const out: string[] = [];
	let end = length;
	for (let index = blocks.length + tail.length - 1; index >= 0 && end > from; index--) {
		const piece = (index < blocks.length ? blocks[index] : tail[index - blocks.length]) ?? "";
		const start = end - piece.length;
		if (start < to) out.push(piece.slice(Math.max(0, from - start), to - start));
		end = start;
	}
	return out.reverse().join("");
}

/** The piece a window gets that has the text up to `have`; without it, the part worth reading first. Null when there is nothing new. */
export function pieceFor(buffer: TextBuffer, have: number | undefined, isOpen: boolean): TextPiece | null {
	const { length } = buffer;
	if (have !== undefined && have <= length && length - have <= 4 * WHOLE) {
		return have === length ? null : { from: have, text: sliceText(buffer, have, length), length };
	}
	if (length <= WHOLE) return { from: 0, text: sliceText(buffer, 0, length), length };
	const from = isOpen ? length - PART : 0;
	return { from, text: sliceText(buffer, from, from + PART), length };
}
