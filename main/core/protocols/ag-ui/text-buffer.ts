/**
 * Text that grows by small pieces: appending costs the piece, whatever is there already. Pieces are joined into blocks now and then, so that
 * a hundred thousand deltas do not stay a hundred thousand strings.
 */
export interface TextBuffer {
	blocks: string[];
	tail: string[];
	/** UTF-16 units. */
	length: number;
}

const TAIL_PIECES = 512;

export function createText(initial = ""): TextBuffer {
	return { blocks: initial === "" ? [] : [initial], tail: [], length: initial.length };
}

export function appendText(buffer: TextBuffer, piece: string): void {
	if (piece === "") return;
	buffer.length += piece.length;
	if (buffer.tail.push(piece) < TAIL_PIECES) return;
	buffer.blocks.push(buffer.tail.join(""));
	buffer.tail = [];
}

export function textOf(buffer: TextBuffer): string {
	if (buffer.tail.length === 0 && buffer.blocks.length <= 1) return buffer.blocks[0] ?? "";
	const text = buffer.blocks.join("") + buffer.tail.join("");
	buffer.blocks = [text];
	buffer.tail = [];
	return text;
}

/** A buffer of its own with the same text; pieces are shared. */
export function cloneText(buffer: TextBuffer): TextBuffer {
	return { blocks: buffer.blocks.slice(), tail: buffer.tail.slice(), length: buffer.length };
}
