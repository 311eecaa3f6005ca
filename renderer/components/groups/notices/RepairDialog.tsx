import { useState } from "react";
import { useApi, useApp, useConsole } from "../../../hooks/console-context.ts";
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

/** What a repair does, and its start. The console is closed for it and opens again by itself. */
export function RepairDialog({ problem, isOpen, onClose }: RepairDialogProps) {
	const api = useApi();
	const { app } = useConsole();
	const profileDir = useApp((state) => state.info?.profileDir) ?? "";
	const [isStarting, setStarting] = useState(false);
	const start = async () => {
		setStarting(true);
		const answer = await api.request("repair.start", {});
		// Once it has begun, the whole window shows it.
		if (answer.ok) return;
		setStarting(false);
		app.say({ meaning: "alarm", title: "The repair did not start", text: answer.error.message });
	};
	return (
		<Dialog
			title="Repair the transcript database"
			isOpen={isOpen}
			onClose={onClose}
			actions={
				<>
					<Button onPress={onClose}>Close</Button>
					<CopyButton text={() => repairCommand(profileDir)} label="Copy the command" />
					<Button kind="main" busy={isStarting} onPress={() => void start()}>
						Repair now
					</Button>
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
			<p>
				Links of all sessions are closed first, and this window waits. Then the console opens again with the new database and says what was
				saved and what was not; sessions can be connected again.
			</p>
			<p>The command does the same from outside, once this Switchboard has ended.</p>
		</Dialog>
	);
}
