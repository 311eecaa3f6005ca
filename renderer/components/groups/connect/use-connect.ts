import { useEffect } from "react";
import { useStore } from "zustand";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { type ConnectState, type ConnectStore, createConnectStore } from "../../../state/connect-store.ts";

/** What every part of the connect screen gets. */
export interface ConnectProps {
	store: ConnectStore;
	state: ConnectState;
}

/** One per page: a half-filled form waits while the operator looks at a session. */
const stores = new WeakMap<OperatorApi, ConnectStore>();

export function useConnect(): ConnectProps {
	const { api, app, sessions } = useConsole();
	let store = stores.get(api);
	if (!store) {
		store = createConnectStore(api, (sessionId) => {
			void sessions.load().then(() => app.openSession(sessionId));
		});
		stores.set(api, store);
	}
	const current = store;
	useEffect(() => void current.load(), [current]);
	return { store: current, state: useStore(current.state) };
}
