import type { TableMove } from "../../../../schemas/table.ts";
import { type ActionDraft, amountPresets } from "../../../state/action-draft.ts";
import { groupCount } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Die } from "../table/Die.tsx";

interface AmountProps {
	move: TableMove & { kind: "amount" };
	draft: ActionDraft;
	unit: number;
	onChange: (change: Partial<ActionDraft>) => void;
}

/** A raise: field, slider and presets write the same amount. */
export function AmountFields({ move, draft, unit, onChange }: AmountProps) {
	const value = /^\d+$/.test(draft.amount) ? Number(draft.amount) : move.min;
	return (
		<div className="raise">
			<div className="raise-row">
				<input
					className="input input--data num"
					aria-label={`${move.label}, whole chips, ${move.min} to ${move.max}`}
					inputMode="numeric"
					autoComplete="off"
					value={draft.amount}
					onChange={(event) => onChange({ amount: event.target.value.replace(/\D/g, "") })}
				/>
				<input
					className="range"
					type="range"
					aria-label={`${move.label}, by slider`}
					min={move.min}
					max={move.max}
					step={Math.max(1, Math.min(unit, move.max - move.min))}
					value={value}
					onChange={(event) => onChange({ amount: event.target.value })}
				/>
			</div>
			<div className="btns">
				{amountPresets(move).map(({ label, amount }) => (
					<Button key={label} small aria-pressed={draft.amount === String(amount)} onPress={() => onChange({ amount: String(amount) })}>
						{label} {groupCount(amount)}
					</Button>
				))}
			</div>
		</div>
	);
}

interface BidProps {
	move: TableMove & { kind: "bid" };
	draft: ActionDraft;
	onChange: (change: Partial<ActionDraft>) => void;
	onStep: (more: number, higher: number) => void;
}

const FACES = [1, 2, 3, 4, 5, 6];

/** A bid is built: how many dice, and which face. */
export function BidFields({ move, draft, onChange, onStep }: BidProps) {
	return (
		<div className="raise">
			<div className="raise-row raise-row--bid">
				<Button small aria-label="Fewer dice" onPress={() => onStep(-1, 0)}>
					−
				</Button>
				<input
					className="input input--data num"
					aria-label={`Number of dice, ${move.minQuantity} to ${move.maxQuantity}`}
					inputMode="numeric"
					autoComplete="off"
					value={draft.quantity}
					onChange={(event) => onChange({ quantity: event.target.value.replace(/\D/g, "") })}
				/>
				<Button small aria-label="More dice" onPress={() => onStep(1, 0)}>
					+
				</Button>
				<span className="small soft">
					least {move.minQuantity} × {move.minFace}, at most {move.maxQuantity} dice
				</span>
			</div>
			<div className="faces" role="radiogroup" aria-label="Face">
				{FACES.map((face) => (
					// biome-ignore lint/a11y/useSemanticElements: as above
					<button
						key={face}
						type="button"
						role="radio"
						className="face-i"
						aria-checked={draft.face === face}
						aria-label={`Face ${face}`}
						onClick={() => onChange({ face })}
					>
						<Die face={face} small marked={draft.face === face} />
					</button>
				))}
			</div>
		</div>
	);
}
