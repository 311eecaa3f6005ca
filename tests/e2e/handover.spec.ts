import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const more = (desk: Page) => desk.getByRole("button", { name: /^More: rename/ });
const pick = async (desk: Page, item: string | RegExp) => {
	await more(desk).click();
	await desk.getByRole("menuitem", { name: item }).click();
};
/** The practice session that a fresh profile opens by itself, after its first answer. */
const answered = (desk: Page) => desk.getByRole("row").filter({ hasText: "RUN_FINISHED" }).first().waitFor();
const say = async (desk: Page, text: string) => {
	const composer = desk.getByRole("region", { name: "Composer" });
	await composer.getByLabel("Text", { exact: true }).fill(text);
	await desk.keyboard.press("Control+Enter");
};

test("@web an export is looked at before it leaves, says where it is, and verifies against its head", async ({ desk, program }) => {
	await answered(desk);
	await say(desk, "my password is hunter2");
	await expect(desk.getByRole("row").filter({ hasText: "hunter2" }).first()).toBeVisible();
	await pick(desk, "Export…");
	const dialog = desk.getByRole("dialog");
	await expect(dialog.getByRole("heading", { name: /^Export / })).toBeVisible();
	// The preview counts what leaves, and shows one value before and after.
	await expect(dialog.getByRole("group", { name: "Leave out" })).toContainText(/values? in \d+ entr/);
	await expect(dialog.getByRole("region", { name: "What leaves" })).toContainText("masked");
	await dialog.getByLabel("JSON path of a rule of your own").fill("/**/delta");
	await dialog.getByRole("button", { name: "Add", exact: true }).click();
	await expect(dialog.getByText("/**/delta")).toBeVisible();
	const download = desk.waitForEvent("download");
	await dialog.getByRole("button", { name: "Download" }).click();
	await expect(dialog.getByRole("heading", { name: "Exported" })).toBeVisible();
	const file = (await dialog.locator(".hand-path").textContent())?.trim() ?? "";
	expect(path.dirname(file)).toBe(path.join(program.profile, "exports"));
	const text = readFileSync(file, "utf8");
	expect((await download).suggestedFilename()).toBe(path.basename(file));
	expect(readFileSync(await (await download).path(), "utf8")).toBe(text);
	await expect(dialog.getByText(`Your browser saves it as ${path.basename(file)}`, { exact: false })).toBeVisible();
	expect(text).not.toContain("hunter2");
	expect(text).toContain("[masked: own-");
	const head = (await dialog.locator(".hand-head .mono").textContent())?.trim();
	expect(head).toMatch(/^[0-9a-f]{64}$/);
	await dialog.getByRole("button", { name: "Close" }).click();

	await pick(desk, /^Verify/);
	await expect(dialog.getByText(/^Sealed( in part)? and signed by this console$/)).toBeVisible();
	await expect(dialog.getByRole("region", { name: "The key of this console" }).locator(".mono")).toHaveText(/^[0-9a-f]{64}$/);
	const field = dialog.getByLabel("Compare with a head noted elsewhere").first();
	await field.fill("0".repeat(64));
	await expect(dialog.getByText("Another head: this session never had it", { exact: false })).toBeVisible();
	await field.fill(`head: ${(await dialog.locator(".hand-head .mono").first().textContent())?.trim()}.`);
	await expect(dialog.getByText("The same head", { exact: false })).toBeVisible();
	// The one noted at the export is this one, or that of an earlier entry: pings may have come since.
	await field.fill(head ?? "");
	await expect(dialog.getByText(/^The same head|^The head after entry \d+/)).toBeVisible();
	await dialog.locator("input[type=file]").setInputFiles(file);
	const ofFile = dialog.getByRole("region", { name: "An exported file" });
	await expect(ofFile.getByRole("heading", { name: "Signed by this console" })).toBeVisible();
	await expect(ofFile).toContainText(/Of \d+ entries \d+ proven, \d+ masked and committed, 0 not proven\./);
	await ofFile.getByLabel("Compare with a head or a fingerprint noted elsewhere").fill(head ?? "");
	await expect(ofFile.getByText("The same head", { exact: false })).toBeVisible();
	const lines = text.split("\n");
	lines.splice(3, 1);
	const damaged = path.join(program.profile, "damaged.jsonl");
	writeFileSync(damaged, lines.join("\n"));
	await dialog.locator("input[type=file]").setInputFiles(damaged);
	await expect(ofFile.getByRole("heading", { name: "The file does not hold" })).toBeVisible();
	await expect(ofFile).toContainText(/Not proven: .* \(line \d+\)/);
});

test("@web a file is imported from the window and opened; a wrong one names its line", async ({ desk, program }) => {
	await answered(desk);
	await pick(desk, "Import a transcript…");
	const dialog = desk.getByRole("dialog");
	const wrong = path.join(program.profile, "wrong.jsonl");
	writeFileSync(wrong, '{"timestamp_ms":1,"direction":"server_to_client","payload":{"type":"error"}}\n{"timestamp_ms":2}\n');
	await dialog.locator("input[type=file]").setInputFiles(wrong);
	await expect(dialog.getByRole("alert")).toContainText("wrong.jsonl, line 2");
	const har = path.join(program.profile, "some.har");
	const message = (text: string) => ({ type: "receive", time: 1_796_053_944.367, opcode: 1, data: text });
	writeFileSync(
		har,
		JSON.stringify({
			log: {
				version: "1.2",
				entries: [
					{
						request: { url: "wss://agent.example/x" },
						_webSocketMessages: [message('{"type":"CUSTOM","name":"from the har"}'), message("no json")],
					},
				],
			},
		}),
	);
	await dialog.locator("input[type=file]").setInputFiles(har);
	await expect(dialog.getByText("Stored as 1 session")).toBeVisible();
	await dialog.getByRole("button", { name: "Open", exact: true }).click();
	await expect(desk.getByRole("heading", { name: "some.har" })).toBeVisible();
	await expect(desk.getByRole("row").filter({ hasText: "from the har" }).first()).toBeVisible();
});

test("@web a session is replayed to the practice agent and laid beside the original", async ({ desk }) => {
	await answered(desk);
	await pick(desk, "Replay…");
	const dialog = desk.getByRole("dialog");
	await dialog.getByRole("button", { name: "Start" }).click();
	await expect(dialog.getByRole("status")).toContainText(/^Over: /, { timeout: 30_000 });
	await dialog.getByRole("button", { name: "Compare with the original" }).click();
	await expect(desk.getByRole("heading", { name: "Comparison" })).toBeVisible();
	await expect(desk.getByRole("status").filter({ hasText: /alike/ })).toBeVisible();
	const list = desk.getByRole("listbox", { name: "Messages side by side" });
	await list.focus();
	await desk.keyboard.press("End");
	await expect(list.getByRole("option", { selected: true })).toHaveCount(1);
	await expect(desk.getByRole("complementary", { name: "Differences" })).toContainText(/entry \d+/);
	await desk.getByRole("button", { name: "Swap sides" }).click();
	await expect(list.getByRole("option").first()).toBeVisible();
	await desk.getByRole("button", { name: "Close" }).click();
	await expect(desk.getByRole("grid", { name: "Timeline" })).toBeVisible();
});

test("@web a backup leaves as a download, and a card comes in as a chosen file; a typed path opens none", async ({ desk, program }) => {
	await answered(desk);
	await desk.keyboard.press("g");
	await desk.keyboard.press("t");
	await desk.getByRole("button", { name: "Keeping…" }).click();
	const dialog = desk.getByRole("dialog", { name: "Keeping transcripts" });
	await dialog.getByRole("button", { name: "Back up now" }).click();
	await expect(dialog.getByText(/^The backup is in /)).toBeVisible({ timeout: 30_000 });
	const download = desk.waitForEvent("download");
	await dialog.getByRole("button", { name: /^Download, \d/ }).click();
	expect((await download).suggestedFilename()).toMatch(/^transcripts-[\d-]+\.sqlite$/);
	const saved = readFileSync(await (await download).path());
	expect(saved.subarray(0, 15).toString()).toBe("SQLite format 3");
	expect(saved.length % 512).toBe(0);
	await dialog.getByRole("button", { name: "Close" }).click();

	const card = path.join(program.profile, "gate.json");
	writeFileSync(card, JSON.stringify({ name: "Gate 3", agui: { websocket: { url: "ws://127.0.0.1:9/session" } } }));
	await desk.keyboard.press("g");
	await desk.keyboard.press("c");
	await desk.getByRole("button", { name: "Use a card" }).click();
	await desk.getByLabel("Card address").fill(card);
	await desk.getByRole("button", { name: "Read the card" }).click();
	await expect(desk.getByText("is no address", { exact: false })).toBeVisible();
	await desk.getByLabel("File of an agent card").setInputFiles(card);
	await expect(desk.getByLabel("Card, as text")).toHaveValue("gate.json");
	await expect(desk.getByText("ws://127.0.0.1:9/session")).toBeVisible();

	// Whoever comes to this port later finds nothing of ours in the browser.
	const left = await desk.evaluate(async () => ({
		local: localStorage.length,
		tab: Object.keys(sessionStorage),
		databases: (await indexedDB.databases()).length,
		caches: (await caches.keys()).length,
		workers: (await navigator.serviceWorker.getRegistrations()).length,
		cookies: document.cookie,
		address: location.href,
	}));
	expect(left).toEqual({
		local: 0,
		tab: ["switchboard.token"],
		databases: 0,
		caches: 0,
		workers: 0,
		cookies: "",
		address: expect.not.stringContaining("#"),
	});
});
