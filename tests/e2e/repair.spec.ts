import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { gameStart, welcome } from "../core/protocols/aifight/frames.ts";
import { expect, test } from "./support/fixtures.ts";
import { type Program, startProgram } from "./support/program.ts";

const PAGE_BYTES = 4096;
const CLI = path.resolve(import.meta.dirname, "../../dist/cli.js");

/** A profile with one session of 602 entries. */
async function fill(profile: string): Promise<void> {
	const file = path.join(profile, "lines.jsonl");
	const lines = [welcome(), gameStart(), ...Array.from({ length: 600 }, (_, i) => ({ type: "note", text: `${i} ${"x".repeat(500)}` }))];
	const said = (payload: object, index: number) =>
		JSON.stringify({ timestamp_ms: 1_790_000_000_000 + index, direction: "server_to_client", actor: "a", payload });
	writeFileSync(file, lines.map(said).join("\n"));
	execFileSync(process.execPath, [CLI, "import", file, "--protocol", "aifight", "--data", profile], { stdio: "ignore" });
	rmSync(file);
}

function overwrite(profile: string, choose: (db: Database.Database) => number[]): void {
	const file = path.join(profile, "transcripts.sqlite");
	const db = new Database(file);
	db.pragma("wal_checkpoint(TRUNCATE)");
	const pages = choose(db);
	db.close();
	const bytes = readFileSync(file);
	for (const page of pages) bytes.fill(0xaa, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
	writeFileSync(file, bytes);
}

/** Pictures for whoever looks at them: SWITCHBOARD_PICTURES=DIR. */
async function picture(page: Page, name: string): Promise<void> {
	const folder = process.env.SWITCHBOARD_PICTURES;
	if (folder === undefined) return;
	for (const scheme of ["light", "dark"] as const)
		for (const [width, height] of [
			[1280, 800],
			[1920, 1080],
		] as const) {
			await page.emulateMedia({ colorScheme: scheme });
			await page.setViewportSize({ width, height });
			await page.screenshot({ path: path.join(folder, `${name}-${scheme}-${width}.png`) });
		}
}

async function on(spoil: (profile: string) => void, use: (program: Program) => Promise<void>): Promise<void> {
	const program = await startProgram({
		async fill(profile) {
			await fill(profile);
			spoil(profile);
		},
	});
	try {
		await use(program);
	} finally {
		await program.stop();
	}
}

test("@web a database that lost its beginning is repaired in the window, which then goes on and says what was saved", async ({ page }) => {
	await on(
		(profile) => overwrite(profile, () => [1]),
		async (program) => {
			await page.goto(program.url());
			await expect(page.getByRole("heading", { name: "The transcript database cannot be opened" })).toBeVisible();
			await picture(page, "repair-needed");
			await page.getByRole("button", { name: "Repair now" }).click();
			await expect(page.getByRole("dialog", { name: "The database was repaired" })).toBeVisible({ timeout: 60_000 });
			await expect(page.getByRole("dialog")).toContainText("Saved: 1 session");
			await expect(page.getByRole("dialog")).toContainText("transcripts-damaged-");
			await picture(page, "repair-whole");
			await page.getByRole("button", { name: "Go on" }).click();
			await expect(page.getByRole("dialog")).toBeHidden();
			await page.reload();
			await expect(page.getByRole("button", { name: /Transcripts/ })).toBeVisible();
			await expect(page.getByRole("dialog")).toBeHidden();
		},
	);
});

test("@web a damaged database is repaired from the banner; what was lost is named", async ({ page }) => {
	await on(
		(profile) =>
			overwrite(profile, (db) =>
				(
					db.prepare("SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY pageno").pluck().all() as number[]
				).slice(3, 6),
			),
		async (program) => {
			await page.goto(program.url());
			await page.getByRole("button", { name: "Repair…" }).click();
			await picture(page, "repair-dialog");
			await page.getByRole("button", { name: "Repair now" }).click();
			const dialog = page.getByRole("dialog", { name: "The database was repaired, with losses" });
			await expect(dialog).toBeVisible({ timeout: 60_000 });
			await expect(dialog).toContainText("Lost:");
			await expect(dialog).toContainText(/of 60\d entries/);
			await picture(page, "repair-losses");
			await page.getByRole("button", { name: "Go on" }).click();
			await expect(page.getByRole("button", { name: "Repair…" })).toBeHidden();
		},
	);
});

test("@web of a file of other bytes nothing can be saved; that is said, and the file is left alone", async ({ page }) => {
	await on(
		(profile) => writeFileSync(path.join(profile, "transcripts.sqlite"), Buffer.alloc(200_000, 0x5a)),
		async (program) => {
			await page.goto(program.url());
			await page.getByRole("button", { name: "Repair now" }).click();
			await expect(page.getByText("Nothing could be saved of")).toBeVisible({ timeout: 60_000 });
			await expect(page.getByRole("button", { name: "Repair now" })).toBeVisible();
			await picture(page, "repair-nothing");
			expect(readFileSync(path.join(program.profile, "transcripts.sqlite")).equals(Buffer.alloc(200_000, 0x5a))).toBe(true);
		},
	);
});
