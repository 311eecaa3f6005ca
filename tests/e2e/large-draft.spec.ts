import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const MIB = 1024 * 1024;

const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });

/** As a person does, but without the system's clipboard: the text goes to what has the focus. */
async function paste(desk: Page, text: string): Promise<void> {
	await desk.evaluate((pasted) => {
		const field = document.activeElement;
		if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
			document.execCommand("insertText", false, pasted);
			return;
		}
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", pasted);
		field?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	}, text);
}

test("a draft of 8 MiB is held, counted and checked without an editor that has to draw it", async ({ desk, agent }) => {
	test.slow();
	await connectByCard(desk, agent);
	const text = `{"type":"user.turn","turn":1,"text":"","context":{"list":[${'{"a":1},'.repeat(MIB - 64)}{}]}}`;

	await composer(desk).getByRole("radio", { name: "JSON" }).click();
	await composer(desk).locator(".cm-content").click();
	await desk.keyboard.press("Control+a");
	await paste(desk, text);
	await expect(composer(desk).getByText("too long to edit here", { exact: false })).toBeVisible();
	await expect(composer(desk)).toContainText(`${text.length.toLocaleString("en-GB").replaceAll(",", " ")} bytes`);
	await expect(composer(desk).locator(".cm-content")).toHaveCount(0);
	// What is wrong with it is found all the same, and what is drawn stays small.
	await expect(composer(desk)).toContainText("schema.", { timeout: 30_000 });
	expect(await composer(desk).evaluate((region) => region.textContent?.length ?? 0)).toBeLessThan(20_000);

	await test.step("the window answers meanwhile, and the text can be thrown away", async () => {
		agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r" });
		await expect(desk.getByRole("grid").getByText("RUN_STARTED")).toBeVisible();
		await composer(desk).getByRole("button", { name: "Discard" }).click();
		await expect(composer(desk).getByText("too long to edit here", { exact: false })).toHaveCount(0);
	});

	await test.step("in a field of the form, too", async () => {
		await composer(desk).getByRole("radio", { name: "Form" }).click();
		await composer(desk).getByLabel("Text", { exact: true }).focus();
		await paste(desk, "word ".repeat(MIB));
		await expect(composer(desk).getByText("too long to edit here", { exact: false })).toBeVisible();
		await expect(composer(desk)).toContainText("5,242,880 / ");
		await composer(desk).getByRole("button", { name: "Remove this text" }).click();
		await expect(composer(desk).getByLabel("Text", { exact: true })).toHaveValue("");
	});
});
