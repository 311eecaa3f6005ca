import { cutText } from "../json/code-points.ts";

/**
 * Everything that would move, hide or turn text around: C0 and C1 controls, soft hyphen, bidirectional marks and overrides, invisible
 * spaces, line separators, byte order mark, tag characters, and halves of a surrogate pair.
 * Joiners (U+200C, U+200D) and variation selectors stay: scripts and emoji need them.
 */
const HIDDEN =
	/[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;
const ANY_HIDDEN = new RegExp(HIDDEN.source, "u");

/** What is shown in place of one hidden character: an arrow for a line's end and a tab, else its code point in brackets. Most fonts lack control pictures. */
function picture(character: string): string {
	if (character === "\n") return "⏎";
	if (character === "\t") return "⇥";
	const code = character.codePointAt(0) ?? 0;
	return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
}

/** `text` on one line, with every control and bidirectional character replaced by a visible sign. */
export function visibleText(text: string): string {
	return ANY_HIDDEN.test(text) ? text.replace(HIDDEN, picture) : text;
}

/** The same, cut to at most `units` UTF-16 units; a cut text ends in an ellipsis. Looks only at as much of `text` as can be shown. */
export function visibleStart(text: string, units: number): string {
	const shown = visibleText(cutText(text, units + 1));
	return shown.length <= units ? shown : `${cutText(shown, units - 1)}…`;
}
