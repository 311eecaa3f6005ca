import { useEffect, useRef } from "react";
import type { RepairStatus } from "../../../schemas/repair.ts";
import type { WindowApi } from "../../api/index.ts";
import { repairCommand } from "../../state/repair-command.ts";
import { outcomeWords, PHASE_WORDS, progressWords } from "../../state/repair-words.ts";
import { Button } from "../elements/Button.tsx";
import { Callout } from "../elements/Callout.tsx";
import { CopyButton } from "../elements/CopyButton.tsx";
import { IconSprite } from "../elements/Icon.tsx";
import { Meter } from "../elements/Meter.tsx";
import { SafeText } from "../elements/SafeText.tsx";
import { RepairOutcome } from "../groups/notices/RepairOutcome.tsx";

/** In place of the console while its database cannot be opened or is being repaired. */
export function RepairScreen({ api, status }: { api: WindowApi; status: RepairStatus }) {
	const { problem, running, outcome, profileDir } = status;
	const heading = useRef<HTMLHeadingElement>(null);
	const isRunning = running !== null;
	// Buttons come and go with it; whoever uses keys is told what is now.
	useEffect(() => {
		if (isRunning !== undefined) heading.current?.focus();
	}, [isRunning]);
	return (
		<div className="repair">
			<IconSprite />
			<main className="repair-in">
				<h1 ref={heading} tabIndex={-1}>
					{running === null ? "The transcript database cannot be opened" : "The transcript database is being repaired"}
				</h1>
				{running !== null && (
					<section className="repair-run" aria-live="polite">
						<p>{running.isCancelling ? "Stopping. Everything stays as it was." : PHASE_WORDS[running.phase]}</p>
						<Meter label="Repair" value={running.total > 0 ? running.done / running.total : 0} />
						<p className="dim">{progressWords(running)}</p>
						<Button
							isDisabled={running.isCancelling || (running.phase !== "checking" && running.phase !== "saving")}
							onPress={() => void api.request("repair.cancel", {})}
						>
							Cancel
						</Button>
					</section>
				)}
				{outcome !== null && running === null && (
					<Callout kind={outcome.kind === "failed" ? "alarm" : "info"} title={outcomeWords(outcome).title} live>
						<RepairOutcome outcome={outcome} />
					</Callout>
				)}
				{running === null && problem !== null && (
					<>
						<p>
							<SafeText text={problem} most={1200} />
						</p>
						<p>
							A repair makes a new database of all that can still be read and keeps the damaged one beside it; nothing is deleted. The
							console then opens by itself and says what was saved and what was not.
						</p>
						<div className="btns">
							<Button kind="main" onPress={() => void api.request("repair.start", {})}>
								Repair now
							</Button>
							<Button onPress={() => void api.request("repair.retry", {})}>Open again without a repair</Button>
							<CopyButton text={() => repairCommand(profileDir)} label="Copy the command instead" />
						</div>
					</>
				)}
			</main>
		</div>
	);
}
