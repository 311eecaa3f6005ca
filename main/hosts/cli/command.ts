import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** NOT_YET: nothing is wrong, and not all of it is proven yet. */
export const EXIT = { FINE: 0, FAILED: 1, USAGE: 2, NOT_CONNECTED: 3, NOT_YET: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface Command {
	/** As typed, for example `session run`. */
	name: string;
	/** What follows the name. */
	usage: string;
	/** One sentence. */
	about: string;
	run(args: string[]): Promise<ExitCode>;
}

/** The command line itself is wrong; ends with exit code 2. */
export class UsageError extends Error {}

/** Options and positional arguments; anything unknown is a UsageError. `needs` names the positional ones, "any": as many as there are. */
export function parse<O extends ParseArgsOptionsConfig>(args: string[], options: O, needs: string[] | "any" = []) {
	let parsed: ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>>;
	try {
		parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
	} catch (thrown) {
		throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
	}
	if (needs === "any") return parsed;
	if (parsed.positionals.length < needs.length) throw new UsageError(`${needs[parsed.positionals.length]} is missing.`);
	if (parsed.positionals.length > needs.length) throw new UsageError(`"${parsed.positionals[needs.length]}" is one argument too many.`);
	return parsed;
}

/** A whole number from 0 to `max`, or undefined when the option was not given. */
export function wholeNumber(option: string, text: string | undefined, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
	if (text === undefined) return undefined;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value > max) throw new UsageError(`${option} takes a whole number up to ${max}, not "${text}".`);
	return value;
}

/** One of a few words. */
export function oneOf<const T extends string>(option: string, text: string | undefined, words: readonly T[]): T | undefined {
	if (text === undefined || words.includes(text as T)) return text as T | undefined;
	throw new UsageError(`${option} takes ${words.join(", ")}, not "${text}".`);
}

/** The value of an option that must be given. */
export function given<T>(option: string, value: T | undefined): T {
	if (value === undefined) throw new UsageError(`${option} is missing.`);
	return value;
}
