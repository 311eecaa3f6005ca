import { useApp, useConsole, useSession, useTaps } from "../../../hooks/console-context.ts";
import { offersOf } from "../../../state/protocols.ts";
import { tapWords } from "../../../state/tap-words.ts";
import { Button } from "../../elements/Button.tsx";

/** At the reader, on whichever screen: a card waits for a decision in a session that is not in view. */
export function TapElsewhere() {
	const { app } = useConsole();
	const pending = useTaps((state) => state.pending);
	const inView = useApp(({ screen, selectedSessionId }) => (screen === "sessions" ? selectedSessionId : null));
	const talks = offersOf(useSession(inView)?.protocol ?? "").taps;
	if (!pending || !tapWords(pending).isOpen) return null;
	const sessionId = pending.sessionId ?? pending.choices[0]?.sessionId ?? null;
	// One that goes nowhere yet is looked at in any session that takes cards.
	if (sessionId === null || sessionId === inView || (pending.sessionId === null && talks)) return null;
	return (
		<Button small kind="waiting" icon="nfc" onPress={() => app.openSession(sessionId)}>
			Card read: look at it
		</Button>
	);
}
