import Ajv from "ajv";
import { expect, test } from "vitest";
import { type EntryLine, endLineText, entryText, type HeaderLine, headerText, sealLineText } from "../../main/core/proof/file-lines.ts";
import { checkedPart, sealLine } from "../../main/core/timeline/export-lines.ts";
import { DELIVERIES, ENTRY_KINDS, OPCODES } from "../../schemas/timeline.ts";
import schema from "../../schemas/transcript/switchboard-transcript-2.schema.json" with { type: "json" };

const check = new Ajv({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true }).compile(schema);
const line = (text: string): unknown => JSON.parse(sealLine(checkedPart(text), "0".repeat(64)));
const fits = (value: unknown): string => (check(value) ? "fits" : JSON.stringify(check.errors));
const about = { session: "s1", protocol: "agentcall" as const, profile: "p", createdAtMs: 1, imported: null, replayOf: null };
const header: HeaderLine = {
	protocol: "agentcall",
	profile: "p",
	observationSchema: "stand-in",
	session: "s1",
	head: null,
	entries: 1,
	redacted: false,
	createdAtMs: 1,
	exportedAtMs: 2,
	about,
	publicKey: null,
};
const entry: EntryLine = {
	ordinal: 1,
	atMs: 1.5,
	monoMs: 0.25,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "RUN_STARTED",
	text: "{}",
	byteLength: 2,
	sha256: "b".repeat(64),
	hash: "c".repeat(64),
	key: Buffer.alloc(32).toString("base64"),
};
const { key: _, sha256: __, hash: ___, ...bare } = entry;
const leaves = [
	{ salts: "AAAA", bytes: [2] },
	{ masked: ["uid"], characters: 4, hashes: "d".repeat(64) },
];

test("every line an export writes fits the schema of a line", () => {
	expect(fits(line(headerText(header)))).toBe("fits");
	const imported = { session: null, redacted: true };
	const count = { rule: "uid", label: "Ids of cards", entries: 1, values: 2 };
	expect(fits(line(headerText({ ...header, redacted: true, masked: [count], imported, about: { ...about, imported } })))).toBe("fits");
	for (const kind of ENTRY_KINDS) for (const opcode of OPCODES) expect(fits(line(entryText({ ...entry, kind, opcode })))).toBe("fits");
	for (const delivery of DELIVERIES) expect(fits(line(entryText({ ...entry, delivery, sealedState: "e".repeat(64) })))).toBe("fits");
	const finding = { code: "a.b", severity: "error", reason: "json" } as const;
	expect(fits(line(entryText({ ...entry, findings: [{ ...finding, path: "", message: "m" }] })))).toBe("fits");
	expect(fits(line(entryText({ ...bare, masked: ["uid"], leaves, findings: [{ ...finding, detail: "f".repeat(64) }] })))).toBe("fits");
	const amended = [{ ordinal: 1, state: "a".repeat(64) }];
	expect(fits(line(sealLineText({ statement: "{}", signature: null, publicKey: null, claims: "{}", amended })))).toBe("fits");
	expect(fits(line(endLineText({ statement: "{}", signature: "AA==", publicKey: "AA==", tail: { claims: "{}", amended } })))).toBe("fits");
});

test.each([
	["a key and leaves", line(entryText({ ...entry, leaves }))],
	["neither key nor leaves", line(entryText(bare))],
	["a member nobody knows", { ...(line(entryText(entry)) as object), note: "x" }],
	["words for the name of a rule", line(entryText({ ...bare, masked: ["I promise you"], leaves }))],
	["half of a finding's words", line(entryText({ ...entry, findings: [{ code: "a", severity: "info", path: "" } as never] }))],
	["version 1", { ...(line(headerText(header)) as object), version: 1 }],
])("a line with %s does not fit", (_what, value) => {
	expect(check(value)).toBe(false);
});
