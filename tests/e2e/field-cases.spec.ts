import path from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { connectByCard, expect, pressConnect, readCard, test } from "./support/fixtures.ts";

const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });
const sum = (desk: Page) => desk.locator(".meas--sum dd");
const timeline = (desk: Page) => desk.getByRole("grid", { name: "Timeline" });
const goTo = async (desk: Page, letter: "s" | "t") => {
	await desk.keyboard.press("Escape");
	await desk.keyboard.press("g");
	await desk.keyboard.press(letter);
};

/** What is on disk, read beside the running program. */
function stored<T>(profile: string, sql: string, ...parameters: unknown[]): T[] {
	const db = new Database(path.join(profile, "transcripts.sqlite"), { readonly: true });
	try {
		return db.prepare(sql).all(...parameters) as T[];
	} finally {
		db.close();
	}
}

test("PC-03: another screen, a hidden page and a reload lose nothing: 500 messages in order with their own times, and the draft", async ({
	desk,
	agent,
	program,
}) => {
	await connectByCard(desk, agent);
	await composer(desk).getByLabel("Text", { exact: true }).fill("half a sentence");
	await desk.waitForTimeout(600);
	const saidAt: number[] = [];
	const say = async (count: number) => {
		for (let n = 0; n < count; n++) {
			saidAt.push(Date.now());
			agent.say({ type: "CUSTOM", name: `n ${saidAt.length}`, value: saidAt.length });
			await new Promise((resolve) => setTimeout(resolve, 4));
		}
	};
	await goTo(desk, "t");
	await expect(desk.getByRole("grid", { name: "Sessions" })).toBeVisible();
	await say(170);
	// Away altogether: no window looks at the program.
	await desk.goto("about:blank");
	await say(160);
	await Promise.all([desk.goto(program.url()), say(170)]);
	await goTo(desk, "s");
	await expect(desk.getByRole("heading", { name: "Gate 3 check-in" })).toBeVisible();
	// The 500 and the `session.started` before them.
	await expect(sum(desk)).toHaveText(["501", "501", "501"]);
	await expect(composer(desk).getByLabel("Text", { exact: true })).toHaveValue("half a sentence");
	await timeline(desk).focus();
	await desk.keyboard.press("Home");
	await expect(timeline(desk).getByRole("row").filter({ hasText: "n 1" }).first()).toBeVisible();
	const rows = stored<{ sequence: number; at_ms: number }>(
		program.profile,
		"SELECT sequence, at_ms FROM entries WHERE dir = 0 AND type = 'CUSTOM' AND CAST(body AS TEXT) LIKE '%\"name\":\"n %' ORDER BY ordinal",
	);
	expect(rows.map(({ sequence }) => sequence)).toEqual(saidAt.map((_, n) => n + 1));
	for (const [n, { at_ms: atMs }] of rows.entries()) expect(Math.abs(atMs - (saidAt[n] ?? 0))).toBeLessThan(1500);
});

test("PC-04: 5,000 messages, a close and a new session: nothing is dropped, hiding is only a view, and it can be undone", async ({
	desk,
	agent,
	program,
}) => {
	await connectByCard(desk, agent);
	for (let n = 1; n <= 5000; n++) agent.say({ type: "CUSTOM", name: `message ${n}`, value: n });
	await expect(sum(desk)).toHaveText([/^5.001$/, /^5.001$/, /^5.001$/], { timeout: 30_000 });
	agent.closeWith(1000, "done");
	await expect(desk.getByText("1000").first()).toBeVisible();
	const count = desk.locator(".find .label");
	// The close and what follows it are in the list too.
	await expect(async () => {
		const before = await count.textContent();
		await desk.waitForTimeout(500);
		expect(await count.textContent()).toBe(before);
	}).toPass();
	const shown = (await count.textContent()) ?? "";
	await test.step("closing empties nothing", async () => {
		expect(Number(/of (.*)/.exec(shown)?.[1]?.replace(/\D/g, ""))).toBeGreaterThan(5000);
		await timeline(desk).focus();
		await desk.keyboard.press("Home");
		await expect(timeline(desk).getByRole("row").filter({ hasText: "message 1" }).first()).toBeVisible();
	});
	await test.step("a view of a part says so, and what it hides comes back", async () => {
		const filter = desk.locator("#timeline-filter");
		await filter.fill("message 4999");
		await expect(count).toHaveText(/^1 of 5.\d\d\d$/);
		await filter.fill("");
		await expect(count).toHaveText(shown);
	});
	await test.step("clearing the list hides rows in the view only, and is undone", async () => {
		await desk.getByRole("button", { name: /^More: rename/ }).click();
		await desk.getByRole("menuitem", { name: "Clear the list" }).click();
		await expect(count).toHaveText(/^0 of 5.\d\d\d$/);
		await expect(desk.getByText("earlier hidden")).toBeVisible();
		await desk.locator(".toast").getByRole("button", { name: "Show it again" }).click();
		await expect(count).toHaveText(shown);
	});
	await test.step("a new session is another one; the old one stays whole", async () => {
		agent.name("Gate 4 check-in");
		await desk.keyboard.press("Escape");
		await desk.keyboard.press("Control+n");
		await readCard(desk, agent);
		await pressConnect(desk);
		await expect(desk.getByRole("heading", { name: "Gate 4 check-in", level: 1 })).toBeVisible();
		await goTo(desk, "t");
		const grid = desk.getByRole("grid", { name: "Sessions" });
		await expect(grid.getByRole("row").filter({ hasText: "Gate 3 check-in" })).toContainText(/5.0\d\d entries/);
		await expect(grid.getByRole("row").filter({ hasText: "Gate 4 check-in" })).toBeVisible();
	});
	await test.step("removing it hides it, undoing brings it back, and every message is still on disk", async () => {
		const grid = desk.getByRole("grid", { name: "Sessions" });
		await grid.getByRole("row").filter({ hasText: "Gate 3 check-in" }).click();
		await grid.focus();
		await desk.keyboard.press("Delete");
		await expect(grid.getByRole("row").filter({ hasText: "Gate 3 check-in" })).toHaveCount(0);
		await desk.locator(".toast").getByRole("button", { name: "Undo" }).click();
		await expect(grid.getByRole("row").filter({ hasText: "Gate 3 check-in" })).toContainText(/5.0\d\d entries/);
		const [row] = stored<{ count: number }>(
			program.profile,
			"SELECT count(DISTINCT sequence) AS count FROM entries WHERE type = 'CUSTOM' AND session = (SELECT id FROM sessions WHERE facts ->> 'name' = 'Gate 3 check-in')",
		);
		expect(row?.count).toBe(5000);
	});
});

test("photos and large content: true size, a look, whole on demand, and a file of the exact bytes", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	const png = await desk.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } });
	agent.say({ type: "CUSTOM", name: "photo", value: { mimeType: "image/jpeg", data: png.toString("base64") } });
	const large = `{"type":"CUSTOM","name":"large","value":"${"0123456789".repeat(200_000)}"}`;
	agent.sayRaw(large);
	const inspector = desk.getByRole("complementary", { name: "Inspector" });
	await timeline(desk).getByRole("row").filter({ hasText: "CUSTOM" }).filter({ hasText: "photo" }).click();
	const words = `PNG, 200 × 120 pixels, ${png.length.toLocaleString("en-US").replaceAll(",", "\u202f")} bytes`;
	await expect(inspector.getByText(words)).toBeVisible();
	await expect(inspector.getByText("Called image/jpeg")).toBeVisible();
	await inspector.getByRole("button", { name: `Open whole: ${words}` }).click();
	const picture = desk.getByRole("dialog").locator("img");
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([200, 120]);
	await desk.getByRole("dialog").getByRole("button", { name: "Close" }).click();
	await test.step("saved, it is the same bytes", async () => {
		const [download] = await Promise.all([
			desk.waitForEvent("download"),
			inspector.getByRole("button", { name: "Save to a file" }).click(),
		]);
		expect(download.suggestedFilename()).toMatch(/^entry-\d+\.png$/);
		const { readFileSync } = await import("node:fs");
		expect(readFileSync((await download.path()) as string).equals(png)).toBe(true);
	});
	await test.step("two megabytes show their beginning and open whole", async () => {
		await timeline(desk).getByRole("row").filter({ hasText: "2.0 MB" }).click();
		await expect(inspector.getByText("The first 1.0 MB of 2.0 MB are shown.")).toBeVisible();
		const [download] = await Promise.all([
			desk.waitForEvent("download"),
			inspector.getByRole("button", { name: "Save to a file" }).click(),
		]);
		const { readFileSync } = await import("node:fs");
		expect(readFileSync((await download.path()) as string, "utf8")).toBe(large);
		await inspector.getByRole("button", { name: "Open whole" }).click();
		await expect(inspector.getByText(/are shown\./)).toHaveCount(0);
		await expect(inspector.getByRole("treeitem").or(inspector.getByText("value")).first()).toBeVisible();
	});
});
