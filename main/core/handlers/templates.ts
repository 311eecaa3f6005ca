import { MAX_TEMPLATE_UNITS, MAX_TEMPLATES, TEMPLATE_KINDS, type Template, type TemplateKind } from "../../../schemas/templates.ts";
import { createExactJson } from "../conversation/exact-json.ts";
import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";

export interface TemplateDesk {
	handlers: Pick<Handlers, "template.list" | "template.save" | "template.forget">;
	/** A message went out: what it says in these members is what can be used again. */
	remember(text: string): void;
}

/** Kept among the settings, under keys no window can write: those begin with a letter. */
const TEMPLATE_KEY = "@template/";
const LAST_KEY = "@last/";

export const isOwnKey = (key: string): boolean => key.startsWith("@");

const WANTED: Record<TemplateKind, { words: string; fits: (value: unknown) => boolean }> = {
	context: { words: "a list with at least one entry", fits: (value) => Array.isArray(value) && value.length > 0 },
	speechMetadata: { words: "an object with at least one member", fits: isFilledObject },
};

function isFilledObject(value: unknown): boolean {
	return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

/** Values of `context` and `speechMetadata` by name, and the last ones sent. Every digit of them stays. */
export function createTemplateDesk({ transcripts, clock, ids }: Ports): TemplateDesk {
	const json = createExactJson(ids.uuid());

	async function templates(): Promise<Template[]> {
		const settings = Object.entries(await transcripts.settings());
		const kept = settings.flatMap(([key, value]) => (key.startsWith(TEMPLATE_KEY) ? [JSON.parse(value) as Template] : []));
		return kept.sort((a, b) => (a.name === b.name ? a.savedAtMs - b.savedAtMs : a.name < b.name ? -1 : 1));
	}

	return {
		handlers: {
			async "template.list"() {
				const settings = await transcripts.settings();
				return {
					templates: await templates(),
					last: { context: settings[`${LAST_KEY}context`] ?? null, speechMetadata: settings[`${LAST_KEY}speechMetadata`] ?? null },
				};
			},
			async "template.save"({ id, kind, name, text }) {
				const { words, fits } = WANTED[kind];
				if (!fits(json.parse(text))) throw new ConsoleError("INVALID_ARGS", `A template of ${kind} must be ${words}, as JSON.`);
				const before = await templates();
				if (before.length >= MAX_TEMPLATES && !before.some((each) => each.id === id)) {
					throw new ConsoleError("INVALID_ARGS", `${MAX_TEMPLATES} templates is the limit. Delete one first.`);
				}
				const template: Template = { id: id ?? ids.uuid(), kind, name, text, savedAtMs: clock.nowMs() };
				transcripts.saveSetting(`${TEMPLATE_KEY}${template.id}`, JSON.stringify(template));
				return template;
			},
			"template.forget"({ id }) {
				transcripts.saveSetting(`${TEMPLATE_KEY}${id}`, "");
				return null;
			},
		},
		remember(text) {
			// Most messages have neither, and some are photos of megabytes.
			if (!TEMPLATE_KINDS.some((kind) => text.includes(`"${kind}"`))) return;
			const message = json.parse(text);
			if (typeof message !== "object" || message === null) return;
			for (const kind of TEMPLATE_KINDS) {
				if (!Object.hasOwn(message, kind)) continue;
				const value: unknown = (message as Record<string, unknown>)[kind];
				const written = WANTED[kind].fits(value) ? json.write(value) : "";
				if (written !== "" && written.length <= MAX_TEMPLATE_UNITS) transcripts.saveSetting(`${LAST_KEY}${kind}`, written);
			}
		},
	};
}
