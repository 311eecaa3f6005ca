import type { PendingTap } from "../../../../schemas/tap.ts";
import { useConsole, useSession, useTaps } from "../../../hooks/console-context.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { tapWords } from "../../../state/tap-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TapCard } from "./TapCard.tsx";

/** Whether that tap is looked at in this session: it goes there, or nobody knows yet where it goes. */
const belongs = (pending: PendingTap, sessionId: string) => pending.sessionId === null || pending.sessionId === sessionId;

/** Above the composer: the card that was read, here or for another session. */
export function TapBar({ session, said }: { session: SteadySession /** Request whose end is told beside it. */; said: string | null }) {
	const newest = useTaps((state) => state.pending);
	const pending = newest?.phase === "sent" && newest.interactionId === said ? null : newest;
	const { app } = useConsole();
	const other = useSession(pending?.sessionId ?? null);
	return (
		<>
			<p className="vh" role="status">
				{pending && `${tapWords(pending).title}. ${pending.why}`}
			</p>
			{pending && belongs(pending, session.sessionId) && <TapCard key={pending.tapId} session={session} pending={pending} />}
			{pending && !belongs(pending, session.sessionId) && tapWords(pending).isOpen && (
				<section className="ask ask--aside" aria-label="Card for another session" data-region="card-elsewhere">
					<Icon name="nfc" className="m-waiting" />
					<p className="cut grow">
						A card was read for another session: <SafeText text={other?.name ?? ""} />
					</p>
					<Button small kind="quiet" onPress={() => pending.sessionId !== null && app.openSession(pending.sessionId)}>
						Show
					</Button>
				</section>
			)}
		</>
	);
}

/** The request that a card is shown for; its own bar makes room. */
export function useTappedRequest(sessionId: string): string | null {
	return useTaps(({ pending }) => (pending && pending.sessionId === sessionId && tapWords(pending).isOpen ? pending.interactionId : null));
}
