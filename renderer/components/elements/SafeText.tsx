import { visibleParts } from "../../state/visible-text.ts";

/** Longest text drawn as marks and plain parts; behind it everything would be slower than it is useful. */
const LIMIT = 200_000;

/** Text from the other side: characters that act or hide become marks with their name. `keepLines` lets line feeds and tabs be themselves. */
export function SafeText({ text, keepLines = false }: { text: string; keepLines?: boolean }) {
	const parts = visibleParts(text.length > LIMIT ? text.slice(0, LIMIT) : text, keepLines);
	let at = 0;
	return (
		<>
			{parts.map((part) => {
				const key = at;
				at += part.text.length;
				return part.mark ? (
					<span key={key} className="ctl">
						{part.mark}
					</span>
				) : (
					<span key={key}>{part.text}</span>
				);
			})}
			{text.length > LIMIT && <span className="dim"> … {text.length - LIMIT} more characters; copy takes them all</span>}
		</>
	);
}
