import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { TableMove } from "../../../../schemas/table.ts";
import { type ActionDraft, moveWords } from "../../../state/action-draft.ts";
import { groupCount } from "../../../state/format.ts";
import { Kbd } from "../../elements/Kbd.tsx";

interface MoveListProps {
	moves: readonly TableMove[];
	draft: ActionDraft;
	isOpen: boolean;
	onChoose: (index: number) => void;
	/** What the chosen move still needs. */
	parameters: React.ReactNode;
}

/** The legal moves; the first nine have a key. */
export function MoveList({ moves, draft, isOpen, onChoose, parameters }: MoveListProps) {
	const stop = draft.index ?? 0;
	return (
		<div className="acts" role="radiogroup" aria-label="Legal moves">
			{moves.map((move, index) => {
				const label = move.kind === "ready" ? move.label : `${move.label}…`;
				return (
					<div key={`${label} ${JSON.stringify(move)}`}>
						{/* biome-ignore lint/a11y/useSemanticElements: a whole row with a key and a number, which a native radio button cannot hold */}
						<button
							type="button"
							role="radio"
							className="act-i"
							aria-checked={draft.index === index}
							tabIndex={index === stop ? 0 : -1}
							disabled={!isOpen}
							data-move={index}
							onClick={() => onChoose(index)}
						>
							{index < 9 ? <Kbd>{String(index + 1)}</Kbd> : <span />}
							<span className="cut">{visibleText(draft.index === index ? moveWords(move, draft) : label)}</span>
							<span className="num">{rangeOf(move)}</span>
						</button>
						{draft.index === index && parameters}
					</div>
				);
			})}
		</div>
	);
}

function rangeOf(move: TableMove): string {
	if (move.kind === "amount") return `${groupCount(move.min)}\u2013${groupCount(move.max)}`;
	if (move.kind === "bid") return `from ${move.minQuantity} × ${move.minFace}`;
	return "";
}
