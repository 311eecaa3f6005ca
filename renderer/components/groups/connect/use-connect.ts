import { useEffect } from "react";
import { useStore } from "zustand";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { type ConsoleContextValue, useConsole } from "../../../hooks/console-context.ts";
import { type ConnectState, type ConnectStore, createConnectStore } from "../../../state/connect-store.ts";
import type { SteadySession } from "../../../state/steady-session.ts";

/** What every part of the connect screen gets. */
export interface ConnectProps {
	store: ConnectStore;
	state: ConnectState;
}

/** One per page: a half-filled form waits while the operator looks at a session. */
const stores = new WeakMap<OperatorApi, ConnectStore>();

export function storeOf({ api, app, sessions }: ConsoleContextValue): ConnectStore {
	let store = stores.get(api);
	if (!store) {
		store = createConnectStore(api, (sessionId) => {
			void sessions.load().then(() => app.openSession(sessionId));
		});
		stores.set(api, store);
	}
	return store;
}

/** Leads to the connect screen with this stored session in the form: its key must be typed again. */
export function useConnectAgain(): (session: SteadySession) => void {
	const console = useConsole();
	return (session) => {
		storeOf(console).again(session);
		console.app.show("connect");
	};
}

export function useConnect(): ConnectProps {
	const current = storeOf(useConsole());
	useEffect(() => void current.load(), [current]);
	return { store: current, state: useStore(current.state) };
}
