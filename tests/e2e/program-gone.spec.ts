import { expect, test } from "./support/fixtures.ts";

test("a window whose program is gone says since when, and claims nothing of what happens now", { tag: "@web" }, async ({
	page,
	program,
}) => {
	// Not by the fixture `desk`: the browser itself complains of each try to reach a program that is gone.
	await page.goto(program.url());
	const item = page.getByRole("list", { name: "Sessions" }).getByRole("button", { name: /Practice agent/ });
	await expect(item).toContainText("Live");
	// With its run over: a turn in an open one is asked about first.
	await expect(page.getByRole("row").filter({ hasText: "RUN_FINISHED" }).first()).toBeVisible();
	await program.stop();
	const banner = page.getByRole("alert").filter({ hasText: "Not connected to the program since" });
	await expect(banner).toContainText(/since \d\d:\d\d\. What is shown is what was known then; what happened since is not known\./);
	await expect(item).toContainText(/Not known\s*Live at \d\d:\d\d/);
	await expect(page.getByText("Recording does not depend on it")).toHaveCount(0);
	await expect(page.getByRole("region", { name: "Link and delivery" }).or(page.locator(".strip"))).toContainText("not known");
	// What is asked meanwhile was asked of nobody, and is said so.
	const composer = page.getByRole("region", { name: "Composer" });
	await composer.getByLabel("Text", { exact: true }).fill("Is anybody there?");
	await composer.getByRole("button", { name: /^Send/ }).click();
	await expect(composer.getByText("Not sent: not connected to the program")).toBeVisible();
	// A part of the window that was not read yet says so, and the rest stays.
	await page.getByRole("button", { name: "Look and keys" }).click();
	await page.getByRole("menuitem", { name: "Manual…" }).click();
	await expect(page.getByText("The manual could not be read")).toBeVisible();
	await expect(banner).toBeVisible();
});
