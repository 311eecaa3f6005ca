import { useState } from "react";
import type { PendingTap } from "../../../../schemas/tap.ts";
import { useConsole, useTaps } from "../../../hooks/console-context.ts";
import { SENDS_MARK } from "../../../hooks/focus-region.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { plural } from "../../../state/format.ts";
import { clockLeft } from "../../../state/requests.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { tapWords } from "../../../state/tap-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { useAnswer } from "../composer/use-answer.ts";
import { RequestClock } from "../requests/RequestClock.tsx";
import { TapChoices } from "./TapChoices.tsx";
import { TapContents } from "./TapContents.tsx";
import { useTapActions } from "./use-tap-actions.ts";

/** Marks the button that sends a card which answers a request: Ctrl O goes there. One that nobody asked for has none. */
export const CONFIRM_MARK = "data-tap-confirm";
/** Marks the card as a whole: a place for the focus where Enter does nothing. */
export const CARD_MARK = "data-tap-card";

/** The card that was read, in the place of the request it answers: what it says, what will be sent, and the decision. */
export function TapCard({ session, pending }: { session: SteadySession; pending: PendingTap }) {
	const { phase, interactionId, why, choices } = pending;
	const words = tapWords(pending);
	const request = session.interactions.findLast((each) => each.interactionId === interactionId);
	const tone = words.mood === "asks" || words.mood === "works" ? "" : "ask--gone";
	return (
		<section className="tapc" aria-label="Card that was read" data-region="request" tabIndex={-1} {...{ [CARD_MARK]: "" }}>
			<div className={`ask ${tone}`}>
				{request && words.isOpen ? <RequestClock request={request} /> : <Icon name={ICONS[words.mood]} className="m-waiting" />}
				<div className="grow">
					<h2>
						<span className="cut">{words.title}</span>
						{interactionId !== null && (
							<span className="code cut">
								<SafeText text={interactionId} />
							</span>
						)}
						{words.isOpen && <Left pending={pending} />}
					</h2>
					<p>
						{request && request.prompt !== "" && <SafeText text={`“${request.prompt}” `} most={200} />}
						<SafeText text={why} />
					</p>
				</div>
				<Decision session={session} pending={pending} />
			</div>
			{words.isOpen && interactionId === null && choices.length > 0 && <TapChoices pending={pending} />}
			{words.isOpen && interactionId !== null && choices.length > 1 && (
				<details className="tapc-other">
					<summary className="small">{plural(choices.length - 1, "other request")} for a card</summary>
					<TapChoices pending={pending} />
				</details>
			)}
			{phase !== "sent" && phase !== "expired" && <TapContents pending={pending} />}
		</section>
	);
}

const ICONS = { asks: "nfc", works: "waiting", done: "check", over: "ended" } as const;

/** Time until it ends by itself. */
function Left({ pending: { untilMs } }: { pending: PendingTap }) {
	const clock = clockLeft({ expiresAtMs: untilMs }, useNow());
	return clock === null ? null : <span className="clock">{clock}</span>;
}

function Decision({ session, pending }: { session: SteadySession; pending: PendingTap }) {
	const actions = useTapActions();
	const { editTap } = useAnswer(session.sessionId);
	const { taps } = useConsole();
	const isRevealed = useTaps((state) => state.isRevealed);
	const words = tapWords(pending);
	const { phase, sessionId } = pending;
	return (
		<>
			{words.confirm !== null && (
				<ConfirmButton label={words.confirm} isAsked={pending.interactionId !== null} onPress={() => actions.confirm(pending)} />
			)}
			{words.isOpen && sessionId === null && phase === "offered" && (
				<Button small onPress={() => actions.bindTo(pending, session.sessionId, null)}>
					Use in this session
				</Button>
			)}
			{!pending.tap.isRandomUid && (
				<IconButton
					icon="eye"
					label={isRevealed ? "Mask the card's number" : "Show the card's number"}
					onPress={() => taps.reveal(!isRevealed)}
				/>
			)}
			{words.isOpen && sessionId !== null && (
				<Button small kind="quiet" onPress={() => editTap(pending)}>
					Edit by hand
				</Button>
			)}
			{words.isOpen ? (
				<Button small kind="quiet" onPress={() => actions.discard(pending)}>
					Discard
				</Button>
			) : (
				<IconButton icon="x" label="Close" onPress={() => actions.discard(pending)} />
			)}
		</>
	);
}

/** Never takes the focus: a card can come at any moment, and Enter would send it. Its key is shown as it is at the moment. */
function ConfirmButton({ label, isAsked, onPress }: { label: string; isAsked: boolean; onPress: () => void }) {
	const [hasFocus, setFocus] = useState(false);
	return (
		<Button
			small
			kind="main"
			hotkey={hasFocus ? "Enter" : isAsked ? "Ctrl O" : undefined}
			{...{ [SENDS_MARK]: "", ...(isAsked && { [CONFIRM_MARK]: "" }) }}
			onFocusChange={setFocus}
			onPress={onPress}
		>
			{label}
		</Button>
	);
}
