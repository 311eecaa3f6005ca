import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";

/** Whole rows of the timeline that can be seen. */
const wholeRows = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const box = document.querySelector(".tl")?.getBoundingClientRect();
		if (!box) return 0;
		const bottom = Math.min(box.bottom, innerHeight);
		return [...document.querySelectorAll(".tl .row:not(.row--head)")].filter((row) => {
			const { top, bottom: end, height } = row.getBoundingClientRect();
			return height > 0 && top >= box.top - 1 && end <= bottom + 1;
		}).length;
	});

const isScrolledSideways = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test("the list has the room: ten rows beside a request on a small screen, five at 200 %, and at 400 % nothing stands beside the page", async ({
	desk,
	agent,
}) => {
	await connectByCard(desk, agent);
	for (let step = 1; step <= 40; step += 1) agent.say({ type: "STEP_STARTED", stepName: `step ${step}` });
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId: "i-1", modality: "nfc", prompt: "Hold the badge to the reader." },
	});
	await expect(desk.getByRole("region", { name: "Request from the agent" })).toBeVisible();
	for (const [width, height, least] of [
		[1024, 700, 10],
		[640, 400, 5],
	] as const) {
		await desk.setViewportSize({ width, height });
		await expect.poll(() => wholeRows(desk), { message: `${width}×${height}` }).toBeGreaterThanOrEqual(least);
		expect(await isScrolledSideways(desk)).toBe(false);
	}
	await desk.setViewportSize({ width: 320, height: 200 });
	await expect.poll(() => isScrolledSideways(desk)).toBe(false);
	// What is a mark there keeps its name.
	await expect(desk.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Transcripts" })).toBeVisible();
	await expect(desk.getByRole("list", { name: "Sessions" }).getByRole("button").first()).toBeVisible();
});

test("the composer is one line until it is used", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const composer = desk.getByRole("region", { name: "Composer" });
	const height = async () => (await composer.boundingBox())?.height ?? 0;
	await expect.poll(height).toBeLessThan(80);
	await desk.getByRole("grid", { name: "Timeline" }).focus();
	await desk.keyboard.press("c");
	await expect(composer.getByLabel("Text", { exact: true })).toBeFocused();
	await expect.poll(height).toBeGreaterThan(150);
	await desk.keyboard.press("Escape");
	await expect.poll(height).toBeLessThan(80);
	// What is pressed stays under the hand until it is let go.
	await composer.getByRole("tab", { name: "session.end" }).click();
	await expect(composer.getByRole("tab", { name: "session.end" })).toHaveAttribute("aria-selected", "true");
	await expect.poll(height).toBeGreaterThan(150);
});

test("parts are made wider, folded away and kept so", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const inspector = desk.getByRole("separator", { name: "Width of the inspector" });
	const rail = desk.getByRole("separator", { name: "Width of the sessions" });
	await inspector.focus();
	for (let press = 0; press < 4; press += 1) await desk.keyboard.press("ArrowLeft");
	await expect(inspector).toHaveAttribute("aria-valuenow", "400");
	const edge = await rail.boundingBox();
	if (!edge) throw new Error("The rail has no line beside it.");
	await desk.mouse.move(edge.x + edge.width / 2, 400);
	await desk.mouse.down();
	await desk.mouse.move(edge.x + edge.width / 2 + 84, 400, { steps: 4 });
	await desk.mouse.up();
	await expect(rail).toHaveAttribute("aria-valuenow", "300");
	await desk.waitForTimeout(500);
	await desk.reload();
	await expect(rail).toHaveAttribute("aria-valuenow", "300");
	await expect(inspector).toHaveAttribute("aria-valuenow", "400");
	await rail.dblclick();
	await expect(rail).toHaveAttribute("aria-valuenow", "216");
	await inspector.focus();
	await desk.keyboard.press("Enter");
	await expect(inspector).toHaveAttribute("aria-valuetext", "folded away");
	await expect(desk.getByText("No entry selected")).toBeHidden();
	await desk.keyboard.press("Enter");
	await expect(desk.getByText("No entry selected")).toBeVisible();
});

test("the card reader folds to a chip that still says its state", async ({ desk }) => {
	const reader = desk.getByRole("region", { name: "Card reader" });
	await expect(reader.getByRole("button", { name: "Simulate tap" })).toBeVisible();
	await reader.getByRole("button", { name: /^Card reader/, expanded: true }).click();
	await expect(reader.getByRole("button", { name: "Simulate tap" })).toBeHidden();
	await expect(reader.getByRole("status")).not.toBeEmpty();
	await desk.reload();
	await expect(reader.getByRole("button", { expanded: false })).toBeVisible();
	// Where the rail is marks only, the chip keeps its name and leads to the details.
	await desk.setViewportSize({ width: 640, height: 400 });
	await reader.getByRole("button", { name: /Card reader/ }).click();
	await expect(desk.getByRole("dialog", { name: "Card reader" })).toBeVisible();
});
