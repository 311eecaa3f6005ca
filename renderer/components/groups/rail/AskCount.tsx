import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { useApp, useConsole } from "../../../hooks/console-context.ts";
import { goToAsk, useAsks } from "../../../hooks/use-asks.ts";
import { nextAsk } from "../../../state/asks.ts";

/** How many requests, turns and questions wait in all sessions; one press leads to the one that ends first. Drawn apart from the list. */
export function AskCount() {
	const { app } = useConsole();
	const current = useApp((state) => (state.screen === "sessions" ? state.selectedSessionId : null));
	const asks = useAsks();
	const next = nextAsk(asks, current);
	if (!next) return null;
	return (
		<button
			type="button"
			className="rail-ask m-waiting"
			title={visibleText(`${next.words}, ${next.sessionName}`)}
			onClick={() => goToAsk(app, next)}
		>
			{asks.length === 1 ? "1 asks for you" : `${asks.length} ask for you`}
		</button>
	);
}
