import type { Database } from "better-sqlite3";
import type { VerifyReport } from "../../../schemas/ipc.ts";
import type { ProofReport } from "../../../schemas/proof.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { SessionFacts, SessionOrigin } from "../../core/ports.ts";
import { aboutOf, aboutText, type LeftEntries } from "../../core/proof/statements.ts";
import { DIRECTION_CODES, OPCODE_CODES } from "../../core/timeline/chain.ts";
import { createChainCheck } from "./chain-check.ts";
import { WHOLE_COLUMNS, type WholeEntry } from "./entry-reader.ts";
import { isLeft } from "./file-proof/statements.ts";
import { fromHex, genesis } from "./hashing.ts";
import { fingerprintOf, statementProblem } from "./seals/check-statement.ts";
import { CLAIMS_CHANGED, claimsSameFacts, sealClaims } from "./seals/claims.ts";
import { headsOf } from "./seals/heads-log.ts";
import { createSealChains, SealBroken, type SealChain } from "./seals/seal-links.ts";
import { createSealRows, NOTHING_SEALED, type SealRow } from "./seals/seal-rows.ts";
import type { SessionTail } from "./session-tail.ts";
import { someRows } from "./some-rows.ts";
import { stampSeen } from "./stamp-seen.ts";
import { storedObject } from "./stored-json.ts";
import { createYielder } from "./yielding.ts";

const ENTRIES_PER_SLICE = 256;

/** A session with its claims, as of one moment. */
export interface VerifiedSession {
	tail: SessionTail;
	origin: SessionOrigin;
	facts: SessionFacts;
	seals: SealRow[];
	/** Null when nothing was ever sealed. */
	secret: Buffer | null;
}

/**
 * Recomputes a stored session: every byte, every header, the order, that nothing is missing up to the head, and every seal with its signature.
 * `headsLog`: a file that may know of seals which are missing here.
 */
export function createVerifier(db: Database, headsLog: string | null) {
	const slice = db.prepare<[number, number, number], WholeEntry>(
		`SELECT ${WHOLE_COLUMNS} FROM entries WHERE session = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${ENTRIES_PER_SLICE}`,
	);
	const findingsOf = db
		.prepare<[number], number>("SELECT COUNT(*) FROM findings JOIN entries USING (ordinal) WHERE entries.session = ?")
		.pluck();
	const isThere = db.prepare<[number], number>(
		"SELECT id FROM sessions LEFT JOIN notes ON notes.session = sessions.id WHERE id = ? AND coalesce(purging, 0) = 0",
	);
	const rows = createSealRows(db);
	const chains = createSealChains(db);

	return async (sessionId: string, { tail, origin, facts, seals, secret }: VerifiedSession, noted?: string): Promise<VerifyReport> => {
		const wanted = fromHex(noted);
		const found: { at: number; version: 1 | 2 }[] = [];
		const counters = createCounters(facts, tail.entries);
		const check = createChainCheck({ position: 0, lastOrdinal: 0, head: genesis(sessionId) });
		const pause = createYielder();
		/** The last seal that holds. */
		let held: SealRow | null = null;
		let signed: SealRow | null = null;
		let stamped: SealRow | null = null;

		const take = (entry: WholeEntry): string | null => {
			const problem = check.take(entry);
			if (problem !== null) return problem;
			counters.take(entry);
			if (wanted?.equals(entry.hash)) found.push({ at: entry.ordinal, version: 1 });
			return null;
		};
		const sealChain = (): SealChain | null =>
			secret === null
				? null
				: chains(tail.row, secret, aboutText(aboutOf(origin)), ({ ordinal }, { head }) => {
						if (wanted?.equals(head)) found.push({ at: ordinal, version: 2 });
					});

		/** What the seals that hold say of the runs that made them. */
		let sealedLater: ProofReport["sealedLater"] = null;
		let outside = 0;

		function report(firstBad: number | null, problem: string | null): VerifyReport {
			const changedSince = held === null ? { entries: 0, claims: false } : rows.amendedAfter(tail.row, held);
			const isSealed = held !== null && held.position === tail.entries && changedSince.entries === 0 && !changedSince.claims;
			const proven = (held?.position ?? 0) - changedSince.entries;
			const unproven = check.position() - proven;
			return {
				ok: problem === null && unproven === 0 && !changedSince.claims,
				holds: problem === null,
				entries: check.position(),
				proven,
				masked: 0,
				unproven,
				sealed: held?.position ?? 0,
				seals: held?.number ?? 0,
				changedSince,
				signed: signed && {
					fingerprint: fingerprintOf(signed.key ?? Buffer.alloc(0)),
					atMs: signed.atMs,
					key: "unknown",
					entries: signed.position,
				},
				sealedLater,
				outside,
				firstBad,
				problem,
				head: (isSealed && held !== null ? held.head : check.head()).toString("hex"),
				headVersion: isSealed ? 2 : 1,
				...(noted !== undefined && { headAt: found[0]?.at ?? null, ...(found[0] && { headAtVersion: found[0].version }) }),
			};
		}

		async function withStamp(found: VerifyReport): Promise<VerifyReport> {
			if (found.signed === null || stamped?.timeStamp == null) return found;
			const { position: entries, statement, timeStamp } = stamped;
			return { ...found, signed: { ...found.signed, timeStamp: await stampSeen({ entries, statement, timeStamp, authorities: null }) } };
		}

		/** Up to that seal. */
		async function verifySeal(seal: SealRow, chain: SealChain): Promise<VerifyReport | null> {
			const before = held;
			const from = before ?? NOTHING_SEALED;
			if (seal.number !== (before?.number ?? 0) + 1) return report(null, `Seal ${(before?.number ?? 0) + 1} of the session is missing.`);
			if (seal.position > tail.entries)
				return report(
					tail.lastOrdinal,
					`Seal ${seal.number} covers ${seal.position} entries, ${tail.entries} are stored: the last ones were removed.`,
				);
			if (seal.position < from.position || seal.amendedUpTo < from.amendedUpTo)
				return report(null, `Seal ${seal.number} was changed: it covers less than the one before.`);
			let first: number | null = null;
			while (check.position() < seal.position) {
				let refused: number | null = null;
				const { taken, problem } = chain.entries(check.position(), seal, (entry) => {
					const wrong = take(entry);
					if (wrong === null) first ??= entry.ordinal;
					else refused = entry.ordinal;
					return wrong;
				});
				if (problem !== null) return report(refused, problem);
				if (taken === 0) return missing();
				await pause();
			}
			if (check.lastOrdinal() !== seal.lastOrdinal) return report(first, `Seal ${seal.number} was changed: it names another last entry.`);
			chain.rest(from, seal, seal.claims);
			if (!seal.head.equals(chain.head)) return report(first, brokenWords(seal, first));
			const problem = statementProblem(sessionId, seal, before);
			if (problem !== null) return report(null, problem);
			if (before !== null && !claimsSameFacts(before.claims, seal.claims) && !rows.amendedAfter(tail.row, before).claims)
				return report(null, CLAIMS_CHANGED);
			if (wanted?.equals(seal.head)) found.push({ at: seal.lastOrdinal, version: 2 });
			held = seal;
			const { left, isOutside } = runOf(seal);
			if (left !== null) sealedLater = { entries: (sealedLater?.entries ?? 0) + left.entries, untilMs: left.untilMs };
			if (isOutside) outside += seal.position - from.position;
			if (seal.signature !== null) signed = seal;
			if (seal.timeStamp !== null) stamped = seal;
			return null;
		}

		const missing = (): VerifyReport =>
			report(tail.lastOrdinal, `${tail.entries} entries were counted, only ${check.position()} are there.`);

		async function verifySeals(): Promise<VerifyReport | null> {
			if (seals.length === 0) return null;
			const chain = sealChain();
			if (chain === null) return report(null, "The session's seals cannot be computed again: what their salts are made from is gone.");
			for (const seal of seals) {
				const problem = await verifySeal(seal, chain);
				if (problem !== null) return problem;
			}
			return null;
		}

		async function verifyRest(): Promise<VerifyReport | null> {
			while (check.position() < tail.entries) {
				const entries = someRows(slice.iterate(tail.row, check.position(), tail.entries));
				for (const entry of entries) {
					const problem = take(entry);
					if (problem !== null) return report(entry.ordinal, problem);
				}
				if (entries.length === 0) return missing();
				await pause();
			}
			return check.head().equals(tail.head)
				? null
				: report(tail.lastOrdinal, "The last entry does not carry the hash the session ended with.");
		}

		/** What the session says of itself beside its entries. */
		function verifyClaims(): VerifyReport {
			const claim = counters.falseClaim(findingsOf.get(tail.row) ?? 0);
			if (claim !== null) return report(tail.lastOrdinal, claim);
			if (
				held !== null &&
				secret !== null &&
				!rows.amendedAfter(tail.row, held).claims &&
				!claimsSameFacts(held.claims, sealClaims(origin, facts, held.position, secret))
			)
				return report(null, CLAIMS_CHANGED);
			return report(null, headsLog === null ? null : loggedProblem(headsLog, sessionId, () => rows.all(tail.row)));
		}

		async function verified(): Promise<VerifyReport> {
			try {
				return (await verifySeals()) ?? (await verifyRest()) ?? verifyClaims();
			} catch (error) {
				if (error instanceof SealBroken) return report(null, error.message);
				throw error;
			}
		}

		const result = await verified();
		// Compacting takes a removed session out while somebody looks at it.
		if (!result.holds && isThere.get(tail.row) === undefined)
			throw new ConsoleError("SESSION_NOT_FOUND", `Session ${sessionId} was removed while it was verified.`);
		return withStamp(result);
	};
}

function brokenWords({ number, position }: SealRow, first: number | null): string {
	const what = first === null ? "something it covers" : `something of the entries from ${first} on that it covers (${position} in all)`;
	const origin = number === 1 ? ", or what the session says of its beginning" : "";
	return `Seal ${number} does not hold: ${what}, a delivery, a finding or an amendment${origin}, was changed in the database.`;
}

/** What a seal that holds says of the run that made it. */
function runOf({ statement }: SealRow): { left: LeftEntries | null; isOutside: boolean } {
	const { left, outside } = storedObject(statement) ?? {};
	return { left: isLeft(left) ? (left ?? null) : null, isOutside: outside === true };
}

/** The heads log of the profile outlives a database that was cut or put back. A program that records writes the row first: those are read afterwards. */
function loggedProblem(headsLog: string, sessionId: string, sealsNow: () => readonly SealRow[]): string | null {
	const heads = headsOf(headsLog, sessionId) ?? [];
	const seals = sealsNow();
	for (const logged of heads) {
		if (!logged.isSigned)
			return `The heads log of this profile was changed: what it says of seal ${logged.number} is not what was signed. The session itself holds.`;
		const seal = seals.find(({ number }) => number === logged.number);
		if (seal === undefined)
			return `The heads log of this profile knows a seal ${logged.number} over ${logged.entries} entries that is not in the database: it was removed, or an older copy of the database is in its place.`;
		if (seal.head.toString("hex") !== logged.head)
			return `The heads log of this profile knows another head of seal ${logged.number}: the session was sealed anew since, or an older copy of the database was put in its place.`;
	}
	return null;
}

/** What the session's facts claim, counted again from its entries: a session may never claim more than it holds. */
function createCounters(facts: SessionFacts, entries: number) {
	const claimed = Math.min(facts.cursor ?? 0, entries);
	/** One bit for each number up to the claimed cursor. */
	const seen = new Uint8Array((claimed >> 3) + 1);
	let distinct = 0;
	let received = 0;
	return {
		take({ dir, opcode, epoch, sequence }: WholeEntry): void {
			if (dir !== DIRECTION_CODES.in || (opcode !== OPCODE_CODES.text && opcode !== OPCODE_CODES.binary)) return;
			received += 1;
			if (epoch !== facts.epoch || sequence === null || sequence < 1 || sequence > claimed) return;
			const bit = 1 << (sequence & 7);
			const byte = seen[sequence >> 3] ?? 0;
			if ((byte & bit) !== 0) return;
			seen[sequence >> 3] = byte | bit;
			distinct += 1;
		},
		falseClaim(findings: number): string | null {
			if ((facts.received ?? 0) > received) return `The session counts ${facts.received} received frames, ${received} are stored.`;
			if ((facts.cursor ?? 0) > distinct)
				return `The session claims everything up to ${facts.cursor}; only ${distinct} of those numbers are stored.`;
			if ((facts.findings ?? 0) > findings) return `The session counts ${facts.findings} findings, ${findings} are stored.`;
			return null;
		},
	};
}
