import type { PendingTap } from "../../../../schemas/tap.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { clockLeft } from "../../../state/requests.ts";
import { Button } from "../../elements/Button.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { useTapActions } from "./use-tap-actions.ts";

/** The requests a card could answer, the most urgent first. */
export function TapChoices({ pending }: { pending: PendingTap }) {
	const { bindTo } = useTapActions();
	const nowMs = useNow();
	return (
		<ul className="tapc-choices" aria-label="Requests that wait for a card">
			{pending.choices.map((choice) => {
				const { sessionId, sessionName, interactionId, prompt } = choice;
				const isChosen = interactionId === pending.interactionId && sessionId === pending.sessionId;
				return (
					<li key={`${sessionId} ${interactionId}`}>
						<Button small isDisabled={isChosen} onPress={() => bindTo(pending, sessionId, interactionId)}>
							{isChosen ? "Chosen" : "Use for this"}
						</Button>
						<span className="code cut">
							<SafeText text={interactionId} most={64} />
						</span>
						<span className="cut">
							<SafeText text={`${sessionName}${prompt === "" ? "" : `: “${prompt}”`}`} most={300} />
						</span>
						<span className="clock">{clockLeft(choice, nowMs)}</span>
					</li>
				);
			})}
		</ul>
	);
}
