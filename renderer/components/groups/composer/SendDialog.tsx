import { useRef } from "react";
import type { SendQuestion } from "../../../state/focus-rules.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";

interface SendDialogProps {
	/** Null: nothing is asked. */
	question: SendQuestion | null;
	onClose: () => void;
	onSend: (question: SendQuestion) => void;
}

/** Asks once before a message goes out that ends the session, or speaks into a run. */
export function SendDialog({ question, onClose, onSend }: SendDialogProps) {
	/** A dialog that closes still shows what it asked. */
	const last = useRef<SendQuestion | null>(null);
	last.current = question ?? last.current;
	return (
		<Dialog
			title={last.current?.title ?? ""}
			isOpen={question !== null}
			onClose={onClose}
			role="alertdialog"
			actions={
				<>
					<Button autoFocus onPress={onClose}>
						Back to the message
					</Button>
					<Button
						kind={last.current?.runId === null ? "alarm" : "main"}
						onPress={() => {
							onClose();
							if (question) onSend(question);
						}}
					>
						{last.current?.confirm}
					</Button>
				</>
			}
		>
			<p>{last.current?.text}</p>
		</Dialog>
	);
}
