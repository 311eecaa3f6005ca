import type { Page } from "@playwright/test";
import type { HandAgent } from "./support/agent.ts";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const row = (desk: Page, text: string | RegExp) => desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });
const measure = (desk: Page, name: string) => desk.locator(".strip .meas", { hasText: name }).first();
const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });
const tab = (desk: Page, name: string) => composer(desk).getByRole("tab", { name, exact: true });
const audioForm = (desk: Page, name: string) =>
	composer(desk).getByRole("radiogroup", { name: "Form below" }).getByRole("radio", { name, exact: true });
const sendKey = (desk: Page) => desk.keyboard.press("Control+Enter");

async function expectCounters(desk: Page, frames: number) {
	const sum = desk.locator(".meas--sum dd");
	await expect(sum).toHaveText([String(frames), String(frames), String(frames)]);
}

test("a first run opens the practice session by itself, and what arrived is stored and shown", async ({ desk }) => {
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await expect(row(desk, "RUN_FINISHED").first()).toBeVisible({ timeout: 15_000 });
	// The strip steps once a second.
	await expect.poll(async () => new Set(await desk.locator(".meas--sum dd").allTextContents()).size).toBe(1);
	await expect(desk.getByText("AgentCall, profile standin-0.1")).toBeVisible();
});

test("connect, watch, send each of the nine messages, end", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	expect(agent.of("session.start")[0]).toMatchObject({
		resumeFromSequence: 0,
		clientCapabilities: { physicalObservations: { modalities: ["nfc", "photo"] }, audioTurnControl: { mode: "explicit" } },
	});

	await test.step("frames are seen as they arrive and acknowledged once stored", async () => {
		agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
		agent.say({ type: "TEXT_MESSAGE_START", messageId: "m-1", role: "assistant" });
		agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: "Please show badge 42." });
		await expect(row(desk, "Please show badge 42.")).toBeVisible();
		await expect(measure(desk, "cursor")).toContainText("3");
		await expect(measure(desk, "acked")).toContainText("3");
		expect(agent.of("ack").at(-1)).toEqual({ type: "ack", sequence: 3 });
	});

	await test.step("user.turn, typed and sent with the keyboard", async () => {
		await desk.keyboard.press("Escape");
		await desk.keyboard.press("c");
		await expect(composer(desk).getByLabel("Text", { exact: true })).toBeFocused();
		await desk.keyboard.insertText("The visitor has the new badge. 👍");
		await expect(composer(desk).getByText("32 / 65,536")).toBeVisible();
		await sendKey(desk);
		await desk.getByRole("alertdialog").getByRole("button", { name: "Send it now" }).click();
		await expect.poll(() => agent.of("user.turn").length).toBe(1);
		expect(agent.heardTexts.at(-1)).toBe('{"type":"user.turn","turn":1,"text":"The visitor has the new badge. 👍"}');
		await expect(row(desk, "The visitor has the new badge.")).toContainText("sent");
	});

	await test.step("response.cancel while a run is open", async () => {
		await tab(desk, "response.cancel").click();
		await expect(composer(desk).getByRole("button", { name: /^Send Ctrl/ })).toBeEnabled();
		await sendKey(desk);
		await expect.poll(() => agent.of("response.cancel").length).toBe(1);
	});

	await test.step("user.observation from its sample, as JSON", async () => {
		const observation = { modality: "nfc", observedAt: "2026-12-01T10:00:00Z", simulated: true, uid: "04a2b31c5d6e80" };
		const text = JSON.stringify({ type: "user.observation", turn: 2, interactionId: "i-1", observation });
		await tab(desk, "user.observation").click();
		await writeRaw(desk, text);
		await sendKey(desk);
		await expect.poll(() => agent.heardTexts.includes(text)).toBe(true);
	});

	await test.step("audio.turn.start, commit and cancel", async () => {
		await tab(desk, "audio.turn.*").click();
		await sendKey(desk);
		await expect.poll(() => agent.of("audio.turn.start")).toEqual([{ type: "audio.turn.start", turn: 3 }]);
		// The window hears of it a moment later; a form is filled in from what it knows.
		await expect(composer(desk).getByText("open, turn 3")).toBeVisible();
		await audioForm(desk, "commit").click();
		await sendKey(desk);
		await expect.poll(() => agent.of("audio.turn.commit")).toEqual([{ type: "audio.turn.commit", turn: 3 }]);
		await expect(composer(desk).getByText("idle", { exact: true })).toBeVisible();
		await audioForm(desk, "start").click();
		await sendKey(desk);
		await expect.poll(() => agent.of("audio.turn.start").length).toBe(2);
		await expect(composer(desk).getByText("open, turn")).toBeVisible();
		await audioForm(desk, "cancel").click();
		await writeRaw(desk, '{"type":"audio.turn.cancel","turn":4}');
		await sendKey(desk);
		await expect.poll(() => agent.of("audio.turn.cancel").length).toBe(1);
	});

	await test.step("ack by hand: a false promise needs a confirmed override, and is marked", async () => {
		await tab(desk, "ack").click();
		await writeRaw(desk, '{"type":"ack","sequence":99}');
		await expect(composer(desk).getByRole("status")).toContainText(/problem|false promise/);
		await override(desk);
		await expect.poll(() => agent.of("ack").at(-1)).toEqual({ type: "ack", sequence: 99 });
	});

	await test.step("session.start again, and text that is no JSON, on purpose only", async () => {
		await tab(desk, "session.start").click();
		await writeRaw(desk, '{"type":"session.start","sessionId":"again"}');
		await override(desk);
		await expect.poll(() => agent.of("session.start").length).toBe(2);
		await writeRaw(desk, "{oops");
		await override(desk);
		await expect.poll(() => agent.heardTexts.at(-1)).toBe("{oops");
	});

	await test.step("session.end closes politely", async () => {
		await tab(desk, "session.end").click();
		await sendKey(desk);
		await desk.getByRole("alertdialog").getByRole("button", { name: "Send session.end" }).click();
		await expect.poll(() => agent.of("session.end").length).toBe(1);
		await expect(row(desk, "Link closed").last()).toContainText("1000");
	});
});

/** Puts an exact text into the Raw way of writing. */
async function writeRaw(desk: Page, text: string) {
	await composer(desk).getByText("Raw", { exact: true }).click();
	const field = composer(desk).locator(".cm-content, textarea").first();
	await field.click();
	await desk.keyboard.press("Control+A");
	await desk.keyboard.insertText(text);
}

async function override(desk: Page) {
	await composer(desk).getByRole("button", { name: "Send although invalid…" }).click();
	const dialog = desk.getByRole("alertdialog");
	await expect(dialog.getByRole("button", { name: "Send although invalid" })).toBeDisabled();
	await dialog.getByText("Send exactly these bytes").click();
	await dialog.getByRole("button", { name: "Send although invalid" }).click();
	await expect(dialog).toBeHidden();
}

test("a broken link is resumed from the cursor and leaves a gap row; a turn in doubt settles", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	for (let n = 1; n <= 5; n += 1) agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: `word ${n}` });
	await expect(measure(desk, "cursor")).toContainText("5");
	agent.accept(false);
	agent.cut();
	await expect(row(desk, "Link closed").first()).toContainText("1006");
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: "said while the link was down" });
	await composer(desk).getByLabel("Text", { exact: true }).fill("written while the link was down");
	await expect(composer(desk).getByRole("button", { name: /^Queue/ })).toBeEnabled();
	await sendKey(desk);
	await expect(row(desk, "written while the link was down")).toContainText("queued");
	agent.accept(true);
	await expect(row(desk, "said while the link was down")).toBeVisible({ timeout: 15_000 });
	expect(agent.of("session.start").at(-1)).toMatchObject({ resumeFromSequence: 5 });
	await expect.poll(() => agent.of("user.turn")).toEqual([{ type: "user.turn", turn: 1, text: "written while the link was down" }]);
	await expect(row(desk, /No link|without a link/i).first()).toBeVisible();
});

test("a hole in the numbers is a gap row, held, asked for again and healed", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "one" });
	agent.skip(3);
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "five" });
	await expect(row(desk, /3 missing/).first()).toBeVisible();
	await expect(row(desk, "five").first()).toContainText("held");
	await expect(measure(desk, "gaps")).toContainText("1");
	await expect.poll(() => agent.of("session.start").length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
	expect(agent.of("session.start").at(-1)).toMatchObject({ resumeFromSequence: 1 });
});

test("findings: the next one is a key away, and says where and what", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.say({ type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "fine" });
	agent.sayRaw('{"type":"TEXT_MESSAGE_CONTENT","messageId":7,"delta":"bad","sequence":4}');
	await expect(row(desk, "“bad”")).toContainText("finding");
	await desk.getByRole("grid", { name: "Timeline" }).focus();
	await desk.keyboard.press("Home");
	await desk.keyboard.press("]");
	await expect(desk.getByRole("row", { selected: true })).toContainText("“bad”");
	await desk.keyboard.press("4");
	const inspector = desk.getByRole("complementary", { name: "Inspector" });
	await expect(inspector.getByText("schema.type")).toBeVisible();
	await expect(inspector.getByText("/messageId").first()).toBeVisible();
	await desk.keyboard.press("6");
	await expect(inspector.getByText(/[0-9a-f]{16}/).first()).toBeVisible();
});

test("hostile text is text: no markup, no links, directions made visible", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({
		type: "TEXT_MESSAGE_CONTENT",
		messageId: "m",
		delta: '<img src=x onerror="alert(1)"><a href="https://x.test">\u202Egnp.exe',
	});
	await expect(row(desk, "<img src=x")).toBeVisible();
	expect(await desk.locator("main img[src='x'], main a[href*='x.test']").count()).toBe(0);
	expect(await row(desk, "<img src=x").textContent()).not.toContain("\u202E");
});

test("a draft survives a reload of the window and a kill of the program", { tag: "@web" }, async ({ desk, agent, program }) => {
	await connectByCard(desk, agent);
	await composer(desk).getByLabel("Text", { exact: true }).fill("half a sentence");
	await desk.waitForTimeout(1_000);
	await desk.reload();
	await desk.getByRole("button", { name: /Gate 3 check-in/ }).click();
	await expect(composer(desk).getByLabel("Text", { exact: true })).toHaveValue("half a sentence");
	await desk.goto("about:blank");
	await program.restart();
	await desk.goto(program.url());
	await desk.getByRole("button", { name: /Gate 3 check-in/ }).click();
	await expect(composer(desk).getByLabel("Text", { exact: true })).toHaveValue("half a sentence");
});

test("keyboard: connect, filter, follow", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "needle" });
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "hay" });
	await expect(row(desk, "hay")).toBeVisible();
	await desk.getByRole("grid", { name: "Timeline" }).focus();
	await desk.keyboard.press("/");
	await desk.keyboard.type("needle");
	await expect(row(desk, "hay")).toHaveCount(0);
	await expect(row(desk, "needle")).toBeVisible();
	await desk.keyboard.press("Escape");
	await desk.keyboard.press("Escape");
	await desk.keyboard.press("Control+n");
	await expect(desk.getByRole("heading", { name: /Connect to an agent|Start with an agent/ })).toBeVisible();
});

test("following goes on when a notice above the list goes and comes again within a frame", async ({ desk }) => {
	await expect(row(desk, "RUN_FINISHED").first()).toBeVisible({ timeout: 20_000 });
	await desk.setViewportSize({ width: 1280, height: 600 });
	await desk.keyboard.press("End");
	const isAtEnd = await desk.evaluate(async () => {
		const list = document.querySelector<HTMLElement>("[data-region=timeline]");
		const rows = list?.querySelector<HTMLElement>(".vrows");
		if (!list || !rows) throw new Error("no timeline");
		const frames = async (count: number) => {
			for (let n = 0; n < count; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
		};
		const notice = document.createElement("div");
		notice.style.cssText = "height: 34px; flex: none";
		list.before(notice);
		await frames(10);
		notice.style.display = "none";
		void rows.scrollTop; // laid out, so the list is pulled
		notice.style.display = "";
		await frames(10);
		return rows.scrollHeight - rows.clientHeight - rows.scrollTop < 2;
	});
	expect(isAtEnd).toBe(true);
	await expect(desk.getByRole("button", { name: "Follow" })).toHaveAttribute("aria-pressed", "true");
	await desk.mouse.move(500, 250);
	await desk.mouse.wheel(0, -200);
	await expect(desk.getByRole("button", { name: "Follow" })).toHaveAttribute("aria-pressed", "false");
});

test("10,000 frames in a burst: few rows in the page, reading place kept, nothing lost", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const say = (from: number, to: number, to_: HandAgent = agent) => {
		for (let n = from; n <= to; n += 1) to_.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: `word ${n} ${"·".repeat(300)}` });
	};
	// Every frame a row of its own.
	await desk.getByRole("button", { name: "Fold consecutive deltas" }).click();
	say(1, 5_000);
	await expectCountersText(desk, "5 001");
	await desk.getByRole("grid", { name: "Timeline" }).focus();
	await desk.keyboard.press("Home");
	await expect(row(desk, "word 3 ").first()).toBeVisible();
	const before = await row(desk, "word 3 ").first().boundingBox();
	say(5_001, 10_000);
	await expectCountersText(desk, "10 001");
	const after = await row(desk, "word 3 ").first().boundingBox();
	expect(after?.y).toBe(before?.y);
	expect(await desk.getByRole("grid", { name: "Timeline" }).getByRole("row").count()).toBeLessThan(120);
	await desk.keyboard.press("End");
	await expect(row(desk, "word 10000 ").first()).toBeVisible();
});

async function expectCountersText(desk: Page, text: string) {
	await expect(desk.locator(".meas--sum dd").first()).toHaveText(new RegExp(text.replace(" ", "\\s")), { timeout: 20_000 });
	await expect
		.poll(async () => new Set((await desk.locator(".meas--sum dd").allTextContents()).map((each) => each.replace(/\s/g, ""))).size)
		.toBe(1);
}

test("without the token nothing is shown", { tag: "@web" }, async ({ program, page }) => {
	await page.goto(program.url().replace(/#.*/, "#t=wrong"));
	await expect(page.getByRole("grid", { name: "Timeline" })).toHaveCount(0);
});

test("counters of a quiet session are equal", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await expectCounters(desk, 1);
});
