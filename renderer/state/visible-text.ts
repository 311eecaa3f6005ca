/**
 * Text of the other side, made safe to look at: control characters and those that turn or hide text become marks with their name.
 * The parts put together again, with each mark's own sign, are exactly the text.
 */
export interface TextPart {
	text: string;
	/** `U+202E` when this part is one character that must not act. */
	mark?: string;
}

/**
 * C0 and C1 controls (line feed and tab act as themselves only where `lines` is kept), soft hyphen, zero-width and bidirectional characters,
 * line and paragraph separators, byte order mark, interlinear marks, tag characters and lone surrogates.
 */
const HIDDEN =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
	/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

const SHORT: Record<number, string> = { 0: "NUL", 7: "BEL", 8: "BS", 9: "TAB", 10: "LF", 13: "CR", 27: "ESC", 127: "DEL" };

function markOf(sign: string): string {
	const code = sign.codePointAt(0) ?? 0;
	return SHORT[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** With `keepLines`, line feeds and tabs stay themselves: for text that is shown as it lies. */
export function visibleParts(text: string, keepLines = false): TextPart[] {
	const parts: TextPart[] = [];
	let from = 0;
	for (const match of text.matchAll(HIDDEN)) {
		const sign = match[0];
		if (keepLines && (sign === "\n" || sign === "\t")) continue;
		if (match.index > from) parts.push({ text: text.slice(from, match.index) });
		parts.push({ text: sign, mark: markOf(sign) });
		from = match.index + sign.length;
	}
	if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) });
	return parts;
}

/** The same on one line of plain text: `abc⟨U+202E⟩gnp`. */
export function visibleText(text: string): string {
	return visibleParts(text)
		.map((part) => (part.mark ? `\u27e8${part.mark}\u27e9` : part.text))
		.join("");
}
