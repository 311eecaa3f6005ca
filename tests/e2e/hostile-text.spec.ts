import type { Page } from "@playwright/test";
import { connectByCard, expect, test } from "./support/fixtures.ts";
import { hostileTextIn } from "./support/hostile-text.ts";

/** Turns what follows around, ends a line, hides, and a C1 control. */
const EVIL = "\u202e<b>later</b>\u009b\u2066\u200b\u0007";

const row = (desk: Page, text: string | RegExp) => desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });
const inspector = (desk: Page) => desk.getByRole("complementary", { name: "Inspector" });

test("no name, id, reason or finding of the other side acts in the window", async ({ desk, agent }) => {
	agent.name(`Gate 3 check-in${EVIL}`);
	await connectByCard(desk, agent, /^Gate 3 check-in/);
	expect(await hostileTextIn(desk)).toEqual([]);
	agent.say({ type: "RUN_STARTED", threadId: EVIL, runId: `r${EVIL}` });
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: `m${EVIL}`, delta: `said ${EVIL}`, [`member${EVIL}`]: 1 });
	agent.say({ type: `STRANGE${EVIL}`, value: EVIL });
	agent.say({ type: "CUSTOM", name: "interaction.requested", value: { interactionId: `i${EVIL}`, modality: `m${EVIL}`, prompt: EVIL } });
	agent.say({ type: "CUSTOM", name: "interaction.requested", value: { interactionId: `j${EVIL}`, modality: "nfc", prompt: EVIL } });
	await expect(row(desk, "STRANGE")).toBeVisible();
	await expect(desk.getByRole("button", { name: /^Cancel r/ })).toContainText("U+202E");
	expect(await hostileTextIn(desk)).toEqual([]);

	await test.step("in every tab of the inspector", async () => {
		await row(desk, "STRANGE").click();
		for (const key of ["1", "2", "4", "5", "6"]) {
			await desk.keyboard.press(key);
			expect(await hostileTextIn(desk)).toEqual([]);
		}
	});

	await test.step("in conversation and state", async () => {
		for (const name of ["Conversation", "State", "Timeline"]) {
			await desk.getByRole("tab", { name, exact: true }).click();
			expect(await hostileTextIn(desk)).toEqual([]);
		}
	});

	await test.step("in the reason of a close frame", async () => {
		agent.closeWith(4000, "\u202e<b>later</b>");
		const notice = desk.locator(".link-notices");
		await expect(notice).toContainText("U+202E");
		await expect(notice).toContainText("<b>later</b>");
		expect(await hostileTextIn(desk)).toEqual([]);
		// Nothing of it turns the words beside it around: they stand where they were written.
		const places = await notice.evaluate((node) => {
			const button = node.querySelector("button")?.getBoundingClientRect();
			const name = node.querySelector("b.name")?.getBoundingClientRect();
			return { button: button?.left ?? 0, name: name?.left ?? 0 };
		});
		expect(places.name).toBeLessThan(places.button);
	});

	await test.step("in the dialogs about the session and on the connect screen", async () => {
		await desk.getByRole("button", { name: /^More: rename/ }).click();
		await desk.getByRole("menuitem", { name: "End session…" }).click();
		await expect(desk.getByRole("alertdialog")).toContainText("U+202E");
		expect(await hostileTextIn(desk)).toEqual([]);
		await desk.keyboard.press("Escape");
		await expect(desk.getByRole("alertdialog")).toBeHidden();
		await desk.keyboard.press("g");
		await desk.keyboard.press("c");
		await expect(desk.getByRole("heading", { name: "Used before" })).toBeVisible();
		expect(await hostileTextIn(desk)).toEqual([]);
	});
});

const MIB = 1024 * 1024;
const FRAMES = [
	["300,000 overrides", "\u202e".repeat(300_000)],
	["100,000 combining signs on one letter", `a${"\u0301".repeat(100_000)}`],
	["overrides and letters in turn", "\u202ea".repeat(400_000)],
	["one word of 7 MiB", "x".repeat(7 * MIB)],
	["a million lines", "\n".repeat(MIB)],
] as const;

test("a hostile frame of any size opens in Raw, Decoded and Findings without a stop", async ({ desk, agent }) => {
	test.setTimeout(120_000);
	await connectByCard(desk, agent);
	for (const [, delta] of FRAMES) agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: 7, delta });
	agent.say({ type: "STATE_SNAPSHOT", messageId: 7, snapshot: Array.from({ length: 2 * MIB }, () => 1) });
	await expect(row(desk, "STATE_SNAPSHOT")).toBeVisible({ timeout: 30_000 });
	await row(desk, "STATE_SNAPSHOT").click();
	for (const name of ["a list of two million", ...FRAMES.map(([each]) => each).reverse()]) {
		await desk.keyboard.press("5");
		await desk.waitForTimeout(400);
		const whole = inspector(desk).getByRole("button", { name: "Open whole" });
		if (await whole.isVisible()) await whole.click();
		await expect(whole).toBeHidden();
		for (const [key, sign] of [
			["1", "Choose a line|Not JSON"],
			["2", "bytes of text"],
			["4", "schema|No finding"],
		] as const) {
			const cost = await desk.evaluate(async (press) => {
				const start = performance.now();
				window.dispatchEvent(new KeyboardEvent("keydown", { key: press, bubbles: true }));
				await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
				return { ms: performance.now() - start, nodes: document.querySelectorAll("#inspector *").length };
			}, key);
			await expect(inspector(desk).getByText(new RegExp(sign)).first()).toBeVisible();
			expect.soft(cost.nodes, `${name}, tab ${key}: elements`).toBeLessThan(3000);
			expect.soft(cost.ms, `${name}, tab ${key}: ms`).toBeLessThan(1000);
		}
		expect(await hostileTextIn(desk)).toEqual([]);
		await desk.keyboard.press("k");
	}
});
