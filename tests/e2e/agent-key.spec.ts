import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { fillIn, press } from "./support/seat.ts";
import { supportFile } from "./support/support-file.ts";
import { startTable } from "./support/table.ts";

const KEY = "practice-key";

test("a key is remembered once it was let in, used by the agent's name, and forgotten; it stands in no file of the profile", async ({
	page,
}) => {
	const profile = mkdtempSync(path.join(tmpdir(), "switchboard-keys-"));
	const program = spawn(process.execPath, [supportFile("run-with-key-store"), profile], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const ended = new Promise((resolve) => program.once("exit", resolve));
	try {
		const url = await new Promise<string>((resolve, reject) => {
			createInterface({ input: program.stdout }).once("line", (line) => resolve((JSON.parse(line) as { url: string }).url));
			program.once("exit", (code) => reject(new Error(`The program ended with ${code}`)));
		});
		const table = await startTable("holdem");
		await page.goto(url);
		await fillIn(page, { url: table.url, key: KEY });
		await press(page, page.getByRole("checkbox", { name: "Remember this key" }), "Space");
		await press(page, page.getByRole("button", { name: /^Connect/ }).last());
		await expect(page.getByRole("heading", { name: "Join a queue" })).toBeVisible();
		await page.keyboard.press("t");
		await expect(page.getByRole("row").filter({ hasText: "in the system's key store" })).toBeVisible();
		await expect(page).not.toHaveTitle(new RegExp(KEY));

		await page.keyboard.press("Control+n");
		await press(page, page.getByRole("button", { name: "Type an address" }));
		await page.keyboard.insertText(table.url);
		await page.getByRole("radio", { name: "AIFight" }).click();
		await expect(page.getByRole("radio", { name: "Practice agent" })).toBeChecked();
		await expect(page.getByLabel("Agent key", { exact: true }).and(page.locator("input"))).toHaveCount(0);
		await press(page, page.getByRole("button", { name: "Ask who holds the seat" }));
		// The first session holds it, which is another connection.
		await expect(page.getByRole("status").filter({ hasText: "Another client holds the seat" })).toBeVisible();

		await press(page, page.getByRole("button", { name: "Forget the key of Practice agent" }));
		await expect(page.getByLabel("Agent key", { exact: true }).and(page.locator("input"))).toHaveValue("");
		await expect(page.getByRole("radio", { name: "Practice agent" })).toHaveCount(0);
		expect(table.complaints).toEqual([]);
		table.stop();
	} finally {
		program.kill("SIGTERM");
		await ended;
		for (const file of readdirSync(profile, { recursive: true, withFileTypes: true })) {
			if (file.isFile()) expect(readFileSync(path.join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false);
		}
		rmSync(profile, { recursive: true, force: true });
	}
});
