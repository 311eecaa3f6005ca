import { expect, test } from "vitest";
import { createTemplateStore } from "../../renderer/state/template-store.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { Template } from "../../schemas/templates.ts";

/** A shelf as the console keeps it. */
function shelf() {
	const kept = new Map<string, Template>();
	let isRefusing = false;
	const request = async (name: string, args: unknown) => {
		if (isRefusing && name !== "template.list") return { ok: false, error: { code: "STORE_FAILED", message: "The disk is full." } };
		if (name === "template.forget") kept.delete((args as Template).id);
		if (name === "template.save") {
			const { id = `t${kept.size + 1}`, kind, name: called, text } = args as Template;
			kept.set(id, { id, kind, name: called, text, savedAtMs: 1 });
		}
		return {
			ok: true,
			value: name === "template.list" ? { templates: [...kept.values()], last: { context: null, speechMetadata: null } } : null,
		};
	};
	const store = createTemplateStore({ request, on: () => () => {} } as unknown as OperatorApi);
	const names = () => store.state.getState().templates.map(({ name, text }) => `${name}=${text}`);
	return { store, names, refuse: () => (isRefusing = true) };
}

test("a name belongs to one template of a kind: saving under it replaces, in another kind it does not", async () => {
	const { store, names } = shelf();
	await store.keep("context", " Gate 3 ", "[1]");
	await store.keep("context", "Gate 3", "[2]");
	await store.keep("speechMetadata", "Gate 3", "{}");
	expect(names()).toEqual(["Gate 3=[2]", "Gate 3={}"]);
});

test("what was forgotten comes back under its id", async () => {
	const { store, names } = shelf();
	await store.keep("context", "Gate 3", "[1]");
	const [template] = store.state.getState().templates;
	if (!template) throw new Error("nothing kept");
	await store.forget(template);
	expect(names()).toEqual([]);
	await store.bringBack(template);
	await store.rename(template, "Gate 4");
	expect(names()).toEqual(["Gate 4=[1]"]);
});

test("a refusal is handed on in the console's words, and what is shown stays true", async () => {
	const { store, names, refuse } = shelf();
	await store.keep("context", "Gate 3", "[1]");
	refuse();
	expect(await store.keep("context", "Gate 4", "[1]")).toMatchObject({ message: "The disk is full." });
	expect(names()).toEqual(["Gate 3=[1]"]);
});
