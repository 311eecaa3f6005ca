import { oneLine } from "../../core/timeline/export-lines.ts";

/** For programs: one JSON object a line on stdout. */
export function print(value: object): void {
	printText(JSON.stringify(value));
}

/** For programs: one JSON object that is text already, every digit as it stands. */
export function printText(json: string): void {
	process.stdout.write(`${oneLine(json)}\n`);
}

/** For people: text on stderr. */
export function say(text: string): void {
	process.stderr.write(`${text}\n`);
}
