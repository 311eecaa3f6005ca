import { expect, type Locator, type Page } from "@playwright/test";
import { WebSocket } from "ws";

/** What the action panel and its parts are called. */
export const actionPanel = (desk: Page) => desk.getByRole("complementary", { name: "Your action" });

/** Presses Tab until that part has the focus, as somebody without a mouse does. */
export async function tabTo(desk: Page, wanted: Locator): Promise<void> {
	await expect(wanted).toBeVisible();
	for (let presses = 0; presses < 80; presses++) {
		if (await wanted.evaluate((element) => element === document.activeElement)) return;
		await desk.keyboard.press("Tab");
	}
	await expect(wanted).toBeFocused();
}

export async function press(desk: Page, wanted: Locator, key = "Enter"): Promise<void> {
	await tabTo(desk, wanted);
	await desk.keyboard.press(key);
}

export interface AgentFacts {
	url: string;
	key?: string;
	readiness?: "Say not ready" | "By hand";
}

/** Fills the form for an AIFight agent in, with the keyboard only, and leaves the focus in it. */
export async function fillIn(desk: Page, { url, key = "practice-key", readiness }: AgentFacts): Promise<void> {
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await desk.keyboard.press("Control+n");
	await press(desk, desk.getByRole("button", { name: "Type an address" }));
	await expect(desk.getByLabel("Address of the socket")).toBeFocused();
	await desk.keyboard.insertText(url);
	await tabTo(desk, desk.getByRole("radio", { name: "AgentCall" }));
	await desk.keyboard.press("ArrowRight");
	await desk.keyboard.press("Space");
	if (readiness) {
		await tabTo(desk, desk.getByRole("radio", { name: "Say ready" }));
		for (let steps = 0; steps < 3; steps++) {
			if (await desk.getByRole("radio", { name: readiness }).isChecked()) break;
			await desk.keyboard.press("ArrowRight");
			await desk.keyboard.press("Space");
		}
		await expect(desk.getByRole("radio", { name: readiness })).toBeChecked();
		// Back up to the key: Tab leads round the page.
	}
	await tabTo(desk, desk.getByLabel("Agent key", { exact: true }));
	await desk.keyboard.insertText(key);
}

/** Another client of the same agent, as bare as can be: it takes the seat. */
export async function takeSeat(url: string, key = "practice-key"): Promise<{ socket: WebSocket; closed: Promise<number> }> {
	const socket = new WebSocket(url, {
		headers: {
			"X-API-Key": key,
			"X-AIFight-Protocol-Version": "v1.2.0",
			"X-AIFight-Bridge-Capabilities": "replaced-close-code",
			"X-AIFight-Instance": "f".repeat(24),
		},
	});
	const closed = new Promise<number>((resolve) => socket.once("close", (code) => resolve(code)));
	await new Promise<void>((resolve, reject) => {
		socket.once("message", () => resolve());
		socket.once("error", reject);
	});
	return { socket, closed };
}
