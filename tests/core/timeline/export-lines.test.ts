import { expect, test } from "vitest";
import {
	checkedPart,
	type ExportEntry,
	exportEntryText,
	exportHeaderText,
	LINE_TAIL_LENGTH,
	lineTail,
	sealLine,
} from "../../../main/core/timeline/export-lines.ts";

const entry: ExportEntry = {
	ordinal: 12,
	atMs: 1000,
	monoMs: 5.25,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "RUN_STARTED",
	text: '{"type":"RUN_STARTED","secret":"é"}',
	byteLength: 36,
	sha256: "a".repeat(64),
	epoch: 1,
	sequence: 4,
	findings: [{ code: "schema.required", severity: "error", path: "/secret", message: "says é", reason: "json" }],
	delivery: "held",
	hash: "b".repeat(64),
};

test("an entry line has its members in the order the format names", () => {
	expect(Object.keys(JSON.parse(exportEntryText(entry, false)))).toEqual(
		"ordinal atMs monoMs dir kind opcode type text byteLength sha256 epoch sequence findings delivery hash".split(" "),
	);
});

test("what an entry does not have is left out", () => {
	const bare = {
		...entry,
		opcode: undefined,
		text: undefined,
		base64: "AA==",
		epoch: undefined,
		sequence: undefined,
		findings: [],
		delivery: undefined,
	};
	const members = Object.keys(JSON.parse(exportEntryText(bare, false)));
	expect(members).toEqual("ordinal atMs monoMs dir kind type base64 byteLength sha256 hash".split(" "));
});

test("a redacted line keeps headers and hashes, what was left of the content, and which rules took the rest", () => {
	const line = exportEntryText({ ...entry, text: '{"type":"RUN_STARTED"}', masked: ["keys"] }, true);
	expect(line).not.toContain("says");
	const kept = JSON.parse(line);
	expect(kept).toMatchObject({ ordinal: 12, type: "RUN_STARTED", sequence: 4, sha256: entry.sha256, hash: entry.hash, byteLength: 36 });
	expect(kept.masked).toEqual(["keys"]);
	expect(kept.findings).toEqual([
		{ code: "schema.required", severity: "error", path: "", message: "Removed from this export.", reason: "json" },
	]);
});

test("the header names format and version first", () => {
	const header = {
		protocol: "agentcall" as const,
		profile: "standin-0.1",
		session: "s1",
		head: "c".repeat(64),
		entries: 3,
		redacted: false,
		createdAtMs: 1,
		exportedAtMs: 2,
	};
	expect(JSON.parse(exportHeaderText(header))).toEqual({ format: "switchboard-transcript", version: 1, ...header });
	expect(exportHeaderText(header).startsWith('{"format":"switchboard-transcript","version":1,')).toBe(true);
});

test("a sealed line is JSON that ends with its checksum", () => {
	const line = sealLine(checkedPart('{"a":1}'), "d".repeat(64));
	expect(line).toBe(`{"a":1,"line":"${"d".repeat(64)}"}\n`);
	expect(lineTail("d".repeat(64))).toHaveLength(LINE_TAIL_LENGTH);
	expect(line.endsWith(`${lineTail("d".repeat(64))}\n`)).toBe(true);
});

test("what some readers take for the end of a line is written as an escape and reads back the same", () => {
	const text = "a\u2028b\u2029c\u0085d";
	const line = exportEntryText({ ...entry, text, type: "x\u2028y" }, false);
	expect(line).not.toMatch(/[\u0085\u2028\u2029]/);
	expect(line).toContain("\\u2028");
	expect(JSON.parse(line)).toMatchObject({ text, type: "x\u2028y" });
});
