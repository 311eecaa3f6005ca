import { useApp, useConsole, useSessions } from "../../../hooks/console-context.ts";
import { AskCount } from "./AskCount.tsx";
import { SessionItem } from "./SessionItem.tsx";

/** All stored sessions, newest first, and how many want the operator. */
export function SessionList() {
	const { app } = useConsole();
	const order = useSessions((state) => state.order);
	const kind = useSessions((state) => state.kind);
	const selected = useApp((state) => state.selectedSessionId);
	const screen = useApp((state) => state.screen);
	// Counted here and not in the items: the head says it even when the item is scrolled away.
	const wanting = useSessions((state) => {
		let count = 0;
		for (const session of state.steady.values()) {
			const asks = session.status.kind === "closed" && session.status.outcome.next === "ask";
			if (asks || session.ledger.unknown > 0) count++;
		}
		return count;
	});
	return (
		<div className="scroll" data-region="sessions">
			<div className="rail-h">
				<span>{kind === "loading" ? "Reading sessions" : order.length === 1 ? "1 session" : `${order.length} sessions`}</span>
				<AskCount />
				{wanting > 0 && <span className="m-unknown">{wanting === 1 ? "1 needs a look" : `${wanting} need a look`}</span>}
			</div>
			<ul aria-label="Sessions">
				{order.map((sessionId) => (
					<li key={sessionId}>
						<SessionItem
							sessionId={sessionId}
							isCurrent={screen === "sessions" && sessionId === selected}
							onOpen={() => app.openSession(sessionId)}
						/>
					</li>
				))}
			</ul>
		</div>
	);
}
