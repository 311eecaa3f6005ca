import { useStore } from "zustand";
import { createRequestView, type ShownRequests, shownRequests } from "../state/request-view.ts";
import type { SteadySession } from "../state/steady-session.ts";

/** One for the window: what was put aside stays so when the operator changes the session. */
export const requestView = createRequestView();
const openedAtMs = Date.now();

export function useShownRequests(session: SteadySession): ShownRequests {
	const view = useStore(requestView.state);
	return shownRequests(session, view, openedAtMs);
}
