import type { FileProof } from "../../../../schemas/interchange.ts";
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportEntry, type ExportHeader } from "../../../core/timeline/export-lines.ts";
import { codedHeader, ordinalIn } from "../damaged-line.ts";
import { createChain, fromHex, genesis, HASH_BYTES, sha256 } from "../hashing.ts";
import { Bad, type KnownProof, type LineChecker, type LineShape } from "./line-checker.ts";

/**
 * Lines of version 1: the chain binds bytes and headers of the entries. Nothing binds deliveries, findings and the file's header, and nobody signs.
 * `firstBad` of an end that is missing is the last entry that is there.
 */
export function createLines1({ head: noted, key }: KnownProof, shape: LineShape): LineChecker {
	const wanted = fromHex(noted);
	let headAt: number | null = null;
	/** Entries up to the head that was noted. */
	let vouched = 0;
	const chain = createChain();
	const expected = Buffer.alloc(HASH_BYTES);
	let header: ExportHeader | null = null;
	let head: Buffer = Buffer.alloc(HASH_BYTES);
	let entries = 0;
	let masked = 0;
	let unproven = 0;
	let lastOrdinal = 0;

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
		const isHidden = isMasked(found, redacted);
		if (!isHidden) checkBody(found, bodyHash);
		chain.next(head, codedHeader(found), found.type, bodyHash, expected, 0);
		if (!expected.equals(hash)) throw new Bad("The chain does not hold: the entry's header was changed, or an entry before it.");
		mustFit("entry", found);
		head = hash;
		lastOrdinal = found.ordinal;
		entries++;
		// What was left of a masked text, and which rules masked it, is bound by nothing.
		if (isHidden && (found.text !== undefined || found.masked !== undefined)) unproven++;
		else if (isHidden) masked++;
		if (!wanted?.equals(hash)) return;
		headAt = found.ordinal;
		vouched = entries;
	}

	return {
		line(said) {
			if (header === null) header = begin(said);
			else entry(said as ExportEntry, header);
		},
		ordinalIn: (line) => (header === null ? null : ordinalIn(line, chain, head)),
		end() {
			if (header === null) return { message: "The file is empty.", ordinal: null };
			if (entries !== header.entries)
				return {
					message: `The header promises ${header.entries} entries, ${entries} are there.`,
					ordinal: entries === 0 ? null : lastOrdinal,
				};
			return head.toString("hex") === header.head
				? null
				: { message: "The last entry is not the one the header names.", ordinal: lastOrdinal };
		},
		report(problem): FileProof {
			const missing = problem === null ? missingOf() : null;
			const beyond = noted === undefined || missing !== null ? 0 : entries - vouched;
			const bad = missing !== null || key !== undefined;
			const unknown = bad ? entries : Math.min(entries, unproven + beyond);
			return {
				ok: problem === null && missing === null && unknown === 0,
				version: 1,
				entries,
				proven: Math.max(0, entries - (bad ? entries : masked) - unknown),
				masked: bad ? 0 : Math.min(masked, entries - unknown),
				unproven: unknown,
				unsignedMasks: 0,
				signed: null,
				sealedLater: null,
				outside: 0,
				firstBad: problem?.ordinal ?? null,
				problem: problem?.message ?? missing,
				problemLine: problem?.line ?? null,
				holds: problem === null,
				head: head.toString("hex"),
				headVersion: 1,
				session: header?.session ?? null,
				redacted: header?.redacted === true,
				imported: header?.imported !== undefined,
				notVerified: header?.notVerified === true,
				sealedAtMs: null,
				...(noted !== undefined && { headAt }),
				...(headAt !== null && { headAtVersion: 1 as const }),
			};
		},
	};

	function missingOf(): string | null {
		if (key !== undefined) return "The file is of version 1 and not signed; the key given signed nothing of it.";
		if (noted !== undefined && headAt === null)
			return `The chain holds, but no entry of it has the head given: ${entries} entries end in ${head.toString("hex")}.`;
		return null;
	}
}

/** Masked content proves nothing; its length and SHA-256 are part of the chain. Earlier redacted exports leave all content out. */
const isMasked = ({ text, base64, masked }: ExportEntry, redacted: boolean): boolean =>
	redacted && (masked !== undefined || (text === undefined && base64 === undefined));

function checkBody({ text, base64, byteLength }: ExportEntry, bodyHash: Buffer): void {
	const body = typeof text === "string" ? Buffer.from(text) : typeof base64 === "string" ? Buffer.from(base64, "base64") : null;
	if (body === null) throw new Bad("The entry has no content, and the export does not say it was redacted.");
	if (body.length !== byteLength || !sha256(body).equals(bodyHash)) throw new Bad("The content does not match its length or SHA-256.");
}
