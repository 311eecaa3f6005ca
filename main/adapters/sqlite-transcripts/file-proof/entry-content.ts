import { isUtf8 } from "node:buffer";
import type { Commitments } from "../../../core/proof/commitments.ts";
import type { EntryLine } from "../../../core/proof/file-lines.ts";
import { SALT_LENGTH } from "../../../core/proof/hasher.ts";
import { createTextMaker, isShown, type LeafRun, type MaskedLeaves, type ShownLeaves } from "../../../core/proof/masked-text.ts";
import { HASH_BYTES, sha256 } from "../hashing.ts";
import { Bad } from "./line-checker.ts";
import { exactBase64 } from "./signatures.ts";

/** The bytes an entry line shows. Errors: Bad when it shows none, or shows them in another way than an export does. */
function shownBytes({ text, base64 }: EntryLine): Buffer {
	if (text !== undefined) return Buffer.from(text);
	const bytes = base64 === undefined ? null : exactBase64(base64);
	if (bytes === null) throw new Bad("The entry has no content.");
	if (isUtf8(bytes)) throw new Bad("The content is a text and is not shown as one.");
	return bytes;
}

/** The commitment to the content of an entry of which nothing is masked. Errors: Bad. */
export function wholeContent(commitments: Commitments, entry: EntryLine, key: Buffer): Uint8Array {
	const bytes = shownBytes(entry);
	if (bytes.length !== entry.byteLength || sha256(bytes).toString("hex") !== entry.sha256)
		throw new Bad("The content does not match its length or SHA-256.");
	if (entry.masked !== undefined) throw new Bad("The entry says that something is masked, and shows all of it.");
	return commitments.body(key, bytes, entry.opcode === "binary");
}

/**
 * The commitment to the content of an entry that says its leaves: salts and lengths of those that are shown, hashes of those that are masked. The
 * text, or bytes, must be exactly what these leaves make.
 * Errors: Bad.
 */
export function leafContent(commitments: Commitments, entry: EntryLine, leaves: readonly LeafRun[]): Uint8Array {
	if (entry.sha256 !== undefined || entry.hash !== undefined)
		throw new Bad("The entry shows a hash by which masked bytes could be guessed.");
	const isBytes = leaves.some((run) => !isShown(run) && run.bytes !== undefined);
	if (isBytes) return hiddenBytes(commitments, entry, leaves);
	const shown = shownBytes(entry);
	const maker = entry.text === undefined ? null : createTextMaker();
	const hashes: Buffer[] = [];
	const rules: string[] = [];
	let at = 0;
	let shownLength = 0;
	let characters = 0;
	let before: LeafRun | null = null;
	for (const run of leaves) {
		if (before !== null && isSameFate(before, run)) throw new Bad("Neighbouring leaves of one fate are said apart.");
		before = run;
		if (isShown(run)) {
			const length = addShown(commitments, run, shown, at, hashes);
			maker?.shown(shown.toString("utf8", at, at + length));
			at += length;
			shownLength += length;
			continue;
		}
		if (maker === null) throw new Bad("Bytes that are no text are masked in part.");
		for (const rule of run.masked) if (!rules.includes(rule)) rules.push(rule);
		characters += run.characters ?? 0;
		hashes.push(Buffer.from(run.hashes, "hex"));
		const label = Buffer.from(maker.masked(run));
		if (!shown.subarray(at, at + label.length).equals(label)) throw new Bad("The text is not what its leaves make.");
		at += label.length;
	}
	if (at !== shown.length) throw new Bad("The text is not what its leaves make.");
	const hidden = entry.byteLength - shownLength;
	if (hidden < characters || hidden > 4 * characters) throw new Bad("What is masked is said to be longer or shorter than it is.");
	mustName(entry, rules);
	return commitments.bodyOfHashes(Buffer.concat(hashes));
}

function hiddenBytes(commitments: Commitments, entry: EntryLine, leaves: readonly LeafRun[]): Uint8Array {
	const [run] = leaves as [MaskedLeaves];
	if (leaves.length !== 1 || run.bytes !== entry.byteLength) throw new Bad("Bytes that are no text are masked in part.");
	if (entry.text !== undefined || entry.base64 !== undefined) throw new Bad("The entry shows content that is masked.");
	mustName(entry, run.masked);
	return commitments.bodyOfHashes(Buffer.from(run.hashes, "hex"));
}

function mustName({ masked = [] }: EntryLine, rules: readonly string[]): void {
	if (masked.join("\n") !== rules.join("\n")) throw new Bad("The entry names other rules than those that masked its leaves.");
}

const isSameFate = (a: LeafRun, b: LeafRun): boolean =>
	isShown(a) ? isShown(b) : !isShown(b) && a.masked.join("\n") === b.masked.join("\n");

/** Adds the hashes of shown leaves and answers their length together. */
function addShown(commitments: Commitments, run: ShownLeaves, bytes: Buffer, from: number, hashes: Buffer[]): number {
	const salts = Buffer.from(run.salts, "base64url");
	if (salts.length !== run.bytes.length * SALT_LENGTH || salts.toString("base64url") !== run.salts)
		throw new Bad("The entry has not one salt for each leaf it shows.");
	const made = Buffer.alloc(run.bytes.length * HASH_BYTES);
	let at = from;
	for (const [i, length] of run.bytes.entries()) {
		if (at + length > bytes.length) throw new Bad("The text is not what its leaves make.");
		commitments.leafHash(salts, i * SALT_LENGTH, bytes, at, at + length, made, i * HASH_BYTES);
		at += length;
	}
	hashes.push(made);
	return at - from;
}
