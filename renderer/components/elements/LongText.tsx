import { useMemo, useState } from "react";
import { groupCount } from "../../state/format.ts";
import { pieceAt, type TextPiece } from "../../state/visible-text.ts";
import { Button } from "./Button.tsx";
import { TextParts } from "./SafeText.tsx";

/** Pieces on the page at a time: with their bounds on length and marks, what is drawn stays small whatever a frame holds. */
const MOST_PIECES = 5;

/** A text of any length, as it lies, with marks for what would act or hide. It opens at its start; the rest comes in pieces on demand. */
export function LongText({ text, isWrapped = true }: { text: string; isWrapped?: boolean }) {
	const first = useMemo(() => [pieceAt(text, 0)], [text]);
	const [read, setRead] = useState<{ of: readonly TextPiece[]; pieces: readonly TextPiece[] }>({ of: first, pieces: first });
	const pieces = read.of === first ? read.pieces : first;
	const from = pieces[0]?.from ?? 0;
	const end = pieces[pieces.length - 1]?.end ?? 0;
	const show = (next: readonly TextPiece[]) => setRead({ of: first, pieces: next });
	const isWhole = from === 0 && end === text.length;
	return (
		<>
			{from > 0 && (
				<p className="text-cut">
					<span>{groupCount(from)} characters before this</span>
					<Button small kind="quiet" icon="up" onPress={() => show(first)}>
						Back to the start
					</Button>
				</p>
			)}
			{pieces.map((piece) => (
				<pre key={piece.from} className={`pre ${isWrapped ? "" : "pre--long"}`}>
					<TextParts parts={piece.parts} />
				</pre>
			))}
			{!isWhole && (
				<p className="text-cut">
					<span role="status">
						{end < text.length ? `${groupCount(text.length - end)} characters more; copying takes them all` : "End of the text"}
					</span>
					{end < text.length && (
						<Button small kind="quiet" icon="down" onPress={() => show([...pieces, pieceAt(text, end)].slice(-MOST_PIECES))}>
							Show more
						</Button>
					)}
				</p>
			)}
		</>
	);
}
