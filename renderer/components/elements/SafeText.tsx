import { cutText } from "../../../schemas/rules/code-points.ts";
import { visibleParts, visibleText } from "../../../schemas/rules/visible-text.ts";

/** Longest text drawn in one go, UTF-16 units; the whole of a longer one has a pane of its own. */
const MOST_UNITS = 20_000;
/** Marks that are elements of their own; further ones are written in brackets, so that a text of nothing but marks stays one node. */
const MOST_MARKS = 200;

interface SafeTextProps {
	text: string;
	/** Line feeds and tabs are themselves. */
	keepLines?: boolean;
	/** At most so many UTF-16 units; how many were left out is said. */
	most?: number;
}

/**
 * Text from the other side inside the console's own words: characters that act or hide become marks with their name, and its direction does
 * not reach what stands beside it.
 */
export function SafeText({ text, keepLines = false, most = MOST_UNITS }: SafeTextProps) {
	const start = cutText(text, most);
	const rest = text.length - start.length;
	return (
		<bdi>
			<MarkedText text={start} keepLines={keepLines} />
			{rest > 0 && <span className="dim">… {rest} more</span>}
		</bdi>
	);
}

/** The same for a whole block; all of the text. */
export function MarkedText({ text, keepLines }: { text: string; keepLines: boolean }) {
	const parts = visibleParts(text, { keepLines, mostParts: 2 * MOST_MARKS });
	let at = 0;
	const drawn = parts.map((part) => {
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
	return (
		<>
			{drawn}
			{at < text.length && visibleText(text.slice(at), { keepLines })}
		</>
	);
}
