import { walkJson } from "../../../../schemas/rules/json-walk.ts";

/** The text of the member `payload` exactly as it stands in a line of the golden format, every digit kept; null when it has none. */
export function payloadText(line: string): string | null {
	const keys: { name: string; start: number; end: number }[] = [];
	const broken = walkJson(line, (kind, start, stop, place) => {
		if (kind === "name" && place.depth() === 1) keys.push({ name: line.slice(start, stop), start, end: stop });
	});
	const at = keys.findLastIndex(({ name }) => name === '"payload"');
	const key = keys[at];
	if (broken !== null || !key) return null;
	const next = keys[at + 1];
	const rest = next ? line.slice(key.end, next.start).replace(/\s*,\s*$/, "") : line.slice(key.end, line.lastIndexOf("}"));
	return rest.replace(/^\s*:\s*/, "").trimEnd();
}
