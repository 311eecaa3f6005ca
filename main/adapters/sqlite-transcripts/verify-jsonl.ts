import type { FileProof } from "../../../schemas/interchange.ts";
import { ConsoleError } from "../../core/errors.ts";
import {
	EXPORT_FORMAT,
	EXPORT_VERSION,
	type ExportEntry,
	type ExportHeader,
	LINE_TAIL_LENGTH,
	lineTail,
} from "../../core/timeline/export-lines.ts";
import { createReadStream } from "../files/open-files.ts";
import { codedHeader, ordinalIn } from "./damaged-line.ts";
import { createChain, fromHex, genesis, HASH_BYTES, sha256 } from "./hashing.ts";
import { LineTooLong, splitLines } from "./split-lines.ts";
import { createYielder } from "./yielding.ts";

/** A frame of 8 MiB whose every byte is written as an escape of six fits; a longer line is no transcript's. */
export const LONGEST_LINE_BYTES = 96 << 20;

/** A sentence about what is wrong with a line, else null. */
export type LineShape = (part: "header" | "entry", line: unknown) => string | null;

/** What a line does not hold. */
class Bad extends Error {}

/**
 * Verifies an export file: checksums of the lines, hash chain, bytes, order, count and end. Holds one line at a time.
 * `firstBad` is the entry of the first line that does not hold; null when that line is no entry. An end that is missing names the last entry
 * that is there.
 * `onBytes` is told how much was read; what it throws ends the reading. `noted`: a head; the report says which entry it belongs to.
 * `shape`: what else is wrong with a line that proves right; without it only what the proof needs is looked at.
 * Errors: EXPORT_FAILED when the file cannot be read.
 */
export async function verifyJsonl(
	path: string,
	onBytes: (bytes: number) => void = () => {},
	noted?: string,
	shape: LineShape = () => null,
): Promise<FileProof> {
	const checker = createChecker(noted, shape);
	const pause = createYielder();
	let bytesRead = 0;
	let problem: Problem | null = null;
	try {
		for await (const { bytes, isEnded } of splitLines(createReadStream(path), LONGEST_LINE_BYTES)) {
			bytesRead += bytes.length + 1;
			onBytes(bytesRead);
			await pause();
			if (problem !== null) return checker.report(checker.withNextLine(problem, bytes));
			problem = checker.line(bytes, isEnded);
			if (problem !== null && problem.stub === undefined) return checker.report(problem);
		}
		if (problem !== null) return checker.report(problem);
	} catch (error) {
		if (error instanceof LineTooLong)
			return checker.report({ message: `The line has more than ${LONGEST_LINE_BYTES} bytes; no entry is that long.`, ordinal: null }, 1);
		if (error instanceof ConsoleError) throw error;
		throw new ConsoleError("EXPORT_FAILED", `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
			cause: error,
		});
	}
	return checker.report(checker.end());
}

interface Problem {
	message: string;
	ordinal: number | null;
	/** The line, when it is too short for an entry: a line feed may have come into one, and the next line holds the rest. */
	stub?: Buffer;
}

const STUB_BYTES = 40;

function createChecker(noted: string | undefined, shape: LineShape) {
	const wanted = fromHex(noted);
	let headAt: number | null = null;
	const chain = createChain();
	const expected = Buffer.alloc(HASH_BYTES);
	let header: ExportHeader | null = null;
	let head: Buffer = Buffer.alloc(HASH_BYTES);
	let checksum: Buffer = Buffer.alloc(HASH_BYTES);
	let lines = 0;
	let entries = 0;
	let lastOrdinal = 0;

	function line(bytes: Buffer, isEnded: boolean): Problem | null {
		lines++;
		try {
			if (!isEnded) throw new Bad("The line does not end with a line feed.");
			unseal(bytes);
			const said: unknown = JSON.parse(bytes.toString("utf8"));
			if (header === null) header = begin(said);
			else entry(said as ExportEntry, header);
			return null;
		} catch (error) {
			if (!(error instanceof Bad) && !(error instanceof SyntaxError)) throw error;
			const message = error instanceof Bad ? error.message : "The line is not JSON.";
			if (header === null) return { message, ordinal: null };
			return { message, ordinal: ordinalIn(bytes, chain, head), ...(bytes.length < STUB_BYTES && { stub: Buffer.from(bytes) }) };
		}
	}

	function withNextLine({ stub, ...problem }: Problem, next: Buffer): Problem {
		const joined = Buffer.concat([stub ?? Buffer.alloc(0), Buffer.from("\n"), next]);
		return { ...problem, ordinal: ordinalIn(joined, chain, head) };
	}

	/** The line's checksum must hold. */
	function unseal(bytes: Buffer): void {
		const checked = bytes.subarray(0, Math.max(0, bytes.length - LINE_TAIL_LENGTH));
		const computed = sha256(Buffer.concat([checksum, checked]));
		if (!bytes.subarray(checked.length).equals(Buffer.from(lineTail(computed.toString("hex"))))) {
			throw new Bad(conversionOf(bytes) ?? "The line was changed, or a line before it was taken out, put in or moved.");
		}
		checksum = computed;
	}

	function begin(said: unknown): ExportHeader {
		const found = said as ExportHeader & { format: unknown; version: unknown };
		if (found.format !== EXPORT_FORMAT || found.version !== EXPORT_VERSION)
			throw new Bad("The first line is no header of a known version.");
		if (typeof found.session !== "string" || fromHex(found.head) === null) throw new Bad("The header names no session or no head.");
		mustFit("header", found);
		head = genesis(found.session);
		return found;
	}

	function mustFit(part: "header" | "entry", found: unknown): void {
		const wrong = shape(part, found);
		if (wrong !== null) throw new Bad(wrong);
	}

	function entry(found: ExportEntry, { redacted }: ExportHeader): void {
		const bodyHash = fromHex(found.sha256);
		const hash = fromHex(found.hash);
		if (bodyHash === null || hash === null) throw new Bad("The entry has no SHA-256 or no chain hash.");
		if (!Number.isSafeInteger(found.ordinal) || typeof found.type !== "string") throw new Bad("The entry has no ordinal or no type.");
		if (!(found.ordinal > lastOrdinal)) throw new Bad("The order of the entries was changed.");
		if (!isMasked(found, redacted)) checkBody(found, bodyHash);
		chain.next(head, codedHeader(found), found.type, bodyHash, expected, 0);
		if (!expected.equals(hash)) throw new Bad("The chain does not hold: the entry's header was changed, or an entry before it.");
		mustFit("entry", found);
		head = hash;
		if (wanted?.equals(hash)) headAt = found.ordinal;
		lastOrdinal = found.ordinal;
		entries++;
	}

	function end(): Problem | null {
		if (header === null) return { message: "The file is empty.", ordinal: null };
		lines++;
		if (entries !== header.entries)
			return {
				message: `The header promises ${header.entries} entries, ${entries} are there.`,
				ordinal: entries === 0 ? null : lastOrdinal,
			};
		return head.toString("hex") === header.head
			? null
			: { message: "The last entry is not the one the header names.", ordinal: lastOrdinal };
	}

	/** `linesAhead`: the problem is that many lines after the last one looked at. */
	function report(problem: Problem | null, linesAhead = 0): FileProof {
		return {
			ok: problem === null,
			entries,
			firstBad: problem?.ordinal ?? null,
			problem: problem?.message ?? null,
			problemLine: problem === null ? null : lines + linesAhead,
			head: head.toString("hex"),
			session: header?.session ?? null,
			redacted: header?.redacted === true,
			...(noted !== undefined && { headAt }),
		};
	}

	return { line, withNextLine, end, report };
}

/** Masked content proves nothing; its length and SHA-256 are part of the chain. Earlier redacted exports leave all content out. */
const isMasked = ({ text, base64, masked }: ExportEntry, redacted: boolean): boolean =>
	redacted && (masked !== undefined || (text === undefined && base64 === undefined));

function checkBody({ text, base64, byteLength }: ExportEntry, bodyHash: Buffer): void {
	const body = typeof text === "string" ? Buffer.from(text) : typeof base64 === "string" ? Buffer.from(base64, "base64") : null;
	if (body === null) throw new Bad("The entry has no content, and the export does not say it was redacted.");
	if (body.length !== byteLength || !sha256(body).equals(bodyHash)) throw new Bad("The content does not match its length or SHA-256.");
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** What mail programs, editors and version control do to whole files: still a change, but nobody forged anything. */
function conversionOf(line: Buffer): string | null {
	if (line.subarray(0, BOM.length).equals(BOM))
		return "A byte order mark was put in front of the file; hand the export on as it was written.";
	if (line.at(-1) === 0x0d) return "The line ends with CR LF, exports end theirs with LF alone; hand the export on as it was written.";
	return null;
}
