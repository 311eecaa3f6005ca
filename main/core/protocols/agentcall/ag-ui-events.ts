import events from "../../../../schemas/agentcall/ag-ui-events.schema.json" with { type: "json" };
import { valueAt } from "../../../../schemas/rules/json-pointer.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import type { Validator } from "../../schema/document.ts";
import { isObject } from "../../schema/json-schema.ts";
import { createOwnDocument } from "../../schema/own-checks.ts";

const document = createOwnDocument("ag-ui-events", events);

/** The 31 event types of AG-UI 1.0 and the five retired THINKING_ types, each with its check. Definitions in lower case are parts, not events. */
const VALIDATORS: ReadonlyMap<string, Validator> = new Map(
	Object.keys(events.$defs)
		.filter((name) => /^[A-Z_]+$/.test(name))
		.map((type) => [type, document.at(`#/$defs/${type}`)]),
);

/** The check of one event type; undefined when AG-UI has no such type. */
export function agUiValidator(type: string): Validator | undefined {
	return VALIDATORS.get(type);
}

/**
 * AG-UI asks a reader to pass over what a newer producer may have added: unknown members of a tagged union, and null where a member should be
 * absent in a few places. A member of such a union that has no tag is passed over by clients, too. These stay findings, but as warnings.
 */
export function soften(finding: Finding, event: unknown): Finding {
	const isUnknownVariant =
		finding.code === "schema.enum" && UNION_TAGS.test(finding.path) && typeof valueAt(event, finding.path) === "string";
	const isToleratedNull = finding.code === "schema.type" && TOLERATED_NULLS.has(finding.path) && valueAt(event, finding.path) === null;
	const isUntagged = finding.code === "schema.required" && isInDropped(finding.path, event);
	return isUnknownVariant || isToleratedNull || isUntagged ? { ...finding, severity: "warning" } : finding;
}

const UNION_TAGS =
	/^\/(?:outcome\/type|(?:delta|patch)\/\d+\/op|(?:input\/)?messages\/\d+\/(?:role|content\/\d+\/(?:source\/)?type)|content\/\d+\/(?:source\/)?type)$/;
/** Unions in lists, with the name of their tag: a member without it is left out of the list, and the rest is read. */
const LISTS: readonly [RegExp, string][] = [
	[/^\/(?:delta|patch)\/\d+/, "op"],
	[/^\/(?:input\/)?messages\/\d+\/content\/\d+/, "type"],
	[/^\/content\/\d+/, "type"],
	[/^\/(?:input\/)?messages\/\d+/, "role"],
];

function isInDropped(path: string, event: unknown): boolean {
	return LISTS.some(([member, tag]) => {
		const place = member.exec(path)?.[0];
		return place !== undefined && isObject(valueAt(event, place)) && valueAt(event, `${place}/${tag}`) === undefined;
	});
}

const TOLERATED_NULLS = new Set(["/rawEvent", "/result", "/outcome", "/parentMessageId"]);
