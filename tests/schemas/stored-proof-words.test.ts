import { expect, test } from "vitest";
import type { VerifyReport } from "../../schemas/ipc.ts";
import { storedProofTitle, storedProofWords } from "../../schemas/stored-proof-words.ts";

const signed = { fingerprint: "ab".repeat(32), atMs: 0, key: "own", entries: 5 } as const;
const whole: VerifyReport = {
	ok: true,
	entries: 5,
	proven: 5,
	masked: 0,
	unproven: 0,
	sealed: 5,
	seals: 1,
	changedSince: { entries: 0, claims: false },
	signed,
	firstBad: null,
	problem: null,
	head: "0".repeat(64),
	headVersion: 2,
};

test("a session that is sealed whole and signed by the own key is called that, and no other is", () => {
	expect(storedProofTitle(whole)).toBe("Sealed and signed by this console");
	expect(storedProofTitle({ ...whole, entries: 9 })).toBe("Sealed in part and signed by this console");
	expect(storedProofTitle({ ...whole, signed: { ...signed, key: "unknown" } })).toContain("does not know");
	expect(storedProofTitle({ ...whole, signed: null })).toBe("Consistent and sealed, signed by nobody");
	expect(storedProofTitle({ ...whole, sealed: 0, signed: null, headVersion: 1 })).toBe("The chain holds; nothing is sealed yet");
});

test("the sentences say what is not covered", () => {
	expect(storedProofWords(whole).join(" ")).toContain(" Seals cover every byte");
	expect(storedProofWords({ ...whole, entries: 9 }).join(" ")).toContain("Of the first 5 entries seals cover");
	expect(storedProofWords(whole).join(" ")).not.toMatch(/no seal covers|After the last seal|does not know/);
	expect(storedProofWords({ ...whole, entries: 9, headVersion: 1 }).at(-1)).toBe(
		"Of the other 4 entries no seal covers deliveries and findings yet.",
	);
	const amended: VerifyReport = { ...whole, headVersion: 1, changedSince: { entries: 2, claims: true } };
	expect(storedProofTitle(amended)).toBe("Sealed in part and signed by this console");
	expect(storedProofWords(amended).at(-1)).toBe(
		"After the last seal the deliveries or findings of 2 entries and the session's name or the schema of its observations changed: as they are now they are not sealed. The next seal covers them.",
	);
	expect(storedProofWords({ ...whole, signed: null }).join(" ")).toContain("Nobody signed that");
	expect(storedProofWords({ ...whole, signed: { ...signed, key: "unknown" } }).join(" ")).toContain("compare the fingerprint");
});

test("what does not hold is said first, with what does", () => {
	const broken = { ...whole, ok: false, firstBad: 7, problem: "Seal 2 does not hold." };
	expect(storedProofTitle(broken)).toBe("The session does not hold from entry 7 on");
	expect(storedProofWords(broken).slice(0, 2)).toEqual(["Seal 2 does not hold.", "The first 5 entries are as they were sealed."]);
});
