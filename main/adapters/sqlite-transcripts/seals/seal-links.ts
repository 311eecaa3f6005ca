import type { Database } from "better-sqlite3";
import { createCommitments } from "../../../core/proof/commitments.ts";
import { createProofChain, type ProofChain } from "../../../core/proof/links.ts";
import { OPCODE_CODES } from "../../../core/timeline/chain.ts";
import { chainHeaderOf } from "../chain-check.ts";
import { WHOLE_COLUMNS, type WholeEntry } from "../entry-reader.ts";
import { proofHasher } from "../hashing.ts";
import { createSealRows, type SealBoundary } from "./seal-rows.ts";
import { createStateReader } from "./state-as-of.ts";

/** Entries read at once; a slice takes a few milliseconds. */
const ENTRIES_PER_SLICE = 64;

/** A session's chain of seals, moved on over what is stored. */
export interface SealChain {
	/** Of the last link, 32 bytes; its own: copy what must stay. */
	readonly head: Uint8Array;
	/** Goes on from that head instead of from the beginning. */
	goOnFrom(head: Uint8Array): void;
	/** The next entries up to the boundary, linked in their state as of it; `each` is called before each of them, and a sentence from it ends the walk. */
	entries(after: number, boundary: SealBoundary, each: (entry: WholeEntry) => string | null): { taken: number; problem: string | null };
	/** What was amended between two seals, and then what is claimed. */
	rest(from: SealBoundary, to: SealBoundary, claims: string): void;
}

/** What ends a walk over a database that was changed from outside. */
export class SealBroken extends Error {}

/** `about`: text of `aboutText`; `onLink` hears of each entry that was linked. */
export function createSealChains(db: Database) {
	const slice = db.prepare<[number, number, number], WholeEntry>(
		`SELECT ${WHOLE_COLUMNS} FROM entries WHERE session = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${ENTRIES_PER_SLICE}`,
	);
	const deliveryOf = db.prepare<[number, number], { ordinal: number; delivery: number }>(
		"SELECT ordinal, delivery FROM entries WHERE ordinal = ? AND session = ?",
	);
	const rows = createSealRows(db);
	const states = createStateReader(db);
	const commitments = createCommitments(proofHasher);
	const read = db.transaction((row: number, after: number, boundary: SealBoundary) => {
		const entries = slice.all(row, after, boundary.position);
		return { entries, states: states.read(row, entries, boundary.amendedUpTo) };
	});
	const readAmended = db.transaction((row: number, from: SealBoundary, to: SealBoundary) =>
		rows.amended(row, from, to).map((ordinal) => {
			const entry = deliveryOf.get(ordinal, row);
			if (entry === undefined) throw new SealBroken(`Entry ${ordinal} was sealed and amended; it is not stored any more.`);
			return { ordinal, state: states.read(row, [entry], to.amendedUpTo)[0] };
		}),
	);

	return (row: number, secret: Uint8Array, about: string, onLink: (entry: WholeEntry, chain: ProofChain) => void = () => {}): SealChain => {
		const chain = createProofChain(proofHasher, about);
		const stateHash = (ordinal: number, state: { delivery: number; findings: Parameters<typeof commitments.state>[2] }) =>
			commitments.state(commitments.entryKey(secret, ordinal), state.delivery, state.findings);
		return {
			head: chain.head,
			goOnFrom: (head) => chain.head.set(head),
			entries(after, boundary, each) {
				const found = read(row, after, boundary);
				for (const [i, entry] of found.entries.entries()) {
					const problem = each(entry);
					if (problem !== null) return { taken: i, problem };
					const key = commitments.entryKey(secret, entry.ordinal);
					const { delivery, findings } = found.states[i] ?? { delivery: entry.delivery, findings: [] };
					const body = commitments.body(key, entry.body, entry.opcode === OPCODE_CODES.binary);
					chain.entry(chainHeaderOf(entry), Buffer.from(entry.type), body, commitments.state(key, delivery, findings));
					onLink(entry, chain);
				}
				return { taken: found.entries.length, problem: null };
			},
			rest(from, to, claims) {
				for (const { ordinal, state } of readAmended(row, from, to)) if (state) chain.amendment(ordinal, stateHash(ordinal, state));
				chain.claims(claims);
			},
		};
	};
}
