import { OBSERVATION_SCHEMA_ID } from "../../../../../schemas/agentcall/observation-id.ts";
import { parseJson } from "../../../json/parse.ts";
import { isObject } from "../../../schema/json-schema.ts";

/** `$id` of a text, to tell what it is: null when it has none, undefined when it is not JSON at all. */
export function idOf(text: string): string | null | undefined {
	const parsed = parseJson(text);
	if (!parsed.ok) return undefined;
	return isObject(parsed.value) && typeof parsed.value.$id === "string" ? parsed.value.$id : null;
}

export const isObservationId = (id: string | null | undefined): boolean => id?.replace(/#$/, "") === OBSERVATION_SCHEMA_ID;
