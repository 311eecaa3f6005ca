import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { proofHasher } from "../../../main/adapters/sqlite-transcripts/hashing.ts";
import { createCommitments } from "../../../main/core/proof/commitments.ts";
import { jcs, parseJcs } from "../../../main/core/proof/jcs.ts";
import { createProofChain } from "../../../main/core/proof/links.ts";
import {
	aboutOf,
	aboutText,
	claimsOf,
	claimsText,
	endSigned,
	endText,
	SEAL_REASONS,
	sealSigned,
	sealText,
} from "../../../main/core/proof/statements.ts";
import { DELIVERY_CODES } from "../../../main/core/timeline/chain.ts";

const commitments = createCommitments(proofHasher);
const H = (...parts: (Uint8Array | string | number)[]): Buffer => {
	const hash = createHash("sha256");
	for (const part of parts) hash.update(typeof part === "number" ? Buffer.from([part]) : part);
	return hash.digest();
};
const u32 = (value: number): Buffer => {
	const made = Buffer.alloc(4);
	made.writeUInt32BE(value);
	return made;
};
const f64 = (value: number): Buffer => {
	const made = Buffer.alloc(8);
	made.writeDoubleBE(value);
	return made;
};
const secret = Buffer.alloc(32, 9);
const key = createHmac("sha256", secret).update(f64(12)).digest();

test("an entry's key and salts come from the secret of its session", () => {
	expect(Buffer.from(commitments.entryKey(secret, 12))).toEqual(key);
	const salts = Buffer.concat([0, 1, 2].map((counter) => H(0x40, key, u32(counter))));
	expect(Buffer.from(commitments.leafSalts(key, 5))).toEqual(salts.subarray(0, 80));
	expect(Buffer.from(commitments.findingSalts(key, 1))).toEqual(H(0x41, key, u32(0)).subarray(0, 16));
});

test("the body is committed leaf by leaf", () => {
	const body = Buffer.from('{"a":1}');
	const salts = commitments.leafSalts(key, 5);
	const leaves = ['{"', "a", '":', "1", "}"].map((leaf, i) => H(0x00, salts.subarray(16 * i, 16 * i + 16), leaf));
	const expected = H(0x10, u32(5), Buffer.concat(leaves));
	expect(Buffer.from(commitments.body(key, body, false))).toEqual(expected);
	expect(Buffer.from(commitments.bodyOfHashes(Buffer.concat(leaves)))).toEqual(expected);
	expect(Buffer.from(commitments.body(key, body, true))).toEqual(H(0x10, u32(1), H(0x00, salts.subarray(0, 16), body)));
	expect(Buffer.from(commitments.body(key, Buffer.alloc(0), false))).toEqual(H(0x10, u32(0)));
	const long = Buffer.alloc(10_000, "long words ");
	expect(commitments.body(key, long, true)).toEqual(commitments.bodyOfHashes(H(0x00, salts.subarray(0, 16), long)));
});

test("the state is delivery and findings, whose words are salted apart", () => {
	const finding = { code: "schema.type", severity: "error", path: "/a", message: "é", reason: "json" } as const;
	const salt = commitments.findingSalts(key, 2);
	const commit = (from: number, shown: unknown, words: unknown) =>
		H(0x20, JSON.stringify(shown), H(0x21, salt.subarray(from, from + 16), JSON.stringify(words)));
	const { reason: _, ...bare } = finding;
	expect(Buffer.from(commitments.state(key, DELIVERY_CODES.held, [finding, bare]))).toEqual(
		H(0x30, 11, u32(2), commit(0, ["schema.type", "error", "json"], ["/a", "é"]), commit(16, ["schema.type", "error", null], ["/a", "é"])),
	);
	expect(Buffer.from(commitments.state(key, 0, []))).toEqual(H(0x30, 0, u32(0)));
});

test("links are told apart by their first byte and stand on the session's own beginning", () => {
	const about = aboutOf({ sessionId: "s1", protocol: "agentcall", profile: "standin-0.1", createdAtMs: 5 });
	expect(aboutText(about)).toBe(
		'{"createdAtMs":5,"imported":null,"profile":"standin-0.1","protocol":"agentcall","replayOf":null,"session":"s1"}',
	);
	const chain = createProofChain(proofHasher, aboutText(about));
	let head = H(`switchboard-transcript/2\n${aboutText(about)}`);
	expect(Buffer.from(chain.head)).toEqual(head);
	const header = { ordinal: 3, atMs: 1.5, monoMs: 2, dir: 0, kind: 0, opcode: 1, epoch: 1, sequence: null, byteLength: 7 };
	const fixed = Buffer.concat([Buffer.from([1, 0, 0, 1, 1, 0, 0, 2]), ...[3, 1.5, 2, 1, 0, 7].map(f64), Buffer.from("ab")]);
	chain.entry(header, Buffer.from("ab"), Buffer.alloc(32, 1), Buffer.alloc(32, 2));
	head = H(head, 0x01, fixed, Buffer.alloc(32, 1), Buffer.alloc(32, 2));
	expect(Buffer.from(chain.head)).toEqual(head);
	chain.amendment(3, Buffer.alloc(32, 4));
	head = H(head, 0x02, f64(3), Buffer.alloc(32, 4));
	expect(Buffer.from(chain.head)).toEqual(head);
	const claims = claimsText(claimsOf({ profile: "standin-0.1" }, {}, 1, "ab"));
	expect(claims).toBe('{"entries":1,"name":"ab","observationSchema":"stand-in"}');
	chain.claims(claims);
	expect(Buffer.from(chain.head)).toEqual(H(head, 0x03, claims));
	chain.claims("x".repeat(5000));
	expect(Buffer.from(chain.head)).toEqual(H(H(head, 0x03, claims), 0x03, "x".repeat(5000)));
});

test("statements have one text each, signed with the name of what they are", () => {
	const seal = sealText({
		session: "s1",
		number: 1,
		entries: 2,
		lastOrdinal: 9,
		head: "ab",
		previous: null,
		atMs: 7,
		why: SEAL_REASONS[3],
		key: null,
	});
	expect(seal).toBe(
		'{"atMs":7,"entries":2,"format":"switchboard-seal/1","head":"ab","key":null,"lastOrdinal":9,"number":1,"previous":null,"session":"s1","why":"asked"}',
	);
	expect(sealSigned(seal)).toBe(`switchboard-seal/1\n${seal}`);
	const end = endText({ session: "s1", entries: 2, seals: 1, head: "ab", lines: "cd", redacted: false, exportedAtMs: 8, key: "ef" });
	expect(end).toBe(
		'{"entries":2,"exportedAtMs":8,"format":"switchboard-export/2","head":"ab","key":"ef","lines":"cd","redacted":false,"seals":1,"session":"s1"}',
	);
	expect(endSigned(end)).toBe(`switchboard-export/2\n${end}`);
	const file = { file: "theirs.json", id: "https://x", sha256: "00" };
	expect(claimsText(claimsOf({ profile: "standin-0.1" }, { observationSchema: file }, 3, "ab"))).toBe(
		'{"entries":3,"name":"ab","observationSchema":{"file":"theirs.json","id":"https://x","sha256":"00"}}',
	);
	expect(claimsOf({ profile: "v1" }, {}, 3, "ab").observationSchema).toBeNull();
	expect(claimsOf({ profile: "standin-0.1", imported: { session: null } }, {}, 3, "ab").observationSchema).toBeNull();
	expect(
		aboutOf({
			sessionId: "s",
			protocol: "aifight",
			profile: "p",
			createdAtMs: 1,
			imported: { session: "t", redacted: true },
			replayOf: "r",
		}),
	).toMatchObject({ imported: { session: "t", redacted: true }, replayOf: "r" });
});

test("a canonical text is the only one of its value", () => {
	expect(jcs({ b: [1, "é\u2028", null, true], a: { z: 1e21, "\u20ac": 2, "😀": 3, "\ufb33": 4, skip: undefined } })).toBe(
		'{"a":{"z":1e+21,"€":2,"😀":3,"\ufb33":4},"b":[1,"é\u2028",null,true]}',
	);
	expect(parseJcs('{"a":1,"b":2}')).toEqual({ a: 1, b: 2 });
	for (const other of ['{"b":2,"a":1}', '{"a":1, "b":2}', '{"a":1.0}', '{"a":1,"a":1}', '{"a":"\\u0041"}', '{"__proto__":1,"a":2', ""])
		expect(parseJcs(other)).toBeNull();
	expect(() => jcs({ a: Number.NaN })).toThrow(RangeError);
});
