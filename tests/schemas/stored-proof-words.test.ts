import { expect, test } from "vitest";
import type { VerifyReport } from "../../schemas/ipc.ts";
import { storedProofTitle, storedProofWords } from "../../schemas/stored-proof-words.ts";

const signed = { fingerprint: "ab".repeat(32), atMs: 0, key: "own", entries: 5 } as const;
const whole: VerifyReport = {
	ok: true,
	holds: true,
	entries: 5,
	proven: 5,
	masked: 0,
	unproven: 0,
	sealed: 5,
	seals: 1,
	changedSince: { entries: 0, claims: false },
	sealedLater: null,
	outside: 0,
	signed,
	firstBad: null,
	problem: null,
	head: "0".repeat(64),
	headVersion: 2,
};

/** Four entries came after the last seal. */
const wentOn: VerifyReport = { ...whole, ok: false, entries: 9, unproven: 4, headVersion: 1 };

test("a session that is sealed whole and signed by the own key is called that, and no other is", () => {
	expect(storedProofTitle(whole)).toBe("Sealed and signed by this console");
	expect(storedProofTitle(wentOn)).toBe("Not all proven yet: 5 of 9 entries sealed and signed by this console");
	expect(storedProofTitle({ ...whole, signed: { ...signed, entries: 3 } })).toBe("Sealed and signed in part by this console");
	expect(storedProofTitle({ ...whole, signed: { ...signed, key: "unknown" } })).toContain("does not know");
	expect(storedProofTitle({ ...whole, signed: null })).toBe("Consistent and sealed, signed by nobody");
	expect(storedProofTitle({ ...wentOn, proven: 0, unproven: 9, sealed: 0, signed: null })).toBe("Not proven yet: nothing is sealed");
});

test("the sentences say what is not covered, and that nothing is wrong with what is not sealed yet", () => {
	expect(storedProofWords(whole).join(" ")).toContain(" Seals cover every byte");
	expect(storedProofWords(whole)[0]).toBe("Of 5 entries 5 proven, 0 not proven.");
	expect(storedProofWords(whole).join(" ")).not.toMatch(/No seal covers|After the last seal|does not know/);
	expect(storedProofWords(wentOn)[0]).toBe("Of 9 entries 5 proven, 4 not proven yet.");
	expect(storedProofWords(wentOn).join(" ")).toContain("Of the first 5 entries seals cover");
	expect(storedProofWords(wentOn).at(-1)).toMatch(/^No seal covers the other 4 entries yet\. Nothing is wrong with them;/);
	const amended: VerifyReport = { ...whole, ok: false, headVersion: 1, changedSince: { entries: 2, claims: true } };
	expect(storedProofTitle(amended)).toContain("Not all proven yet");
	expect(storedProofWords(amended).at(-1)).toBe(
		"After the last seal the deliveries or findings of 2 entries and the session's name or the schema of its observations changed: as they are now they are not sealed. The next seal covers them.",
	);
	expect(storedProofWords({ ...whole, signed: null }).join(" ")).toContain("Nobody signed that");
	expect(storedProofWords({ ...whole, signed: { ...signed, key: "unknown" } }).join(" ")).toContain("compare the fingerprint");
	expect(storedProofWords({ ...whole, signed: { ...signed, entries: 3 } })).toContain(
		"The seals of the 2 entries after that nobody signed.",
	);
});

test("what seals say of the run that made them is said", () => {
	const later = storedProofWords({ ...whole, sealedLater: { entries: 2, untilMs: 0 } }).join(" ");
	expect(later).toContain("2 entries (the last of 1970-01-01T00:00:00.000Z) were left unsealed by an earlier run of the program");
	expect(storedProofWords({ ...whole, outside: 1 }).join(" ")).toContain("Before the seal of 1 entry was made, another program wrote");
});

test("a head that was given is found or missed in words", () => {
	const head = "1".repeat(64);
	expect(storedProofWords({ ...whole, headAt: 3, headAtVersion: 2 }, { head }).at(-1)).toContain("stands at entry 3: up to there");
	expect(storedProofWords({ ...whole, headAt: 3, headAtVersion: 1 }, { head }).at(-1)).toContain("not deliveries and findings");
	expect(storedProofWords({ ...whole, headAt: null }, { head }).at(-1)).toContain("No entry of it has the head given");
});

test("what does not hold is said first, with what does", () => {
	const broken = { ...whole, ok: false, holds: false, firstBad: 7, problem: "Seal 2 does not hold." };
	expect(storedProofTitle(broken)).toBe("The session does not hold from entry 7 on");
	expect(storedProofWords(broken).slice(0, 2)).toEqual(["Seal 2 does not hold.", "The first 5 entries are as they were sealed."]);
});
