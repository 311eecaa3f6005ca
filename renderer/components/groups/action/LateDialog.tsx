import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";

interface LateDialogProps {
	isOpen: boolean;
	what: string;
	onClose: () => void;
	onSend: () => void;
}

/** A move after its time asks once more. */
export function LateDialog({ isOpen, what, onClose, onSend }: LateDialogProps) {
	return (
		<Dialog
			title={`${what}, although the time is over?`}
			isOpen={isOpen}
			onClose={onClose}
			role="alertdialog"
			actions={
				<>
					<Button autoFocus onPress={onClose}>
						Do not send
					</Button>
					<Button
						kind="alarm"
						onPress={() => {
							onClose();
							onSend();
						}}
					>
						Send late
					</Button>
				</>
			}
		>
			<p>
				The server may have played for you already. Then it answers action_stale: nothing is used, nothing is lost. If it still waits, the
				move counts.
			</p>
		</Dialog>
	);
}
