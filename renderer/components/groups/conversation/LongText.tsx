import { memo } from "react";
import type { LoadedText } from "../../../state/conversation-text.ts";
import { groupCount } from "../../../state/format.ts";
import { SafeText } from "../../elements/SafeText.tsx";

/** Lines of a text that is read on: a block of its own per this many pieces, so that the browser lays out only those in view. */
const BLOCK_PIECES = 8;

/** A piece that is full never changes, so it is never drawn again. */
const Piece = memo(function Piece({ text }: { text: string }) {
	return <SafeText text={text} keepLines />;
});

interface LongTextProps {
	text: LoadedText;
	mono?: boolean;
	/** More comes: a caret stands at its end. */
	isLive: boolean;
	onRead: (which: "earlier" | "later") => void;
}

/** Text of any length. What is not here is said, with a way to read it. */
export function LongText({ text, mono = false, isLive, onRead }: LongTextProps) {
	const { from, to, length, pieces, isOpened } = text;
	const classes = mono ? "long mono" : "long";
	const blocks = isOpened ? chunked(pieces) : [pieces];
	return (
		<>
			{from > 0 && (
				<button type="button" className="more" onClick={() => onRead("earlier")}>
					{groupCount(from)} characters before this: read what comes before
				</button>
			)}
			<div className={classes}>
				{blocks.map((block, at) => (
					<div key={block[0]?.at ?? 0} className={isOpened ? "long-block" : undefined}>
						{block.map((piece) => (
							<Piece key={piece.at} text={piece.text} />
						))}
						{isLive && to === length && at === blocks.length - 1 && <span className="caret" />}
					</div>
				))}
			</div>
			{to < length && (
				<button type="button" className="more" onClick={() => onRead("later")}>
					Read the rest, {groupCount(length - to)} characters
				</button>
			)}
		</>
	);
}

function chunked(pieces: LoadedText["pieces"]): LoadedText["pieces"][] {
	const blocks: LoadedText["pieces"][] = [];
	for (let at = 0; at < pieces.length; at += BLOCK_PIECES) blocks.push(pieces.slice(at, at + BLOCK_PIECES));
	return blocks.length === 0 ? [[]] : blocks;
}
