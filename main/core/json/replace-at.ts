import { walkJson } from "../../../schemas/rules/json-walk.ts";

/**
 * The text with the scalar values at these JSON Pointers replaced by others (JSON text each); everything else stays as it is written. Of a repeated
 * member every one is replaced. A place that is no scalar, or not there, is left alone.
 */
export function replaceAt(text: string, values: ReadonlyMap<string, string>): string {
	const cuts: { start: number; end: number; by: string }[] = [];
	const broken = walkJson(text, (kind, start, end, place) => {
		if (kind !== "string" && kind !== "number" && kind !== "word") return;
		const by = values.get(place.pointer());
		if (by !== undefined) cuts.push({ start, end, by });
	});
	if (broken !== null) return text;
	let made = "";
	let at = 0;
	for (const { start, end, by } of cuts) {
		made += text.slice(at, start) + by;
		at = end;
	}
	return made + text.slice(at);
}
