import { DIRECTION_CODES, KIND_CODES, OPCODE_CODES } from "../../core/timeline/chain.ts";
import type { ExportEntry } from "../../core/timeline/export-lines.ts";
import { type Chain, fromHex, HASH_BYTES } from "./hashing.ts";

const BEFORE = '{"ordinal":';
/** An ordinal has at most 16 digits, and one sign more when something was put in. */
const LONGEST = 18;

/**
 * Ordinal of an entry line that does not hold. What the line says is not believed when the line itself disproves it: when nothing but the
 * ordinal was touched, the chain hash in the line holds for exactly one number close to what stands there.
 */
export function ordinalIn(line: Buffer, chain: Chain, head: Buffer): number | null {
	const text = line.toString("latin1");
	const said = numberAt(text);
	const proven = provenOrdinal(line, text, chain, head);
	return proven ?? said;
}

/** Digits where the ordinal stands, whatever is around them; a line that breaks off within them says nothing. */
function numberAt(text: string): number | null {
	const found = /^.{0,12}?(\d{1,16})\D/s.exec(text.slice(0, BEFORE.length + LONGEST));
	return found === null ? null : Number(found[1]);
}

function provenOrdinal(line: Buffer, text: string, chain: Chain, head: Buffer): number | null {
	const end = text.indexOf('"atMs":');
	if (end === -1 || end > BEFORE.length + LONGEST + 1) return null;
	let entry: ExportEntry;
	try {
		entry = JSON.parse(`${BEFORE}0,${line.toString("utf8", end)}`) as ExportEntry;
	} catch {
		return null;
	}
	const bodyHash = fromHex(entry.sha256);
	const hash = fromHex(entry.hash);
	if (bodyHash === null || hash === null || typeof entry.type !== "string") return null;
	const expected = Buffer.alloc(HASH_BYTES);
	for (const ordinal of near(text.slice(0, end))) {
		chain.next(head, codedHeader({ ...entry, ordinal }), entry.type, bodyHash, expected, 0);
		if (expected.equals(hash)) return ordinal;
	}
	return null;
}

/** Every number that the beginning of the line may have said before one sign of it was changed, taken out or put in. */
function near(beginning: string): Set<number> {
	const made = new Set<number>();
	const add = (text: string): void => {
		if (text.startsWith(BEFORE) && text.endsWith(",")) {
			const digits = text.slice(BEFORE.length, -1);
			if (/^\d{1,16}$/.test(digits)) made.add(Number(digits));
		}
	};
	add(beginning);
	const signs = [..."0123456789", ...BEFORE, ","];
	for (let at = 0; at <= beginning.length; at++) {
		const [before, after] = [beginning.slice(0, at), beginning.slice(at)];
		add(before + after.slice(1));
		for (const sign of signs) {
			add(before + sign + after.slice(1));
			add(before + sign + after);
		}
	}
	return made;
}

/** The header of an entry line as the chain takes it. */
export function codedHeader({
	ordinal,
	atMs,
	monoMs,
	dir,
	kind,
	opcode,
	epoch,
	sequence,
	byteLength,
}: Omit<ExportEntry, "sha256" | "hash" | "findings">) {
	const codes = {
		dir: DIRECTION_CODES[dir] ?? 0,
		kind: KIND_CODES[kind] ?? 0,
		opcode: opcode === undefined ? 0 : (OPCODE_CODES[opcode] ?? 0),
	};
	return { ordinal, atMs, monoMs, ...codes, epoch: epoch ?? null, sequence: sequence ?? null, byteLength };
}
