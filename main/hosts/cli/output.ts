import { visibleParts } from "../../../schemas/rules/visible-text.ts";

/** For programs: one JSON object a line on stdout. */
export function print(value: object): void {
	printText(JSON.stringify(value));
}

/** For programs: one JSON object that is text already, every digit as it stands. */
export function printText(json: string): void {
	process.stdout.write(`${withEscapes(json)}\n`);
}

/**
 * The same JSON with everything that acts, turns or hides text written as an escape: a terminal may be what reads stdout, and an agent's words
 * must not steer it. Outside strings JSON has no such character, so the meaning is the same. Files are written as they are.
 */
export function withEscapes(json: string): string {
	return visibleParts(json)
		.map(({ text, mark }) => (mark === undefined ? text : escaped(text)))
		.join("");
}

function escaped(text: string): string {
	let out = "";
	for (let at = 0; at < text.length; at++) out += `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
	return out;
}

/** For people: text on stderr. */
export function say(text: string): void {
	process.stderr.write(`${text}\n`);
}
