import { scanJson } from "./scan.ts";

const LITERAL = /\s*:\s*(true|false|null)/y;

/**
 * The text with the scalar values at these JSON Pointers replaced by others (JSON text each); everything else stays as it is written. Of a repeated
 * member every one is replaced; of lists only strings and numbers. A place that is no scalar, or not there, is left alone.
 */
export function replaceAt(text: string, values: ReadonlyMap<string, string>): string {
	const cuts: { start: number; end: number; by: string }[] = [];
	const broken = scanJson(text, (kind, start, end, place) => {
		const by = values.get(place.pointer());
		if (by === undefined) return;
		if (kind !== "key") {
			cuts.push({ start, end, by });
			return;
		}
		// The walk names strings and numbers; a literal is found behind its name.
		LITERAL.lastIndex = end;
		const literal = LITERAL.exec(text);
		if (literal) cuts.push({ start: LITERAL.lastIndex - (literal[1]?.length ?? 0), end: LITERAL.lastIndex, by });
	});
	if (broken !== -1) return text;
	let made = "";
	let at = 0;
	for (const { start, end, by } of cuts) {
		made += text.slice(at, start) + by;
		at = end;
	}
	return made + text.slice(at);
}
