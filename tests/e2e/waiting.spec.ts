import type { Page } from "@playwright/test";
import { type HandAgent, startHandAgent } from "./support/agent.ts";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const bar = (desk: Page) => desk.getByRole("region", { name: "Request from the agent" });
const strip = (desk: Page) => desk.getByRole("region", { name: "Request in another session" });
const row = (desk: Page, text: string | RegExp) => desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });
const ask = (agent: HandAgent, interactionId: string, timeoutMs: number, modality = "nfc", prompt = "Hold the badge to the reader.") =>
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId, modality, prompt, timeoutMs },
	});

/** Every text the announcer takes on from now on. */
async function heardFrom(desk: Page): Promise<() => Promise<string[]>> {
	await desk.evaluate(() => {
		const node = document.querySelector("[data-announcer]");
		if (!node) throw new Error("nobody announces");
		const heard: string[] = [];
		Object.assign(window, { heard });
		new MutationObserver(() => heard.push(node.textContent ?? "")).observe(node, { childList: true, characterData: true, subtree: true });
	});
	return () => desk.evaluate(() => (window as unknown as { heard: string[] }).heard.filter((words) => words !== ""));
}

test("requests of several sessions: in the rail, the title and above every screen, the most urgent first, a key away", async ({
	desk,
	agent,
}) => {
	const depot = await startHandAgent();
	depot.name("Depot");
	try {
		await connectByCard(desk, agent);
		await connectByCard(desk, depot, "Depot", { from: "Gate 3 check-in" });
		const heard = await heardFrom(desk);
		ask(agent, "i-gate", 50_000, "photo", "Photo of the visitor.");
		await expect(strip(desk)).toContainText("Gate 3 check-in asks for a photo");
		await expect(strip(desk)).toContainText("“Photo of the visitor.”");
		await expect(strip(desk).getByText(/^00:[45]\d$/)).toBeVisible();
		await expect(desk).toHaveTitle("Asks: photo, Gate 3 check-in – Depot – Switchboard");
		await expect(bar(desk)).toHaveCount(0);

		await test.step("one that is more urgent comes first everywhere", async () => {
			ask(depot, "i-depot", 30_000);
			await expect(bar(desk)).toContainText("i-depot");
			await expect(desk.getByText("2 ask for you")).toBeVisible();
			await expect(desk).toHaveTitle("2 ask for you – Depot – Switchboard");
		});

		await test.step("on the connect screen too", async () => {
			await desk.keyboard.press("Control+n");
			await expect(strip(desk)).toContainText("Depot asks for an NFC card");
			await expect(strip(desk)).toContainText("1 of 2");
			await desk.keyboard.press("Control+o");
			await expect(desk.getByRole("heading", { name: "Depot", level: 1 })).toBeVisible();
			await expect(bar(desk).getByRole("button", { name: "Answer" })).toBeFocused();
		});

		await test.step("said once each, with no clock in it", async () => {
			await desk.waitForTimeout(2_500);
			expect(await heard()).toEqual([
				"Gate 3 check-in: agent asks for a photo. Photo of the visitor.",
				"Depot: agent asks for an NFC card. Hold the badge to the reader.",
			]);
			// What counts down stands in no part that is read out by itself.
			expect(await desk.locator("[aria-live] .clock, [role=status] .clock, [role=alert] .clock").count()).toBe(0);
		});

		await test.step("by letters, by the rail, by Enter", async () => {
			await desk.keyboard.press("Enter");
			const composer = desk.getByRole("region", { name: "Composer" });
			await expect(composer.getByLabel("Interaction id, from the request")).toHaveValue("i-depot");
			await composer.getByRole("button", { name: "Simulate tap" }).click();
			await desk.keyboard.press("Control+Enter");
			await expect.poll(() => depot.of("user.observation").length).toBe(1);
			await expect(strip(desk)).toContainText("Gate 3 check-in asks for a photo");
			await desk.getByRole("grid", { name: "Timeline" }).focus();
			await desk.keyboard.press("g");
			await desk.keyboard.press("r");
			await expect(desk.getByRole("heading", { name: "Gate 3 check-in", level: 1 })).toBeVisible();
			await expect(bar(desk).getByRole("button", { name: "Answer" })).toBeFocused();
			await expect(strip(desk)).toHaveCount(0);
			await desk.getByRole("button", { name: /^Practice agent/ }).click();
			await desk.getByRole("button", { name: "1 asks for you" }).click();
			await expect(desk.getByRole("heading", { name: "Gate 3 check-in", level: 1 })).toBeVisible();
		});
	} finally {
		depot.close();
	}
});

test("rows of a request are exactly the entries that carried it, whatever else came in that moment", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	const interrupts = [{ id: "i-1", reason: "agentcall-standin:nfc", message: "Badge, please." }];
	// Three entries of one moment: only one of them asks.
	agent.say({ type: "CUSTOM", name: "weather", value: "i-1 is in here too" });
	agent.say({ type: "RUN_FINISHED", threadId: "t", runId: "r-1", outcome: { type: "interrupt", interrupts } });
	agent.say({ type: "CUSTOM", name: "weather", value: "and here: i-1" });
	await expect(bar(desk)).toContainText("i-1");
	const washed = desk.locator(".tl .row--wait");
	await expect(washed).toHaveCount(1);
	await expect(washed).toContainText("RUN_FINISHED");
	await bar(desk).getByRole("button", { name: /^More/ }).click();
	await desk.getByRole("menuitem", { name: "Show the frame" }).click();
	await expect(desk.getByRole("row", { selected: true })).toContainText("RUN_FINISHED");

	await desk.keyboard.press("Control+o");
	await desk.getByRole("region", { name: "Composer" }).getByRole("button", { name: "Simulate tap" }).click();
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => agent.of("user.observation").length).toBe(1);
	await expect(washed).toHaveCount(0);
	await expect(row(desk, "RUN_FINISHED")).toContainText("answered");
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-2" });
	agent.say({ type: "RUN_FINISHED", threadId: "t", runId: "r-2" });
	await expect(row(desk, "RUN_FINISHED")).toHaveCount(2);
	await expect(row(desk, "RUN_FINISHED").last()).not.toContainText("answered");
	await expect(washed).toHaveCount(0);
});
