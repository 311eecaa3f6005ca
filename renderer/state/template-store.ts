import { createStore, type StoreApi } from "zustand/vanilla";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { Template, TemplateKind, TemplateShelf } from "../../schemas/templates.ts";

export interface TemplateStore {
	state: StoreApi<TemplateShelf>;
	/** Reads what is kept; the last ones change with every message, also one that another window sent. */
	load(): Promise<void>;
	/** Keeps a value under a name; in place of the template of that name and kind, if there is one. */
	keep(kind: TemplateKind, name: string, text: string): Promise<WireError | null>;
	rename(template: Template, name: string): Promise<WireError | null>;
	forget(template: Template): Promise<WireError | null>;
	/** Undoes `forget`. */
	bringBack(template: Template): Promise<WireError | null>;
}

export const namesake = (templates: readonly Template[], kind: TemplateKind, name: string): Template | undefined =>
	templates.find((each) => each.kind === kind && each.name === name.trim());

/** Templates of the profile, as the window shows them. */
export function createTemplateStore(api: OperatorApi): TemplateStore {
	const state = createStore<TemplateShelf>(() => ({ templates: [], last: { context: null, speechMetadata: null } }));
	const load = async () => {
		const answer = await api.request("template.list", {});
		if (answer.ok) state.setState(answer.value);
	};
	const save = async ({ id, kind, name, text }: Pick<Template, "kind" | "name" | "text"> & { id: string | undefined }) => {
		const answer = await api.request("template.save", { kind, name: name.trim(), text, ...(id === undefined ? {} : { id }) });
		await load();
		return answer.ok ? null : answer.error;
	};
	return {
		state,
		load,
		keep: (kind, name, text) => save({ id: namesake(state.getState().templates, kind, name)?.id, kind, name, text }),
		rename: (template, name) => save({ ...template, name }),
		bringBack: save,
		async forget({ id }) {
			const answer = await api.request("template.forget", { id });
			await load();
			return answer.ok ? null : answer.error;
		},
	};
}
