import { createContext, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { type ActionStore, createActionStore } from "../state/action-store.ts";
import { offersOf } from "../state/protocols.ts";
import type { SteadySession } from "../state/steady-session.ts";
import { createTableStore, type TableState, type TableStore } from "../state/table-store.ts";
import { useApi } from "./console-context.ts";

/** The table of one session and the answer to what it asks. */
export interface TableDesk {
	table: TableStore;
	action: ActionStore;
}

export const TableContext = createContext<TableDesk | null>(null);

const after = (delayMs: number, run: () => void) => {
	const timer = setTimeout(run, delayMs);
	return () => clearTimeout(timer);
};

/** Opens the table of a session that has one for as long as the component lives; null for other sessions and in the first render. */
export function useOpenTable({ sessionId, protocol }: SteadySession): TableDesk | null {
	const api = useApi();
	const [desk, setDesk] = useState<TableDesk | null>(null);
	useEffect(() => {
		if (!offersOf(protocol).table) return;
		const table = createTableStore(api, sessionId, after);
		const action = createActionStore(api, sessionId, after);
		const stop = table.state.subscribe(({ reading }, before) => {
			if (reading !== before.reading) action.show(reading?.table ?? null);
		});
		const stopBridge = api.onBridge((bridge) => bridge.kind === "open" && table.reload());
		setDesk({ table, action });
		return () => {
			stop();
			stopBridge();
			table.dispose();
			action.dispose();
			setDesk(null);
		};
	}, [api, sessionId, protocol]);
	return desk;
}

export function useTableDesk(): TableDesk {
	const desk = useContext(TableContext);
	if (!desk) throw new Error("This part stands outside of a table's screen.");
	return desk;
}

export function useTable<Part>(select: (state: TableState) => Part): Part {
	return useStore(useTableDesk().table.state, select);
}
