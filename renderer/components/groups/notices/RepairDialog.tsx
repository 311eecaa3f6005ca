import { useApp } from "../../../hooks/console-context.ts";
import { repairCommand } from "../../../state/repair-command.ts";
import { Button } from "../../elements/Button.tsx";
import { Code } from "../../elements/Code.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface RepairDialogProps {
	/** SQLite's words. */
	problem: string;
	isOpen: boolean;
	onClose: () => void;
}

/** What a repair does and how it is started. It needs the profile for itself, so the running console cannot do it. */
export function RepairDialog({ problem, isOpen, onClose }: RepairDialogProps) {
	const profileDir = useApp((state) => state.info?.profileDir) ?? "";
	const command = repairCommand(profileDir);
	return (
		<Dialog
			title="Repair the transcript database"
			isOpen={isOpen}
			onClose={onClose}
			actions={
				<>
					<Button onPress={onClose}>Close</Button>
					<CopyButton text={() => command} label="Copy the command" />
				</>
			}
		>
			<p>
				The check found: <SafeText text={problem} most={300} />
			</p>
			<p>
				A repair makes a new database of all that can still be read. The damaged one is kept beside it as{" "}
				<Code>transcripts-damaged-TIME.sqlite</Code>; nothing is deleted. What stood in a damaged place may be lost.
			</p>
			<p>It needs the profile for itself: end this Switchboard first, then run this in the program's folder.</p>
			<p>
				<Code>
					<SafeText text={command} most={1000} />
				</Code>
			</p>
			<p>It says how many sessions, entries and findings were saved, how many entries are lost, and which sessions are not whole.</p>
		</Dialog>
	);
}
