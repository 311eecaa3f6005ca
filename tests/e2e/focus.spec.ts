import type { Locator, Page } from "@playwright/test";
import type { HandAgent } from "./support/agent.ts";
import { connectByCard, expect, test } from "./support/fixtures.ts";

/** Each line of "Where the focus is" in renderer/README.md that is no pure rule (those: tests/renderer/focus-rules.test.ts). */

const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });
const tab = (desk: Page, name: string) => composer(desk).getByRole("tab", { name });
const words = (desk: Page) => composer(desk).getByLabel("Text", { exact: true });
const list = (desk: Page) => desk.getByRole("grid", { name: "Timeline" });
const card = (desk: Page) => desk.getByRole("region", { name: "Card that was read" });
const request = (desk: Page) => desk.getByRole("region", { name: "Request from the agent" });
const observations = (agent: HandAgent) => agent.of("user.observation");
/** Not by the pointer: that would move the focus itself. */
const simulate = (desk: Page) =>
	desk.getByRole("region", { name: "Card reader" }).getByRole("button", { name: "Simulate tap" }).dispatchEvent("click");
const ask = (agent: HandAgent, interactionId: string) =>
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId, modality: "nfc", prompt: "Badge, please.", timeoutMs: 60_000 },
	});
/** Long enough for anything that would have gone out. */
const settle = (desk: Page) => desk.waitForTimeout(400);

test("a card nobody asked for leaves the focus where it is, and Enter there sends nothing", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await list(desk).focus();
	await desk.keyboard.press("j");
	await simulate(desk);
	await expect(card(desk).getByRole("heading")).toContainText("A card nobody asked for");
	await expect(list(desk)).toBeFocused();
	await desk.keyboard.press("Enter");
	await settle(desk);
	expect(observations(agent)).toHaveLength(0);
	// By the operator's key: to the card as a whole.
	await list(desk).focus();
	await desk.keyboard.press("Control+o");
	await expect(card(desk)).toBeFocused();
	await desk.keyboard.press("Enter");
	await settle(desk);
	expect(observations(agent)).toHaveLength(0);
	await desk.keyboard.press("Tab");
	await expect(card(desk).getByRole("button", { name: /^Send unasked/ })).toBeFocused();
	await card(desk).getByRole("button", { name: "Discard" }).press("Enter");
	await expect(card(desk)).toHaveCount(0);
	await expect(list(desk)).toBeFocused();
});

test("a card that answers a request takes no focus; where it takes the place of the button that had it, Enter still sends nothing", async ({
	desk,
	agent,
}) => {
	await connectByCard(desk, agent);
	ask(agent, "i-1");
	await request(desk)
		.getByRole("button", { name: /^Answer/ })
		.focus();
	await simulate(desk);
	await expect(card(desk).getByRole("heading")).toContainText("Card read. Confirm it");
	await expect(card(desk)).toBeFocused();
	await desk.keyboard.press("Enter");
	await settle(desk);
	expect(observations(agent)).toHaveLength(0);
	await expect(card(desk).getByRole("button", { name: "Confirm Ctrl O" })).toBeVisible();
	await desk.keyboard.press("Control+o");
	await expect(card(desk).getByRole("button", { name: "Confirm Enter" })).toBeFocused();
	await desk.keyboard.press("Enter");
	await expect.poll(() => observations(agent).length).toBe(1);
	await expect(desk.getByRole("region", { name: "What became of a request" })).toContainText("Answered");
	await expect(list(desk)).toBeFocused();
});

test("the composer: what is not on show is not sent, what ends or interrupts is asked, and after it the focus has a place", async ({
	desk,
	agent,
}) => {
	await connectByCard(desk, agent);
	await test.step("Ctrl Enter on a tab that is not chosen chooses it", async () => {
		await tab(desk, "audio.turn.*").focus();
		await desk.keyboard.press("ArrowLeft");
		await expect(tab(desk, "session.end")).toBeFocused();
		await expect(tab(desk, "session.end")).toHaveAttribute("aria-selected", "false");
		await desk.keyboard.press("Control+Enter");
		await expect(tab(desk, "session.end")).toHaveAttribute("aria-selected", "true");
		await expect(tab(desk, "session.end")).toBeFocused();
		await settle(desk);
		expect(agent.of("session.end")).toHaveLength(0);
	});
	await test.step("Ctrl Enter on the chosen one asks, and Enter says no", async () => {
		await desk.keyboard.press("Control+Enter");
		const dialog = desk.getByRole("alertdialog", { name: "End this session?" });
		await expect(dialog.getByRole("button", { name: "Back to the message" })).toBeFocused();
		// Not again from inside the question.
		await desk.keyboard.press("Control+Enter");
		await desk.keyboard.press("Enter");
		await expect(dialog).toBeHidden();
		await expect(tab(desk, "session.end")).toBeFocused();
		expect(agent.of("session.end")).toHaveLength(0);
	});
	await test.step("a turn while a run is open is asked once; after it the focus is in the message", async () => {
		agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
		await expect(desk.getByRole("button", { name: "Cancel r-1" })).toBeVisible();
		await tab(desk, "user.turn").click();
		await words(desk).fill("one");
		await desk.keyboard.press("Control+Enter");
		const dialog = desk.getByRole("alertdialog", { name: "The agent is still answering" });
		await dialog.getByRole("button", { name: "Back to the message" }).press("Enter");
		await expect(words(desk)).toBeFocused();
		expect(agent.of("user.turn")).toHaveLength(0);
		await desk.keyboard.press("Control+Enter");
		await dialog.getByRole("button", { name: "Send it now" }).click();
		await expect.poll(() => agent.of("user.turn").length).toBe(1);
		await expect(words(desk)).toBeFocused();
		await desk.keyboard.type("two");
		await composer(desk)
			.getByRole("button", { name: /^Send Ctrl/ })
			.click();
		await expect.poll(() => agent.of("user.turn").length).toBe(2);
		await expect(words(desk)).toBeFocused();
	});
	await test.step("after the override dialog the focus is in the message, sent or not", async () => {
		await composer(desk).getByRole("button", { name: "Send although invalid…" }).click();
		await desk.keyboard.press("Escape");
		await expect(words(desk)).toBeFocused();
		await composer(desk).getByRole("button", { name: "Send although invalid…" }).click();
		await desk.getByRole("checkbox", { name: "Send exactly these bytes" }).press("Space");
		await desk.getByRole("alertdialog").getByRole("button", { name: "Send although invalid" }).press("Enter");
		await expect.poll(() => agent.of("user.turn").length).toBe(3);
		await expect(words(desk)).toBeFocused();
	});
	await test.step("after Start and Commit the focus is on the tab, where Enter sends nothing", async () => {
		await tab(desk, "audio.turn.*").click();
		const audio = composer(desk).getByRole("group", { name: "Audio turn" });
		await audio.getByRole("button", { name: /^Start turn/ }).press("Enter");
		await expect(tab(desk, "audio.turn.*")).toBeFocused();
		await audio.getByRole("button", { name: "Commit" }).press("Enter");
		await expect.poll(() => agent.of("audio.turn.commit").length).toBe(1);
		await expect(tab(desk, "audio.turn.*")).toBeFocused();
		await desk.keyboard.press("Enter");
		await settle(desk);
		expect(agent.of("audio.turn.start")).toHaveLength(1);
	});
	await test.step("C goes to the message, not to the answer of a request that is over", async () => {
		ask(agent, "i-1");
		await expect(request(desk)).toBeVisible();
		await desk.keyboard.press("Control+o");
		await composer(desk).getByRole("button", { name: "Simulate tap" }).press("Enter");
		await desk.keyboard.press("Control+Enter");
		await expect.poll(() => observations(agent).length).toBe(1);
		await list(desk).focus();
		await desk.keyboard.press("c");
		await expect(words(desk)).toBeFocused();
	});
});

test("End in tabs and in a choice stays there; in the filter Escape leads to the list", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const follow = desk.getByRole("button", { name: "Follow" });
	await follow.click();
	await expect(follow).toHaveAttribute("aria-pressed", "false");
	await tab(desk, "user.turn").focus();
	await desk.keyboard.press("End");
	await expect(composer(desk).getByRole("tab").last()).toBeFocused();
	await composer(desk).getByRole("radio", { name: "Form" }).focus();
	await desk.keyboard.press("End");
	await expect(composer(desk).getByRole("radiogroup", { name: "Way of writing" }).locator(":focus")).toHaveCount(1);
	await expect(follow).toHaveAttribute("aria-pressed", "false");
	await desk.keyboard.press("/");
	await desk.keyboard.press("Escape");
	await expect(list(desk)).toBeFocused();
	await desk.keyboard.press("End");
	await expect(follow).toHaveAttribute("aria-pressed", "true");
});

/** The parts F6 stops at until it comes round, from nowhere. */
async function round(desk: Page, key: "F6" | "Shift+F6"): Promise<string[]> {
	await desk.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	const parts: string[] = [];
	for (let presses = 0; presses < 40; presses += 1) {
		await desk.keyboard.press(key);
		const part = await desk.evaluate(() => {
			const active = document.activeElement;
			if (!active || active === document.body || !active.checkVisibility({ visibilityProperty: true })) return "nowhere";
			if (active.hasAttribute("data-sends")) return "what sends";
			const region = active.closest<HTMLElement>("[data-region]");
			return region ? (region.dataset.region !== "true" && region.dataset.region) || (region.ariaLabel ?? region.className) : "no part";
		});
		if (part === parts[0]) return parts;
		parts.push(part);
	}
	throw new Error(`never round: ${parts.join(", ")}`);
}

async function expectRound(desk: Page, parts: string[]): Promise<void> {
	expect(await round(desk, "F6")).toEqual(parts);
	expect(await round(desk, "Shift+F6")).toEqual([...parts].reverse());
}

test("F6 and Shift F6 go round every part that is on the screen, and get stuck on none", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const rail = ["settings", "screens", "sessions", "reader"];
	await test.step("a session", async () => {
		await expectRound(desk, [...rail, "head", "tabs", "filter", "timeline", "Composer", "inspector"]);
	});
	await test.step("with a card nobody asked for: never its Send button", async () => {
		await simulate(desk);
		await expect(card(desk)).toBeVisible();
		await expectRound(desk, [...rail, "head", "tabs", "filter", "timeline", "request", "Composer", "inspector"]);
		await card(desk).getByRole("button", { name: "Discard" }).click();
	});
	await test.step("from between two parts to the ones beside it", async () => {
		const toggle: Locator = desk.getByRole("button", { name: "Follow" });
		await toggle.focus();
		await desk.keyboard.press("F6");
		await expect(list(desk)).toBeFocused();
		await toggle.focus();
		await desk.keyboard.press("Shift+F6");
		await expect(desk.getByLabel("Filter by words", { exact: false })).toBeFocused();
	});
	await test.step("a narrow window, whose inspector is away", async () => {
		await desk.setViewportSize({ width: 1000, height: 800 });
		const parts = await round(desk, "F6");
		expect(parts).not.toContain("inspector");
		expect(parts).not.toContain("nowhere");
		await desk.setViewportSize({ width: 1280, height: 800 });
	});
	await test.step("conversation, transcripts, manual, connect", async () => {
		await desk.getByRole("tab", { name: "Conversation" }).click();
		await expectRound(desk, [...rail, "head", "tabs", "conversation", "Composer", "state"]);
		await list(desk)
			.or(desk.getByRole("heading", { level: 1 }))
			.first()
			.click();
		await desk.keyboard.press("g");
		await desk.keyboard.press("t");
		await expect(desk.getByRole("heading", { name: "Transcripts" })).toBeVisible();
		await expect(desk.getByRole("listbox").or(desk.getByRole("grid")).first()).toBeVisible();
		await expectRound(desk, [...rail, "search", "files", "filters", "order", "list"]);
		await desk.keyboard.press("Escape");
		await desk.getByRole("heading", { name: "Transcripts" }).click();
		await desk.keyboard.press("g");
		await desk.keyboard.press("m");
		await expect(desk.locator(".manual-text")).toBeVisible();
		await expectRound(desk, [...rail, "pages", "text"]);
		await desk.keyboard.press("Control+n");
		await expect(desk.getByRole("region", { name: "Connect", exact: true })).toBeVisible();
		await expectRound(desk, [...rail, "Connect"]);
	});
});
