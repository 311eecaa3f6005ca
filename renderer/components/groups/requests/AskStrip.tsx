import { useStore } from "zustand";
import { useApp, useConsole } from "../../../hooks/console-context.ts";
import { goToAsk, useAsks } from "../../../hooks/use-asks.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { requestView } from "../../../hooks/use-request-view.ts";
import type { Ask } from "../../../state/asks.ts";
import { clockLeft, modalityWithArticle, requestKey } from "../../../state/requests.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { RequestClock } from "./RequestClock.tsx";

/** Above every screen: what sessions that are not in view ask for, the one that ends first by name. */
export function AskStrip() {
	const asks = useAsks();
	const inView = useApp((state) => (state.screen === "sessions" ? state.selectedSessionId : null));
	const aside = useStore(requestView.state, (view) => view.aside);
	const elsewhere = asks.filter(({ sessionId, request }) => sessionId !== inView && !(request && aside.has(requestKey(request))));
	const [first] = elsewhere;
	return first ? <Strip first={first} count={elsewhere.length} /> : null;
}

function Strip({ first, count }: { first: Ask; count: number }) {
	const { app } = useConsole();
	const letterKeys = useApp((state) => state.letterKeys);
	const { sessionName, words, request, deadlineAtMs } = first;
	const clock = clockLeft({ expiresAtMs: deadlineAtMs }, useNow());
	const name = <SafeText text={sessionName} most={128} />;
	return (
		<section className="ask ask--strip" aria-label="Request in another session" data-region="request-elsewhere">
			{request ? <RequestClock request={request} /> : <Icon name="waiting" className="m-waiting" />}
			<div className="grow">
				<h2>
					<span className="cut">
						{request ? (
							<>
								{name} asks for {modalityWithArticle(request.modality)}
							</>
						) : (
							<>
								<SafeText text={words} most={128} />, {name}
							</>
						)}
					</span>
					{clock !== null && <span className="clock">{clock}</span>}
					{count > 1 && <span className="ask-count">1 of {count}</span>}
				</h2>
				{request && (
					<p className="cut" title={request.prompt}>
						{request.prompt === "" ? "It does not say what for." : <SafeText text={`“${request.prompt}”`} />}
					</p>
				)}
			</div>
			<Button small kind="waiting" hotkey={letterKeys ? "G R" : undefined} onPress={() => goToAsk(app, first)}>
				Go to it
			</Button>
		</section>
	);
}
