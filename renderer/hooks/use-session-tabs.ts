import { createContext, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { createSessionTabs, type SessionTabsState, type SessionTabsStore } from "../state/session-tabs.ts";
import { useApi } from "./console-context.ts";

export const TabsContext = createContext<SessionTabsStore | null>(null);

/** As in styles/narrow.css: below, nothing stands beside. */
const hasRoomBeside = (): boolean => window.matchMedia("(min-width: 1181px)").matches;

/** The views of one session, for as long as its screen lives. */
export function useOpenTabs(sessionId: string): SessionTabsStore {
	const api = useApi();
	const [tabs] = useState(() => createSessionTabs(api, sessionId, hasRoomBeside));
	useEffect(() => void tabs.load(), [tabs]);
	return tabs;
}

export function useTabs(): SessionTabsStore {
	const tabs = useContext(TabsContext);
	if (!tabs) throw new Error("This part stands outside of a session's screen.");
	return tabs;
}

export function useSessionTabs<Part>(select: (state: SessionTabsState) => Part): Part {
	return useStore(useTabs().state, select);
}
