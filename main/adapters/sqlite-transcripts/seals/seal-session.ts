import type { Database } from "better-sqlite3";
import type { SessionFacts, SessionOrigin } from "../../../core/ports.ts";
import { aboutOf, aboutText, type LeftEntries, type SealReason } from "../../../core/proof/statements.ts";
import { type ChainCheck, createChainCheck } from "../chain-check.ts";
import { genesis, HASH_BYTES, sha256 } from "../hashing.ts";
import { IS_IMPORTING, readSession } from "../stored-json.ts";
import { CLAIMS_CHANGED, claimsSameFacts, sealClaims } from "./claims.ts";
import { createSealChains, SealBroken, type SealChain } from "./seal-links.ts";
import { createSealRows, ENTRIES_PER_SEAL, NOTHING_SEALED, type SealBoundary, type SealRow } from "./seal-rows.ts";
import type { LastSeal } from "./stamping.ts";

/** What is to be signed and stored. */
export interface SealDraft extends SealBoundary {
	number: number;
	claims: string;
	/** 32 bytes. */
	head: Uint8Array;
	/** SHA-256 of the statement before, lower-case hex. */
	previous: string | null;
	/** What of it an earlier run of the program left unsealed. */
	left: LeftEntries | null;
}

export type SealStep =
	| { kind: "more" }
	| { kind: "ready"; draft: SealDraft }
	/** All up to where sealing was begun is sealed, or the session is not there. */
	| { kind: "nothing" }
	/** Nothing is signed over what does not hold. */
	| { kind: "broken"; problem: string };

/** A session something of which no seal covers. */
export interface DueSession {
	sessionId: string;
	why: Extract<SealReason, "every" | "imported" | "closed">;
	/** Entries that no seal covers. */
	waiting: number;
}

export interface SessionSealer {
	/** `all`: also those of which less than a seal's worth waits. Not: imports under way and removed sessions. */
	due(all: boolean): DueSession[];
	/** Entries of the session, and whether something of it is not sealed as it is now; null when it is not there. */
	standing(sessionId: string): { entries: number; sealed: number; seals: number; isPending: boolean } | null;
	/** Null when there is none. */
	last(sessionId: string): LastSeal | null;
	/** Goes on with the seal that was begun, for about that long. Errors: what SQLite throws. */
	step(sessionId: string, budgetMs: number): SealStep;
}

interface SessionRow {
	row: number;
	origin: string;
	facts: string;
	entries: number;
	sealUpTo: number;
	sealAmended: number;
	secret: Buffer | null;
}

interface Work {
	row: number;
	boundary: SealBoundary;
	before: SealRow | null;
	chain: SealChain;
	check: ChainCheck;
	left: LeftEntries | null;
}

/** Computes seals from what is stored, on a connection that cannot write. `lastOrdinalBefore`: entries up to there are from earlier runs of the program. */
export function createSessionSealer(db: Database, lastOrdinalBefore = 0): SessionSealer {
	const find = db.prepare<[string], SessionRow>(
		`SELECT id AS row, origin, facts, entries, seal_upto AS sealUpTo, seal_amended AS sealAmended, salt_secret AS secret
		 FROM sessions WHERE session_id = ?`,
	);
	const all = db.prepare<[], { sessionId: string; imported: number }>(
		`SELECT session_id AS sessionId, CASE WHEN json_valid(origin) THEN origin ->> 'imported' END IS NOT NULL AS imported
		 FROM sessions LEFT JOIN notes ON notes.session = sessions.id
		 WHERE entries > 0 AND NOT ${IS_IMPORTING} AND removed_at_ms IS NULL ORDER BY id`,
	);
	const at = db.prepare<[number, number], { ordinal: number; hash: Buffer }>(
		"SELECT ordinal, hash FROM entries WHERE session = ? AND position = ?",
	);
	const rows = createSealRows(db);
	const chains = createSealChains(db);
	/** Seals under way: a session that must be sealed at once does not undo what was done for another. */
	const works = new Map<string, Work>();

	const saidOf = (sessionId: string, { origin, facts }: SessionRow): { origin: SessionOrigin; facts: SessionFacts } =>
		readSession(sessionId, origin, facts);

	function claimsNow(sessionId: string, session: SessionRow, entries: number): string | null {
		const { origin, facts } = saidOf(sessionId, session);
		return session.secret === null ? null : sealClaims(origin, facts, entries, session.secret);
	}

	function isPending(sessionId: string, session: SessionRow, last: SealRow | null): boolean {
		if (last === null) return session.entries > 0;
		if (session.entries > last.position) return true;
		const amended = rows.amendedAfter(session.row, last);
		return amended.entries > 0 || (amended.claims && claimsNow(sessionId, session, last.position) !== last.claims);
	}

	function standing(sessionId: string) {
		const session = find.get(sessionId);
		if (session === undefined) return null;
		const last = rows.last(session.row);
		return {
			entries: session.entries,
			sealed: last?.position ?? 0,
			seals: last?.number ?? 0,
			isPending: isPending(sessionId, session, last),
		};
	}

	function begin(sessionId: string): Work | null {
		const session = find.get(sessionId);
		if (session === undefined || session.secret === null) return null;
		const before = rows.last(session.row);
		const boundary: SealBoundary = {
			position: session.sealUpTo,
			lastOrdinal: at.get(session.row, session.sealUpTo)?.ordinal ?? 0,
			amendedUpTo: session.sealAmended,
		};
		const isFurther = boundary.position > (before?.position ?? 0) || boundary.amendedUpTo > (before?.amendedUpTo ?? 0);
		if (!isFurther || boundary.position < (before?.position ?? 0)) return null;
		const { origin } = saidOf(sessionId, session);
		const chain = chains(session.row, session.secret, aboutText(aboutOf(origin)));
		if (before !== null) {
			if (before.head.length !== HASH_BYTES) throw new SealBroken(`Seal ${before.number} was changed: its head is none.`);
			chain.goOnFrom(before.head);
		}
		const from = before ?? NOTHING_SEALED;
		const head = from.position === 0 ? genesis(sessionId) : at.get(session.row, from.position)?.hash;
		if (head === undefined) throw new SealBroken(`Seal ${before?.number} covers ${from.position} entries; the last of them is missing.`);
		return { row: session.row, boundary, before, chain, check: createChainCheck({ ...from, head }), left: null };
	}

	function finish(sessionId: string, { row, boundary, before, chain, left }: Work): SealStep {
		const session = find.get(sessionId);
		const claims = session === undefined || session.row !== row ? null : claimsNow(sessionId, session, boundary.position);
		if (claims === null) return { kind: "nothing" };
		if (before !== null && !claimsSameFacts(before.claims, claims) && !rows.amendedAfter(row, before).claims)
			throw new SealBroken(CLAIMS_CHANGED);
		chain.rest(before ?? NOTHING_SEALED, boundary, claims);
		const draft: SealDraft = {
			...boundary,
			number: (before?.number ?? 0) + 1,
			claims,
			head: Uint8Array.from(chain.head),
			previous: before === null ? null : sha256(Buffer.from(before.statement)).toString("hex"),
			left,
		};
		return { kind: "ready", draft };
	}

	function step(sessionId: string, budgetMs: number): SealStep {
		const until = performance.now() + budgetMs;
		try {
			const work = works.get(sessionId) ?? begin(sessionId);
			if (work === null) return { kind: "nothing" };
			works.set(sessionId, work);
			const { chain, check, boundary } = work;
			while (check.position() < boundary.position) {
				const { taken, problem } = chain.entries(check.position(), boundary, (entry) => {
					if (entry.ordinal <= lastOrdinalBefore) work.left = { entries: (work.left?.entries ?? 0) + 1, untilMs: entry.at_ms };
					return check.take(entry);
				});
				if (problem !== null) throw new SealBroken(problem);
				if (taken === 0) throw new SealBroken(`Entry ${check.position() + 1} of the session is missing.`);
				if (performance.now() >= until && check.position() < boundary.position) return { kind: "more" };
			}
			works.delete(sessionId);
			return finish(sessionId, work);
		} catch (error) {
			works.delete(sessionId);
			if (error instanceof SealBroken) return { kind: "broken", problem: error.message };
			throw error;
		}
	}

	return {
		standing,
		last(sessionId) {
			const session = find.get(sessionId);
			const seal = session === undefined ? null : rows.last(session.row);
			if (seal === null) return null;
			const { number, statement, signature, timeStamp } = seal;
			return { number, statement, isSigned: signature !== null, isStamped: timeStamp !== null };
		},
		step,
		due: (alsoSmall) =>
			all.all().flatMap(({ sessionId, imported }): DueSession[] => {
				const now = standing(sessionId);
				if (now === null || !now.isPending) return [];
				const waiting = now.entries - now.sealed;
				if (waiting >= ENTRIES_PER_SEAL) return [{ sessionId, why: "every", waiting }];
				if (imported === 1) return [{ sessionId, why: "imported", waiting }];
				return alsoSmall ? [{ sessionId, why: "closed", waiting }] : [];
			}),
	};
}
