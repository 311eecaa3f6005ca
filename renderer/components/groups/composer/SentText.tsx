import { cutText } from "../../../../schemas/rules/code-points.ts";
import { groupCount } from "../../../state/format.ts";
import { MarkedText } from "../../elements/SafeText.tsx";

/** Longer texts are shown in part; all of it is sent. */
const SHOWN_CHARACTERS = 8_000;
/** The exact text that goes out. */
export function SentText({ text }: { text: string }) {
	const rest = text.length - SHOWN_CHARACTERS;
	return (
		<pre className="pre comp-sent">
			<MarkedText text={cutText(text, SHOWN_CHARACTERS)} keepLines />
			{rest > 0 && <span className="dim">{` … and ${groupCount(rest)} characters more`}</span>}
		</pre>
	);
}
