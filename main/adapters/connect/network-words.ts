import { codeOf, wordsOf } from "./refusal.ts";

/** What of the network can be missing, by the system's code. */
const MISSING: Readonly<Record<string, { of: (place: string) => string; there: string }>> = {
	ECONNREFUSED: { of: (place) => `Nothing listens at ${place}`, there: "nothing listens there" },
	ENOTFOUND: { of: (place) => `The name of ${place} is not known`, there: "its name is not known" },
	EAI_AGAIN: { of: (place) => `The name of ${place} cannot be looked up now`, there: "its name cannot be looked up now" },
	ETIMEDOUT: { of: (place) => `${place} does not answer`, there: "it does not answer" },
	EHOSTUNREACH: { of: (place) => `There is no way to ${place}`, there: "there is no way to it" },
	ENETUNREACH: { of: (place) => `There is no way to the network of ${place}`, there: "there is no way to its network" },
	EADDRNOTAVAIL: { of: (place) => `This computer has no address from which ${place} could be reached`, there: "no address leads to it" },
	ECONNRESET: { of: (place) => `${place} closed the connection at once`, there: "it closed the connection at once" },
};

/** All addresses of a name may have failed, each in its way; the first one known is said. */
function missingOf(thrown: unknown): [string, (typeof MISSING)[string]] | null {
	const codes = [codeOf(thrown), ...(thrown instanceof AggregateError ? thrown.errors.map(codeOf) : [])];
	for (const code of codes) {
		const known = code === undefined ? undefined : MISSING[code];
		if (code !== undefined && known) return [code, known];
	}
	return null;
}

/** One sentence with the system's code and the addresses that were tried; the error's own words where the code is not known here. `place` is `host port 443`. */
export function networkWords(thrown: unknown, place: string): string {
	const missing = missingOf(thrown);
	if (missing === null) return wordsOf(thrown);
	const tried = addressesOf(thrown).filter((address) => !place.startsWith(`${address} `));
	return `${missing[1].of(place)} (${[missing[0], ...tried].join(", ")}).`;
}

/** Those a name stands for, as far as they were tried. */
function addressesOf(thrown: unknown): string[] {
	const each = thrown instanceof AggregateError ? thrown.errors : [thrown];
	return each.flatMap((error) =>
		error instanceof Error && "address" in error && typeof error.address === "string" ? [error.address] : [],
	);
}

/** The end of a sentence about a place that was named before. */
export const networkTail = (thrown: unknown): string => missingOf(thrown)?.[1].there ?? wordsOf(thrown);
