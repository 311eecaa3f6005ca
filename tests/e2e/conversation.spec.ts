import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const view = (desk: Page, name: string) => desk.getByRole("tablist", { name: "View" }).getByRole("tab", { name, exact: true });
const talk = (desk: Page) => desk.getByRole("list", { name: "Conversation" });
const said = (desk: Page, text: string | RegExp) => talk(desk).locator(".conv-row").filter({ hasText: text });
const state = (desk: Page) => desk.getByRole("region", { name: "State" });
const timelineRow = (desk: Page, text: string | RegExp) =>
	desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });

const begun = (runId: string) => ({ type: "RUN_STARTED", threadId: "t", runId });
const ended = (runId: string, more: object = {}) => ({ type: "RUN_FINISHED", threadId: "t", runId, ...more });
const start = (messageId: string) => ({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" });
const piece = (messageId: string, delta: string) => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta });
const end = (messageId: string) => ({ type: "TEXT_MESSAGE_END", messageId });

test("a turn, its answer as it streams, reasoning and a tool call, and the frames of each", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await view(desk, "Conversation").click();
	await expect(desk.getByText("Nothing was said yet")).toBeVisible();

	await test.step("an own turn says how far it has come", async () => {
		await desk.getByRole("region", { name: "Composer" }).getByLabel("Text", { exact: true }).fill("Please check badge 42.");
		await desk.keyboard.press("Control+Enter");
		await expect(said(desk, "Please check badge 42.")).toContainText(/You.*sent.*turn 1/s);
		agent.say(begun("r-1"));
		await expect(said(desk, "Run r-1 started, answers turn 1")).toBeVisible();
	});

	await test.step("one bubble grows, and is one element from first to last", async () => {
		agent.say(start("m-1"));
		agent.say(piece("m-1", "Badge 42 was "));
		const bubble = said(desk, "Badge 42 was");
		await expect(bubble).toBeVisible();
		await expect(bubble.locator(".caret")).toBeVisible();
		const before = await bubble.elementHandle();
		agent.say(piece("m-1", "replaced."));
		agent.say(end("m-1"));
		await expect(said(desk, "Badge 42 was replaced.")).toHaveCount(1);
		const after = await said(desk, "Badge 42 was replaced.").elementHandle();
		expect(await desk.evaluate(([one, other]) => one === other, [before, after])).toBe(true);
		await expect(talk(desk).locator(".caret")).toHaveCount(0);
	});

	await test.step("reasoning is folded; a tool call shows its arguments as they come, then its result", async () => {
		agent.say({ type: "REASONING_MESSAGE_START", messageId: "t-1", role: "reasoning" });
		agent.say({ type: "REASONING_MESSAGE_CONTENT", messageId: "t-1", delta: "The visitor may be right." });
		agent.say({ type: "REASONING_MESSAGE_END", messageId: "t-1" });
		const thinking = talk(desk).getByRole("button", { name: /^Reasoning/ });
		await expect(thinking).toHaveAttribute("aria-expanded", "false");
		await thinking.click();
		await expect(talk(desk).getByText("The visitor may be right.")).toBeVisible();

		agent.say({ type: "TOOL_CALL_START", toolCallId: "c-1", toolCallName: "lookup_badge" });
		agent.say({ type: "TOOL_CALL_ARGS", toolCallId: "c-1", delta: '{"badge' });
		const call = talk(desk).getByRole("button", { name: /lookup_badge/ });
		await expect(call).toHaveAttribute("aria-expanded", "true");
		await expect(call).toContainText("arguments arrive");
		agent.say({ type: "TOOL_CALL_ARGS", toolCallId: "c-1", delta: 'Id":"42"}' });
		agent.say({ type: "TOOL_CALL_END", toolCallId: "c-1" });
		await expect(call).toHaveAttribute("aria-expanded", "false");
		await expect(call).toContainText('{"badgeId":"42"}');
		agent.say({ type: "TOOL_CALL_RESULT", messageId: "c-1-r", toolCallId: "c-1", content: "replaced by 42-B" });
		await call.click();
		await expect(talk(desk).getByText("replaced by 42-B")).toBeVisible();
		agent.say(ended("r-1"));
		await expect(said(desk, "Run r-1 finished")).toBeVisible();
	});

	await test.step("frames and back", async () => {
		await said(desk, "Badge 42 was replaced.")
			.getByRole("button", { name: /^Show frames/ })
			.click();
		await expect(view(desk, "Timeline")).toHaveAttribute("aria-selected", "true");
		await expect(desk.locator("#inspector")).toContainText("TEXT_MESSAGE_START");
		await desk.getByRole("button", { name: "Show in conversation" }).click();
		await expect(said(desk, "Badge 42 was replaced.")).toBeFocused();
		await desk.keyboard.press("Enter");
		await expect(view(desk, "Timeline")).toHaveAttribute("aria-selected", "true");
	});

	await test.step("the view is remembered", async () => {
		await view(desk, "Conversation").click();
		await desk.reload();
		await expect(said(desk, "Badge 42 was replaced.")).toBeVisible();
	});
});

test("a resume in the middle of a message continues the same bubble", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await view(desk, "Conversation").click();
	agent.say(begun("r-1"));
	agent.say(start("m-1"));
	agent.say(piece("m-1", "Hold the new badge "));
	await expect(said(desk, "Hold the new badge")).toBeVisible();
	agent.cut();
	await expect(talk(desk).locator(".runmark--gap").first()).toBeVisible();
	agent.say(piece("m-1", "flat on "));
	await expect.poll(() => agent.links(), { timeout: 15_000 }).toBe(2);
	agent.say(piece("m-1", "the reader."));
	agent.say(end("m-1"));
	await expect(said(desk, "Hold the new badge flat on the reader.")).toHaveCount(1);
	await expect(talk(desk).locator(".turn--agent")).toHaveCount(1);
	agent.say(ended("r-1"));
	await expect(said(desk, "Run r-1 finished")).toBeVisible();
});

test("an interrupt is shown with the run it ended, and a turn about it is prefilled", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await view(desk, "Conversation").click();
	agent.say(begun("r-1"));
	agent.say(ended("r-1", { outcome: { type: "interrupt", interrupts: [{ id: "q-1", reason: "confirm", message: "Open gate 3?" }] } }));
	await expect(said(desk, "Run r-1 stopped to ask")).toContainText("Open gate 3?");
	await talk(desk).getByRole("button", { name: "Write a turn about it" }).click();
	const field = desk.getByRole("region", { name: "Composer" }).getByLabel("Text", { exact: true });
	await expect(field).toHaveValue("About “Open gate 3?”: ");
	await expect(field).toBeFocused();
	await desk.keyboard.type("yes, open it.");
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => agent.of("user.turn")[0]?.text).toBe("About “Open gate 3?”: yes, open it.");
});

test("the state at any point: live, a change back, the selected row, found by words", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say(begun("r-1"));
	agent.say({ type: "STATE_SNAPSHOT", snapshot: { visitor: { badge: { id: "42", status: "valid" } }, step: "welcome" } });
	agent.say({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/visitor/badge/status", value: "replaced" }] });
	agent.say({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/visitor/badge/expiry", value: "never" }] });
	await expect(timelineRow(desk, "STATE_SNAPSHOT")).toBeVisible();

	await desk.keyboard.press("l");
	await expect(view(desk, "State")).toHaveAttribute("aria-selected", "true");
	await expect(state(desk)).toContainText("State now");
	await expect(state(desk)).toContainText("not applied");

	await test.step("a change back: what it changed is marked, with what stood there", async () => {
		await state(desk).getByRole("button", { name: "Change 2" }).click();
		await expect(state(desk).getByRole("treeitem").filter({ hasText: "status" })).toContainText(/"replaced".*was "valid"/s);
		await expect(state(desk)).toContainText("1 change before live");
		await state(desk).getByRole("slider").focus();
		await desk.keyboard.press("ArrowLeft");
		await expect(state(desk).getByRole("treeitem").filter({ hasText: "status" })).toContainText('"valid"');
		await expect(state(desk).getByRole("slider")).toHaveAttribute("aria-valuenow", "1");
	});

	await test.step("live follows", async () => {
		await desk.keyboard.press("l");
		agent.say({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/step", value: "await_badge" }] });
		await expect(state(desk).getByRole("treeitem").filter({ hasText: "step" })).toContainText(/"await_badge".*was "welcome"/s);
	});

	await test.step("the row selected in the timeline is the point that is looked at", async () => {
		await view(desk, "Timeline").click();
		await timelineRow(desk, "STATE_SNAPSHOT").click();
		await view(desk, "State").click();
		await expect(state(desk).getByRole("treeitem").filter({ hasText: "step" })).toContainText('"welcome"');
		await expect(state(desk)).toContainText("3 changes before live");
	});

	await test.step("words are found in names and values", async () => {
		await state(desk).getByLabel("Find in paths and values").fill("valid");
		await expect(state(desk)).toContainText("1 of 1");
		await desk.keyboard.press("Enter");
		await expect(state(desk).locator(".tree-foot")).toContainText("/visitor/badge/status");
	});

	await test.step("what reading found stands with its frame in the timeline", async () => {
		await view(desk, "Timeline").click();
		await desk.getByRole("button", { name: "Only findings, gaps and unknown delivery" }).click();
		await expect(timelineRow(desk, "STATE_SNAPSHOT")).toHaveCount(0);
		await timelineRow(desk, "STATE_DELTA").first().click();
		await expect(desk.locator("#inspector")).toContainText("state.missingPath");
	});
});

test("hostile text is text: no markup, no turned letters, no broken window", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await view(desk, "Conversation").click();
	agent.say(begun("<img src=x onerror=alert(1)>"));
	agent.say(start("__proto__"));
	agent.say(piece("__proto__", "<script>alert(1)</script><a href='javascript:alert(1)'>x</a> \u202egnp.exe"));
	agent.say({ type: "TOOL_CALL_START", toolCallId: "constructor", toolCallName: "<b>tool</b>" });
	agent.say({ type: "STATE_SNAPSHOT", snapshot: JSON.parse('{"__proto__":{"polluted":true},"<i>":"<u>x</u>"}') as object });
	const bubble = said(desk, "<script>alert(1)</script>");
	await expect(bubble).toContainText("U+202E");
	await expect(talk(desk)).toContainText("<b>tool</b>");
	await expect(state(desk)).toContainText("__proto__");
	expect(await talk(desk).locator("script, img, a, b b").count()).toBe(0);
	expect(await desk.evaluate(() => ({}) as { polluted?: boolean }).then(({ polluted }) => polluted)).toBeUndefined();
});

/** What updates of the conversation wrote and cost since the last look. */
async function watchCost(desk: Page) {
	const client = await desk.context().newCDPSession(desk);
	await client.send("Performance.enable");
	const busyMs = async () => {
		const { metrics } = await client.send("Performance.getMetrics");
		return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
	};
	await talk(desk).evaluate((list) => {
		const counts = { characters: 0 };
		Object.assign(window, { counts });
		new MutationObserver((records) => {
			for (const { target, addedNodes } of records) {
				if (target instanceof Text) counts.characters += target.length;
				for (const node of addedNodes) counts.characters += node.textContent?.length ?? 0;
			}
		}).observe(list, { subtree: true, childList: true, characterData: true });
	});
	let beforeMs = await busyMs();
	return async () => {
		const { characters, elements } = await desk.evaluate(() => {
			const { counts } = window as unknown as { counts: { characters: number } };
			const now = { ...counts, elements: document.querySelectorAll("*").length };
			counts.characters = 0;
			return now;
		});
		const nowMs = await busyMs();
		const spentMs = nowMs - beforeMs;
		beforeMs = nowMs;
		return { characters, elements, busyMs: spentMs };
	};
}

test("a message of 2 MB streams at the same cost, follows, and holds still for a reader", async ({ desk, agent }) => {
	test.setTimeout(120_000);
	await connectByCard(desk, agent);
	await view(desk, "Conversation").click();
	agent.say(begun("r-1"));
	agent.say(start("m-0"));
	agent.say(piece("m-0", "The first words.\n".repeat(80)));
	agent.say(end("m-0"));
	agent.say(start("m-1"));
	const cost = await watchCost(desk);
	const delta = "twenty bytes of text";
	const stream = async (rounds: number, mark: string) => {
		for (let round = 0; round < rounds; round++) {
			for (let at = 0; at < 500; at++) agent.say(piece("m-1", delta));
			await new Promise((resolve) => setTimeout(resolve, 40));
		}
		agent.say(piece("m-1", ` ${mark}. `));
		await expect(said(desk, mark)).toBeVisible({ timeout: 60_000 });
		return cost();
	};
	// The same number of deltas at the same pace: at the beginning, and after 1.5 MB.
	await stream(20, "Warm");
	const early = await stream(40, "Early");
	await stream(100, "Between");
	const late = await stream(40, "Late");
	agent.say(piece("m-1", " That is all."));
	await expect(said(desk, "That is all.")).toBeVisible({ timeout: 60_000 });
	// What they write into the page, and what that costs: as much at the end as at the start. How often depends on the machine.
	expect(late.characters).toBeLessThan(3 * early.characters + 50_000);
	expect(late.busyMs).toBeLessThan(3 * early.busyMs + 500);
	expect(late.elements).toBeLessThan(early.elements + 200);
	const bubble = said(desk, "That is all.");
	await expect(bubble).toContainText("characters before this");
	// What is drawn of it is bounded, whatever came.
	expect((await bubble.textContent())?.length).toBeLessThan(30_000);

	await bubble.hover();
	await desk.mouse.wheel(0, -400);
	await expect(desk.getByRole("button", { name: /Follow|new/ }).last()).toBeVisible();
	const place = () => talk(desk).evaluate((list) => list.querySelector("li[data-index]:nth-of-type(3)")?.getBoundingClientRect().top ?? 0);
	await desk.waitForTimeout(300);
	const before = await place();
	for (let at = 0; at < 50; at++) agent.say(piece("m-1", " more"));
	await desk.waitForTimeout(500);
	expect(Math.abs((await place()) - before)).toBeLessThan(2);
});

test("the practice agent's answer of 100,000 deltas leaves the window live: tabs change, little is drawn, all of it came", async ({
	desk,
}) => {
	test.setTimeout(120_000);
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await desk.keyboard.press("Control+n");
	await desk.getByRole("searchbox", { name: "Search practice agents" }).fill("deltas-100000");
	await desk.locator('button[title^="deltas-100000: "]').click();
	await view(desk, "Conversation").click();
	await expect(said(desk, "characters before this")).toBeVisible({ timeout: 30_000 });
	const answeredMs: number[] = [];
	for (const name of ["State", "Timeline", "Conversation", "State", "Conversation"]) {
		const startMs = Date.now();
		await view(desk, name).click();
		await expect(view(desk, name)).toHaveAttribute("aria-selected", "true");
		answeredMs.push(Date.now() - startMs);
		expect(await desk.locator("*").count()).toBeLessThan(3_000);
	}
	answeredMs.sort((a, b) => a - b);
	expect(answeredMs[2]).toBeLessThan(1_500);
	await expect(talk(desk).locator(".caret")).toHaveCount(0, { timeout: 60_000 });
	// Over, and looked at anew: its beginning stands there, and the rest is a press away.
	const bubble = said(desk, /characters before this|Read the rest/);
	await expect(bubble).toBeVisible();
	expect((await bubble.textContent())?.length).toBeLessThan(30_000);
});
