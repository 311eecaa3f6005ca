import { READING_COST_BYTES } from "../limits.ts";
import { createJsonWalk } from "./walk-stream.ts";

/** What V8 takes at most for one member, item or container of a parsed value, bytes. */
const COSTS = [
	[":", 200],
	[",", 40],
	["{", 80],
	["[", 80],
] as const;

/** At least the memory that the value of a JSON text takes beside its strings, bytes. Signs inside strings count too: never too low. */
function readingCost(text: string, enough = Number.POSITIVE_INFINITY): number {
	let cost = 0;
	for (const [sign, bytes] of COSTS) {
		for (let at = text.indexOf(sign); at !== -1 && cost <= enough; at = text.indexOf(sign, at + 1)) cost += bytes;
	}
	return cost;
}

/** Whether a text holds so many parts that it must not be made a value. */
export const isTooCostly = (text: string): boolean =>
	text.length > 1024 * 1024 && readingCost(text, READING_COST_BYTES) > READING_COST_BYTES;

const PIECE_UNITS = 64 * 1024;
/** Names and numbers longer than this are none. */
const LONGEST_SCALAR = 4 * 1024;

/** The scalars of an object at the top of a text that must not be made a value, by name; empty when the text is no object. Holds one of them at a time. */
export function topScalars(text: string, names: ReadonlySet<string>): Record<string, unknown> {
	const found: Record<string, unknown> = {};
	const walk = createJsonWalk(
		{
			begin: (path, kind) => {
				if (path.length === 0) return kind === "object" ? "walk" : "skip";
				return kind === "scalar" && path.length === 1 && names.has(String(path[0])) ? "take" : "skip";
			},
			taken: (path, value) => {
				found[String(path[0])] = JSON.parse(value) as unknown;
			},
		},
		{ largestValue: LONGEST_SCALAR },
	);
	try {
		for (let at = 0; at < text.length; at += PIECE_UNITS) walk.feed(text.slice(at, at + PIECE_UNITS));
		walk.end();
	} catch {
		// No JSON, or a name without end: what was found before that place still tells what the frame wanted to be.
	}
	return found;
}
