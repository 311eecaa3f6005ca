import { useMemo } from "react";
import type { AppStore } from "../state/app-store.ts";
import { type Ask, allAsks } from "../state/asks.ts";
import { useSessions } from "./console-context.ts";
import { useNow } from "./use-now.ts";
import { requestView } from "./use-request-view.ts";

/** What waits for a person in all sessions, the first to end first; a new list only when something came, went or was told more of. */
export function useAsks(): readonly Ask[] {
	const nowMs = useNow();
	const all = useSessions((state) => state.steady);
	const key = allAsks(all.values(), nowMs)
		.map((ask) => [ask.key, ask.sessionName, ask.words, ask.deadlineAtMs, ask.request?.prompt].join(" "))
		.join("\n");
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is shown of them; the clock steps each second
	return useMemo(() => allAsks(all.values(), nowMs), [key]);
}

/** Shows the session that asks; the bar of its request takes the focus. */
export function goToAsk(app: AppStore, { sessionId, request }: Ask): void {
	if (request) requestView.goTo(request);
	app.openSession(sessionId);
}
