import { UsageError } from "./command.ts";

/** A key on the command line would stand in lists of processes and in the shell's history; a variable does not. */
export function keyFrom(name: string): string {
	const key = variable("--key-env", name, "the agent's key").trim();
	if (key === "" || /[^\x21-\x7e]/.test(key))
		throw new UsageError(`The environment variable ${name} holds signs that no header can carry.`);
	return key;
}

/** A value that is used as it is. */
export const secretFrom = variable;

function variable(option: string, name: string, what: string): string {
	if (!VARIABLE.test(name)) throw new UsageError(`${option} takes the name of an environment variable, not ${what} itself.`);
	const value = process.env[name];
	if (!value) throw new UsageError(`The environment variable ${name} is not set or empty; it must hold ${what}.`);
	return value;
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `HEADER=VARIABLE` each. What is typed is not repeated: it may be the value itself. */
export function headersFrom(pairs: readonly string[]): Record<string, string> {
	const headers: [string, string][] = pairs.map((pair) => {
		const [, header, name = ""] = /^([^=\s]{1,128})=(.*)$/s.exec(pair) ?? [];
		if (header === undefined) throw new UsageError("--header-env takes HEADER=VARIABLE: a header's name and an environment variable.");
		const value = variable("--header-env", name, `the value of ${header}`);
		if (/[\r\n\0]/.test(value)) throw new UsageError(`The environment variable ${name} holds a line break, which no header can carry.`);
		return [header, value];
	});
	return Object.fromEntries(headers);
}
