/** What verifying a stored session found, in sentences for people; they claim no more than was computed. */
import type { VerifyReport } from "./ipc.ts";
import { stampWords } from "./stamp-words.ts";

const entriesOf = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);

export function storedProofTitle({ ok, firstBad, sealed, entries, signed, changedSince }: VerifyReport): string {
	if (!ok) return firstBad === null ? "The session does not hold" : `The session does not hold from entry ${firstBad} on`;
	if (entries === 0 || sealed === 0) return "The chain holds; nothing is sealed yet";
	const part = sealed < entries || changedSince.entries > 0 || changedSince.claims ? " in part" : "";
	if (signed === null) return `Consistent and sealed${part}, signed by nobody`;
	return signed.key === "own" ? `Sealed${part} and signed by this console` : `Sealed${part}, signed by a key this console does not know`;
}

export function storedProofWords(report: VerifyReport): string[] {
	const { ok, entries, sealed, problem } = report;
	if (!ok) {
		const before = sealed === 0 ? [] : [`The first ${entriesOf(sealed)} are as they were sealed.`, ...signedWords(report)];
		return [problem ?? "It does not hold.", ...before];
	}
	const rest = entries - sealed;
	return [
		`${entriesOf(entries)} computed again, from first to last: bytes, headers and order hold together.`,
		...(sealed > 0
			? [
					`${rest > 0 ? `Of the first ${entriesOf(sealed)} seals` : "Seals"} cover every byte, header, delivery and finding, with the session's name and how it was opened.`,
				]
			: []),
		...signedWords(report),
		...(rest > 0 ? [`Of the other ${entriesOf(rest)} no seal covers deliveries and findings yet.`] : []),
		...changeWords(report),
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

function signedWords({ signed, sealed }: VerifyReport): string[] {
	if (signed === null)
		return sealed === 0
			? []
			: ["Nobody signed that: who can write the database could have sealed it anew. Compare the head with one noted elsewhere."];
	const by = signed.key === "own" ? `this console's key ${signed.fingerprint}` : `the key ${signed.fingerprint}`;
	const whose = signed.key === "own" ? "" : " Whose key that is, this console does not know: compare the fingerprint.";
	const time = stampWords(signed);
	return [
		`The head over the first ${entriesOf(signed.entries)} is signed by ${by}, at ${new Date(signed.atMs).toISOString()} by the clock of that computer.${whose}`,
		...(time === null ? [] : [time]),
	];
}
