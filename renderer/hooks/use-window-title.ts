import { useEffect } from "react";
import { windowTitle } from "../state/requests.ts";
import { useApp, useSession, useSessions } from "./console-context.ts";

/** Keeps the window's title: the session in view, and whoever asks for the operator. */
export function useWindowTitle(): void {
	const selected = useSession(useApp((state) => (state.screen === "sessions" ? state.selectedSessionId : null)));
	const title = useSessions((state) => windowTitle(selected, state.byId.values()));
	useEffect(() => {
		document.title = title;
	}, [title]);
}
