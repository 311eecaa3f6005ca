import { expect, test } from "./support/fixtures.ts";

test("the manual is a key away, its links stay in the window and its pictures are there", async ({ desk }) => {
	const pages = desk.getByRole("navigation", { name: "Manual" });
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await desk.keyboard.press("F1");
	await desk.getByRole("dialog", { name: "Keys", exact: true }).getByRole("button", { name: "Manual" }).click();
	const text = desk.getByRole("article");
	await expect(text.getByRole("heading", { level: 1 })).toHaveText("Watch a session and answer");
	const pictures = text.getByRole("img");
	await expect(pictures).not.toHaveCount(0);
	for (const picture of await pictures.all())
		await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
	await pages.getByRole("button", { name: "Troubleshooting" }).click();
	await text.getByRole("link", { name: "Prove" }).first().click();
	await expect(pages.getByRole("button", { name: "Transcripts and proof" })).toHaveAttribute("aria-current", "page");
	await expect(text.getByRole("heading", { name: "Prove", exact: true })).toBeInViewport();
	await desk.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Sessions" }).click();
	await desk.getByRole("button", { name: "Look and keys" }).click();
	await desk.getByRole("menuitem", { name: "Manual…" }).click();
	// It opens where it was left.
	await expect(text.getByRole("heading", { level: 1 })).toHaveText("Find, hand over and prove transcripts");
});
