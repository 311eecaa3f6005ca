import { useEffect } from "react";
import { useStore } from "zustand";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { type ConsoleContextValue, useConsole } from "../../../hooks/console-context.ts";
import { type ConnectionsState, type ConnectionsStore, createConnectionsStore } from "../../../state/connections-store.ts";
import { storeOf } from "./use-connect.ts";

export interface ConnectionsProps {
	connections: ConnectionsStore;
	saved: ConnectionsState;
}

const stores = new WeakMap<OperatorApi, ConnectionsStore>();

function connectionsOf(value: ConsoleContextValue): ConnectionsStore {
	const { api, app, sessions } = value;
	let store = stores.get(api);
	if (!store) {
		store = createConnectionsStore(api, storeOf(value), (sessionId) => {
			void sessions.load().then(() => app.openSession(sessionId));
		});
		stores.set(api, store);
	}
	return store;
}

export function useConnections(): ConnectionsProps {
	const connections = connectionsOf(useConsole());
	useEffect(() => {
		if (!connections.state.getState().isLoaded) void connections.load();
	}, [connections]);
	return { connections, saved: useStore(connections.state) };
}
