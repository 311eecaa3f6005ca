import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";
import { hostileTextIn } from "./support/hostile-text.ts";

const MARKUP = `<script>document.title='run'</script><img src=x onerror="document.title='run'"><a href="javascript:alert(1)">link</a> https://evil.example/`;
const TURNED = "\u202egnp.exe\u2066\u200b";
const HOSTILE = `${MARKUP}${TURNED}`;
const DEPTH = 10_000;

const view = (desk: Page, name: string) => desk.getByRole("tablist", { name: "View" }).getByRole("tab", { name, exact: true });
const state = (desk: Page) => desk.getByRole("region", { name: "State" });
const talk = (desk: Page) => desk.getByRole("list", { name: "Conversation" });
const bar = (desk: Page) => desk.getByRole("region", { name: "Request from the agent" });

/** Nothing the agent said became an element, a link, a handler or a member of every object; the window still answers. */
async function isUnharmed(desk: Page): Promise<void> {
	expect(await hostileTextIn(desk)).toEqual([]);
	const harm = await desk.evaluate(() => ({
		made: document.querySelectorAll("body script, body img, body a, body iframe, body b b, body u, body i i, [onerror], [onclick]").length,
		polluted: "polluted" in {} || "polluted" in [] || "polluted" in Function.prototype,
		title: document.title,
	}));
	expect(harm).toMatchObject({ made: 0, polluted: false });
	expect(harm.title).not.toBe("run");
}

const started = { type: "RUN_STARTED", threadId: HOSTILE, runId: `r ${HOSTILE}` };
/** Written as text: no object of this test gets such a member either. */
const raw = (body: string, sequence: number) => `${body.slice(0, -1)},"sequence":${sequence}}`;

test("in the conversation: every kind of row shows hostile words as words", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await view(desk, "Conversation").click();
	agent.say(started);
	agent.say({ type: "STEP_STARTED", stepName: HOSTILE });
	agent.say({ type: "TEXT_MESSAGE_CHUNK", messageId: "__proto__", role: "assistant", delta: `said ${HOSTILE}` });
	agent.say({ type: "REASONING_MESSAGE_CHUNK", messageId: "constructor", delta: `thought ${HOSTILE}` });
	agent.say({ type: "TOOL_CALL_START", toolCallId: HOSTILE, toolCallName: `tool ${HOSTILE}` });
	agent.say({ type: "TOOL_CALL_ARGS", toolCallId: HOSTILE, delta: JSON.stringify({ polluted: HOSTILE }) });
	agent.say({ type: "TOOL_CALL_END", toolCallId: HOSTILE });
	agent.say({ type: "TOOL_CALL_RESULT", messageId: "toString", toolCallId: HOSTILE, content: `result ${HOSTILE}` });
	agent.say({ type: "ACTIVITY_SNAPSHOT", messageId: "hasOwnProperty", activityType: `busy ${HOSTILE}`, content: { html: HOSTILE } });
	agent.say({ type: "CUSTOM", name: `custom ${HOSTILE}`, value: HOSTILE });
	agent.say({ type: "STEP_FINISHED", stepName: HOSTILE });
	const interrupts = [{ id: HOSTILE, reason: HOSTILE, message: `asked ${HOSTILE}` }];
	agent.say({ type: "RUN_FINISHED", threadId: HOSTILE, runId: `r ${HOSTILE}`, outcome: { type: "interrupt", interrupts } });
	await expect(talk(desk)).toContainText("asked <script>");
	await desk.getByRole("button", { name: "Open all" }).click();
	for (const words of ["said", "thought", "tool", "result", "busy", "custom"]) await expect(talk(desk)).toContainText(`${words} <script>`);
	await isUnharmed(desk);
	agent.say({ ...started, runId: "r-2" });
	agent.say({ type: "RUN_ERROR", message: `failed ${HOSTILE}`, code: HOSTILE });
	agent.say({ type: "error", code: HOSTILE, message: `error ${HOSTILE}` });
	await expect(talk(desk)).toContainText("error <script>");
	await talk(desk).getByRole("button", { name: "Write a turn about it" }).click();
	await isUnharmed(desk);
});

test("in the state: names that are words of the language, markup, and ten thousand levels", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say(started);
	const names = `"__proto__":{"polluted":${JSON.stringify(HOSTILE)}},"constructor":{"prototype":{"polluted":1}},"toString":1`;
	const deep = `${'{"__proto__":['.repeat(DEPTH / 2)}"the ground"${"]}".repeat(DEPTH / 2)}`;
	agent.sayRaw(raw(`{"type":"STATE_SNAPSHOT","snapshot":{${names},${JSON.stringify(HOSTILE)}:${JSON.stringify(HOSTILE)}}}`, 2));
	agent.skip(1);
	agent.say({ type: "STATE_DELTA", delta: [{ op: "add", path: "/__proto__/polluted2", value: HOSTILE }] });
	await desk.keyboard.press("l");
	await expect(state(desk)).toContainText("polluted2");
	await expect(state(desk).getByRole("treeitem").filter({ hasText: "__proto__" }).first()).toBeVisible();
	await expect(state(desk)).toContainText("<script>");
	await isUnharmed(desk);

	await test.step("ten thousand levels: opened to the ground, found, copied, compared", async () => {
		agent.sayRaw(raw(`{"type":"STATE_SNAPSHOT","snapshot":${deep}}`, 4));
		agent.skip(1);
		await expect(state(desk)).toContainText("1 value", { timeout: 20_000 });
		await state(desk).getByLabel("Find in paths and values").fill("the ground");
		await desk.keyboard.press("Enter");
		await expect(state(desk)).toContainText("1 of 1");
		await expect(state(desk).getByRole("treeitem", { selected: true })).toContainText("the ground");
		await state(desk).getByRole("button", { name: "First state" }).click();
		await state(desk).getByRole("button", { name: "Compare with live" }).click();
		await expect(state(desk)).toContainText(/\d differences between entry/);
		expect(await desk.locator("*").count()).toBeLessThan(4_000);
		await isUnharmed(desk);
	});

	await test.step("and in the conversation beside it", async () => {
		await view(desk, "Conversation").click();
		await talk(desk)
			.getByRole("button", { name: /^State:/ })
			.last()
			.click();
		await expect(talk(desk).getByRole("list", { name: "What changed" })).toBeVisible();
		await isUnharmed(desk);
	});
});

test("in requests: prompts, ids, modalities, and values nested or named to harm", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const value = (fields: string) => `{"type":"CUSTOM","name":"agentcall-standin.interaction.requested","value":{${fields}}}`;
	const say = (text: string) => {
		agent.sayRaw(raw(text, sequence));
		sequence += 1;
	};
	let sequence = 1;
	const nested = `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`;
	say(value(`"__proto__":{"polluted":1,"interactionId":"inherited"},"modality":"nfc","prompt":"no id of its own"`));
	say(value(`"interactionId":"i-deep","modality":"nfc","prompt":${nested},"timeoutMs":60000,"constructor":${nested}`));
	say(
		value(
			`"interactionId":${JSON.stringify(HOSTILE.slice(0, 100))},"modality":"photo","prompt":${JSON.stringify(`look ${HOSTILE}`)},"timeoutMs":30000`,
		),
	);
	say(value(`"interactionId":"__proto__","modality":"nfc","prompt":"","timeoutMs":50000`));
	say(value(`"interactionId":"i-word","modality":${JSON.stringify(`<u>${TURNED}`)},"prompt":${JSON.stringify(HOSTILE)}`));
	await expect(desk.getByText("3 ask for you")).toBeVisible();
	await expect(bar(desk)).toContainText("look <script>");
	await isUnharmed(desk);
	await desk.keyboard.press("Control+o");
	await isUnharmed(desk);
	await view(desk, "Conversation").click();
	await expect(talk(desk)).toContainText("look <script>");
	await isUnharmed(desk);
	for (const text of ["__proto__", "i-deep"]) {
		await bar(desk).getByRole("button", { name: /^More/ }).click();
		await desk.getByRole("menuitem", { name: "Dismiss from view" }).click();
		await expect(bar(desk)).toContainText(text);
	}
	await isUnharmed(desk);
});
