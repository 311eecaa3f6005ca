/** What a forger can do who knows the format: everything that needs no secret is computed anew. */
import { createHash } from "node:crypto";
import { codedHeader } from "../../../main/adapters/sqlite-transcripts/damaged-line.ts";
import { createChain, genesis, HASH_BYTES, proofHasher, sha256 } from "../../../main/adapters/sqlite-transcripts/hashing.ts";
import type { SigningKey } from "../../../main/core/ports.ts";
import { createCommitments, type FindingShown } from "../../../main/core/proof/commitments.ts";
import {
	type EndLine,
	type EntryLine,
	endLineText,
	entryText,
	type HeaderLine,
	headerText,
	type SealLine,
	sealLineText,
} from "../../../main/core/proof/file-lines.ts";
import { createProofChain } from "../../../main/core/proof/links.ts";
import { isShown } from "../../../main/core/proof/masked-text.ts";
import {
	aboutText,
	type EndStatement,
	endSigned,
	endText,
	type SealStatement,
	sealSigned,
	sealText,
} from "../../../main/core/proof/statements.ts";
import { DELIVERY_CODES } from "../../../main/core/timeline/chain.ts";
import { checkedPart, sealLine } from "../../../main/core/timeline/export-lines.ts";
import type { Finding } from "../../../schemas/timeline.ts";

/** A file, parsed. */
export interface Parsed {
	header: HeaderLine;
	/** Entries and seals in their order. */
	body: ({ entry: EntryLine } | { seal: SealLine })[];
	end: EndLine;
}

export function parse(text: string): Parsed {
	const [header, ...lines] = text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	const { end } = lines.pop();
	return { header, end, body: lines.map((line) => ("seal" in line ? { seal: line.seal } : { entry: line })) };
}

export const entriesOf = ({ body }: Parsed): EntryLine[] => body.flatMap((line) => ("entry" in line ? [line.entry] : []));
export const sealsOf = ({ body }: Parsed): SealLine[] => body.flatMap((line) => ("seal" in line ? [line.seal] : []));

/** Lines with checksums over whatever they say. */
export function withChecksums(objects: readonly string[]): string {
	let checksum: Buffer = Buffer.alloc(HASH_BYTES);
	return objects
		.map((text) => {
			const checked = checkedPart(text);
			checksum = Buffer.from(sha256(Buffer.concat([checksum, Buffer.from(checked)])));
			return sealLine(checked, checksum.toString("hex"));
		})
		.join("");
}

export const objectsOf = ({ header, body, end }: Parsed): string[] => [
	headerText(header),
	...body.map((line) => ("entry" in line ? entryText(line.entry) : sealLineText(line.seal))),
	endLineText(end),
];

const commitments = createCommitments(proofHasher);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function bodyOf(entry: EntryLine, isContentNew: boolean): Uint8Array {
	const bytes = entry.text === undefined ? Buffer.from(entry.base64 ?? "", "base64") : Buffer.from(entry.text);
	if (entry.leaves === undefined) {
		if (isContentNew) Object.assign(entry, { byteLength: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
		return commitments.body(Buffer.from(entry.key ?? "", "base64"), bytes, entry.opcode === "binary");
	}
	const hashes: Buffer[] = [];
	let at = 0;
	for (const run of entry.leaves) {
		if (!isShown(run)) {
			hashes.push(Buffer.from(run.hashes, "hex"));
			const label = `[masked: ${run.masked.join(", ")}, ${run.characters} characters]`;
			at += Buffer.byteLength(label) + (bytes.toString("utf8", at).startsWith('"[masked') ? 2 : 0);
			continue;
		}
		const salts = Buffer.from(run.salts, "base64url");
		for (const [i, length] of run.bytes.entries()) {
			const hash = Buffer.alloc(HASH_BYTES);
			commitments.leafHash(salts, i * 16, bytes, at, Math.min(bytes.length, at + length), hash, 0);
			hashes.push(hash);
			at += length;
		}
	}
	return commitments.bodyOfHashes(Buffer.concat(hashes));
}

function stateOf({ findings = [], delivery, key }: EntryLine): Uint8Array {
	const code = delivery === undefined ? 0 : DELIVERY_CODES[delivery];
	if (key !== undefined) return commitments.state(Buffer.from(key, "base64"), code, findings as readonly Finding[]);
	const details = findings.map((finding) => ("detail" in finding ? Buffer.from(finding.detail, "hex") : Buffer.alloc(32)));
	return commitments.stateOfDetails(code, findings as readonly FindingShown[], details);
}

/**
 * The file once more, with hashes, chain, seals and end that fit what its entries say now. `signer` signs what had a signature; null: nobody does.
 * An amended entry is given the state it shows by its last amendment.
 */
export function remade(file: Parsed, signer: SigningKey | null): string {
	const { header, body, end } = file;
	const chain = createProofChain(proofHasher, aboutText(header.about));
	const chain1 = createChain();
	const head1 = Buffer.from(genesis(header.session));
	const key = signer?.status() ?? null;
	const signed = (text: string) => ({
		signature: signer === null ? null : Buffer.from(signer.sign(text)?.signature ?? []).toString("base64"),
		publicKey: key?.publicKey ?? null,
	});
	const shown = new Map<number, string>();
	const entries = entriesOf(file);
	let count = 0;
	let lastOrdinal = 0;
	let previous: string | null = null;
	let number = 0;
	const lastAmendment = new Map<number, SealLine>();
	for (const seal of sealsOf(file)) for (const { ordinal } of seal.amended) lastAmendment.set(ordinal, seal);
	for (const line of body) {
		if ("entry" in line) {
			const { entry } = line;
			const commit = bodyOf(entry, true);
			const state = stateOf(entry);
			shown.set(entry.ordinal, hexOf(state));
			chain.entry(
				codedHeader(entry),
				Buffer.from(entry.type),
				commit,
				entry.sealedState === undefined ? state : Buffer.from(entry.sealedState, "hex"),
			);
			if (entry.hash !== undefined && entry.sha256 !== undefined) {
				chain1.next(head1, codedHeader(entry), entry.type, Buffer.from(entry.sha256, "hex"), head1, 0);
				Object.assign(entry, { hash: head1.toString("hex") });
			}
			count++;
			lastOrdinal = entry.ordinal;
			continue;
		}
		const { seal } = line;
		const amended = seal.amended.map((each) =>
			lastAmendment.get(each.ordinal) === seal ? { ...each, state: shown.get(each.ordinal) ?? each.state } : each,
		);
		for (const { ordinal, state } of amended) chain.amendment(ordinal, Buffer.from(state, "hex"));
		const claims = JSON.stringify({ ...JSON.parse(seal.claims), entries: count });
		chain.claims(claims);
		const said = JSON.parse(seal.statement) as SealStatement;
		const statement = sealText({
			...said,
			session: header.session,
			number: ++number,
			entries: count,
			lastOrdinal,
			head: hexOf(chain.head),
			previous,
			key: key?.fingerprint ?? null,
		});
		previous = hexOf(sha256(Buffer.from(statement)));
		Object.assign(seal, { amended, claims, statement, ...signed(sealSigned(statement)) });
	}
	const head = hexOf(chain.head);
	const isTail = end.tail !== undefined;
	Object.assign(header, { entries: entries.length, head: isTail ? null : head, publicKey: key?.publicKey ?? null });
	const before = withChecksums(objectsOf(file).slice(0, -1));
	const lines = /"line":"([0-9a-f]{64})"\}\n$/.exec(before)?.[1] ?? "";
	const statement = endText({
		...(JSON.parse(end.statement) as EndStatement),
		session: header.session,
		entries: entries.length,
		seals: number,
		head,
		lines,
		redacted: header.redacted,
		exportedAtMs: header.exportedAtMs,
		key: key?.fingerprint ?? null,
	});
	Object.assign(end, { statement, ...signed(endSigned(statement)) });
	return withChecksums(objectsOf(file));
}
