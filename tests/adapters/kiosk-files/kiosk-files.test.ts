import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createKioskFiles } from "../../../main/adapters/kiosk-files/create-kiosk-files.ts";

let profile = "";
beforeEach(() => {
	profile = mkdtempSync(path.join(tmpdir(), "switchboard-kiosk-files-"));
});
afterEach(() => rmSync(profile, { recursive: true }));

it("has no message files where there is no folder", async () => {
	expect(await createKioskFiles(profile).messages()).toEqual([]);
});

it("reads files named by a language tag, anew each time, and leaves everything else alone", async () => {
	const folder = path.join(profile, "kiosk", "messages");
	mkdirSync(path.join(folder, "it.json"), { recursive: true });
	writeFileSync(path.join(folder, "fr.json"), "{}");
	writeFileSync(path.join(folder, "pt-BR.json"), '\ufeff{"a":"b"}');
	if (process.platform !== "win32") execFileSync("mkfifo", [path.join(folder, "da.json")]);
	writeFileSync(path.join(folder, "notes.txt"), "x");
	writeFileSync(path.join(folder, "not a tag.json"), "{}");
	writeFileSync(path.join(folder, "es.json"), "x".repeat(64 * 1024 + 1));
	symlinkSync("/nowhere", path.join(folder, "nl.json"));
	const files = createKioskFiles(profile);
	expect(await files.messages()).toEqual([
		{ language: "fr", text: "{}" },
		{ language: "pt-BR", text: '{"a":"b"}' },
	]);
	writeFileSync(path.join(folder, "sv.json"), "{}");
	expect((await files.messages()).map(({ language }) => language)).toEqual(["fr", "pt-BR", "sv"]);
});
