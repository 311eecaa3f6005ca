import { useStore } from "zustand";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { Screen } from "../state/app-store.ts";
import { createHandoverStore, type HandoverState, type HandoverStore } from "../state/handover-store.ts";
import { type ConsoleContextValue, useConsole } from "./console-context.ts";

/** One per page. */
const stores = new WeakMap<OperatorApi, HandoverStore>();

function storeOf({ api, app }: ConsoleContextValue): HandoverStore {
	const known = stores.get(api);
	if (known) return known;
	let before: Screen = "sessions";
	const made = createHandoverStore({
		enter() {
			const { screen } = app.state.getState();
			if (screen !== "compare") before = screen;
			app.show("compare");
		},
		leave: () => app.show(before),
	});
	stores.set(api, made);
	return made;
}

/** Opens and closes the dialogs about transcripts, from anywhere in the window. */
export const useHandover = (): HandoverStore => storeOf(useConsole());

export function useHandoverState<Part>(select: (state: HandoverState) => Part): Part {
	return useStore(useHandover().state, select);
}
