/** What an error of the database means for recording: its words for people, and whether the same again can ever go better. */
import Database from "better-sqlite3";
import { isSystemError, systemWords } from "../files/system-words.ts";
import { isDamage } from "./recognise.ts";

export interface WriteFailure {
	/** A clause, without a full stop, with the way on where there is one. */
	message: string;
	/** Trying again is no use: the database or what is to be written would have to be another. */
	lasts: boolean;
}

/** Results of SQLite that depend on the disk or on other programs, which may change by themselves or by somebody's hand. */
const PASSING: readonly (readonly [RegExp, (text: string) => string])[] = [
	[/^SQLITE_FULL/, () => "the disk is full; free some space"],
	[/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, (text) => `another program holds the database (${text}); close it`],
	[
		/^SQLITE_READONLY/,
		(text) => `the database is not to be written (${text}); look at the rights on it and whether its disk is mounted read-only`,
	],
	[/^SQLITE_IOERR/, (text) => `the disk reports an error (${text}); look at the disk`],
	[/^SQLITE_CANTOPEN/, (text) => `a file of the database cannot be opened (${text}); look at the rights on its folder`],
	[/^SQLITE_(NOMEM|INTERRUPT|ABORT)/, (text) => text],
];

export function writeFailure(error: unknown): WriteFailure {
	const text = systemWords(error);
	const code = error instanceof Database.SqliteError ? error.code : "";
	if (isDamage(error))
		return {
			message: `the database is damaged (${text}); end Switchboard and save what can be read with the command “repair”`,
			lasts: true,
		};
	if (isSystemError(error)) return { message: text, lasts: false };
	const passing = PASSING.find(([codes]) => codes.test(code));
	if (passing !== undefined) return { message: passing[1](text), lasts: false };
	return { message: `the database does not take it (${text}); end Switchboard and start it again`, lasts: true };
}
