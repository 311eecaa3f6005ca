import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HandOver } from "../../../main/core/ports.ts";
import { startElectron } from "../../../main/hosts/electron/start.ts";
import { createFakeCore } from "../fake-core.ts";
import { createFakeElectron } from "./fake-electron.ts";

let folder = "";
let fake: ReturnType<typeof createFakeElectron>;
let files: HandOver;
let made = "";

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-dialogs-"));
	made = path.join(folder, "gate.jsonl");
	writeFileSync(made, "made\n", { mode: 0o600 });
	fake = createFakeElectron(folder);
	await startElectron(fake.electron, {
		rendererDir: folder,
		preload: "/app/preload.cjs",
		kiosk: false,
		profileDir: folder,
		openCore: async (_profileDir, _keyStore, handOver) => {
			files = handOver;
			return createFakeCore();
		},
	});
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("files of the desktop program", () => {
	it("go where the person says in the system's dialog, for the owner's eyes only", async () => {
		const to = path.join(folder, "elsewhere.jsonl");
		fake.kept.choice = to;
		expect(await files.give({ path: made, name: "gate.jsonl" })).toEqual({ kind: "saved", path: to });
		expect(readFileSync(to, "utf8")).toBe("made\n");
		expect(statSync(to).mode & 0o777).toBe(0o600);
		expect(fake.did.at(-1)).toBe(`ask ${path.join(folder, "gate.jsonl")} before the window`);
	});

	it("replace a file the person chose, and stay as they are where it is the same one", async () => {
		fake.kept.choice = path.join(folder, "old.jsonl");
		writeFileSync(fake.kept.choice, "old and longer\n", { mode: 0o644 });
		await files.give({ path: made, name: "gate.jsonl" });
		expect(readFileSync(fake.kept.choice, "utf8")).toBe("made\n");
		expect(statSync(fake.kept.choice).mode & 0o777).toBe(0o600);
		fake.kept.choice = made;
		expect(await files.give({ path: made, name: "gate.jsonl" })).toEqual({ kind: "saved", path: made });
		expect(readFileSync(made, "utf8")).toBe("made\n");
	});

	it("go nowhere when the person chooses nothing, or a place that takes none", async () => {
		expect(await files.give({ path: made, name: "gate.jsonl" })).toEqual({ kind: "cancelled" });
		expect(await files.askPlace("transcripts.sqlite")).toBeNull();
		fake.kept.choice = path.join(folder, "none", "gate.jsonl");
		await expect(files.give({ path: made, name: "gate.jsonl" })).rejects.toMatchObject({
			code: "EXPORT_FAILED",
			message: expect.stringContaining(made),
		});
		expect(existsSync(path.join(folder, "none"))).toBe(false);
	});

	it("are shown in the system's file manager", async () => {
		await files.show(made);
		expect(fake.did.at(-1)).toBe(`show ${made}`);
	});
});
