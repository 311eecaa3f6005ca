import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Interaction } from "../../../../schemas/session.ts";
import { READING_PLACE, useFocusHeir } from "../../../hooks/focus-place.ts";
import { useHotkeys } from "../../../hooks/use-hotkeys.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { requestView, useShownRequests } from "../../../hooks/use-request-view.ts";
import { ctrlOLeadsTo } from "../../../state/focus-rules.ts";
import { clockLeft, modalityName, modalityWithArticle, requestKey, waitingRequests } from "../../../state/requests.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { Menu } from "../../elements/Menu.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { useAnswer } from "../composer/use-answer.ts";
import { TapBar, useTappedRequest } from "../taps/TapBar.tsx";
import { CARD_MARK, CONFIRM_MARK } from "../taps/TapCard.tsx";
import { TapHint } from "../taps/TapHint.tsx";
import { useTapRuleEntries } from "../taps/use-tap-rule.ts";
import { OutcomeBar } from "./OutcomeBar.tsx";
import { RequestClock } from "./RequestClock.tsx";
import { useShowFrame } from "./use-show-frame.ts";

/** Above the composer: what the agent asks of a person, and what became of it. */
export function RequestBar({ session }: { session: SteadySession }) {
	const { first, count, aside, over } = useShownRequests(session);
	const { answer } = useAnswer(session.sessionId);
	const tapped = useTappedRequest(session.sessionId);
	useHotkeys({
		"ctrl+o": () => {
			const confirm = bars.current?.querySelector<HTMLElement>(`[${CONFIRM_MARK}]`);
			const card = bars.current?.querySelector<HTMLElement>(`[${CARD_MARK}]`);
			const [soonest] = waitingRequests(session);
			const to = ctrlOLeadsTo({ hasAskedCard: !!confirm, hasRequest: !!soonest, hasUnaskedCard: !!card });
			if (to === null) return false;
			if (to === "confirm") confirm?.focus();
			if (to === "card") card?.focus();
			if (to !== "answer" || !soonest) return;
			requestView.bringBack(session);
			answer(soonest, "quick");
		},
	});
	const bars = useRef<HTMLDivElement>(null);
	// The button that was pressed, or stood here, is gone: the card that took its place as a whole, else the list.
	useFocusHeir(bars, () => {
		const card = bars.current?.querySelector<HTMLElement>(`[${CARD_MARK}]`);
		(card ?? document.querySelector<HTMLElement>(READING_PLACE))?.focus();
	});
	const isWanted = useStore(requestView.state, ({ wanted }) => waitingRequests(session).some((each) => requestKey(each) === wanted));
	useEffect(() => {
		if (!isWanted) return;
		bars.current?.querySelector<HTMLElement>(`[${CONFIRM_MARK}], .btn--waiting`)?.focus();
		requestView.arrived();
	}, [isWanted]);
	return (
		<div className="asks" ref={bars}>
			{over && <OutcomeBar key={over.interactionId} session={session} request={over} />}
			{aside.length > 0 && <AsideBar session={session} aside={aside} />}
			<TapBar session={session} said={over?.interactionId ?? null} />
			{first && first.interactionId !== tapped && <WaitingBar session={session} request={first} count={count} />}
		</div>
	);
}

function WaitingBar({ session, request, count }: { session: SteadySession; request: Interaction; count: number }) {
	const { answer, sayInstead } = useAnswer(session.sessionId);
	const showFrame = useShowFrame();
	const clock = clockLeft(request, useNow());
	const ruleEntries = useTapRuleEntries(session);
	return (
		<section className="ask" aria-label="Request from the agent" data-region="request">
			<RequestClock request={request} />
			<div className="grow">
				<h2>
					<span className="cut">Agent asks for {modalityWithArticle(request.modality)}</span>
					<span className="code cut">
						<SafeText text={request.interactionId} />
					</span>
					{clock !== null && <span className="clock">{clock}</span>}
					{count > 1 && <span className="ask-count">1 of {count}</span>}
				</h2>
				<p className="cut" title={request.prompt}>
					{request.prompt === "" ? "It does not say what for." : <SafeText text={`“${request.prompt}”`} />}
					{request.modality === "nfc" && <TapHint session={session} />}
				</p>
			</div>
			<Button small kind="waiting" hotkey="Ctrl O" onPress={() => answer(request, "quick")}>
				Answer
			</Button>
			<Button small kind="quiet" onPress={() => answer(request, "hand")}>
				By hand
			</Button>
			<Menu
				label="More: put aside, show the frame, say so in a turn, what a tap does"
				entries={[
					{ kind: "item", id: "aside", label: "Dismiss from view", icon: "x", onPress: () => requestView.putAside(request) },
					{ kind: "item", id: "frame", label: "Show the frame", icon: "eye", onPress: () => void showFrame(request) },
					{ kind: "item", id: "turn", label: "Say so in a turn", icon: "text", onPress: () => sayInstead(request) },
					...(request.modality === "nfc" ? ruleEntries : []),
				]}
			/>
		</section>
	);
}

/** Out of sight is not out of mind: a line stays for as long as they wait. */
function AsideBar({ session, aside }: { session: SteadySession; aside: readonly Interaction[] }) {
	const nowMs = useNow();
	const words = aside.map((each) => [modalityName(each.modality), clockLeft(each, nowMs)].filter(Boolean).join(" "));
	return (
		<section className="ask ask--aside" aria-label="Requests put aside" data-region="aside">
			<Icon name="waiting" className="m-waiting" />
			<p className="cut grow">Still waiting, dismissed from view: {words.join(", ")}</p>
			<Button small kind="quiet" onPress={() => requestView.bringBack(session)}>
				Show
			</Button>
		</section>
	);
}
