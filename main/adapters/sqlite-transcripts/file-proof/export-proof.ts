import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import { ConsoleError } from "../../../core/errors.ts";
import { createCommitments } from "../../../core/proof/commitments.ts";
import { type Amended, endLineText, entryText, headerText, sealLineText } from "../../../core/proof/file-lines.ts";
import { createProofChain, type ProofChain } from "../../../core/proof/links.ts";
import { type About, aboutOf, aboutText, endText, type ObservationSchema } from "../../../core/proof/statements.ts";
import { OPCODE_CODES } from "../../../core/timeline/chain.ts";
import { checkedPart, sealLine } from "../../../core/timeline/export-lines.ts";
import { openSync, renameSync } from "../../files/open-files.ts";
import { systemWords } from "../../files/system-words.ts";
import { chainHeaderOf } from "../chain-check.ts";
import { WHOLE_COLUMNS, type WholeEntry } from "../entry-reader.ts";
import { HASH_BYTES, proofHasher, sha256 } from "../hashing.ts";
import { makeFolder } from "../make-folder.ts";
import type { ExportExtent, ExportOrder, UnfinishedExport } from "../reader-requests.ts";
import { redactorOf } from "../redacting.ts";
import { claimsSameFacts, sealClaims } from "../seals/claims.ts";
import { createSealRows, NOTHING_SEALED, type SealBoundary, type SealRow } from "../seals/seal-rows.ts";
import { createStateReader, type EntryState } from "../seals/state-as-of.ts";
import type { SessionTail } from "../session-tail.ts";
import { readSession, storedObject } from "../stored-json.ts";
import { createYielder } from "../yielding.ts";
import { fingerprintOf } from "./signatures.ts";
import { entryLine } from "./write-entry.ts";

/** A slice ends after this many entries or bytes of body, whichever comes first. */
const SLICE_ENTRIES = 256;
const SLICE_BYTES = 1024 * 1024;
const FLUSH_CHARACTERS = 1 << 18;

/** A session as its export tells it, from one moment. */
interface Extracted {
	row: number;
	about: About;
	secret: Uint8Array;
	/** Those the file holds, in order. */
	seals: SealRow[];
	/** Where the file ends. */
	boundary: SealBoundary;
	/** What a seal would claim there; null when the last seal is the end. */
	tailClaims: string | null;
	/** For each seal, and the tail after them: entries of earlier seals that were amended since. */
	amended: number[][];
}

/** Writes exports of version 2 (schemas/transcript/README.md) on a connection that cannot write. */
export function createProofExporter(db: Database, findTail: (sessionId: string) => SessionTail) {
	const sessionOf = db.prepare<[number], { origin: string; facts: string }>("SELECT origin, facts FROM sessions WHERE id = ?");
	const entriesAfter = db.prepare<[number, number, number], WholeEntry>(
		`SELECT ${WHOLE_COLUMNS} FROM entries WHERE session = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${SLICE_ENTRIES}`,
	);
	const ordinalAt = db.prepare<[number, number], number>("SELECT ordinal FROM entries WHERE session = ? AND position = ?").pluck();
	const deliveryOf = db.prepare<[number, number], { ordinal: number; delivery: number }>(
		"SELECT ordinal, delivery FROM entries WHERE ordinal = ? AND session = ?",
	);
	const lastAmendment = db.prepare("SELECT coalesce(max(id), 0) FROM amendments").pluck();
	const rows = createSealRows(db);
	const states = createStateReader(db);
	const commitments = createCommitments(proofHasher);

	/** `sealedSinceMs`: a seal was asked for then; when it was made, the export ends with it. */
	function extent(sessionId: string, sealedSinceMs: number | null): ExportExtent {
		const tail = findTail(sessionId);
		const last = rows.last(tail.row);
		const isSealed = last !== null && sealedSinceMs !== null && last.atMs >= sealedSinceMs;
		return isSealed ? { entries: last.position, isSealed } : { entries: tail.entries, isSealed: false };
	}

	const extract = db.transaction((sessionId: string, { entries, isSealed }: ExportExtent): Extracted => {
		const { row } = findTail(sessionId);
		const said = sessionOf.get(row);
		const { origin, facts } = readSession(sessionId, said?.origin ?? "", said?.facts ?? "");
		const all = rows.all(row).filter(({ position }) => position <= entries);
		const stored = rows.secret(row);
		if (stored === null && all.length > 0)
			throw new ConsoleError("EXPORT_FAILED", `The salt secret of session ${sessionId} is gone from the database; verify the session.`);
		// Without a secret nothing was sealed yet: the file has one of its own, and its head is no other file's.
		const secret = stored ?? randomBytes(HASH_BYTES);
		const last = all.at(-1);
		const now = { position: entries, lastOrdinal: ordinalAt.get(row, entries) ?? 0, amendedUpTo: lastAmendment.get() as number };
		const claims = sealClaims(origin, facts, entries, secret);
		const isAtSeal = last !== undefined && (isSealed || !isFurther(row, last, now, claims));
		const boundary = isAtSeal ? last : now;
		const ends = isAtSeal ? all : [...all, now];
		const amended = ends.map((to, i) => rows.amended(row, ends[i - 1] ?? NOTHING_SEALED, to));
		return { row, about: aboutOf(origin), secret, seals: all, boundary, tailClaims: isAtSeal ? null : claims, amended };
	});

	/** Whether something was said after the last seal that it does not hold. */
	function isFurther(row: number, last: SealRow, now: SealBoundary, claims: string): boolean {
		if (now.position > last.position) return true;
		const since = rows.amendedAfter(row, last);
		return since.entries > 0 || (since.claims && !claimsSameFacts(last.claims, claims));
	}

	const readSlice = db.transaction((row: number, after: number, upTo: number, shownAsOf: number, sealedAsOf: number | null) => {
		const found: WholeEntry[] = [];
		let bytes = 0;
		for (const entry of entriesAfter.iterate(row, after, upTo)) {
			found.push(entry);
			bytes += entry.byteLength;
			if (bytes >= SLICE_BYTES) break;
		}
		return {
			entries: found,
			shown: states.read(row, found, shownAsOf),
			sealed: sealedAsOf === null ? null : states.read(row, found, sealedAsOf),
		};
	});

	/**
	 * Writes all lines but the last beside `path`. Errors: EXPORT_FAILED; no file of that name is left or changed then.
	 */
	async function begin(order: ExportOrder): Promise<UnfinishedExport> {
		const unfinishedPath = `${order.path}.${process.pid}.partial`;
		return guarded(order.path, unfinishedPath, async () => {
			makeFolder(dirname(order.path));
			const file = openSync(unfinishedPath, "w", 0o600);
			try {
				return await writeLines(order, createLineFile(file), unfinishedPath);
			} finally {
				closeSync(file);
			}
		});
	}

	async function writeLines(order: ExportOrder, file: LineFile, unfinishedPath: string): Promise<UnfinishedExport> {
		const { sessionId, redaction, exportedAtMs, publicKey, path } = order;
		const pause = createYielder();
		const extracted = extract(sessionId, order.extent);
		const { row, about, secret, seals, boundary, tailClaims, amended } = extracted;
		const redactor = redaction === null ? null : redactorOf(redaction);
		const changed = new Set(amended.flat());
		const chain = createProofChain(proofHasher, aboutText(about));
		file.line(headerOf(order, extracted));
		let position = 0;
		for (const [i, end] of [...seals, ...(tailClaims === null ? [] : [boundary])].entries()) {
			const seal = seals[i] ?? null;
			while (position < end.position) {
				const sealedAsOf = changed.size > 0 && seal !== null ? end.amendedUpTo : null;
				const slice = readSlice(row, position, end.position, boundary.amendedUpTo, sealedAsOf);
				const last = slice.entries.at(-1);
				if (last === undefined) throw missing(sessionId, position + 1);
				for (const [at, entry] of slice.entries.entries()) {
					if (entry.position !== ++position) throw missing(sessionId, position);
					const before = changed.has(entry.ordinal) ? (slice.sealed?.[at] ?? null) : null;
					file.line(entryText(shown(entry, slice.shown[at], before, seal === null ? chain : null)));
				}
				await pause();
			}
			if (seal === null) break;
			file.line(sealLineText(sealSaid(seal, amendedStates(row, secret, amended[i] ?? [], end.amendedUpTo))));
			chain.head.set(seal.head);
			await pause();
		}
		const tail =
			tailClaims === null ? null : { claims: tailClaims, amended: amendedStates(row, secret, amended.at(-1) ?? [], boundary.amendedUpTo) };
		if (tail !== null) {
			for (const { ordinal, state } of tail.amended) chain.amendment(ordinal, Buffer.from(state, "hex"));
			chain.claims(tail.claims);
		}
		const head = Buffer.from(chain.head).toString("hex");
		const statement = endText({
			session: sessionId,
			entries: boundary.position,
			seals: seals.length,
			head,
			lines: file.checksum().toString("hex"),
			redacted: redaction !== null,
			exportedAtMs,
			key: publicKey === null ? null : fingerprintOf(publicKey),
		});
		const bytes = file.flush();
		return { path, unfinishedPath, bytes, entries: boundary.position, head, statement, publicKey, tail, checksum: file.checksum() };

		function shown(entry: WholeEntry, state: EntryState | undefined, before: EntryState | null, links: ProofChain | null) {
			const entryKey = commitments.entryKey(secret, entry.ordinal);
			const { delivery, findings } = state ?? { delivery: entry.delivery, findings: [] };
			const sealedState = before === null ? null : commitments.state(entryKey, before.delivery, before.findings);
			// Beyond the last seal nobody computed the chain yet.
			if (links !== null) linkOf(links, entry, entryKey, commitments.state(entryKey, delivery, findings));
			return entryLine(commitments, { entry, delivery, findings, sealedState, entryKey }, redactor);
		}
	}

	function linkOf(chain: ProofChain, entry: WholeEntry, entryKey: Uint8Array, state: Uint8Array): void {
		const body = commitments.body(entryKey, entry.body, entry.opcode === OPCODE_CODES.binary);
		chain.entry(chainHeaderOf(entry), Buffer.from(entry.type), body, state);
	}

	function amendedStates(row: number, secret: Uint8Array, ordinals: readonly number[], asOf: number): Amended[] {
		return ordinals.map((ordinal) => {
			const entry = deliveryOf.get(ordinal, row);
			const state = entry && states.read(row, [entry], asOf)[0];
			if (state === undefined)
				throw new ConsoleError("EXPORT_FAILED", `Entry ${ordinal} was sealed and is not stored any more; verify the session.`);
			const hash = commitments.state(commitments.entryKey(secret, ordinal), state.delivery, state.findings);
			return { ordinal, state: Buffer.from(hash).toString("hex") };
		});
	}

	/** Adds the last line, and the file appears. Errors: EXPORT_FAILED. */
	async function end(
		{ path, unfinishedPath, bytes, statement, publicKey, tail, checksum }: UnfinishedExport,
		signature: Uint8Array | null,
	) {
		return guarded(path, unfinishedPath, async () => {
			const encoded = (value: Uint8Array | null): string | null => (value === null ? null : Buffer.from(value).toString("base64"));
			const said = { statement, signature: encoded(signature), publicKey: encoded(publicKey), ...(tail && { tail }) };
			const file = openSync(unfinishedPath, "a");
			try {
				const lines = createLineFile(file, Buffer.from(checksum));
				lines.line(endLineText(said));
				const more = lines.flush();
				fsyncSync(file);
				renameSync(unfinishedPath, path);
				return { bytes: bytes + more };
			} finally {
				closeSync(file);
			}
		});
	}

	return { extent, begin, end };
}

function headerOf({ redaction, exportedAtMs, publicKey }: ExportOrder, { about, seals, boundary, tailClaims }: Extracted): string {
	const { session, protocol, profile, createdAtMs, imported } = about;
	const claims = storedObject(tailClaims ?? seals.at(-1)?.claims);
	const judgedBy = (claims?.observationSchema ?? null) as ObservationSchema | null;
	return headerText({
		protocol,
		profile,
		...(judgedBy !== null && { observationSchema: judgedBy }),
		...(imported !== null && { imported }),
		...(claims?.notVerified === true && { notVerified: true as const }),
		session,
		head: tailClaims === null ? (seals.at(-1)?.head.toString("hex") ?? null) : null,
		entries: boundary.position,
		redacted: redaction !== null,
		...(redaction !== null && { masked: redaction.leavesMasked }),
		createdAtMs,
		exportedAtMs,
		about,
		publicKey: publicKey === null ? null : Buffer.from(publicKey).toString("base64"),
	});
}

function sealSaid({ statement, signature, key, claims, timeStamp }: SealRow, amended: readonly Amended[]) {
	const encoded = (bytes: Buffer | null): string | null => (bytes === null ? null : bytes.toString("base64"));
	const stamp = timeStamp === null ? {} : { timeStamp: timeStamp.toString("base64") };
	return { statement, signature: encoded(signature), publicKey: encoded(key), claims, amended, ...stamp };
}

const missing = (sessionId: string, position: number): ConsoleError =>
	new ConsoleError("EXPORT_FAILED", `Entry ${position} of session ${sessionId} is missing; verify the session.`);

interface LineFile {
	line(objectText: string): void;
	checksum(): Buffer;
	/** Answers how many bytes were written. */
	flush(): number;
}

/** Lines with their checksums, written in large pieces. */
function createLineFile(file: number, last: Buffer = Buffer.alloc(HASH_BYTES)): LineFile {
	let checksum = last;
	let waiting: string[] = [];
	let characters = 0;
	let written = 0;
	function flush(): number {
		const bytes = Buffer.from(waiting.join(""));
		for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
		waiting = [];
		characters = 0;
		written += bytes.length;
		return written;
	}
	return {
		line(objectText) {
			const checked = checkedPart(objectText);
			checksum = sha256(Buffer.concat([checksum, Buffer.from(checked)]));
			const line = sealLine(checked, checksum.toString("hex"));
			waiting.push(line);
			characters += line.length;
			if (characters >= FLUSH_CHARACTERS) flush();
		},
		checksum: () => checksum,
		flush,
	};
}

/** Nothing unfinished stays when it fails. */
async function guarded<T>(path: string, unfinished: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		removeIfThere(unfinished);
		if (error instanceof ConsoleError) throw error;
		const words = systemWords(error);
		throw new ConsoleError("EXPORT_FAILED", `The export ${path} could not be written: ${words}.`, { cause: error });
	}
}

function removeIfThere(path: string): void {
	try {
		rmSync(path, { force: true });
	} catch {
		// Its folder is no folder, so nothing was made there; the first error is the one to tell.
	}
}
