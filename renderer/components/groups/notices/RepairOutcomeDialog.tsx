import type { RepairOutcome as Outcome } from "../../../../schemas/repair.ts";
import { outcomeWords } from "../../../state/repair-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { RepairOutcome } from "./RepairOutcome.tsx";

/** After a repair the console goes on with the new database, and this stands in front until it was read. */
export function RepairOutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
	return (
		<Dialog
			title={outcomeWords(outcome).title}
			isOpen
			isWide
			onClose={onClose}
			actions={
				<Button kind="main" onPress={onClose}>
					Go on
				</Button>
			}
		>
			<RepairOutcome outcome={outcome} />
		</Dialog>
	);
}
