/** For programs: one JSON object a line on stdout. */
export function print(value: object): void {
	process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** For people: text on stderr. */
export function say(text: string): void {
	process.stderr.write(`${text}\n`);
}
