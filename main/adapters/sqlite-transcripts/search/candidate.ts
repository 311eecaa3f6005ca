import { parseExactIntegers } from "../../../../schemas/rules/digits.ts";
import { withoutEscapes } from "./grams.ts";

export interface EntryRow {
	ordinal: number;
	position: number;
	session: number;
	at_ms: number;
	dir: number;
	kind: number;
	type: string;
	sequence: number | null;
	marks: number;
	body: Buffer;
}

/** An entry that may be a hit. What a condition wants of it is made once, when it is wanted. */
export interface Candidate {
	row: EntryRow;
	text(): string;
	lower(): string;
	/** As JSON means it, in lower case; null without escapes. */
	plainLower(): string | null;
	plain(): string | null;
	/** Undefined when it is no JSON. With `exact`, integers too large for a number are BigInt. */
	json(exact: boolean): unknown;
}

export function createCandidate(row: EntryRow): Candidate {
	const text = once(() => row.body.toString());
	const plain = once(() => withoutEscapes(text()));
	const loose = once(() => parsed(text(), false));
	const exact = once(() => parsed(text(), true));
	return {
		row,
		text,
		lower: once(() => text().toLowerCase()),
		plain,
		plainLower: once(() => plain()?.toLowerCase() ?? null),
		json: (isExact) => (isExact ? exact() : loose()),
	};
}

function once<T>(make: () => T): () => T {
	let made: { value: T } | null = null;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

function parsed(text: string, exact: boolean): unknown {
	try {
		return exact ? parseExactIntegers(text) : JSON.parse(text);
	} catch {
		return undefined;
	}
}
