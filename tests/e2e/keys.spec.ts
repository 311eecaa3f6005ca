import { connectByCard, expect, test } from "./support/fixtures.ts";

test("every key is a key away, and not while text is written", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const list = desk.getByRole("dialog", { name: "Keys", exact: true });
	await desk.getByRole("grid", { name: "Timeline" }).focus();
	await desk.keyboard.press("?");
	await expect(list.getByText("connect to an agent")).toBeVisible();
	await expect(list.getByText("next, previous entry")).toBeVisible();
	await desk.keyboard.press("Escape");
	await expect(list).toBeHidden();
	const text = desk.getByRole("region", { name: "Composer" }).getByLabel("Text", { exact: true });
	await text.focus();
	await desk.keyboard.type("why?");
	await expect(text).toHaveValue("why?");
	await expect(list).toBeHidden();
	await desk.getByRole("button", { name: "Look and keys" }).click();
	await desk.getByRole("menuitem", { name: "Keys…" }).click();
	await expect(list).toBeVisible();
});

test("a card that cannot be used says what was found in it, and where", async ({ desk, agent }) => {
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	agent.socketUrl(7);
	await desk.keyboard.press("g");
	await desk.keyboard.press("c");
	await desk.getByRole("button", { name: "Use a card" }).click();
	await desk.getByLabel("Card address").fill(agent.card);
	await desk.getByRole("button", { name: "Read the card" }).click();
	await expect(desk.getByRole("alert").getByText("/agui/websocket/url").first()).toBeVisible();
});

test("an absurd wait is said in words and stays in its place", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "error", code: "busy", message: "later", retryAfterMs: 9e15 });
	agent.closeWith(1013, "busy");
	const item = desk.getByRole("list", { name: "Sessions" }).getByRole("button", { name: /Gate 3/ });
	await expect(item).toContainText(/Reconnecting|Stopped/);
	const widths = await item.evaluate((node) => ({ text: node.scrollWidth, box: node.clientWidth }));
	expect(widths.text).toBeLessThanOrEqual(widths.box);
	await expect(item).not.toContainText(/\d{6}/);
});

test("the ways to connect fit a narrow window", async ({ desk }) => {
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await desk.keyboard.press("g");
	await desk.keyboard.press("c");
	await desk.setViewportSize({ width: 640, height: 800 });
	const spill = await desk.locator(".way").evaluateAll(
		(ways) =>
			ways.flatMap((way) => {
				const edge = way.getBoundingClientRect().right;
				return [...way.querySelectorAll("h2, p, button")].filter((part) => part.getBoundingClientRect().right > edge);
			}).length,
	);
	expect(spill).toBe(0);
});
