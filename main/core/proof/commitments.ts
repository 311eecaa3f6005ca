/**
 * What a link of the seal chain says of one entry, without saying it: a hash over salted hashes of its leaves, and one over its delivery and findings.
 * Who has the entry's key computes all of it from what is shown; who has only hashes of leaves cannot guess what they hide, for 16 bytes nobody
 * knows are hashed with each. Layouts are in schemas/transcript/README.md.
 */
import type { Finding } from "../../../schemas/timeline.ts";
import { DOMAIN, HASH_LENGTH, type ProofHasher, SALT_LENGTH } from "./hasher.ts";
import { jcs } from "./jcs.ts";
import { cutLeaves } from "./leaves.ts";

/** What of a finding a redacted export shows, and the hash that stands for its words. */
export interface FindingShown {
	code: string;
	severity: string;
	reason?: string;
}

export interface Commitments {
	/** 32 bytes; reveals every salt of that entry. */
	entryKey(saltSecret: Uint8Array, ordinal: number): Uint8Array;
	/** 16 bytes for each leaf, one after the other. */
	leafSalts(entryKey: Uint8Array, leaves: number): Uint8Array;
	findingSalts(entryKey: Uint8Array, findings: number): Uint8Array;
	/** Writes the hash of `bytes[from, to)` as one leaf into `target` at `at`. `salt` begins at `saltAt` of `salts`. */
	leafHash(salts: Uint8Array, saltAt: number, bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void;
	/** Of the hashes of all leaves, one after the other. */
	bodyOfHashes(leafHashes: Uint8Array): Uint8Array;
	/** Of the bytes as they are; `isBinary`: the opcode says so. */
	body(entryKey: Uint8Array, bytes: Uint8Array, isBinary: boolean): Uint8Array;
	/** Stands for path and message where they are not shown. `salt` begins at `saltAt`. */
	findingDetail(salts: Uint8Array, saltAt: number, finding: Pick<Finding, "path" | "message">): Uint8Array;
	/** `details`: 32 bytes for each finding. `delivery` is a code, 0 without. */
	stateOfDetails(delivery: number, findings: readonly FindingShown[], details: readonly Uint8Array[]): Uint8Array;
	state(entryKey: Uint8Array, delivery: number, findings: readonly Finding[]): Uint8Array;
}

const LARGEST_KEPT_VIEW = 1024;

export function createCommitments(hasher: ProofHasher): Commitments {
	const ordinalBytes = new Uint8Array(8);
	const ordinalView = new DataView(ordinalBytes.buffer);
	/** Holds one leaf after its salt; grows to the longest leaf. */
	let scratch = new Uint8Array(1 + SALT_LENGTH + 256);
	/** Views of the scratch by length: making one costs as much as hashing it. */
	let views: Uint8Array[] = [];

	function room(bytes: number): void {
		if (bytes <= scratch.length) return;
		scratch = new Uint8Array(Math.max(bytes, 2 * scratch.length));
		views = [];
	}

	function hashScratch(length: number, target: Uint8Array, at: number): void {
		let view = views[length];
		if (view === undefined) {
			view = scratch.subarray(0, length);
			if (length <= LARGEST_KEPT_VIEW) views[length] = view;
		}
		hasher.sha256(view, target, at);
	}

	const hashed = (bytes: Uint8Array): Uint8Array => {
		const made = new Uint8Array(HASH_LENGTH);
		hasher.sha256(bytes, made, 0);
		return made;
	};

	function entryKey(saltSecret: Uint8Array, ordinal: number): Uint8Array {
		ordinalView.setFloat64(0, ordinal);
		return hasher.hmacSha256(saltSecret, ordinalBytes);
	}

	/** `count` salts out of hashes of the key and a counter: two of each. */
	function salts(domain: number, key: Uint8Array, count: number): Uint8Array {
		const hashes = Math.ceil((count * SALT_LENGTH) / HASH_LENGTH);
		const made = new Uint8Array(hashes * HASH_LENGTH);
		const input = new Uint8Array(1 + HASH_LENGTH + 4);
		const view = new DataView(input.buffer);
		input[0] = domain;
		input.set(key, 1);
		for (let counter = 0; counter < hashes; counter++) {
			view.setUint32(1 + HASH_LENGTH, counter);
			hasher.sha256(input, made, counter * HASH_LENGTH);
		}
		return made.subarray(0, count * SALT_LENGTH);
	}

	const leafSalts = (key: Uint8Array, leaves: number): Uint8Array => salts(DOMAIN.leafSalts, key, leaves);
	const findingSalts = (key: Uint8Array, findings: number): Uint8Array => salts(DOMAIN.findingSalts, key, findings);

	function leafHash(from: Uint8Array, saltAt: number, bytes: Uint8Array, start: number, end: number, target: Uint8Array, at: number): void {
		const length = 1 + SALT_LENGTH + end - start;
		room(length);
		scratch[0] = DOMAIN.leaf;
		for (let i = 0; i < SALT_LENGTH; i++) scratch[1 + i] = from[saltAt + i] as number;
		// A call costs more than copying the few bytes most leaves have.
		if (end - start > 64) scratch.set(bytes.subarray(start, end), 1 + SALT_LENGTH);
		else for (let i = start, to = 1 + SALT_LENGTH; i < end; i++, to++) scratch[to] = bytes[i] as number;
		hashScratch(length, target, at);
	}

	function counted(domain: number, count: number, rest: number): { bytes: Uint8Array; view: DataView } {
		const bytes = new Uint8Array(5 + rest);
		const view = new DataView(bytes.buffer);
		bytes[0] = domain;
		view.setUint32(1, count);
		return { bytes, view };
	}

	function bodyOfHashes(leafHashes: Uint8Array): Uint8Array {
		const { bytes } = counted(DOMAIN.body, leafHashes.length / HASH_LENGTH, leafHashes.length);
		bytes.set(leafHashes, 5);
		return hashed(bytes);
	}

	function body(key: Uint8Array, bytes: Uint8Array, isBinary: boolean): Uint8Array {
		const ends = cutLeaves(bytes, isBinary);
		const all = leafSalts(key, ends.length);
		const { bytes: made } = counted(DOMAIN.body, ends.length, ends.length * HASH_LENGTH);
		let start = 0;
		for (let i = 0; i < ends.length; i++) {
			const end = ends[i] as number;
			leafHash(all, i * SALT_LENGTH, bytes, start, end, made, 5 + i * HASH_LENGTH);
			start = end;
		}
		return hashed(made);
	}

	function findingDetail(from: Uint8Array, saltAt: number, { path, message }: Pick<Finding, "path" | "message">): Uint8Array {
		const words = hasher.utf8(jcs([path, message]));
		const input = new Uint8Array(1 + SALT_LENGTH + words.length);
		input[0] = DOMAIN.findingWords;
		input.set(from.subarray(saltAt, saltAt + SALT_LENGTH), 1);
		input.set(words, 1 + SALT_LENGTH);
		return hashed(input);
	}

	function findingCommit({ code, severity, reason }: FindingShown, detail: Uint8Array, target: Uint8Array, at: number): void {
		const shown = hasher.utf8(jcs([code, severity, reason ?? null]));
		const input = new Uint8Array(1 + shown.length + HASH_LENGTH);
		input[0] = DOMAIN.finding;
		input.set(shown, 1);
		input.set(detail, 1 + shown.length);
		hasher.sha256(input, target, at);
	}

	function stateOfDetails(delivery: number, findings: readonly FindingShown[], details: readonly Uint8Array[]): Uint8Array {
		const made = new Uint8Array(6 + findings.length * HASH_LENGTH);
		made[0] = DOMAIN.state;
		made[1] = delivery;
		new DataView(made.buffer).setUint32(2, findings.length);
		for (const [i, finding] of findings.entries()) findingCommit(finding, details[i] as Uint8Array, made, 6 + i * HASH_LENGTH);
		return hashed(made);
	}

	function state(key: Uint8Array, delivery: number, findings: readonly Finding[]): Uint8Array {
		if (findings.length === 0) return stateOfDetails(delivery, [], []);
		const all = findingSalts(key, findings.length);
		return stateOfDetails(
			delivery,
			findings,
			findings.map((finding, i) => findingDetail(all, i * SALT_LENGTH, finding)),
		);
	}

	return { entryKey, leafSalts, findingSalts, leafHash, bodyOfHashes, body, findingDetail, stateOfDetails, state };
}
