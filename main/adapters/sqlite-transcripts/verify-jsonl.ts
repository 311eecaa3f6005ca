import { createReadStream } from "node:fs";
import type { VerifyReport } from "../../../schemas/ipc.ts";
import { ConsoleError } from "../../core/errors.ts";
import { DIRECTION_CODES, KIND_CODES, OPCODE_CODES } from "../../core/timeline/chain.ts";
import {
	EXPORT_FORMAT,
	EXPORT_VERSION,
	type ExportEntry,
	type ExportHeader,
	LINE_TAIL_LENGTH,
	lineTail,
} from "../../core/timeline/export-lines.ts";
import { createChain, fromHex, genesis, HASH_BYTES, sha256 } from "./hashing.ts";
import { splitLines } from "./split-lines.ts";

export interface JsonlReport extends VerifyReport {
	/** 1-based line of the problem, null when there is none. */
	problemLine: number | null;
}

/** What a line does not hold. */
class Bad extends Error {}

/**
 * Verifies an export file: checksums of the lines, hash chain, bytes, order, count and end. Holds one line at a time.
 * Errors: EXPORT_FAILED when the file cannot be read.
 */
export async function verifyJsonl(path: string): Promise<JsonlReport> {
	const checker = createChecker();
	try {
		for await (const { bytes, isEnded } of splitLines(createReadStream(path))) {
			const problem = checker.line(bytes, isEnded);
			if (problem !== null) return checker.report(problem);
		}
	} catch (error) {
		throw new ConsoleError("EXPORT_FAILED", `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
			cause: error,
		});
	}
	return checker.report(checker.end());
}

interface Problem {
	message: string;
	ordinal: number | null;
}

function createChecker() {
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
			const checked = unseal(bytes);
			if (header === null) header = begin(checked);
			else entry(JSON.parse(`${checked}}`) as ExportEntry, header);
			return null;
		} catch (error) {
			if (!(error instanceof Bad) && !(error instanceof SyntaxError)) throw error;
			return { message: error instanceof Bad ? error.message : "The line is not JSON.", ordinal: ordinalIn(bytes) };
		}
	}

	/** The line without its checksum, which must hold. */
	function unseal(bytes: Buffer): Buffer {
		const checked = bytes.subarray(0, Math.max(0, bytes.length - LINE_TAIL_LENGTH));
		const computed = sha256(Buffer.concat([checksum, checked]));
		if (!bytes.subarray(checked.length).equals(Buffer.from(lineTail(computed.toString("hex"))))) {
			throw new Bad("The line was changed, or a line before it was taken out, put in or moved.");
		}
		checksum = computed;
		return checked;
	}

	function begin(checked: Buffer): ExportHeader {
		const found = JSON.parse(`${checked}}`) as ExportHeader & { format: unknown; version: unknown };
		if (found.format !== EXPORT_FORMAT || found.version !== EXPORT_VERSION)
			throw new Bad("The first line is no header of a known version.");
		if (typeof found.session !== "string" || fromHex(found.head) === null) throw new Bad("The header names no session or no head.");
		head = genesis(found.session);
		return found;
	}

	function entry(found: ExportEntry, { redacted }: ExportHeader): void {
		const bodyHash = fromHex(found.sha256);
		const hash = fromHex(found.hash);
		if (bodyHash === null || hash === null) throw new Bad("The entry has no SHA-256 or no chain hash.");
		if (!(found.ordinal > lastOrdinal)) throw new Bad("The order of the entries was changed.");
		if (!redacted) checkBody(found, bodyHash);
		chain.next(head, codedHeader(found), found.type, bodyHash, expected, 0);
		if (!expected.equals(hash)) throw new Bad("The chain does not hold: the entry's header was changed, or an entry before it.");
		head = hash;
		lastOrdinal = found.ordinal;
		entries++;
	}

	function end(): Problem | null {
		if (header === null) return { message: "The file is empty.", ordinal: null };
		lines++;
		if (entries !== header.entries)
			return { message: `The header promises ${header.entries} entries, ${entries} are there.`, ordinal: null };
		return head.toString("hex") === header.head
			? null
			: { message: "The last entry is not the one the header names.", ordinal: lastOrdinal };
	}

	function report(problem: Problem | null): JsonlReport {
		return {
			ok: problem === null,
			entries,
			firstBad: problem?.ordinal ?? null,
			problem: problem?.message ?? null,
			problemLine: problem === null ? null : lines,
			head: head.toString("hex"),
		};
	}

	return { line, end, report };
}

function checkBody({ text, base64, byteLength }: ExportEntry, bodyHash: Buffer): void {
	const body = typeof text === "string" ? Buffer.from(text) : typeof base64 === "string" ? Buffer.from(base64, "base64") : null;
	if (body === null) throw new Bad("The entry has no content, and the export does not say it was redacted.");
	if (body.length !== byteLength || !sha256(body).equals(bodyHash)) throw new Bad("The content does not match its length or SHA-256.");
}

function codedHeader({ ordinal, atMs, monoMs, dir, kind, opcode, epoch, sequence, byteLength }: ExportEntry) {
	const codes = {
		dir: DIRECTION_CODES[dir] ?? 0,
		kind: KIND_CODES[kind] ?? 0,
		opcode: opcode === undefined ? 0 : (OPCODE_CODES[opcode] ?? 0),
	};
	return { ordinal, atMs, monoMs, ...codes, epoch: epoch ?? null, sequence: sequence ?? null, byteLength };
}

const ORDINAL = /^\{"ordinal":(\d{1,16}),/;
const ORDINAL_BYTES = 40;

/** Ordinal a line says, even when the rest of it is damaged. */
function ordinalIn(line: Buffer): number | null {
	const found = ORDINAL.exec(line.toString("latin1", 0, ORDINAL_BYTES));
	return found === null ? null : Number(found[1]);
}
