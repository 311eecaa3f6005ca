import type { Interaction } from "../../../../schemas/session.ts";
import { requestView } from "../../../hooks/use-request-view.ts";
import { outcomeOf } from "../../../state/requests.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { useAnswer } from "../composer/use-answer.ts";
import { useShowFrame } from "./use-show-frame.ts";

/** How a request ended, or why it cannot be answered, where it waited; until it is closed. */
export function OutcomeBar({ session, request }: { session: SteadySession; request: Interaction }) {
	const { answer, sayInstead } = useAnswer(session.sessionId);
	const showFrame = useShowFrame();
	const outcome = outcomeOf(request);
	const canSay = request.state === "notNegotiated" || request.state === "unanswerable";
	return (
		<section
			className={`ask ${outcome.meaning === "waiting" ? "" : "ask--gone"} ask--line`}
			aria-label="What became of a request"
			data-region="outcome"
		>
			<Icon
				name={outcome.meaning === "done" ? "check" : outcome.meaning === "waiting" ? "waiting" : "ended"}
				className={outcome.meaning === "waiting" ? "m-waiting" : ""}
			/>
			<div className="grow" role="status">
				<h2>
					<span className="cut">{outcome.title}</span>
					{request.interactionId !== "" && (
						<span className="code cut">
							<SafeText text={request.interactionId.slice(0, 200)} />
						</span>
					)}
				</h2>
				<p className="cut" title={request.prompt}>
					{outcome.text}
					{canSay && request.prompt !== "" && <SafeText text={` “${request.prompt}”`} />}
				</p>
			</div>
			{canSay && (
				<Button small kind="quiet" onPress={() => sayInstead(request)}>
					Say so in a turn
				</Button>
			)}
			{outcome.anyway !== null && (
				<Button small kind="quiet" onPress={() => answer(request, "hand")}>
					{outcome.anyway}
				</Button>
			)}
			<IconButton icon="eye" label="Show the frame" onPress={() => void showFrame(request)} />
			<IconButton icon="x" label="Close" onPress={() => requestView.close(session, request)} />
		</section>
	);
}
