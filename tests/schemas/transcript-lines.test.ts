import Ajv from "ajv";
import { expect, test } from "vitest";
import { checkedPart, type ExportEntry, exportEntryText, exportHeaderText, sealLine } from "../../main/core/timeline/export-lines.ts";
import { DELIVERIES, ENTRY_KINDS, OPCODES } from "../../schemas/timeline.ts";
import schema from "../../schemas/transcript/switchboard-transcript-1.schema.json" with { type: "json" };

const check = new Ajv({ strict: true, strictRequired: false, allErrors: true }).compile(schema);
const sealed = (text: string): unknown => JSON.parse(sealLine(checkedPart(text), "0".repeat(64)));
const header = {
	protocol: "agentcall" as const,
	profile: "standin-0.1",
	session: "s1",
	head: "a".repeat(64),
	entries: 3,
	redacted: false,
	createdAtMs: 1,
	exportedAtMs: 2,
};
const entry: ExportEntry = {
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
	epoch: 1,
	sequence: 4,
	findings: [{ code: "schema.type", severity: "error", path: "/x", message: "m", reason: "json" }],
	delivery: "held",
	hash: "c".repeat(64),
};
const fits = (value: unknown): string => (check(value) ? "fits" : JSON.stringify(check.errors));

test("every line an export writes fits the schema of a line", () => {
	expect(fits(sealed(exportHeaderText(header)))).toBe("fits");
	expect(
		fits(sealed(exportHeaderText({ ...header, redacted: true, masked: [{ rule: "uid", label: "Ids of cards", entries: 1, values: 2 }] }))),
	).toBe("fits");
	expect(fits(sealed(exportEntryText(entry, false)))).toBe("fits");
	expect(
		fits(sealed(exportEntryText({ ...entry, text: undefined, base64: "AA==", opcode: undefined, epoch: undefined, findings: [] }, false))),
	).toBe("fits");
	expect(fits(sealed(exportEntryText({ ...entry, text: undefined, masked: ["binary"] }, true)))).toBe("fits");
	for (const kind of ENTRY_KINDS)
		for (const opcode of OPCODES) expect(fits(sealed(exportEntryText({ ...entry, kind, opcode }, false)))).toBe("fits");
	for (const delivery of DELIVERIES) expect(fits(sealed(exportEntryText({ ...entry, delivery }, true)))).toBe("fits");
});

test.each([
	["no checksum", exportEntryText(entry, false)],
	["two contents", sealed(exportEntryText({ ...entry, base64: "AA==" }, false))],
	["a hash in capitals", sealed(exportEntryText({ ...entry, hash: "C".repeat(64) }, false))],
	["another version", { ...(sealed(exportHeaderText(header)) as object), version: 2 }],
])("a line with %s does not fit", (_what, line) => {
	expect(check(typeof line === "string" ? JSON.parse(line) : line)).toBe(false);
});
