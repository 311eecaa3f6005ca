import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { proofHasher } from "../../../main/adapters/sqlite-transcripts/hashing.ts";
import { createCommitments } from "../../../main/core/proof/commitments.ts";
import { cutLeaves } from "../../../main/core/proof/leaves.ts";
import { isShown } from "../../../main/core/proof/masked-text.ts";
import { entriesOf, parse } from "../../faults/forgeries/remake.ts";
import { SHORT_SECRET, trueExports } from "../../faults/forgeries/true-exports.ts";
import { testKey } from "./memory-store.ts";
import { newProfile } from "./profile.ts";

const commitments = createCommitments(proofHasher);
const SALT = 16;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const sha256 = (...parts: (Uint8Array | string)[]): string => {
	const hash = createHash("sha256");
	for (const part of parts) hash.update(part);
	return hash.digest("hex");
};

async function bothExports() {
	const [whole, redacted] = await trueExports(testKey(), newProfile());
	return { whole: parse(whole?.text ?? ""), text: redacted?.text ?? "", redacted: parse(redacted?.text ?? "") };
}

test("what is masked stands nowhere in the file: not as it is, not as hex, not as Base64", async () => {
	const { whole, text, redacted } = await bothExports();
	const shown = new Map(entriesOf(redacted).map((entry) => [entry.ordinal, entry]));
	const hidden: Buffer[] = [];
	for (const { ordinal, text: said, base64, opcode } of entriesOf(whole)) {
		const bytes = said === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(said);
		const ends = cutLeaves(bytes, opcode === "binary");
		let leaf = 0;
		for (const run of shown.get(ordinal)?.leaves ?? []) {
			const count = isShown(run) ? run.bytes.length : run.hashes.length / 64;
			if (!isShown(run)) hidden.push(bytes.subarray(leaf === 0 ? 0 : ends[leaf - 1], ends[leaf + count - 1]));
			leaf += count;
		}
	}
	expect(hidden.length).toBeGreaterThan(15);
	// Shorter ones stand in hashes by chance.
	const telling = hidden.filter(({ length }) => length > 3);
	expect(telling.some((bytes) => bytes.toString() === SHORT_SECRET)).toBe(true);
	for (const bytes of telling) {
		if (bytes.length > 4) expect(text).not.toContain(bytes.toString("latin1"));
		expect(text.toLowerCase()).not.toContain(bytes.toString("hex"));
		// In Base64 of something longer it may begin at any of three places.
		for (const lead of [0, 1, 2]) {
			const encoded = Buffer.concat([Buffer.alloc(lead), bytes])
				.toString("base64")
				.replace(/=+$/, "");
			expect(text).not.toContain(encoded.slice(lead === 0 ? 0 : lead + 1, -1));
		}
	}
});

test("of ten thousand values of a masked number none is confirmed by anything in the file", { timeout: 60_000 }, async () => {
	const { whole, text, redacted } = await bothExports();
	const hashes = new Set(text.match(/[0-9a-f]{64}/g));
	for (const found of text.matchAll(/[A-Za-z0-9+/_-]{43}(?![A-Za-z0-9+/_-])/g)) hashes.add(hex(Buffer.from(found[0], "base64")));
	const masked = entriesOf(redacted).find(({ leaves }) => leaves?.some((run) => !isShown(run)));
	const before = entriesOf(whole).find(({ ordinal }) => ordinal === masked?.ordinal);
	const salts = new Set<string>();
	for (const { leaves = [] } of entriesOf(redacted))
		for (const run of leaves)
			if (isShown(run))
				for (let at = 0; at < run.bytes.length * SALT; at += SALT)
					salts.add(hex(Buffer.from(run.salts, "base64url").subarray(at, at + SALT)));
	const own = [...salts].slice(0, 12);
	for (const { key } of entriesOf(redacted)) {
		if (key === undefined) continue;
		const derived = commitments.leafSalts(Buffer.from(key, "base64"), 24);
		for (let leaf = 0; leaf < 4; leaf++) own.push(hex(derived.subarray(leaf * SALT, (leaf + 1) * SALT)));
	}
	expect(masked).toBeDefined();
	const known = own.map((salt) => Buffer.from(salt, "hex"));
	// The right value is among them: it is found where its salt is known, so the test can find something.
	const key = Buffer.from(before?.key ?? "", "base64");
	const body = Buffer.from(before?.text ?? "");
	const ends = cutLeaves(body, false);
	const place = ends.findIndex((end, i) => body.subarray(ends[i - 1] ?? 0, end).toString() === SHORT_SECRET);
	const trueSalt = commitments.leafSalts(key, ends.length).subarray(place * SALT, (place + 1) * SALT);
	expect(hashes.has(sha256(Buffer.of(0), trueSalt, SHORT_SECRET))).toBe(true);
	const confirmed: string[] = [];
	for (let n = 0; n < 10_000; n++) {
		const guess = String(n).padStart(4, "0");
		const guesses = [guess, `"${guess}"`, before?.text?.replaceAll(SHORT_SECRET, guess) ?? ""].map(Buffer.from);
		const tried = guesses.map((bytes) => sha256(bytes));
		for (const salt of known) tried.push(sha256(Buffer.of(0), salt, guess), sha256(salt, guess));
		if (tried.some((hash) => hashes.has(hash))) confirmed.push(guess);
	}
	expect(confirmed).toEqual([]);
});
