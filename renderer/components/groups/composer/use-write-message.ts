import { useConsole } from "../../../hooks/console-context.ts";
import { messageToWrite } from "../../../state/focus-rules.ts";
import { waitingRequests } from "../../../state/requests.ts";
import { focusComposer } from "./focus-composer.ts";
import { storeOf } from "./use-composer.ts";

/** What `C` does: the message that is being written, and the caret in it. */
export function useWriteMessage(sessionId: string): () => void {
	const { api, sessions } = useConsole();
	return () => {
		const store = storeOf(api, sessionId);
		const now = store.state.getState();
		const session = sessions.state.getState().steady.get(sessionId);
		const waiting = session ? waitingRequests(session) : [];
		const type = messageToWrite(now, (id) => waiting.some(({ interactionId }) => interactionId === id));
		if (type === now.selected) return focusComposer();
		store.select(type);
		// Two frames: one draws the tab, the next one its fields.
		requestAnimationFrame(() => requestAnimationFrame(focusComposer));
	};
}
