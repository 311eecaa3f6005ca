import { useEffect } from "react";
import { useStore } from "zustand";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { TemplateShelf } from "../../schemas/templates.ts";
import { createTemplateStore, type TemplateStore } from "../state/template-store.ts";
import { useApi } from "./console-context.ts";

/** One for the window: what is kept in one session is there in the next. */
const stores = new WeakMap<OperatorApi, TemplateStore>();

export function useTemplates(): TemplateShelf & { store: TemplateStore } {
	const api = useApi();
	let store = stores.get(api);
	if (!store) {
		store = createTemplateStore(api);
		stores.set(api, store);
	}
	const shelf = useStore(store.state);
	useEffect(() => void store.load(), [store]);
	return { ...shelf, store };
}
