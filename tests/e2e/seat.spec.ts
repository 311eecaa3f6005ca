import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { actionPanel as action, fillIn, press, takeSeat } from "./support/seat.ts";
import { startTable } from "./support/table.ts";

const isAtTable = (desk: Page) => expect(desk.getByRole("tab", { name: "Table" })).toHaveAttribute("aria-selected", "true");
const moves = (desk: Page) => action(desk).getByRole("radiogroup", { name: "Legal moves" });
const requestId = (desk: Page) => action(desk).locator(".act-h .mono").first().textContent();
const row = (desk: Page, text: string | RegExp) => desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });
const letGo = (desk: Page) => desk.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

/** Connects and joins the first game offered. */
async function sit(desk: Page, url: string, more: Partial<Parameters<typeof fillIn>[1]> = {}): Promise<void> {
	await fillIn(desk, { url, ...more });
	await desk.keyboard.press("Enter");
	await isAtTable(desk);
	await join(desk);
}

async function join(desk: Page): Promise<void> {
	await expect(action(desk).getByRole("heading", { name: "Join a queue" })).toBeVisible({ timeout: 15_000 });
	await expect(action(desk).locator(".act-i").first()).toBeEnabled();
	await letGo(desk);
	await desk.keyboard.press("1");
}

test("before the seat is taken from another client the form says so; a second press takes it", async ({ desk }) => {
	const table = await startTable("holdem");
	const other = await takeSeat(table.url);
	await fillIn(desk, { url: table.url });
	await desk.keyboard.press("Enter");
	await expect(desk.getByRole("status").filter({ hasText: "Another client holds the seat" })).toBeVisible();
	await expect(desk.getByRole("tab", { name: "Table" })).toHaveCount(0);
	expect(other.socket.readyState).toBe(other.socket.OPEN);
	await press(desk, desk.getByRole("button", { name: "Take the seat" }));
	await isAtTable(desk);
	expect(await other.closed).toBe(4409);
	expect(table.complaints).toEqual([]);
	table.stop();
});

test("who holds a seat can be asked without taking it, and the box that keeps a key says why it is off", async ({ desk }) => {
	const table = await startTable("holdem");
	await fillIn(desk, { url: table.url });
	const box = desk.getByRole("checkbox", { name: "Remember this key" });
	await expect(box).toBeDisabled();
	await expect(box).toHaveAccessibleDescription(/no key store/);
	await press(desk, desk.getByRole("button", { name: "Ask who holds the seat" }));
	await expect(desk.getByRole("status").filter({ hasText: "nobody is connected with this key" })).toBeVisible();
	const other = await takeSeat(table.url);
	await press(desk, desk.getByRole("button", { name: "Ask who holds the seat" }));
	await expect(desk.getByRole("status").filter({ hasText: "Another client holds the seat" })).toBeVisible();
	expect(other.socket.readyState).toBe(other.socket.OPEN);
	other.socket.close();
	table.stop();
});

test("a parked session says who sits there, never dials by itself, and takes the seat back by a press", async ({ desk }) => {
	const table = await startTable("holdem");
	await sit(desk, table.url);
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	await expect(desk).toHaveTitle(/^Your turn: Hold’em/);
	await expect(desk.getByRole("button", { name: "1 asks for you" })).toBeVisible();
	const before = await requestId(desk);
	const other = await takeSeat(table.url);
	const notice = desk.locator(".banner--waiting");
	await expect(notice).toContainText("4409");
	await expect(notice).toContainText("Another client holds the seat");
	await expect(desk.getByText("1 needs a look")).toBeVisible();
	await expect(desk.getByRole("button", { name: "1 asks for you" })).toHaveCount(0);
	await expect(desk).not.toHaveTitle(/Your turn/);
	await desk.waitForTimeout(3_000);
	expect(other.socket.readyState).toBe(other.socket.OPEN);

	await test.step("the other one goes: asked again, the seat is free, and still nobody dials", async () => {
		other.socket.close();
		await other.closed;
		await press(desk, notice.getByRole("button", { name: "Ask again" }));
		await expect(notice).toContainText("nobody is connected");
		await expect(desk.getByRole("button", { name: "Take the seat back", exact: true })).toBeVisible();
	});
	await press(desk, desk.getByRole("button", { name: "Take the seat back", exact: true }));
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	expect(await requestId(desk)).not.toBe(before);
	await expect(notice).toHaveCount(0);
	await letGo(desk);
	await desk.keyboard.press("t");
	await expect(row(desk, "Asked about the seat")).toHaveCount(2);
	await expect(row(desk, "Dialling")).toHaveCount(2);
	expect(table.complaints).toEqual([]);
	table.stop();
});

for (const [answer, ready] of [
	["Ready", true],
	["Not ready", false],
] as const) {
	test(`asked whether it could play, a person answers: ${answer}`, async ({ desk }) => {
		const table = await startTable("holdem");
		await sit(desk, table.url, { readiness: "By hand" });
		const card = action(desk).getByRole("region", { name: "Readiness" });
		await expect(card.getByRole("heading")).toContainText("Could you play now?");
		await expect(card.locator(".clock")).toHaveText(/^00:\d\d$/);
		await press(desk, card.getByRole("button", { name: answer, exact: true }));
		await expect(card).toHaveCount(0);
		await letGo(desk);
		await desk.keyboard.press("t");
		await expect(row(desk, "runtime_status")).toContainText(ready ? /ready/i : /not ready/i);
		expect(table.complaints).toEqual([]);
		table.stop();
	});
}

test("a confirmation that is missed, again and again: out of the queue, then the cooldown in the server's words", async ({ desk }) => {
	test.setTimeout(90_000);
	const table = await startTable("confirm-cooldown", { confirmMs: 1_500, cooldownMs: 60_000 });
	await sit(desk, table.url);
	for (let missed = 1; missed <= 2; missed++) {
		await expect(action(desk).getByRole("region", { name: "Match found" })).toBeVisible({ timeout: 15_000 });
		await expect(action(desk).getByRole("region", { name: "Match found" })).toHaveCount(0, { timeout: 15_000 });
		await join(desk);
	}
	await expect(action(desk)).toContainText("agent on cooldown until");
	await expect(action(desk).getByRole("heading", { name: "Join a queue" })).toBeVisible();
	expect(table.complaints).toEqual([]);
	table.stop();
});

test("a client that is too old is told so in the server's words, once", async ({ desk }) => {
	const table = await startTable("version-refusal");
	await fillIn(desk, { url: table.url });
	await desk.keyboard.press("Enter");
	await expect(desk.locator(".banner")).toContainText("no longer supported");
	await desk.waitForTimeout(2_500);
	await letGo(desk);
	await desk.keyboard.press("t");
	await expect(row(desk, "Dialling")).toHaveCount(1);
	table.stop();
});

test("a wrong key stops with 401 and asks for the right one, which goes on with the same session", async ({ desk }) => {
	const table = await startTable("wrong-key");
	await fillIn(desk, { url: table.url, key: "not-this-one" });
	await desk.keyboard.press("Enter");
	await expect(desk.locator(".banner")).toContainText("401");
	await press(desk, desk.getByRole("button", { name: "Type the key" }));
	await expect(desk.getByLabel("Agent key", { exact: true })).toBeFocused();
	await desk.keyboard.insertText("practice-key");
	await desk.keyboard.press("Enter");
	await isAtTable(desk);
	await expect(action(desk).getByRole("heading", { name: "Join a queue" })).toBeVisible();
	await expect(desk.locator(".ses")).toHaveCount(2);
	table.stop();
});

test("an agent bound to another computer is refused with 403, and the window says which", async ({ desk }) => {
	const table = await startTable("wrong-device");
	await fillIn(desk, { url: table.url });
	await desk.keyboard.press("Enter");
	await expect(desk.locator(".banner")).toContainText("bound to another computer");
	table.stop();
});

test("maintenance: the match is cancelled, the link waits and comes back by itself, and a new join is needed", async ({ desk }) => {
	const table = await startTable("table-maintenance", { timeScale: 0.5 });
	await sit(desk, table.url);
	await expect(action(desk).getByRole("region", { name: "Match found" })).toBeVisible({ timeout: 15_000 });
	await letGo(desk);
	await desk.keyboard.press("y");
	await expect(desk.locator(".banner")).toContainText("1012", { timeout: 15_000 });
	await expect(desk.locator(".banner")).toHaveCount(0, { timeout: 20_000 });
	await join(desk);
	await expect(action(desk).getByRole("region", { name: "Match found" })).toBeVisible({ timeout: 15_000 });
	expect(table.complaints).toEqual([]);
	table.stop();
});
