import type { SignedHead } from "../../../../schemas/proof.ts";
import { fromHex } from "../hashing.ts";
import type { KnownProof } from "./line-checker.ts";

interface Counts {
	proven: number;
	masked: number;
	unproven: number;
}

/** Entries that something binds: shown whole, and with masks in them. */
export type Bound = Pick<Counts, "proven" | "masked">;

interface Found {
	/** Fingerprint of who signed the end of a file that holds; null when nobody did. */
	signer: string | null;
	/** The file's own, null when it has none. */
	head: string | null;
	entries: number;
	/** What the chain binds, up to the last seal or the end. */
	chain: Bound;
	/** What the last signed seal binds; null when no seal is signed. */
	signedPart: Bound | null;
}

/**
 * What a file that holds is worth against what is known beforehand. Anybody can write a file that holds: when a head or a key was given, only what
 * that head or key binds counts as proven; where only some of it is signed, only that. No head and no seal binds which rule masked something and how
 * long it was, for that is chosen when the file is written: an entry with masks counts as masked only where the end of the file is signed, and
 * where a head was given, by a key that is known: else what is known binds nothing that the masks say.
 */
export function createVouching({ head: noted, key, ownKeys = [] }: KnownProof) {
	const wanted = fromHex(noted);
	/** The head that was noted, found after this entry; `masked` of the entries up to it. */
	let at: { ordinal: number; entries: number; masked: number; version: 1 | 2 } | null = null;
	/** Entries up to there that were amended later: what they show now that head does not bind. */
	const later = new Map<number, boolean>();
	let entries = 0;
	let masked = 0;

	function find(ordinal: number, head: Uint8Array, version: 1 | 2): void {
		// A head of version 2 binds more than one of version 1.
		if (wanted === null || !wanted.equals(head) || at?.version === 2) return;
		at = { ordinal, entries, masked, version };
		later.clear();
	}

	return {
		entry(ordinal: number, isMasked: boolean, head: Uint8Array, head1: Uint8Array | null): void {
			entries++;
			if (isMasked) masked++;
			if (wanted === null) return;
			find(ordinal, head, 2);
			if (head1 !== null) find(ordinal, head1, 1);
		},
		amendment(ordinal: number, isMasked: boolean): void {
			if (at !== null && ordinal <= at.ordinal) later.set(ordinal, isMasked);
		},
		/** A seal, or the end. */
		head(ordinal: number, count: number, head: Uint8Array): void {
			if (count === entries) find(ordinal, head, 2);
		},
		keyOf: (fingerprint: string): SignedHead["key"] => (fingerprint === key ? "given" : ownKeys.includes(fingerprint) ? "own" : "unknown"),
		/** `signer`: who signed the whole file, and so everything in it. */
		verdict({ signer, head, entries: count, chain, signedPart }: Found) {
			const found = {
				...(noted !== undefined && { headAt: at?.ordinal ?? null }),
				...(at !== null && { headAtVersion: at.version }),
			};
			const nothing = (problem: string) => ({
				found,
				counts: { proven: 0, masked: 0, unproven: count },
				unsignedMasks: 0,
				areMasksSigned: false,
				problem,
			});
			if (key !== undefined && signer === null) return nothing("Nobody signed the end of the file, so the key given did not.");
			if (key !== undefined && signer !== key) return nothing(`The file is signed by another key than the one given: ${signer}.`);
			if (noted !== undefined && at === null)
				return nothing(`Nothing in the file has the head given: ${count} entries end in ${head ?? "no head"}.`);
			const isVouched = signer !== null && (signer === key || ownKeys.includes(signer));
			if (at?.version === 1 && !isVouched)
				return nothing(
					"The head given is one of version 1: it binds the bytes and headers of the entries, not their deliveries and findings. Compare with a head of version 2.",
				);
			const areMasksSigned = signer !== null && (at === null || isVouched);
			const bound = at !== null && !isVouched ? upToHead(at) : signer === null ? (signedPart ?? chain) : chain;
			const masked = areMasksSigned ? bound.masked : 0;
			const counts: Counts = { proven: bound.proven, masked, unproven: count - bound.proven - masked };
			return { found, counts, unsignedMasks: bound.masked - masked, areMasksSigned, problem: null };
		},
	};

	function upToHead({ entries: upTo, masked: hidden }: { entries: number; masked: number }): Bound {
		const lost = [...later.values()];
		const lostMasked = lost.filter(Boolean).length;
		return { proven: upTo - hidden - (lost.length - lostMasked), masked: hidden - lostMasked };
	}
}
