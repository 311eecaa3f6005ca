import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });
const tools = (desk: Page, part: string) => composer(desk).getByRole("button", { name: `${part} templates` });
const choose = async (desk: Page, part: string, item: string | RegExp) => {
	await tools(desk, part).click();
	await desk.getByRole("menuitem", { name: item }).click();
};
const sent = (desk: Page) => composer(desk).locator(".comp-sent");
const SITE = '"context":[{"description":"Site","value":"Gate 3"}]';

test("context is kept by name, used in the next turn and in an answer, renamed, deleted and brought back", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await composer(desk).getByLabel("Text", { exact: true }).fill("One.");
	await composer(desk).getByRole("button", { name: "Add Context" }).click();
	await expect(composer(desk).getByLabel("Description")).toBeFocused();
	await desk.keyboard.press("F2");
	await composer(desk).getByLabel("Description").fill("Site");
	await composer(desk).getByLabel("Value", { exact: true }).fill("Gate 3");
	await expect(composer(desk).getByText("4 / 1,024")).toBeVisible();
	await expect(composer(desk).getByText("6 / 8,192")).toBeVisible();
	await expect(composer(desk).getByText("1 / 16")).toBeVisible();

	await test.step("saved under a name, which is suggested", async () => {
		await choose(desk, "Context", "Save as template…");
		const dialog = desk.getByRole("dialog", { name: "Save as template: Context" });
		await expect(dialog.getByLabel("Name of the template")).toHaveValue("Site: Gate 3");
		await dialog.getByLabel("Name of the template").fill("Gate 3");
		await desk.keyboard.press("Enter");
		await expect(dialog).toBeHidden();
		await desk.keyboard.press("Control+Enter");
		await expect.poll(() => agent.of("user.turn").length).toBe(1);
	});

	await test.step("used in the next turn; what it replaces comes back", async () => {
		await choose(desk, "Context", "Gate 3");
		await expect(sent(desk)).toContainText(SITE);
		await composer(desk).getByLabel("Value", { exact: true }).fill("Gate 4");
		await choose(desk, "Context", "Gate 3");
		await expect(composer(desk).getByText("“Gate 3” used, in place of 1 entry.")).toBeVisible();
		await expect(sent(desk)).toContainText(SITE);
		await composer(desk).getByRole("button", { name: "Undo" }).click();
		await expect(sent(desk)).toContainText("Gate 4");
		await expect(composer(desk).getByRole("button", { name: "Undo" })).toHaveCount(0);
	});

	await test.step("the last one that was sent, in an observation too", async () => {
		await composer(desk).getByRole("tab", { name: "user.observation" }).click();
		await choose(desk, "Context", /^Use the last one again, 1 entry/);
		await expect(sent(desk)).toContainText(SITE);
	});

	await test.step("a name that is taken replaces, and says so", async () => {
		await composer(desk).getByLabel("Value", { exact: true }).fill("Gate 5");
		await choose(desk, "Context", "Save as template…");
		await desk.getByLabel("Name of the template").fill("Gate 3");
		await expect(desk.getByText("It takes the place of the template of that name, 1 entry.")).toBeVisible();
		await desk.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
	});

	await test.step("renamed, deleted, brought back", async () => {
		await choose(desk, "Context", "Rename or delete templates…");
		const dialog = desk.getByRole("dialog", { name: "Templates: Context" });
		await expect(dialog).toContainText("Site: Gate 5");
		await dialog.getByLabel("Name of Gate 3").fill("Gate five");
		await dialog.getByRole("button", { name: "Rename" }).click();
		await dialog.getByRole("button", { name: "Delete Gate five" }).click();
		await expect(dialog).toContainText("“Gate five” is deleted");
		await dialog.getByRole("button", { name: "Undo" }).click();
		await expect(dialog.getByLabel("Name of Gate five")).toBeVisible();
		await dialog.getByRole("button", { name: "Close" }).click();
	});

	await test.step("kept on the profile: there after a reload, in another session", async () => {
		await desk.reload();
		await desk.getByRole("button", { name: /^Practice agent/ }).click();
		await choose(desk, "Context", "Gate five");
		await expect(sent(desk)).toContainText('"context":[{"description":"Site","value":"Gate 5"}]');
	});
});

test("sixteen context entries are the limit, and characters count, not bytes", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await composer(desk).getByRole("button", { name: "Add Context" }).click();
	await desk.keyboard.press("F2");
	for (let rows = 2; rows <= 16; rows++) {
		// The button moves down with each row; on a busy machine a press between two places is none.
		await composer(desk).getByRole("button", { name: "Context row" }).click();
		await expect(composer(desk).getByText(`${rows} / 16`)).toBeVisible();
	}
	await expect(composer(desk).getByRole("button", { name: "16 is the limit" })).toBeDisabled();
	await composer(desk).getByLabel("Description").first().fill("🚪".repeat(1_024));
	await expect(composer(desk).getByText("1,024 / 1,024")).toBeVisible();
	await composer(desk).getByLabel("Description").first().fill("🚪".repeat(1_025));
	await expect(composer(desk).getByText("1,025 / 1,024")).toHaveClass(/m-alarm/);
});

test("speech metadata: six measurements with their units, nothing of what was said, used again", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await composer(desk).getByRole("button", { name: "Add Speech metadata" }).click();
	await desk.keyboard.press("F2");
	await expect(composer(desk).getByText("It holds no content: nothing that was said, no audio.")).toBeVisible();
	const fields = {
		"Recognition engine": "whisper",
		Model: "small",
		Locale: "en-GB",
		"First usable text, ms": "120",
		"Final text, ms": "480",
	};
	for (const [label, value] of Object.entries(fields)) await composer(desk).getByLabel(label, { exact: true }).fill(value);
	await expect(composer(desk).getByLabel("Thermal state", { exact: true })).toBeVisible();
	await expect(composer(desk).getByRole("group", { name: "Speech metadata" }).getByRole("textbox")).toHaveCount(6);
	await expect(composer(desk).getByRole("group", { name: "Speech metadata" }).getByRole("button", { name: "Other member" })).toHaveCount(0);
	await composer(desk).getByLabel("Text", { exact: true }).fill("Open the gate.");
	await desk.keyboard.press("Control+Enter");
	const metadata = {
		recognitionEngine: "whisper",
		model: "small",
		localeIdentifier: "en-GB",
		actionableRevisionMs: 120,
		stableFinalMs: 480,
	};
	await expect.poll(() => agent.of("user.turn")[0]?.speechMetadata).toEqual(metadata);
	await choose(desk, "Speech metadata", /^Use the last one again, 5 values/);
	await composer(desk).getByLabel("Text", { exact: true }).fill("And close it.");
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => agent.of("user.turn")[1]?.speechMetadata).toEqual(metadata);
});
