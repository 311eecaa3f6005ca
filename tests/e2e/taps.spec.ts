import type { Page } from "@playwright/test";
import { messageBytes, text, uri } from "../../main/practice/pcsc/ndef-bytes.ts";
import { createRig, type Rig, whyNoRig } from "../../main/practice/pcsc/rig.ts";
import { ATR, type TagSpec } from "../../main/practice/pcsc/virtual-tag.ts";
import { type HandAgent, startHandAgent } from "./support/agent.ts";
import { test as base, connectByCard, expect } from "./support/fixtures.ts";
import { startProgram } from "./support/program.ts";

const card = (desk: Page) => desk.getByRole("region", { name: "Card that was read" });
const request = (desk: Page) => desk.getByRole("region", { name: "Request from the agent" });
const reader = (desk: Page) => desk.getByRole("region", { name: "Card reader" });
const row = (desk: Page, words: string | RegExp) =>
	desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: words });
const simulate = (desk: Page) => reader(desk).getByRole("button", { name: "Simulate tap" }).click();

const ask = (agent: HandAgent, interactionId: string, timeoutMs = 60_000) =>
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId, modality: "nfc", prompt: "Hold the new badge flat on the reader.", timeoutMs },
	});

const observations = (agent: HandAgent) =>
	agent.of("user.observation") as { turn: number; interactionId?: string; observation: Record<string, unknown> }[];
const observationTexts = (agent: HandAgent) => agent.heardTexts.filter((each) => each.includes('"user.observation"'));

/** The agent answers an observation as one would: a run with a text. */
function answer(agent: HandAgent, words: string): void {
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-1" });
	agent.say({ type: "TEXT_MESSAGE_START", messageId: "m-1", role: "assistant" });
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: words });
	agent.say({ type: "TEXT_MESSAGE_END", messageId: "m-1" });
	agent.say({ type: "RUN_FINISHED", threadId: "t", runId: "r-1" });
}

const why = whyNoRig();
if (why !== null) console.log(`The tests with a card on a real PC/SC service are left out: ${why}.`);

const withRig = base.extend<{ rig: Rig }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
	rig: async ({}, use) => {
		const rig = await createRig();
		await rig.startService();
		await use(rig);
		await rig.close();
	},
	program: async ({ rig }, use) => {
		const program = await startProgram({ env: rig.env });
		await use(program);
		await program.stop();
	},
});

const badge: TagSpec = {
	uid: "04a2b31c5d6e80",
	atr: ATR.ultralight,
	kind: "type2",
	message: messageBytes([uri(4, "example.com/b/42"), text("en", "Badge 42")]).toString("hex"),
};

if (why === null) {
	withRig(
		"@web a card on the reader fills the waiting request, Ctrl O and Enter send it, and the agent's answer is seen",
		async ({ desk, agent, rig }) => {
			await connectByCard(desk, agent);
			await expect(reader(desk)).toContainText("Ready for a card");
			ask(agent, "i-42");
			await expect(request(desk)).toContainText("The next tap fills it in.");
			await rig.insert(badge);
			await expect(card(desk).getByRole("heading")).toContainText("Card read. Confirm it");
			await expect(request(desk)).toHaveCount(0);
			await expect(card(desk)).toContainText("i-42");
			await expect(card(desk)).toContainText(/00:5\d/);
			await expect(card(desk)).toContainText("•• •• 6E 80");
			await expect(card(desk)).not.toContainText("04 A2 B3");
			await expect(card(desk).getByRole("list", { name: "Records on the card" })).toContainText("https://example.com/b/42");
			await expect(card(desk).getByRole("list", { name: "Records on the card" })).toContainText("Badge 42");
			await card(desk).getByRole("button", { name: "Show the card's number" }).click();
			await expect(card(desk)).toContainText("04 A2 B3 1C 5D 6E 80");
			await card(desk).getByText("Exact text").click();
			const shown = await card(desk).locator(".tapc-text pre").textContent();
			expect(observations(agent)).toHaveLength(0);
			await desk.keyboard.press("Control+o");
			await desk.keyboard.press("Enter");
			await expect.poll(() => observations(agent).length).toBe(1);
			expect(observationTexts(agent)).toEqual([shown]);
			expect(observations(agent)[0]).toMatchObject({
				turn: 1,
				interactionId: "i-42",
				observation: { modality: "nfc", uid: "04a2b31c5d6e80", simulated: true, ndef: { records: [{ type: "U" }, { type: "T" }] } },
			});
			await expect(desk.getByRole("region", { name: "What became of a request" })).toContainText("Answered with turn 1");
			answer(agent, "Thank you, badge 42 is known.");
			await expect(
				row(desk, "Thank you, badge 42 is known.")
					.or(row(desk, /TEXT_MESSAGE/))
					.first(),
			).toBeVisible();
			await desk.getByRole("tab", { name: "Conversation" }).click();
			await expect(desk.getByText("Thank you, badge 42 is known.")).toBeVisible();
			await rig.remove();
			await desk.getByRole("tab", { name: "Timeline" }).click();
			await expect(row(desk, "•• •• 6E 80")).not.toHaveCount(0);
			await expect(row(desk, "Confirmed by a person, for i-42")).toBeVisible();
		},
	);

	withRig(
		"@web a lifted card is a failed tap in the timeline, and the next one is read; a service that stops is named",
		async ({ desk, agent, rig }) => {
			await connectByCard(desk, agent);
			await expect(reader(desk)).toContainText("Ready for a card");
			ask(agent, "i-1");
			await expect(request(desk)).toBeVisible();
			await rig.insert({ ...badge, faults: [{ command: "ffb0", from: 2, does: "remove" }] });
			await expect(row(desk, "Failed tap")).toContainText("taken away before it was read");
			await expect(card(desk)).toHaveCount(0);
			await rig.insert({ ...badge, uid: "04ffeeddccbbaa" });
			await expect(card(desk)).toContainText("•• •• BB AA");
			await card(desk).getByRole("button", { name: "Discard" }).click();
			await expect(card(desk)).toHaveCount(0);
			await rig.remove();
			await rig.stopService();
			await expect(reader(desk)).toContainText("Smart-card service stopped");
			await expect(request(desk)).toContainText("No card can be read now");
			await expect(row(desk, "The smart-card service")).toBeVisible();
			await rig.startService();
			await expect(reader(desk)).toContainText("Ready for a card", { timeout: 5_000 });
			await rig.insert({ ...badge, uid: "04111111111111" });
			await expect(card(desk)).toContainText("•• •• 11 11");
			expect(observations(agent)).toHaveLength(0);
		},
	);

	withRig("@web where the session is set so, the same card held to the reader again sends it", async ({ desk, agent, rig }) => {
		await connectByCard(desk, agent);
		await expect(reader(desk)).toContainText("Ready for a card");
		ask(agent, "i-1");
		await request(desk).getByRole("button", { name: /^More/ }).click();
		await desk.getByRole("menuitem", { name: "Showing the same card again confirms a tap" }).click();
		await expect(request(desk)).toContainText("the same card again sends it");
		await rig.insert(badge);
		await expect(card(desk).getByRole("heading")).toContainText("Card read. Show it again");
		await rig.remove();
		await desk.waitForTimeout(1_500);
		expect(observations(agent)).toHaveLength(0);
		await rig.insert(badge);
		await expect.poll(() => observations(agent).length).toBe(1);
		expect(observations(agent)[0]).toMatchObject({ interactionId: "i-1", observation: { uid: badge.uid } });
		await expect(row(desk, "Confirmed by the same card again, for i-1")).toBeVisible();
	});

	withRig(
		"@web the reader keeps the name it was given, and its details tell driver, restarts and stops",
		async ({ desk, program, rig }) => {
			await expect(reader(desk)).toContainText("Ready for a card");
			await reader(desk).getByRole("button", { name: "Details" }).click();
			const details = desk.getByRole("dialog", { name: "Card reader" });
			await expect(details).toContainText(/Driver(nfc-pcsc|smartcard)\./);
			await expect(details).toContainText("Never had to be started again");
			const names = details.getByLabel(/^Name of/);
			await expect(names).toHaveCount(2);
			await expect(details.getByText("only the port tells them apart")).toHaveCount(2);
			await names.first().fill("Gate 3 desk");
			await desk.keyboard.press("Enter");
			await details.getByRole("button", { name: "Close" }).click();
			await expect(reader(desk)).toContainText("Gate 3 desk");
			await rig.killService();
			await expect(reader(desk)).toContainText("Smart-card service stopped");
			// Shorter than half a second is a hiccup, no stop.
			await desk.waitForTimeout(1_200);
			await rig.startService();
			await expect(reader(desk)).toContainText("Ready for a card", { timeout: 5_000 });
			await expect(reader(desk).getByRole("img", { name: /^Reader health, last 24 hours: 1 stop/ })).toBeVisible();
			await reader(desk).getByRole("button", { name: "Details" }).click();
			await expect(details).toContainText("Started again 1 time");
			await expect(details).toContainText("The smart-card service (PC/SC) is not running.");
			await details.getByRole("button", { name: "Close" }).click();
			// A window that stays would complain, rightly, about the console that is gone.
			await desk.goto("about:blank");
			await program.restart();
			await desk.goto(program.url());
			await expect(reader(desk)).toContainText("Gate 3 desk");
		},
	);
}

const test = base;

test("a simulated tap goes the same way and says so; the focus of somebody who writes is left alone", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, "i-1");
	await expect(request(desk)).toBeVisible();
	await simulate(desk);
	await expect(card(desk)).toBeVisible();
	await desk.keyboard.press("Control+o");
	await expect(card(desk).getByRole("button", { name: /^Confirm/ })).toBeFocused();
	await expect(card(desk)).toContainText("simulated, no reader");
	await desk.keyboard.press("Enter");
	await expect.poll(() => observations(agent).length).toBe(1);
	expect(observations(agent)[0]).toMatchObject({ interactionId: "i-1", observation: { simulated: true } });

	ask(agent, "i-2");
	await expect(request(desk)).toBeVisible();
	await desk.keyboard.press("c");
	await desk.keyboard.type("One mo");
	// Not by the pointer: it would take the focus itself.
	await reader(desk).getByRole("button", { name: "Simulate tap" }).dispatchEvent("click");
	await expect(card(desk)).toBeVisible();
	await desk.keyboard.type("ment.");
	await expect(desk.getByRole("region", { name: "Composer" }).getByLabel("Text", { exact: true })).toHaveValue("One moment.");
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => agent.of("user.turn").length).toBe(1);
	// The card's turn moved on with it; what a person has not seen yet is not sent.
	await expect(desk.getByRole("region", { name: "Composer" }).getByLabel("Turn, auto")).toHaveValue("3");
	await desk.keyboard.press("Escape");
	await desk.keyboard.press("Control+o");
	await expect(card(desk).getByRole("button", { name: /^Confirm/ })).toBeFocused();
	await desk.keyboard.press("Enter");
	await expect.poll(() => observations(agent).length).toBe(2);
	expect(observations(agent)[1]).toMatchObject({ turn: 3, interactionId: "i-2" });
});

test("the same card again confirms, where the session is set so; another rule is a menu away", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, "i-1");
	await request(desk).getByRole("button", { name: /^More/ }).click();
	await desk.getByRole("menuitem", { name: "Showing the same card again confirms a tap" }).click();
	await simulate(desk);
	await expect(card(desk).getByRole("heading")).toContainText("Card read. Show it again");
	await expect(card(desk)).toContainText(/00:1\d/);
	await desk.waitForTimeout(1_200);
	await simulate(desk);
	// Every simulated card is another one: it takes the place of the first.
	await expect(row(desk, "another card took its place")).toBeVisible();
	expect(observations(agent)).toHaveLength(0);
	await desk.getByRole("button", { name: "Confirm by hand" }).click();
	await expect.poll(() => observations(agent).length).toBe(1);
	ask(agent, "i-2");
	await request(desk).getByRole("button", { name: /^More/ }).click();
	await expect(desk.getByRole("menuitem", { name: "Showing the same card again confirms a tap (chosen)" })).toBeVisible();
	await desk.getByRole("menuitem", { name: "A tap is sent at once" }).click();
	await simulate(desk);
	await expect.poll(() => observations(agent).length).toBe(2);
	expect(observations(agent)[1]).toMatchObject({ interactionId: "i-2" });
});

test("a card nobody asked for is offered, and goes nowhere unless a person says so", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await simulate(desk);
	await expect(card(desk).getByRole("heading")).toContainText("A card nobody asked for");
	await desk.getByRole("button", { name: "Discard" }).click();
	await expect(card(desk)).toHaveCount(0);
	await simulate(desk);
	await card(desk)
		.getByRole("button", { name: /^Send unasked/ })
		.click();
	await expect.poll(() => observations(agent).length).toBe(1);
	expect(observations(agent)[0]).not.toHaveProperty("interactionId");
});

test("with two sessions that ask, the card waits until one is chosen where neither is looked at", async ({ desk, agent }) => {
	const other = await startHandAgent();
	other.name("Depot 7");
	await connectByCard(desk, agent);
	await connectByCard(desk, other, "Depot 7", { from: "Gate 3 check-in" });
	await desk
		.getByRole("button", { name: /^Practice agent/ })
		.first()
		.click();
	ask(agent, "gate-1", 60_000);
	ask(other, "depot-1", 90_000);
	await expect(desk.getByText("2 ask for you")).toBeVisible();
	await simulate(desk);
	await expect(card(desk).getByRole("heading")).toContainText("Which request is this card for?");
	const choices = card(desk).getByRole("list", { name: "Requests that wait for a card" });
	await expect(choices.getByRole("listitem")).toHaveText([/gate-1.*Gate 3 check-in/, /depot-1.*Depot 7/]);
	await choices.getByRole("listitem").filter({ hasText: "depot-1" }).getByRole("button").click();
	await expect(desk.getByRole("region", { name: "Card for another session" })).toContainText("Depot 7");
	await desk.keyboard.press("g");
	await desk.keyboard.press("c");
	await expect(card(desk)).toHaveCount(0);
	await reader(desk).getByRole("button", { name: "Card read: look at it" }).click();
	await expect(desk.getByRole("heading", { name: "Depot 7" })).toBeVisible();
	await card(desk)
		.getByRole("button", { name: /^Confirm/ })
		.click();
	await expect.poll(() => observations(other).length).toBe(1);
	expect(observations(other)[0]).toMatchObject({ interactionId: "depot-1" });
	expect(observations(agent)).toHaveLength(0);
	other.close();
});

test("a card can be taken into the form and changed; from then on it is made by hand", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, "i-1");
	await expect(request(desk)).toBeVisible();
	await simulate(desk);
	await card(desk).getByRole("button", { name: "Edit by hand" }).click();
	const composer = desk.getByRole("region", { name: "Composer" });
	await expect(composer.getByLabel("Interaction id, from the request")).toHaveValue("i-1");
	await composer.getByLabel("UID").fill("04 01 02 03 04 05 06");
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => observations(agent).length).toBe(1);
	expect(observations(agent)[0]).toMatchObject({ interactionId: "i-1", observation: { uid: "04010203040506", simulated: true } });
	await expect(card(desk)).toHaveCount(0);
});
