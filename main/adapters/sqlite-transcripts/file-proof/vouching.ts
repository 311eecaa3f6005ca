import type { SignedHead } from "../../../../schemas/proof.ts";
import { fromHex } from "../hashing.ts";
import type { KnownProof } from "./line-checker.ts";

interface Counts {
	proven: number;
	masked: number;
	unproven: number;
}

/**
 * What a file that holds is worth against what is known beforehand. Anybody can write a file that holds: when a head or a key was given, only what
 * that head or key binds counts as proven.
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
		verdict({ signer, holds, head, ...file }: Counts & { entries: number; signer: string | null; holds: boolean; head: string | null }) {
			const found = {
				...(noted !== undefined && { headAt: at?.ordinal ?? null }),
				...(at !== null && { headAtVersion: at.version }),
			};
			const counts: Counts = { proven: file.proven, masked: file.masked, unproven: file.unproven };
			const nothing = (problem: string) => ({ found, counts: { proven: 0, masked: 0, unproven: file.entries }, problem });
			if (key !== undefined && signer === null) return nothing("Nobody signed the end of the file, so the key given did not.");
			if (key !== undefined && signer !== key) return nothing(`The file is signed by another key than the one given: ${signer}.`);
			if (noted !== undefined && at === null)
				return nothing(`Nothing in the file has the head given: ${file.entries} entries end in ${head ?? "no head"}.`);
			const isVouched = holds && signer !== null && (signer === key || ownKeys.includes(signer));
			if (at === null || isVouched) return { found, counts, problem: null };
			if (at.version === 1)
				return nothing(
					"The head given is one of version 1: it binds the bytes and headers of the entries, not their deliveries and findings. Compare with a head of version 2.",
				);
			const lost = [...later.values()];
			const hidden = at.masked - lost.filter(Boolean).length;
			const shown = at.entries - at.masked - lost.filter((isMasked) => !isMasked).length;
			return { found, counts: { proven: shown, masked: hidden, unproven: file.entries - shown - hidden }, problem: null };
		},
	};
}
