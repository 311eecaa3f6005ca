import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const grid = (desk: Page) => desk.getByRole("grid", { name: "Timeline" });
const row = (desk: Page, text: string | RegExp) => grid(desk).getByRole("row").filter({ hasText: text });
const delta = (text: string) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: text });

test("200 deltas are one growing row that opens and closes; a finding inside stands alone", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.say({ type: "TEXT_MESSAGE_START", messageId: "m-1", role: "assistant" });
	for (let n = 1; n <= 100; n += 1) agent.say(delta(n === 1 ? "Badge 42 was replaced. " : `w${n} `));
	const fold = row(desk, "TEXT_MESSAGE_*");
	await expect(fold).toContainText("×101");
	await expect(fold).toContainText("2-102");
	await expect(fold).toContainText("100 deltas “Badge 42 was replaced. w2 w3");

	await test.step("it grows in place: no row comes, none moves", async () => {
		const [rows, place] = [await grid(desk).getByRole("row").count(), await fold.boundingBox()];
		for (let n = 101; n <= 200; n += 1) {
			agent.say(delta(`w${n} `));
			// Slow enough for acks to go out in between: upkeep, hidden, parts nothing.
			if (n % 25 === 0) await desk.waitForTimeout(300);
		}
		await expect(fold).toContainText("×201");
		await expect(fold).toContainText("2-202");
		expect(agent.of("ack").length).toBeGreaterThan(3);
		expect(await grid(desk).getByRole("row").count()).toBe(rows);
		expect((await fold.boundingBox())?.y).toBe(place?.y);
	});

	await test.step("the filter bar counts entries, not rows", async () => {
		const [listed = 0, all = 0] = ((await desk.locator(".find .label").textContent()) ?? "")
			.split(" of ")
			.map((text) => Number(text.replace(/\D/g, "")));
		expect(listed).toBeGreaterThan(203);
		expect(all).toBeGreaterThan(listed);
	});

	await test.step("a click on its sign opens it where it stands, another closes it", async () => {
		const top = (await fold.boundingBox())?.y;
		await fold.getByRole("button", { name: "Open 201 entries" }).click();
		await expect(fold).toHaveCount(0);
		const first = row(desk, "TEXT_MESSAGE_START");
		await expect(first).toHaveAttribute("aria-selected", "true");
		expect((await first.boundingBox())?.y).toBe(top);
		await expect(row(desk, "“w2 ”")).toBeVisible();
		await first.getByRole("button", { name: "Close this fold" }).click();
		await expect(fold).toContainText("×201");
		expect((await fold.boundingBox())?.y).toBe(top);
	});

	await test.step("the arrow keys do the same, from any row of it", async () => {
		await grid(desk).focus();
		await desk.keyboard.press("ArrowRight");
		await expect(row(desk, "“w2 ”")).toBeVisible();
		for (let n = 0; n < 5; n += 1) await desk.keyboard.press("ArrowDown");
		await expect(grid(desk).getByRole("row", { selected: true })).toContainText("“w5 ”");
		await desk.keyboard.press("ArrowLeft");
		await expect(fold).toHaveAttribute("aria-selected", "true");
	});

	await test.step("a finding is never in a fold", async () => {
		await desk.keyboard.press("End");
		agent.sayRaw('{"type":"TEXT_MESSAGE_CONTENT","messageId":7,"delta":"bad","sequence":203}');
		agent.skip(1);
		for (let n = 204; n <= 210; n += 1) agent.say(delta(`after${n} `));
		await expect(row(desk, "1 finding")).toContainText("203");
		await expect(fold).toHaveCount(2);
		await expect(fold.first()).toContainText("×201");
		await expect(fold.last()).toContainText("×7");
		await expect(fold.last()).toContainText("“after204 after205");
	});

	await test.step("words looked for are seen, and stay in sight when the filter is cleared", async () => {
		await desk.keyboard.press("/");
		await desk.keyboard.type("w77");
		const hit = row(desk, "“w77 ”");
		await expect(hit).toBeVisible();
		await expect(grid(desk).getByRole("row")).toHaveCount(2);
		await hit.click();
		await desk.getByRole("button", { name: "Clear the filter" }).click();
		await expect(row(desk, "“w78 ”")).toBeVisible();
		await expect(grid(desk).getByRole("row", { selected: true })).toContainText("“w77 ”");
	});

	await test.step("folding can be switched off, and stays off", async () => {
		await desk.getByRole("button", { name: "Fold consecutive deltas" }).click();
		await desk.keyboard.press("Escape");
		await desk.keyboard.press("End");
		await expect(row(desk, "after210")).toBeVisible();
		await expect(fold).toHaveCount(0);
		await desk.reload();
		await expect(row(desk, "after210")).toBeVisible();
		await expect(desk.getByRole("button", { name: "Fold consecutive deltas" })).toHaveAttribute("aria-pressed", "false");
	});
});

test("a card's JSON written into the card's field is a card", async ({ desk, agent }) => {
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await desk.keyboard.press("Control+n");
	await desk.getByRole("button", { name: "Use a card" }).click();
	const card = { name: "Typed card", agui: { websocket: { url: agent.url } } };
	await desk.getByLabel("Card address").pressSequentially(JSON.stringify(card));
	await expect(desk.getByText("Card, as text")).toBeVisible();
	await expect(desk.getByText(agent.url)).toBeVisible();
});

test("a notice that comes and goes above the list does not stop it from following", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	for (let n = 1; n <= 60; n += 1) agent.say({ type: "RUN_STARTED", threadId: "t", runId: `r-${n}` });
	await expect(row(desk, "r-60")).toBeVisible();
	agent.cut();
	await expect(row(desk, "Link closed").last()).toContainText("1006");
	await expect(row(desk, "resume from 60")).toBeVisible({ timeout: 15_000 });
	await expect(desk.getByRole("button", { name: "Follow" })).toHaveAttribute("aria-pressed", "true");
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-61" });
	await expect(row(desk, "r-61")).toBeVisible();
});
