import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";

interface EndDialogProps {
	name: string;
	isOpen: boolean;
	onClose: () => void;
	onEnd: () => void;
}

/** Ending cannot be taken back, so it is asked. */
export function EndDialog({ name, isOpen, onClose, onEnd }: EndDialogProps) {
	return (
		<Dialog
			title={`End ${name}?`}
			isOpen={isOpen}
			onClose={onClose}
			role="alertdialog"
			actions={
				<>
					<Button autoFocus onPress={onClose}>
						Keep it
					</Button>
					<Button
						kind="alarm"
						onPress={() => {
							onEnd();
							onClose();
						}}
					>
						End session
					</Button>
				</>
			}
		>
			<p>
				The console says session.end, waits up to 2 s for the agent and closes with 1000. This session cannot be connected again; its
				transcript stays. To come back later, disconnect instead.
			</p>
		</Dialog>
	);
}
