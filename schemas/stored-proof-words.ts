/** What verifying a stored session found, in sentences for people; they claim no more than was computed. */
import type { VerifyReport } from "./ipc.ts";
import { sealWords } from "./seal-words.ts";
import { stampWords } from "./stamp-words.ts";

const entriesOf = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);

export function storedProofTitle(report: VerifyReport): string {
	const { ok, holds, firstBad, sealed, entries, proven, signed } = report;
	if (!holds) return firstBad === null ? "The session does not hold" : `The session does not hold from entry ${firstBad} on`;
	if (entries === 0) return "The session has no entries yet";
	if (sealed === 0) return "Not proven yet: nothing is sealed";
	if (!ok) return `Not all proven yet: ${proven} of ${entriesOf(entries)} sealed${signed === null ? "" : ` and signed${by(report)}`}`;
	if (signed === null) return "Consistent and sealed, signed by nobody";
	const part = signed.entries < entries ? " in part" : "";
	return `Sealed and signed${part}${by(report)}`;
}

const by = ({ signed }: VerifyReport): string => (signed?.key === "own" ? " by this console" : " by a key this console does not know");

/** `known`: what was given to compare with. */
export function storedProofWords(report: VerifyReport, known: { head?: string } = {}): string[] {
	const { holds, entries, proven, unproven, sealed, problem } = report;
	if (!holds) {
		const before = sealed === 0 ? [] : [`The first ${entriesOf(sealed)} are as they were sealed.`, ...signedWords(report)];
		return [problem ?? "It does not hold.", ...before];
	}
	const rest = entries - sealed;
	return [
		`Of ${entriesOf(entries)} ${proven} proven, ${unproven} not proven${unproven > 0 ? " yet" : ""}.`,
		"All were computed again, from first to last: bytes, headers and order hold together.",
		...(sealed > 0
			? [
					`${rest > 0 ? `Of the first ${entriesOf(sealed)} seals` : "Seals"} cover every byte, header, delivery and finding, with the session's name and how it was opened.`,
				]
			: []),
		...signedWords(report),
		...sealWords(report),
		...(rest > 0
			? [
					`No seal covers ${sealed > 0 ? `the other ${entriesOf(rest)}` : "any of them"} yet. Nothing is wrong with them; whoever can write the database could change them unnoticed until they are sealed: when the session is over, when the program that records it closes, or when somebody exports or verifies there.`,
				]
			: []),
		...changeWords(report),
		...headWords(report, known),
	];
}

/** Whoever can write the database can put such a change there, and nothing tells it from one of this program's. */
function changeWords({ sealed, changedSince: { entries, claims } }: VerifyReport): string[] {
	const what = [
		...(entries > 0 ? [`the deliveries or findings of ${entriesOf(entries)}`] : []),
		...(claims ? ["the session's name or the schema of its observations"] : []),
	];
	if (sealed === 0 || what.length === 0) return [];
	return [`After the last seal ${what.join(" and ")} changed: as they are now they are not sealed. The next seal covers them.`];
}

function signedWords(report: VerifyReport): string[] {
	const { signed, sealed } = report;
	if (signed === null)
		return sealed === 0
			? []
			: ["Nobody signed that: who can write the database could have sealed it anew. Compare the head with one noted elsewhere."];
	const whom = signed.key === "own" ? `this console's key ${signed.fingerprint}` : `the key ${signed.fingerprint}`;
	const whose = signed.key === "own" ? "" : " Whose key that is, this console does not know: compare the fingerprint.";
	const open = sealed > signed.entries ? [`The seals of the ${entriesOf(sealed - signed.entries)} after that nobody signed.`] : [];
	const time = stampWords(signed);
	return [
		`The head over the first ${entriesOf(signed.entries)} is signed by ${whom}, at ${new Date(signed.atMs).toISOString()} by the clock of that computer.${whose}`,
		...open,
		...(time === null ? [] : [time]),
	];
}

function headWords({ headAt, headAtVersion, entries, head }: VerifyReport, known: { head?: string }): string[] {
	if (known.head === undefined) return [];
	if (headAt === null || headAt === undefined)
		return known.head === head ? ["It has the head given."] : [`No entry of it has the head given: ${entriesOf(entries)} end in ${head}.`];
	if (headAtVersion === 1)
		return [
			`The head given stands at entry ${headAt}. It is one of version 1: it binds bytes and headers up to there, not deliveries and findings.`,
		];
	return [`The head given stands at entry ${headAt}: up to there all is as it was when that head was noted.`];
}
