import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHostLog } from "../../main/hosts/host-log.ts";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writes one line with time, level, message and detail to stderr and to the profile", () => {
	const lines: string[] = [];
	const log = createHostLog({ folder: path.join(folder, "new"), nowMs: () => 0, toStderr: (line) => lines.push(line) });
	log.warn("Disk nearly full", { freeBytes: 12 });
	log.error("Failed");
	expect(lines).toEqual([
		"1970-01-01T00:00:00.000Z warning Disk nearly full { freeBytes: 12 }\n",
		"1970-01-01T00:00:00.000Z error Failed\n",
	]);
	expect(readFileSync(path.join(folder, "new/switchboard.log"), "utf8")).toBe(lines.join(""));
});

it("starts a new file when the old one is long, and keeps that one", () => {
	const file = path.join(folder, "switchboard.log");
	writeFileSync(file, "x".repeat(4 * 1024 * 1024 + 1));
	createHostLog({ folder, nowMs: () => 0, toStderr: () => {} }).error("Failed");
	expect(statSync(file).size).toBeLessThan(100);
	expect(statSync(`${file}.1`).size).toBe(4 * 1024 * 1024 + 1);
});

it("goes on when the file cannot be written, and writes none for a profile that is only read", () => {
	writeFileSync(path.join(folder, "file"), "");
	const lines: string[] = [];
	createHostLog({ folder: path.join(folder, "file"), nowMs: () => 0, toStderr: (line) => lines.push(line) }).error("Failed");
	createHostLog({ folder: null, nowMs: () => 0, toStderr: (line) => lines.push(line) }).error("Failed");
	expect(lines).toHaveLength(2);
});
