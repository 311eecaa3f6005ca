import { cutText } from "../../../schemas/rules/code-points.ts";
import { groupCount } from "../../state/format.ts";
import { Button } from "./Button.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { MarkedText } from "./SafeText.tsx";

/** An editor or field draws a text of this length at every key in time, UTF-16 units. A longer one is held and drawn in part. */
export const MOST_EDITED_UNITS = 512 * 1024;

const SHOWN_UNITS = 2_000;

interface HeldTextProps {
	text: string;
	/** Takes the text away, so that another one can be written; absent where something else does. */
	onRemove?: () => void;
}

/** A text that is too long to be edited here: kept whole, its beginning shown. */
export function HeldText({ text, onRemove }: HeldTextProps) {
	return (
		<div className="held">
			<p className="note" role="status">
				{groupCount(text.length)} characters: too long to edit here (at most {groupCount(MOST_EDITED_UNITS)}). It is kept whole; this is its
				beginning.
			</p>
			<pre className="pre held-text">
				<MarkedText text={cutText(text, SHOWN_UNITS)} keepLines />
			</pre>
			<div className="btns">
				<CopyButton text={() => text} label="Copy all" />
				{onRemove && (
					<Button small kind="quiet" icon="x" onPress={onRemove}>
						Remove this text
					</Button>
				)}
			</div>
		</div>
	);
}
