import { useApp, useConsole, useSessions } from "../../../hooks/console-context.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { allAsks, nextAsk } from "../../../state/asks.ts";
import { visibleText } from "../../../state/visible-text.ts";

/** How many requests, turns and questions wait in all sessions; one press leads to the one that ends first. Drawn apart from the list. */
export function AskCount() {
	const { app } = useConsole();
	const nowMs = useNow();
	const byId = useSessions((state) => state.byId);
	const current = useApp((state) => (state.screen === "sessions" ? state.selectedSessionId : null));
	const asks = allAsks(byId.values(), nowMs);
	const next = nextAsk(asks, current);
	if (!next) return null;
	return (
		<button
			type="button"
			className="rail-ask m-waiting"
			title={visibleText(`${next.words}, ${next.sessionName}`)}
			onClick={() => app.openSession(next.sessionId)}
		>
			{asks.length === 1 ? "1 asks for you" : `${asks.length} ask for you`}
		</button>
	);
}
