import type { FileProof } from "../../../schemas/interchange.ts";
import { ConsoleError } from "../../core/errors.ts";
import { EXPORT_VERSION_2 } from "../../core/proof/file-lines.ts";
import { LINE_TAIL_LENGTH, lineTail } from "../../core/timeline/export-lines.ts";
import { createReadStream } from "../files/open-files.ts";
import { systemWords } from "../files/system-words.ts";
import { Bad, type KnownProof, type LineChecker, type LineShape, type Problem } from "./file-proof/line-checker.ts";
import { createLines1 } from "./file-proof/lines-1.ts";
import { createLines2 } from "./file-proof/lines-2.ts";
import { HASH_BYTES, sha256 } from "./hashing.ts";
import { LineTooLong, splitLines } from "./split-lines.ts";
import { stampSeen } from "./stamp-seen.ts";
import { createYielder } from "./yielding.ts";

/** An entry of MOST_INBOUND_BYTES with half as much again for what JSON escapes; a text that takes more is no string in this program any more. Bytes. */
export const LONGEST_LINE_BYTES = 400 << 20;

export interface VerifyOptions extends KnownProof {
	/** Told how much was read; what it throws ends the reading. */
	onBytes?(bytes: number): void;
	/** What else is wrong with a line that proves right; without it only what the proof needs is looked at. */
	shape?: LineShape;
}

/**
 * Verifies an export file of either version, line by line: checksums, chain, seals, signatures, bytes, order and end.
 * `firstBad` is the entry of the first line that does not hold; null when that line is no entry. An end that is missing names the last entry
 * that is there.
 * Errors: EXPORT_FAILED when the file cannot be read.
 */
export async function verifyJsonl(
	path: string,
	{ onBytes = () => {}, shape = () => null, ...known }: VerifyOptions = {},
): Promise<FileProof> {
	const reader = createLineReader(known, shape);
	const proof = await readLines(path, reader, onBytes);
	const stamped = reader.stamped();
	if (proof.signed === null || stamped === null) return proof;
	const timeStamp = await stampSeen({ ...stamped, authorities: known.stampAuthorities ?? null });
	return { ...proof, signed: { ...proof.signed, timeStamp } };
}

async function readLines(path: string, reader: LineReader, onBytes: (bytes: number) => void): Promise<FileProof> {
	const pause = createYielder();
	let bytesRead = 0;
	let problem: BadLine | null = null;
	try {
		for await (const { bytes, isEnded } of splitLines(createReadStream(path), LONGEST_LINE_BYTES)) {
			bytesRead += bytes.length + 1;
			onBytes(bytesRead);
			await pause();
			if (problem !== null) return reader.report(reader.withNextLine(problem, bytes));
			problem = reader.line(bytes, isEnded);
			if (problem !== null && problem.stub === undefined) return reader.report(problem);
		}
		if (problem !== null) return reader.report(problem);
	} catch (error) {
		if (error instanceof LineTooLong)
			return reader.report({ message: `The line has more than ${LONGEST_LINE_BYTES} bytes; no entry is that long.`, ordinal: null }, 1);
		if (error instanceof ConsoleError) throw error;
		throw new ConsoleError("EXPORT_FAILED", `${path} cannot be read: ${systemWords(error)}.`, {
			cause: error,
		});
	}
	return reader.report(reader.end());
}

interface BadLine extends Problem {
	/** The line, when it is too short for an entry: a line feed may have come into one, and the next line holds the rest. */
	stub?: Buffer;
}

const STUB_BYTES = 40;

type LineReader = ReturnType<typeof createLineReader>;

/** Lines of a file whose checksums it looks at; the rest is for the lines of its version. */
function createLineReader(known: KnownProof, shape: LineShape) {
	let checker: LineChecker = createLines1(known, shape);
	let checksum: Buffer = Buffer.alloc(HASH_BYTES);
	let lines = 0;

	function line(bytes: Buffer, isEnded: boolean): BadLine | null {
		lines++;
		try {
			if (!isEnded) throw new Bad("The line does not end with a line feed.");
			const computed = checksumOf(bytes);
			const text = textOf(bytes);
			const said: unknown = JSON.parse(text);
			if (lines === 1 && (said as { version?: unknown } | null)?.version === EXPORT_VERSION_2) checker = createLines2(known, shape);
			checker.line(said, `${text.slice(0, -LINE_TAIL_LENGTH)}}`, computed);
			checksum = computed;
			return null;
		} catch (error) {
			if (!(error instanceof Bad) && !(error instanceof SyntaxError)) throw error;
			const message = error instanceof Bad ? error.message : "The line is not JSON.";
			const ordinal = error instanceof Bad && error.ordinal !== undefined ? error.ordinal : checker.ordinalIn(bytes);
			if (lines === 1 || bytes.length >= STUB_BYTES) return { message, ordinal };
			return { message, ordinal, stub: Buffer.from(bytes) };
		}
	}

	function withNextLine({ stub, ...problem }: BadLine, next: Buffer): BadLine {
		const joined = Buffer.concat([stub ?? Buffer.alloc(0), Buffer.from("\n"), next]);
		return { ...problem, ordinal: checker.ordinalIn(joined) };
	}

	function checksumOf(bytes: Buffer): Buffer {
		const checked = bytes.subarray(0, Math.max(0, bytes.length - LINE_TAIL_LENGTH));
		const computed = sha256(Buffer.concat([checksum, checked]));
		if (!bytes.subarray(checked.length).equals(Buffer.from(lineTail(computed.toString("hex")))))
			throw new Bad(conversionOf(bytes) ?? "The line was changed, or a line before it was taken out, put in or moved.");
		return computed;
	}

	return {
		line,
		withNextLine,
		end(): BadLine | null {
			const problem = checker.end();
			if (lines > 0) lines++;
			return problem;
		},
		stamped: () => checker.stamped?.() ?? null,
		/** `linesAhead`: the problem is that many lines after the last one looked at. */
		report: (problem: BadLine | null, linesAhead = 0): FileProof =>
			checker.report(problem === null ? null : { ...problem, line: lines + linesAhead }),
	};
}

/** Errors: Bad for bytes that are no text; a decoder that replaces them would take two files for one. */
function textOf(bytes: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new Bad("The line is no UTF-8.");
	}
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** What mail programs, editors and version control do to whole files: still a change, but nobody forged anything. */
function conversionOf(line: Buffer): string | null {
	if (line.subarray(0, BOM.length).equals(BOM))
		return "A byte order mark was put in front of the file; hand the export on as it was written.";
	if (line.at(-1) === 0x0d) return "The line ends with CR LF, exports end theirs with LF alone; hand the export on as it was written.";
	return null;
}
