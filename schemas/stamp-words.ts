import type { SignedHead } from "./proof.ts";

/** What a time stamp says, in one sentence for people. Null when there is none. */
export function stampWords({ timeStamp }: Pick<SignedHead, "timeStamp">): string | null {
	if (timeStamp === undefined) return null;
	const { entries, atMs, authority, trusted, problem } = timeStamp;
	const covered = entries === 1 ? "the first entry" : `the first ${entries} entries`;
	const name = authority === null ? "an authority that is not named" : `“${authority}”`;
	if (problem !== undefined || atMs === null)
		return `There is a time stamp over ${covered} by ${name}; it says nothing: ${problem ?? "it cannot be read."}`;
	const trust =
		trusted === true
			? "Its certificate leads to an authority you gave."
			: "Whether that authority is to be trusted is for you to decide; this console does not know.";
	return `The seal over ${covered} was there at ${new Date(atMs).toISOString()} at the latest, says the time stamp of ${name}. ${trust}`;
}
