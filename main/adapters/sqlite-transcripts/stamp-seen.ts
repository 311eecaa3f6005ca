import type { StampSeen } from "../../../schemas/proof.ts";

export interface Stamped {
	/** The seal's. */
	entries: number;
	statement: string;
	/** As in RFC 3161, DER. */
	timeStamp: Uint8Array;
	/** PEM, one or several; null when none were given. */
	authorities: string | null;
}

/** What a stored answer of an authority says of the statement it belongs to. */
export async function stampSeen({ entries, statement, timeStamp, authorities }: Stamped): Promise<StampSeen> {
	// What reads certificates takes its time to load; most sessions have no stamp.
	const { certificatesIn, checkTimeStamp } = await import("../time-stamps/check-time-stamp.ts");
	const known = authorities === null ? {} : { authorities: certificatesIn(authorities) };
	const { atMs, authority, problem } = checkTimeStamp(timeStamp, statement, known);
	return {
		entries,
		atMs,
		authority,
		...(authorities !== null && problem === null && { trusted: true as const }),
		...(problem !== null && { problem }),
	};
}
