import type { TableStatus } from "../../../../schemas/table.ts";
import { SENDS_MARK } from "../../../hooks/focus-region.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { gameName } from "../../../state/table-words.ts";
import { Button } from "../../elements/Button.tsx";
import { DeadlineDigits } from "./DeadlineClock.tsx";

interface ConfirmCardProps {
	confirm: NonNullable<TableStatus["confirm"]>;
	onConfirm: () => void;
}

/** A match was found and waits for a yes; there is no way to say no but silence. */
export function ConfirmCard({ confirm, onConfirm }: ConfirmCardProps) {
	const nowMs = useNow();
	const isLate = nowMs >= confirm.deadlineAtMs;
	return (
		<section className="act-h" aria-label="Match found">
			<h2>
				Match found
				<DeadlineDigits deadlineAtMs={confirm.deadlineAtMs} />
			</h2>
			<p>
				{gameName(confirm.game)}, {confirm.mode}, {confirm.players} players. {confirm.answered && "Confirmed; waiting for the others."}
				{!confirm.answered && isLate && "The time to confirm is over."}
			</p>
			<div className="btns">
				<Button kind="main" hotkey="Y" {...{ [SENDS_MARK]: "" }} isDisabled={confirm.answered} onPress={onConfirm}>
					{isLate && !confirm.answered ? "Confirm late" : "Confirm"}
				</Button>
				{!confirm.answered && <span className="small soft">Silence is a no.</span>}
			</div>
		</section>
	);
}
