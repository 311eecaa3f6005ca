import { useState } from "react";
import { endOfPiece } from "../../../schemas/rules/visible-text.ts";
import { groupCount } from "../../state/format.ts";
import { Button } from "./Button.tsx";
import { MarkedText } from "./SafeText.tsx";

/** Pieces on the page at a time: with the bounds on each, what is drawn stays small whatever a frame holds. */
const MOST_PIECES = 5;

/** A text of any length, as it lies, with marks for what would act or hide. It opens at its start; the rest comes in pieces on demand. */
export function LongText({ text, isWrapped = true }: { text: string; isWrapped?: boolean }) {
	const [read, setRead] = useState({ of: text, starts: [0] });
	const starts = read.of === text ? read.starts : [0];
	const from = starts[0] ?? 0;
	const end = endOfPiece(text, starts[starts.length - 1] ?? 0);
	return (
		<>
			{from > 0 && (
				<p className="text-cut">
					<span>{groupCount(from)} characters before this</span>
					<Button small kind="quiet" icon="up" onPress={() => setRead({ of: text, starts: [0] })}>
						Back to the start
					</Button>
				</p>
			)}
			{starts.map((start) => (
				<pre key={start} className={`pre ${isWrapped ? "" : "pre--long"}`}>
					<MarkedText text={text.slice(start, endOfPiece(text, start))} keepLines />
				</pre>
			))}
			{(from > 0 || end < text.length) && (
				<p className="text-cut">
					<span role="status">
						{end < text.length ? `${groupCount(text.length - end)} characters more; copying takes them all` : "End of the text"}
					</span>
					{end < text.length && (
						<Button small kind="quiet" icon="down" onPress={() => setRead({ of: text, starts: [...starts, end].slice(-MOST_PIECES) })}>
							Show more
						</Button>
					)}
				</p>
			)}
		</>
	);
}
