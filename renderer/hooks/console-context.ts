import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { SessionSummary } from "../../schemas/session.ts";
import type { WindowApi } from "../api/index.ts";
import type { AppState, AppStore } from "../state/app-store.ts";
import type { LibraryState, LibraryStore } from "../state/library-store.ts";
import type { ReaderStore, ReaderView } from "../state/reader-store.ts";
import type { SearchState, SearchStore } from "../state/search-store.ts";
import type { SessionStore, SessionsState } from "../state/session-store.ts";
import type { SteadySession } from "../state/steady-session.ts";
import type { TapStore, TapView } from "../state/tap-store.ts";

/** Everything the window's parts share; made once in `main.tsx`. */
export interface ConsoleContextValue {
	api: WindowApi;
	app: AppStore;
	sessions: SessionStore;
	reader: ReaderStore;
	taps: TapStore;
	library: LibraryStore;
	search: SearchStore;
}

export const ConsoleContext = createContext<ConsoleContextValue | null>(null);

export function useConsole(): ConsoleContextValue {
	const value = useContext(ConsoleContext);
	if (!value) throw new Error("This part stands outside of the console's context.");
	return value;
}

/** The bridge to the main process. */
export function useApi(): WindowApi {
	return useConsole().api;
}

export function useApp<Part>(select: (state: AppState) => Part): Part {
	return useStore(useConsole().app.state, select);
}

export function useSessions<Part>(select: (state: SessionsState) => Part): Part {
	return useStore(useConsole().sessions.state, select);
}

export function useReader<Part>(select: (state: ReaderView) => Part): Part {
	return useStore(useConsole().reader.state, select);
}

export function useTaps<Part>(select: (state: TapView) => Part): Part {
	return useStore(useConsole().taps.state, select);
}

/** One session without what changes with every frame; null while it is not known. */
export function useSession(sessionId: string | null): SteadySession | null {
	return useSessions((state) => (sessionId === null ? null : (state.steady.get(sessionId) ?? null)));
}

/** What `select` makes of the newest summary, counts and all: a word or a number, so that a part is drawn again only when that is another one. */
export function useNewest<Part>(sessionId: string | null, select: (session: SessionSummary) => Part): Part | null {
	return useSessions((state) => {
		const session = sessionId === null ? undefined : state.byId.get(sessionId);
		return session ? select(session) : null;
	});
}

export function useLibrary<Part>(select: (state: LibraryState) => Part): Part {
	return useStore(useConsole().library.state, select);
}

export function useSearch<Part>(select: (state: SearchState) => Part): Part {
	return useStore(useConsole().search.state, select);
}
