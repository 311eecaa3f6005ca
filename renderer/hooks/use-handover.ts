import { useStore } from "zustand";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { createHandoverStore, type HandoverState, type HandoverStore } from "../state/handover-store.ts";
import { type ConsoleContextValue, useConsole } from "./console-context.ts";

/** One per page. */
const stores = new WeakMap<OperatorApi, HandoverStore>();

function storeOf({ api, app }: ConsoleContextValue): HandoverStore {
	const known = stores.get(api);
	if (known) return known;
	const made = createHandoverStore(() => app.show("compare"));
	stores.set(api, made);
	return made;
}

/** Opens and closes the dialogs about transcripts, from anywhere in the window. */
export const useHandover = (): HandoverStore => storeOf(useConsole());

export function useHandoverState<Part>(select: (state: HandoverState) => Part): Part {
	return useStore(useHandover().state, select);
}
