import type { Page } from "@playwright/test";
import type { HandAgent } from "./support/agent.ts";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const talk = (desk: Page) => desk.getByRole("list", { name: "Conversation" });
const said = (desk: Page, text: string | RegExp) => talk(desk).locator(".conv-row").filter({ hasText: text });
const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });
const finished = (more: object = {}) => ({ type: "RUN_FINISHED", threadId: "t", runId: "r-7", ...more });

/** A run under way that the operator has asked to stop. */
async function cancelled(desk: Page, agent: HandAgent): Promise<void> {
	await connectByCard(desk, agent);
	await desk.getByRole("tab", { name: "Conversation" }).click();
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-7" });
	agent.say({ type: "TEXT_MESSAGE_START", messageId: "m-1", role: "assistant" });
	agent.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: "Door 1 is shut. " });
	await desk.getByRole("button", { name: "Cancel r-7" }).click();
	await expect.poll(() => agent.of("response.cancel").length).toBe(1);
	await expect(desk.getByRole("button", { name: "Cancel asked" })).toBeDisabled();
	await expect(said(desk, "You asked to cancel run r-7")).toContainText("waits for the agent");
}

const ENDINGS = [
	{
		name: "an ordinary success: finished, cancel not confirmed",
		frames: [finished({ outcome: { type: "success" } })],
		end: "Run r-7 finished, cancel not confirmed",
		mark: "runmark--finding",
		cancel: "the run finished all the same, not confirmed",
	},
	{
		name: "a cancelled outcome: confirmed",
		frames: [finished({ outcome: { type: "cancelled" } })],
		end: "Run r-7 was cancelled",
		mark: null,
		cancel: "confirmed",
	},
	{
		name: "an interrupt: it stopped to ask, cancel not confirmed",
		frames: [finished({ outcome: { type: "interrupt", interrupts: [{ id: "q-1", reason: "confirm", message: "Really stop?" }] } })],
		end: "Run r-7 stopped to ask, cancel not confirmed",
		mark: null,
		cancel: "the run finished all the same, not confirmed",
	},
	{
		name: "RUN_ERROR: failed",
		frames: [{ type: "RUN_ERROR", message: "Stopped by hand.", code: "aborted" }],
		end: "Run r-7 failed (aborted): Stopped by hand.",
		mark: "runmark--alarm",
		cancel: "the run failed",
	},
] as const;

for (const { name, frames, end, mark, cancel } of ENDINGS) {
	test(`a cancel answered by ${name}`, async ({ desk, agent }) => {
		await cancelled(desk, agent);
		for (const frame of frames) agent.say(frame);
		const line = said(desk, end);
		await expect(line).toBeVisible();
		if (mark) await expect(line.locator(".runmark")).toHaveClass(new RegExp(mark));
		else await expect(line.locator(".runmark--alarm, .runmark--gap")).toHaveCount(0);
		await expect(said(desk, "You asked to cancel run r-7")).toContainText(cancel);
		await expect(desk.getByRole("button", { name: /Cancel asked|Cancel r-7/ })).toHaveCount(0);
		// The next run can be cancelled again.
		agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-8" });
		await expect(desk.getByRole("button", { name: "Cancel r-8" })).toBeEnabled();
	});
}

test("a cancel answered by a socket that is cut: nobody knows; the run that comes back can be cancelled again", async ({ desk, agent }) => {
	await cancelled(desk, agent);
	agent.accept(false);
	agent.cut();
	await expect(talk(desk).locator(".runmark--gap").first()).toBeVisible();
	await expect(desk.getByRole("button", { name: "Cancel asked" })).toHaveCount(0);
	await expect(said(desk, "You asked to cancel run r-7")).not.toContainText("confirmed");
	agent.accept(true);
	await expect.poll(() => agent.links(), { timeout: 15_000 }).toBe(2);
	await desk.getByRole("button", { name: "Cancel r-7" }).click();
	await expect.poll(() => agent.of("response.cancel").length).toBe(2);
	agent.say(finished({ outcome: { type: "cancelled" } }));
	await expect(said(desk, "Run r-7 was cancelled")).toBeVisible();
});

test("nothing running: no button offers a cancel, and the composer says why one is pointless", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await expect(desk.getByRole("button", { name: /^Cancel/ })).toHaveCount(0);
	await composer(desk).getByRole("tab", { name: "response.cancel" }).click();
	await expect(composer(desk).getByText("No run is open, so there is nothing to cancel.")).toBeVisible();
	await expect(composer(desk).getByText("cancel.nothingRunning")).toBeVisible();
	await desk.getByRole("tab", { name: "Conversation" }).click();
	await composer(desk)
		.getByRole("button", { name: /^Send Ctrl/ })
		.click();
	await expect.poll(() => agent.of("response.cancel").length).toBe(1);
	await expect(said(desk, "You asked to cancel; no run was open")).toBeVisible();
	agent.say({ type: "error", code: "nothing_to_cancel", message: "No run is open." });
	await expect(said(desk, "nothing_to_cancel")).toContainText("The agent reports an error");
});
