import { useEffect } from "react";
import { shortText } from "../../schemas/rules/visible-text.ts";
import { windowTitle } from "../state/asks.ts";
import { useApp, useSession, useSessions } from "./console-context.ts";
import { useNow } from "./use-now.ts";

/** Systems draw titles themselves, directions and all, so the rule for text of the other side holds here too. */
const MOST_UNITS = 200;

/** Keeps the window's title: the session in view, and whoever asks for the operator. */
export function useWindowTitle(): void {
	const selected = useSession(useApp((state) => (state.screen === "sessions" ? state.selectedSessionId : null)));
	const nowMs = useNow();
	const all = useSessions((state) => state.steady);
	const title = windowTitle(selected, all.values(), nowMs);
	useEffect(() => {
		document.title = shortText(title, MOST_UNITS);
	}, [title]);
}
