import type { FileProof } from "../../../../schemas/interchange.ts";
import type { SignedHead } from "../../../../schemas/proof.ts";
import { hasLoneSurrogate } from "../../../../schemas/rules/code-points.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { createCommitments, type FindingShown } from "../../../core/proof/commitments.ts";
import {
	type Amended,
	type EndLine,
	type EntryLine,
	endLineText,
	entryText,
	type HeaderLine,
	headerText,
	type SealLine,
	sealLineText,
} from "../../../core/proof/file-lines.ts";
import { createProofChain, type ProofChain } from "../../../core/proof/links.ts";
import { isShown } from "../../../core/proof/masked-text.ts";
import { aboutText, endSigned, sealSigned as sealSignedText } from "../../../core/proof/statements.ts";
import { DELIVERY_CODES } from "../../../core/timeline/chain.ts";
import { createLineShape, type LinePart } from "../../../core/timeline/export-shape.ts";
import { codedHeader, ordinalIn } from "../damaged-line.ts";
import { createChain, fromHex, genesis, HASH_BYTES, proofHasher, sha256 } from "../hashing.ts";
import type { Stamped } from "../stamp-seen.ts";
import { leafContent, wholeContent } from "./entry-content.ts";
import { Bad, type KnownProof, type LineChecker, type LineShape } from "./line-checker.ts";
import { createMaskTally } from "./mask-tally.ts";
import { exactBase64, signerOf } from "./signatures.ts";
import { readClaims, readEnd, readSeal } from "./statements.ts";
import { type Bound, createVouching } from "./vouching.ts";

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/**
 * Lines of version 2 (schemas/transcript/README.md): everything shown is bound by the chain of seals. Holds one line, and a few bytes for each entry
 * whose state changed after it was sealed.
 */
export function createLines2(known: KnownProof, alsoFits: LineShape): LineChecker {
	const fits = createLineShape(2);
	const commitments = createCommitments(proofHasher);
	const tally = createMaskTally();
	const vouching = createVouching(known);
	const chain1 = createChain();
	const head1 = Buffer.alloc(HASH_BYTES);
	const types = new Map<string, Uint8Array>();
	let header: HeaderLine | null = null;
	let chain: ProofChain | null = null;
	/** Checksum of the line before. */
	let before: Buffer = Buffer.alloc(HASH_BYTES);
	let entries = 0;
	let masked = 0;
	let lastOrdinal = 0;
	/** First entry that no seal covers yet, 0 when there is none. */
	let firstUnsealed = 0;
	let seals = 0;
	let sealedOrdinal = 0;
	let sealedEntries = 0;
	let sealedAtMs: number | null = null;
	let lastHead: string | null = null;
	let previous: string | null = null;
	let observationSchema: unknown = null;
	let notVerified: true | undefined;
	/** By ordinal, of entries that were amended: the state that is shown, and the one they were last said to be in. */
	const amended = new Map<number, { shown: string; latest: string; isMasked: boolean }>();
	/** Up to the last seal that held, or the end; and up to the last signed seal. */
	let bound: Boundary = { entries: 0, masked: 0, ordinal: 0 };
	let signedBound: Boundary | null = null;
	/** By the last seal that was signed, and by the end. */
	let sealSigned: Omit<SignedHead, "key"> | null = null;
	let fileSigned: Omit<SignedHead, "key"> | null = null;
	/** Entries under that last signed seal that changed after it. */
	const changedSince = new Set<number>();
	let sealedLater: FileProof["sealedLater"] = null;
	let outside = 0;
	let stamped: Omit<Stamped, "authorities"> | null = null;
	let isEnded = false;

	function mustBe(part: LinePart, said: unknown, text: string, made: (value: never) => string): void {
		const wrong = fits(part, said);
		if (wrong !== null) throw new Bad(wrong);
		if (made(said as never) !== text) throw new Bad("The line is not written as an export writes it.");
		if (part !== "header" && part !== "entry") return;
		const other = alsoFits(part, said);
		if (other !== null) throw new Bad(other);
	}

	function begin(said: unknown, text: string): void {
		mustBe("header", said, text, headerText);
		const found = said as HeaderLine;
		const { about, protocol, profile, session, createdAtMs, imported = null } = found;
		const isSame =
			about.session === session &&
			about.protocol === protocol &&
			about.profile === profile &&
			about.createdAtMs === createdAtMs &&
			JSON.stringify(about.imported) === JSON.stringify(imported);
		if (!isSame) throw new Bad("The header says of the session what the beginning of its chain does not.");
		if ((found.masked !== undefined) !== found.redacted) throw new Bad("The header does not say what was masked.");
		header = found;
		chain = createProofChain(proofHasher, aboutText(about));
		genesis(session).copy(head1);
	}

	function entry(found: EntryLine, text: string, { redacted }: HeaderLine, links: ProofChain): void {
		mustBe("entry", found, text, entryText);
		if (!(found.ordinal > lastOrdinal)) throw new Bad("The order of the entries was changed.");
		if (hasLoneSurrogate(found.type) || hasLoneSurrogate(found.text ?? "")) throw new Bad("The line has half a character.");
		const { leaves, key: keyText } = found;
		if (leaves !== undefined && !redacted) throw new Bad("The header says that nothing was masked.");
		if ((found.hash === undefined) !== redacted) throw new Bad("Only entries of a whole file have a chain hash of version 1.");
		const key = keyText === undefined ? null : exactBase64(keyText);
		if (leaves === undefined && key === null) throw new Bad("The entry has neither key nor leaves.");
		const body = leaves === undefined ? wholeContent(commitments, found, key as Buffer) : leafContent(commitments, found, leaves);
		const state = stateOf(found, key);
		const isSealedAsShown = found.sealedState === undefined;
		const sealed = isSealedAsShown ? state : (fromHex(found.sealedState) as Buffer);
		links.entry(codedHeader(found), typeBytes(found.type), body, sealed);
		if (found.hash !== undefined) chainOf1(found, found.hash);
		tally.leaves(leaves ?? []);
		const isMasked = (leaves?.some((run) => !isShown(run)) ?? false) || (leaves !== undefined && (found.findings?.length ?? 0) > 0);
		if (!isSealedAsShown) amended.set(found.ordinal, { shown: hexOf(state), latest: found.sealedState as string, isMasked });
		lastOrdinal = found.ordinal;
		if (firstUnsealed === 0) firstUnsealed = found.ordinal;
		entries++;
		if (isMasked) masked++;
		vouching.entry(found.ordinal, isMasked, links.head, found.hash === undefined ? null : head1);
	}

	function stateOf({ findings = [], delivery }: EntryLine, key: Buffer | null): Uint8Array {
		const code = delivery === undefined ? 0 : DELIVERY_CODES[delivery];
		const details = findings.flatMap((finding) => ("detail" in finding ? [fromHex(finding.detail) as Buffer] : []));
		if (key !== null) {
			if (details.length > 0) throw new Bad("Words of findings are left out of an entry of which nothing is masked.");
			return commitments.state(key, code, findings as readonly Finding[]);
		}
		if (details.length !== findings.length) throw new Bad("A finding of an entry with leaves shows words that nothing binds.");
		return commitments.stateOfDetails(code, findings as readonly FindingShown[], details);
	}

	function typeBytes(type: string): Uint8Array {
		const bytes = types.get(type) ?? Buffer.from(type);
		if (types.size < 1024) types.set(type, bytes);
		return bytes;
	}

	function chainOf1(found: EntryLine, hash: string): void {
		chain1.next(head1, codedHeader(found), found.type, fromHex(found.sha256) as Buffer, head1, 0);
		if (head1.toString("hex") !== hash) throw new Bad("The chain does not hold: the entry's header was changed, or an entry before it.");
	}

	function amend(list: readonly Amended[], links: ProofChain): void {
		let last = 0;
		for (const { ordinal, state } of list) {
			const entry = amended.get(ordinal);
			if (ordinal <= last || ordinal > sealedOrdinal || entry === undefined)
				throw new Bad("A change is said of an entry that was not sealed before, or in another order.");
			links.amendment(ordinal, fromHex(state) as Buffer);
			entry.latest = state;
			changedSince.add(ordinal);
			vouching.amendment(ordinal, entry.isMasked);
			last = ordinal;
		}
	}

	function claim(text: string, links: ProofChain): void {
		const claims = readClaims(text);
		if (claims.entries !== entries) throw new Bad(`A seal claims ${claims.entries} entries, ${entries} are there.`);
		({ observationSchema, notVerified } = claims);
		links.claims(text);
	}

	function seal(said: unknown, text: string, { session }: HeaderLine, links: ProofChain): void {
		mustBe("seal", said, text, ({ seal: line }: { seal: SealLine }) => sealLineText(line));
		const { statement: written, signature, publicKey, claims, amended: list, timeStamp } = (said as { seal: SealLine }).seal;
		const statement = readSeal(written);
		if (statement.session !== session) throw new Bad("The seal is of another session.");
		if (statement.number !== seals + 1 || statement.previous !== previous) throw new Bad("A seal was taken out, put in or moved.");
		if (statement.entries !== entries || statement.lastOrdinal !== lastOrdinal)
			throw new Bad(`The seal covers ${statement.entries} entries, ${entries} are there.`);
		amend(list, links);
		claim(claims, links);
		if (hexOf(links.head) !== statement.head) throw new Bad("The seal does not hold: something it covers was changed.", firstOpen());
		const signer = checkedSigner(sealSignedText(written), statement.key, signature, publicKey);
		const { left } = statement;
		if ((left?.entries ?? 0) > entries - sealedEntries) throw new Bad("A seal says that more entries were left before than it covers.");
		if (left !== undefined) sealedLater = { entries: (sealedLater?.entries ?? 0) + left.entries, untilMs: left.untilMs };
		if (statement.outside) outside += entries - sealedEntries;
		seals++;
		previous = hexOf(sha256(Buffer.from(written)));
		sealedOrdinal = lastOrdinal;
		sealedEntries = entries;
		sealedAtMs = statement.atMs;
		lastHead = statement.head;
		firstUnsealed = 0;
		bound = { entries, masked, ordinal: lastOrdinal };
		if (signer !== null) {
			signedBound = bound;
			sealSigned = { fingerprint: signer, atMs: statement.atMs, entries };
			changedSince.clear();
		}
		if (timeStamp !== undefined) stamped = { entries, statement: written, timeStamp: Buffer.from(timeStamp, "base64") };
		vouching.head(lastOrdinal, entries, links.head);
	}

	/** The fingerprint of who signed; null when nobody did. Errors: Bad for a signature that does not hold. */
	function checkedSigner(text: string, key: string | null, signature: string | null, publicKey: string | null): string | null {
		if (key === null && signature === null && publicKey === null) return null;
		const signer = signature === null || publicKey === null ? null : signerOf(text, signature, publicKey);
		if (signer === null || signer !== key) throw new Bad("The signature does not hold.");
		return signer;
	}

	function finish(said: unknown, text: string, head: HeaderLine, links: ProofChain): void {
		mustBe("end", said, text, ({ end: line }: { end: EndLine }) => endLineText(line));
		const { statement: written, signature, publicKey, tail } = (said as { end: EndLine }).end;
		const statement = readEnd(written);
		if (statement.session !== head.session || statement.redacted !== head.redacted || statement.exportedAtMs !== head.exportedAtMs)
			throw new Bad("The end of the file is not of this header.");
		if (statement.entries !== entries || head.entries !== entries)
			throw new Bad(`The header promises ${head.entries} entries, ${entries} are there.`);
		if (statement.seals !== seals) throw new Bad(`The end promises ${statement.seals} seals, ${seals} are there.`);
		if (statement.lines !== before.toString("hex")) throw new Bad("The end is of another file.");
		if (publicKey !== head.publicKey) throw new Bad("The header names another key than the end.");
		if (tail !== undefined) {
			amend(tail.amended, links);
			claim(tail.claims, links);
		} else if (entries !== sealedEntries || seals === 0) throw new Bad("Entries after the last seal are bound by nothing.");
		if (head.head !== (tail === undefined ? lastHead : null)) throw new Bad("The header names another head than the last seal.");
		if (hexOf(links.head) !== statement.head)
			throw new Bad("The end does not hold: something after the last seal was changed.", firstOpen());
		if (JSON.stringify(head.observationSchema ?? null) !== JSON.stringify(observationSchema))
			throw new Bad("The header names another schema of observations than the last seal.");
		if (head.notVerified !== notVerified) throw new Bad("The header says of the connection's certificate what the last seal does not.");
		for (const [ordinal, { shown, latest }] of amended)
			if (shown !== latest) throw new Bad(`Entry ${ordinal} shows a delivery or findings that no seal says.`, ordinal);
		if (head.masked !== undefined) tally.mustMatch(head.masked);
		const signer = checkedSigner(endSigned(written), statement.key, signature, publicKey);
		if (signer !== null) fileSigned = { fingerprint: signer, atMs: statement.exportedAtMs, entries };
		bound = { entries, masked, ordinal: lastOrdinal };
		lastHead = statement.head;
		vouching.head(lastOrdinal, entries, links.head);
		isEnded = true;
	}

	return {
		line(said, text, checksum) {
			if (isEnded) throw new Bad("Something follows the end of the file.");
			if (header === null || chain === null) begin(said, text);
			else if (hasMember(said, "end")) finish(said, text, header, chain);
			else if (hasMember(said, "seal")) seal(said, text, header, chain);
			else entry(said as EntryLine, text, header, chain);
			before = checksum;
		},
		// Seals and the end are no entries.
		ordinalIn: (line) =>
			header === null || line.toString("latin1", 0, 48).includes('"statement"') ? null : ordinalIn(line, chain1, head1),
		end() {
			if (header === null) return { message: "The file is empty.", ordinal: null };
			return isEnded ? null : { message: cutWords(), ordinal: entries === 0 ? null : lastOrdinal };
		},
		stamped: () => stamped,
		report(problem): FileProof {
			const isFile = problem === null && fileSigned !== null;
			const signed = isFile ? fileSigned : sealSigned;
			const signer = isFile ? (fileSigned?.fingerprint ?? null) : null;
			const open = [...amended].filter(([, { shown, latest }]) => shown !== latest).map(([ordinal]) => ordinal);
			const chainBinds = boundAt(bound, open);
			const signedPart = signedBound === null ? null : boundAt(signedBound, [...open, ...changedSince]);
			const verdict = vouching.verdict({ entries, chain: chainBinds, signedPart, signer, head: lastHead });
			const isRedacted = header?.redacted === true;
			return {
				ok: problem === null && verdict.problem === null && verdict.counts.unproven === 0 && (verdict.areMasksSigned || !isRedacted),
				version: 2,
				entries,
				...verdict.counts,
				unsignedMasks: verdict.unsignedMasks,
				signed:
					signed === null
						? null
						: { ...signed, key: vouching.keyOf(signed.fingerprint), isFile, changedSince: isFile ? 0 : changedSince.size },
				sealedLater,
				outside,
				firstBad: problem?.ordinal ?? null,
				problem: problem?.message ?? verdict.problem,
				problemLine: problem?.line ?? null,
				holds: problem === null,
				head: lastHead ?? (chain === null ? "0".repeat(64) : hexOf(chain.head)),
				headVersion: 2,
				session: header?.session ?? null,
				redacted: isRedacted,
				imported: header?.imported !== undefined,
				notVerified: header?.notVerified === true,
				sealedAtMs,
				...verdict.found,
			};
		},
	};

	function firstOpen(): number | null {
		return firstUnsealed === 0 ? null : firstUnsealed;
	}

	/** What is bound there, less the entries that show a state of later. */
	function boundAt({ entries: upTo, masked: hidden, ordinal: last }: Boundary, later: readonly number[]): Bound {
		const lost = [...new Set(later)].filter((ordinal) => ordinal <= last);
		const lostMasked = lost.filter((ordinal) => amended.get(ordinal)?.isMasked).length;
		return { proven: upTo - hidden - (lost.length - lostMasked), masked: hidden - lostMasked };
	}

	function cutWords(): string {
		if (sealedAtMs === null) return "The file was cut: its end is missing, and so is every seal. Nothing of it is proven.";
		return `The file was cut: its end is missing. Seal ${seals} covers its first ${sealedEntries} entries, of ${new Date(sealedAtMs).toISOString()}.`;
	}
}

/** A place in the file: entries up to there, how many of them have masks, and the ordinal of the last one. */
interface Boundary {
	entries: number;
	masked: number;
	ordinal: number;
}

const hasMember = (said: unknown, name: string): boolean => typeof said === "object" && said !== null && Object.hasOwn(said, name);
