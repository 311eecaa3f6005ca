/** What an exported file proves, in sentences for people; the window and the command line say the same. They claim no more than was computed. */
import type { FileProof } from "./interchange.ts";
import { sealWords } from "./seal-words.ts";
import { stampWords } from "./stamp-words.ts";

const entriesOf = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);
const timeOf = (atMs: number): string => new Date(atMs).toISOString();

/** `known`: what was given to compare with. */
export function fileProofWords(proof: FileProof, known: { head?: string } = {}): string[] {
	if (!proof.holds) return brokenWords(proof);
	if (proof.version === 1) return version1Words(proof, known);
	return [
		countWords(proof),
		...maskWords(proof),
		signedWords(proof),
		...timeWords(proof),
		...headWords(proof, known),
		...sealWords(proof),
		...restWords(proof),
	];
}

function brokenWords(proof: FileProof): string[] {
	const { problem, problemLine, proven, masked, unsignedMasks, signed } = proof;
	const place = problemLine === null ? "" : ` (line ${problemLine})`;
	if (proven + masked + unsignedMasks === 0) return [`Not proven: ${problem}${place}`];
	const before = `Of ${entriesOf(proof.entries)} before that place ${proven} proven, up to the last ${signed === null ? "" : "signed "}seal that is there.`;
	return [`Not proven: ${problem}${place}`, before, ...maskWords(proof), signedWords(proof)];
}

/** Said where masks are counted: no head binds what a mask says of itself. */
function maskWords({ redacted, masked, unsignedMasks, signed, ok }: FileProof): string[] {
	if (!redacted) return [];
	if (unsignedMasks > 0)
		return [
			`${entriesOf(unsignedMasks)} of those not proven ${unsignedMasks === 1 ? "has" : "have"} masks: what stands beside the masks is bound, and so is what they hide; which rule masked it and how long it was is ${signed?.isFile ? `the word of the key ${signed.fingerprint}, and whose that is, is not known here: compare the fingerprint, and verify with that key` : "nobody's word that is known here"}.`,
		];
	if (masked > 0)
		return [
			`Which rule masked something, and how long it was, is the word of who signed the file${signed?.key === "unknown" ? ", whose key is not known here" : ""}.`,
		];
	return ok ? [] : ["What the file says of rules that masked something is nobody's word that is known here."];
}

function timeWords({ signed }: FileProof): string[] {
	const words = signed === null ? null : stampWords(signed);
	return words === null ? [] : [words];
}

function countWords({ entries, proven, masked, unproven }: FileProof): string {
	if (entries === 0) return "The file has no entries.";
	return `Of ${entriesOf(entries)} ${proven} proven, ${masked} masked and committed, ${unproven} not proven.`;
}

function signedWords({ signed, problem, redacted, sealedAtMs, entries, holds }: FileProof): string {
	if (signed === null && !holds) return "Nobody signed it: anybody could have written it.";
	if (signed === null)
		return `The file is consistent and nobody signed it: anybody could have written it${sealedAtMs === null ? "" : ", its seals included"}. Compare its head with one noted elsewhere.`;
	const by = {
		own: `this console's own key ${signed.fingerprint}`,
		given: `the key given, ${signed.fingerprint}`,
		unknown: signed.fingerprint,
	}[signed.key];
	const whose = signed.key === "unknown" ? "; whose key that is, this console does not know: compare the fingerprint." : ".";
	const when = `at ${timeOf(signed.atMs)} by that computer's clock`;
	if (!holds) return `Its first ${entriesOf(signed.entries)}, as sealed ${when}, are signed by ${by}${whose}`;
	if (signed.isFile) return `The file is consistent and signed by ${by}, ${when}${whose}${problem === null ? "" : ` ${problem}`}`;
	const open = redacted ? "the time of the export and what masks say of themselves are" : "the time of the export is";
	const rest = entries - signed.entries;
	const after = rest > 0 ? ` What follows, ${entriesOf(rest)}, nobody signed.` : "";
	const since =
		signed.changedSince === 0
			? ""
			: ` ${entriesOf(signed.changedSince)} of them show a delivery or findings of later, which nobody signed.`;
	return `The file itself is not signed, so ${open} nobody's word. Its first ${entriesOf(signed.entries)}, as sealed ${when}, are signed by ${by}${whose}${after}${since}${problem === null ? "" : ` ${problem}`}`;
}

function headWords({ headAt, headAtVersion, unproven, unsignedMasks, problem, signed }: FileProof, { head }: { head?: string }): string[] {
	if (head === undefined) return [];
	// With a signature its sentence has said it.
	if (headAt === null || headAt === undefined) return signed === null && problem !== null ? [problem] : [];
	if (headAtVersion === 1) return problem === null ? [`The head given is one of version 1, at entry ${headAt}.`] : [problem];
	if (unproven === unsignedMasks) return [`It has the head given, at entry ${headAt}.`];
	return [`The head given stands at entry ${headAt}; it binds nothing that follows, nor deliveries and findings that changed later.`];
}

function restWords({ redacted, imported, notVerified }: FileProof): string[] {
	return [
		...(notVerified ? ["The connection was set to believe whoever answers: who the agent was, nobody checked."] : []),
		...(redacted ? ["What is masked is bound by hashes and not shown."] : []),
		...(imported ? ["The session came from a file: what is proven is what was taken in, not where that came from."] : []),
	];
}

function version1Words({ entries, masked, unproven, problem, headAt }: FileProof, { head }: { head?: string }): string[] {
	const words = [
		`Version 1: bytes and headers of ${entriesOf(entries)} hold together. Deliveries, findings, the session's header and the length are covered by the file's own checksums only, which anybody can compute anew; nobody signed it.`,
	];
	if (problem !== null) return [...words, problem];
	if (masked > 0) words.push(`Of ${entriesOf(masked)} the content is masked; length and SHA-256 of it hold.`);
	if (head !== undefined && headAt !== null) words.push(`The head given stands at entry ${headAt}.`);
	if (unproven > 0)
		words.push(
			`Not proven: what ${entriesOf(unproven)} show. Text left in a masked entry, the rules that masked it, and entries after a head that was given are bound by nothing.`,
		);
	return words;
}
