import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const view = (desk: Page, name: string) => desk.getByRole("tablist", { name: "View" }).getByRole("tab", { name, exact: true });
const state = (desk: Page) => desk.getByRole("region", { name: "State" });
const line = (desk: Page, text: string | RegExp) => state(desk).getByRole("treeitem").filter({ hasText: text });
const talk = (desk: Page) => desk.getByRole("list", { name: "Conversation" });
const row = (desk: Page, text: string | RegExp) => desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });
const replace = (path: string, value: unknown) => ({ type: "STATE_DELTA", delta: [{ op: "replace", path, value }] });

test("the state then and now: what differs, while more comes, and the way to each place", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.say({ type: "STATE_SNAPSHOT", snapshot: { visitor: { badge: "42", doors: ["A", "B"] }, step: "welcome" } });
	agent.say(replace("/visitor/badge", "42-B"));
	agent.say({ type: "STATE_DELTA", delta: [{ op: "remove", path: "/visitor/doors/0" }] });
	await expect(row(desk, "STATE_SNAPSHOT")).toBeVisible();
	await desk.keyboard.press("l");
	const compare = state(desk).getByRole("button", { name: "Compare with live" });
	await expect(compare).toBeDisabled();
	await state(desk).getByRole("button", { name: "First state" }).click();
	await compare.click();
	const differences = state(desk).getByRole("list", { name: "Differences" });
	await expect(state(desk)).toContainText(/2 differences between entry \d+ and now \(entry \d+\)/);
	await expect(differences).toContainText(/\/visitor\/badge.*"42" → "42-B"/s);
	await expect(differences).toContainText(/\/visitor\/doors\/0.*"A" removed/s);
	await expect(line(desk, "badge")).toContainText(/"42".*now "42-B"/s);
	await expect(line(desk, '"A"')).toContainText("gone now");

	agent.say(replace("/step", "done"));
	await expect(state(desk)).toContainText("3 differences between entry");
	await differences.getByRole("button", { name: "/step" }).click();
	await expect(state(desk).locator(".tree-foot")).toContainText("/step");
	await expect(line(desk, "step")).toHaveAttribute("aria-selected", "true");
	await expect(line(desk, "step")).toContainText(/"welcome".*now "done"/s);

	await test.step("a step on it is compared from there; live there is nothing to compare", async () => {
		await state(desk).getByRole("button", { name: "Change 2" }).click();
		await expect(state(desk)).toContainText("2 differences between entry");
		await desk.keyboard.press("l");
		await expect(differences).toHaveCount(0);
		await expect(compare).toBeDisabled();
	});
});

test("time travel both ways: a row leads to the state there, a change leads to its row and its place in the conversation", async ({
	desk,
	agent,
}) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.say({ type: "STATE_SNAPSHOT", snapshot: { step: "welcome" } });
	agent.say({ type: "TEXT_MESSAGE_CHUNK", messageId: "m-1", role: "assistant", delta: "One moment." });
	agent.say(replace("/step", "check"));
	agent.say(replace("/nowhere", 1));
	agent.say({ type: "TEXT_MESSAGE_CHUNK", messageId: "m-2", role: "assistant", delta: "Done." });
	agent.say(replace("/step", "done"));

	await test.step("row to state", async () => {
		await row(desk, "STATE_SNAPSHOT").click();
		await view(desk, "State").click();
		await expect(line(desk, "step")).toContainText('"welcome"');
	});

	await test.step("change to row", async () => {
		await state(desk).getByRole("button", { name: "Change 2" }).click();
		await expect(line(desk, "step")).toContainText(/"check".*was "welcome"/s);
		await state(desk)
			.getByRole("button", { name: /^Show frames/ })
			.click();
		await expect(view(desk, "Timeline")).toHaveAttribute("aria-selected", "true");
		await expect(desk.locator("#inspector")).toContainText("check");
	});

	await test.step("change to conversation, where it is one folded line that says what it did", async () => {
		await view(desk, "State").click();
		await state(desk).getByRole("button", { name: "in the conversation" }).click();
		const changes = talk(desk).locator(".conv-row").filter({ hasText: "State: 2 deltas, 1 not applied" });
		await expect(changes).toBeFocused();
		await changes.getByRole("button", { name: /^State:/ }).click();
		await expect(changes.getByRole("list", { name: "What changed" })).toContainText(/\/step.*"welcome" → "check"/s);
		await expect(changes).toContainText("not applied:");
		await changes.getByRole("button", { name: "Show the state" }).click();
		await expect(line(desk, "step")).toContainText('"check"');
	});
});

const WIDE = 250;
const LONG = 400;

test("a state of a megabyte and a hundred thousand values stays live: few elements, found, copied, changed under the eye", async ({
	desk,
	agent,
	context,
}) => {
	test.setTimeout(120_000);
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await connectByCard(desk, agent);
	const snapshot = Object.fromEntries(
		Array.from({ length: WIDE }, (_, room) => [`room-${room}`, Array.from({ length: LONG }, (_each, door) => `door ${room}.${door}`)]),
	);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.say({ type: "STATE_SNAPSHOT", snapshot });
	await desk.keyboard.press("l");
	await expect(state(desk)).toContainText(/1\.\d MB, 100\s000 values/u, { timeout: 30_000 });
	const elements = () => state(desk).evaluate((node) => node.querySelectorAll("*").length);
	expect(await elements()).toBeLessThan(2_000);

	await test.step("found by words and by path, with a count, next and previous", async () => {
		const find = state(desk).getByLabel("Find in paths and values");
		await find.fill("door 17.");
		await expect(state(desk)).toContainText("1 of 400");
		await desk.keyboard.press("Enter");
		await expect(state(desk).locator(".tree-foot")).toContainText("/room-17/0");
		await state(desk).getByRole("button", { name: "Previous place" }).click();
		await expect(state(desk)).toContainText("400 of 400");
		await expect(state(desk).locator(".tree-foot")).toContainText("/room-17/399");
		await find.fill("/room-249/199");
		await desk.keyboard.press("Enter");
		await expect(state(desk)).toContainText("1 of 1");
		await state(desk).getByRole("button", { name: "Copy path" }).click();
		expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe("/room-249/199");
		await state(desk).getByRole("button", { name: "Copy value" }).click();
		expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe('"door 249.199"');
	});

	await test.step("changes are shown while they come, and the window answers meanwhile", async () => {
		const medianGapMs = (lengthMs: number) =>
			desk.evaluate(async (length) => {
				const gapsMs: number[] = [];
				for (let last = performance.now(), end = last + length; last < end; ) {
					await new Promise((resolve) => requestAnimationFrame(resolve));
					const now = performance.now();
					gapsMs.push(now - last);
					last = now;
				}
				return gapsMs.sort((a, b) => a - b)[gapsMs.length >> 1] ?? Number.NaN;
			}, lengthMs);
		const quietMs = await medianGapMs(1_000);
		let count = 0;
		const more = setInterval(() => agent.say(replace("/room-249/199", `change ${++count}`)), 100);
		const busyMs = await medianGapMs(4_000);
		clearInterval(more);
		agent.say(replace("/room-249/199", "the last word"));
		await expect(line(desk, "the last word")).toBeVisible({ timeout: 20_000 });
		// Half of all frames come without a wait, however large the state is, by the measure of what this machine has to spare.
		expect(busyMs).toBeLessThan(Math.max(100, 4 * quietMs));
		expect(await elements()).toBeLessThan(2_000);
	});
});

test("a state with more values than are read at once says so and shows more", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.say({ type: "STATE_SNAPSHOT", snapshot: { doors: Array.from({ length: 160_000 }, () => 1), last: "here" } });
	await desk.keyboard.press("l");
	await expect(state(desk)).toContainText(/150\s000 values read, up to character/u, { timeout: 30_000 });
	await expect(line(desk, "last")).toHaveCount(0);
	await state(desk).getByRole("button", { name: "Show more" }).click();
	await expect(line(desk, "last")).toContainText('"here"');
	await expect(state(desk).getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test("numbers stand as they were written, and names that look alike stand apart", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.sayRaw(
		'{"type":"STATE_SNAPSHOT","snapshot":{"rate":1.0,"shift":-0,"far":1e3,"":1,"  ":2," a":3,"a":4,"a b":5,"7":6,"say \\"hi\\"":7},"sequence":2}',
	);
	await desk.keyboard.press("l");
	await expect(line(desk, "rate")).toContainText("rate1.0");
	await expect(line(desk, "shift")).toContainText("shift-0");
	await expect(line(desk, "far")).toContainText("far1e3");
	const names = await state(desk).locator(".tl-l .k").allTextContents();
	expect(names).toEqual(
		["7", "rate", "shift", "far", '""', '"  "', '" a"', "a", '"a b"', '"say \\"hi\\""'].map((name) => (name === "7" ? '"7"' : name)),
	);
});
