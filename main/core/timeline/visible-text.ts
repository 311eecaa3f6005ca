import { cutText } from "../../../schemas/rules/code-points.ts";
import { visibleParts } from "../../../schemas/rules/visible-text.ts";

/** An arrow for a line's end and a tab: a row shows many of them. */
const ARROWS: Readonly<Record<string, string>> = { "\n": "⏎", "\t": "⇥" };

/** `text` on one line: what would act, turn or hide is a visible sign, by the rule that window and reports share. */
export function visibleText(text: string): string {
	const parts = visibleParts(text);
	if (parts.length === 1 && parts[0]?.mark === undefined) return text;
	return parts.map(({ text: part, mark }) => (mark === undefined ? part : sign(part, mark))).join("");
}

function sign(part: string, mark: string): string {
	const arrow = ARROWS[part[0] ?? ""];
	return arrow === undefined ? `\u27e8${mark}\u27e9` : arrow.repeat(part.length);
}

/** The same, cut to at most `units` UTF-16 units; a cut text ends in an ellipsis. Looks only at as much of `text` as can be shown. */
export function visibleStart(text: string, units: number): string {
	const shown = visibleText(cutText(text, units + 1));
	return shown.length <= units ? shown : `${cutText(shown, units - 1)}…`;
}
