import { expect, test } from "./support/fixtures.ts";

test("the key that signs stands under the gear, to compare and to hand on", async ({ desk }) => {
	await desk.getByRole("button", { name: "Look and keys" }).click();
	await desk.getByRole("menuitem", { name: "Signing key and time stamps…" }).click();
	const dialog = desk.getByRole("dialog", { name: "Signing key and time stamps" });
	await expect(dialog).toContainText(/[0-9a-f]{8}/);
	await expect(dialog.getByRole("button", { name: "Copy" }).first()).toBeVisible();
	await desk.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
});
