import { useState } from "react";
import type { Finding } from "../../../../schemas/timeline.ts";
import { plural } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { FindingList } from "./FindingList.tsx";

interface OverrideDialogProps {
	isOpen: boolean;
	type: string;
	errors: readonly Finding[];
	byteLength: number;
	onClose: () => void;
	onSend: () => void;
}

/** Names every problem and wants one act that cannot happen by reflex: Enter alone sends nothing. */
export function OverrideDialog({ isOpen, type, errors, byteLength, onClose, onSend }: OverrideDialogProps) {
	const [meant, setMeant] = useState(false);
	const close = () => {
		setMeant(false);
		onClose();
	};
	return (
		<Dialog
			title={`Send ${type} although it is invalid?`}
			isOpen={isOpen}
			onClose={close}
			role="alertdialog"
			actions={
				<>
					<Button autoFocus onPress={close}>
						Back to the message
					</Button>
					<Button
						kind="alarm"
						isDisabled={!meant}
						onPress={() => {
							close();
							onSend();
						}}
					>
						Send although invalid
					</Button>
				</>
			}
		>
			<p>
				{plural(errors.length, "problem")} in {byteLength} bytes. The agent may refuse the message or close the link. The transcript will
				say that you sent it knowingly.
			</p>
			<div className="comp-reasons">
				<FindingList findings={errors} />
			</div>
			<Checkbox isChecked={meant} onChange={setMeant}>
				Send exactly these bytes
			</Checkbox>
		</Dialog>
	);
}
