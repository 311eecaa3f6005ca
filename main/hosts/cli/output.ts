/** For programs: one JSON object a line on stdout. */
export function print(value: object): void {
	process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** For programs: one JSON object that is text already, every digit as it stands. */
export function printText(json: string): void {
	process.stdout.write(`${json}\n`);
}

/** For people: text on stderr. */
export function say(text: string): void {
	process.stderr.write(`${text}\n`);
}
