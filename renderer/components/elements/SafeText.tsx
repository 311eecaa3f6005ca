import { startOf, type TextPart, visibleParts } from "../../state/visible-text.ts";

/** Longest text inside a sentence, UTF-16 units, and most marks in it; the whole of a long text has a pane of its own. */
const MOST_UNITS = 4000;
const MOST_PARTS = 200;

/**
 * Text from the other side inside the console's own words: characters that act or hide become marks with their name, and its direction does
 * not reach what stands beside it. `keepLines` lets line feeds and tabs be themselves.
 */
export function SafeText({ text, keepLines = false, most = MOST_UNITS }: { text: string; keepLines?: boolean; most?: number }) {
	const parts = visibleParts(startOf(text, most), { keepLines, mostParts: MOST_PARTS });
	const shown = parts.reduce((sum, part) => sum + part.text.length, 0);
	return (
		<bdi>
			<TextParts parts={parts} />
			{shown < text.length && <span className="dim">… {text.length - shown} more</span>}
		</bdi>
	);
}

/** Parts one after another; plain ones are text nodes without an element. */
export function TextParts({ parts }: { parts: readonly TextPart[] }) {
	let at = 0;
	return parts.map((part) => {
		const key = at;
		at += part.text.length;
		return part.mark ? (
			<span key={key} className="ctl">
				{part.mark}
			</span>
		) : (
			part.text
		);
	});
}
