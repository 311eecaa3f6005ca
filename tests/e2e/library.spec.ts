import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { fillLibrary } from "../../main/bench/fill-library.ts";
import { connectByCard, expect, test as plain } from "./support/fixtures.ts";
import { startProgram } from "./support/program.ts";

/** 240 sessions with 24,000 entries, before the program is started: written once, then copied for each test. */
const test = plain.extend<object, { filled: string }>({
	filled: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
		async ({}, use) => {
			const folder = mkdtempSync(path.join(tmpdir(), "switchboard-library-"));
			await fillLibrary(folder, 24_000, 240);
			await use(folder);
			rmSync(folder, { recursive: true, force: true });
		},
		{ scope: "worker" },
	],
	program: async ({ filled }, use) => {
		const program = await startProgram({ fill: async (profile) => cpSync(filled, profile, { recursive: true }) });
		await use(program);
		await program.stop();
	},
});

const sessions = (desk: Page) => desk.getByRole("grid", { name: "Sessions" });
const found = (desk: Page) => desk.getByRole("region", { name: "Sessions found" });
const session = (desk: Page, name: string) => sessions(desk).getByRole("row").filter({ hasText: name });
const timeline = (desk: Page) => desk.getByRole("grid", { name: "Timeline" });
const field = (desk: Page) => desk.getByRole("searchbox", { name: "Search all transcripts" });
const hits = (desk: Page) => desk.getByRole("region", { name: "Hits" }).locator(".hit");
const toast = (desk: Page, text: string | RegExp) => desk.locator(".toast").filter({ hasText: text });

async function openLibrary(desk: Page): Promise<void> {
	await expect(desk.locator(".rail")).toBeVisible();
	await desk.keyboard.press("Escape");
	await desk.keyboard.press("g");
	await desk.keyboard.press("t");
	await expect(sessions(desk)).toBeVisible();
}

test("list, search, hit, row and back: nothing is lost on the way", async ({ desk }) => {
	await openLibrary(desk);
	await expect(desk.getByText(/^240 sessions, 24.000 entries/)).toBeVisible();
	await test.step("the list is grouped by day and draws only what is in view", async () => {
		await expect(sessions(desk)).toContainText("Sunday 7 Jun");
		await expect(session(desk, "Session 239")).toBeVisible();
		expect(await sessions(desk).getByRole("row").count()).toBeLessThan(60);
	});
	await test.step("by keyboard from the search into the hits, to a row", async () => {
		await desk.keyboard.press("/");
		await expect(field(desk)).toBeFocused();
		await desk.keyboard.insertText('"please check" badge type:TEXT_*');
		await expect(hits(desk).first()).toBeVisible();
		await expect(hits(desk).first().locator("mark").first()).toHaveText(/badge|please check/);
		await expect(desk.getByText(/\d+\+? hits in \d+ sessions, /)).toBeVisible();
	});
	const ordinals = await hits(desk).locator(":scope > :first-child").allTextContents();
	await test.step("what is not finished is a hint, and the hits stay", async () => {
		await field(desk).fill("/badge (");
		await expect(desk.getByText(/not complete yet/)).toBeVisible();
		await field(desk).fill("/badge (/");
		await expect(desk.getByText(/not complete yet: .*Unterminated group/)).toBeVisible();
		expect(await hits(desk).locator(":scope > :first-child").allTextContents()).toEqual(ordinals);
		await field(desk).fill("/badge [a-z]+ [a-z]+ gate/");
		await expect(desk.getByText(/not complete yet/)).toHaveCount(0);
		await expect(hits(desk).first().locator("mark").first()).toHaveText(/badge \w+ \w+ gate/);
	});
	const before = await hits(desk).locator(":scope > :first-child").allTextContents();
	await test.step("a hit opens its session at its row", async () => {
		await field(desk).press("ArrowDown");
		await desk.keyboard.press("ArrowDown");
		await desk.keyboard.press("Enter");
		await expect(desk.getByText(/Hit 2 of \d+ for/)).toBeVisible();
		await expect(timeline(desk).getByRole("row", { selected: true })).toBeVisible();
		await expect(desk.getByText(`Entry ${before[1]}`)).toBeVisible();
		await expect(desk.getByRole("button", { name: /new entries, follow the end/ })).toHaveCount(0);
		await desk.keyboard.press("Alt+ArrowDown");
		await expect(desk.getByText(/Hit 3 of \d+ for/)).toBeVisible();
		await expect(desk.getByText(`Entry ${before[2]}`)).toBeVisible();
	});
	await test.step("and back to the same hits, the one that was gone to marked", async () => {
		await desk.getByRole("button", { name: "Back to the hits" }).click();
		expect(await hits(desk).locator(":scope > :first-child").allTextContents()).toEqual(before);
		await expect(hits(desk).and(desk.locator("[aria-current=true]"))).toContainText(before[2] as string);
	});
	await test.step("cleared, the list is there again; a session opens as the same timeline", async () => {
		await desk.keyboard.press("/");
		await desk.keyboard.press("Escape");
		await expect(sessions(desk)).toBeVisible();
		await sessions(desk).evaluate((list) => list.scrollTo(0, 4000));
		await expect(session(desk, "Session 150")).toBeVisible();
		const top = (await session(desk, "Session 150").boundingBox())?.y ?? 0;
		await session(desk, "Session 150").dblclick();
		await expect(desk.getByRole("heading", { name: "Session 150" })).toBeVisible();
		await expect(timeline(desk).getByRole("row").first()).toBeVisible();
		await desk.keyboard.press("g");
		await desk.keyboard.press("t");
		await expect(session(desk, "Session 150")).toBeVisible();
		expect(Math.abs(((await session(desk, "Session 150").boundingBox())?.y ?? 0) - top)).toBeLessThanOrEqual(48);
	});
});

test("an expression that never ends is stopped and said to be so, and the next search works", async ({ desk }) => {
	await openLibrary(desk);
	await field(desk).fill('/^(.*?[a-z ,:"]+)+$(?!x)\\d/');
	await expect(desk.getByText(/takes too long/)).toBeVisible({ timeout: 20_000 });
	await field(desk).fill("zebra0quagga");
	await expect(hits(desk)).toHaveCount(1, { timeout: 15_000 });
});

test("tags and a note are kept, found by, and still there after kill and start", async ({ desk, program }) => {
	await openLibrary(desk);
	await session(desk, "Session 238").click();
	const sheet = desk.getByRole("complementary", { name: "About Session 238" });
	await sheet.getByLabel("Add a tag").fill("ticket 7");
	await sheet.getByLabel("Add a tag").press("Enter");
	await expect(sheet.getByText("ticket 7")).toBeVisible();
	await sheet.getByLabel("Note").fill("asked twice for the badge");
	await sheet.getByLabel("Add a tag").focus();
	await expect(session(desk, "asked twice for the badge")).toBeVisible();
	await test.step("many at once", async () => {
		await sessions(desk)
			.getByRole("checkbox", { name: /^Choose Session 236,/ })
			.check();
		await sessions(desk)
			.getByRole("checkbox", { name: /^Choose Session 235,/ })
			.check();
		await desk.getByLabel("Tag for all chosen sessions").fill("ticket 7");
		await desk.getByLabel("Tag for all chosen sessions").press("Enter");
		await expect(sessions(desk).getByRole("row").filter({ hasText: "ticket 7" })).toHaveCount(3);
	});
	// No window looks at it meanwhile: a lost link is a complaint.
	await desk.goto("about:blank");
	await program.restart();
	await desk.goto(program.url());
	await openLibrary(desk);
	await desk.getByRole("checkbox", { name: /^ticket 7/ }).check();
	await expect(desk.getByText(/^3 of 240 sessions/)).toBeVisible();
	await desk.getByLabel("Name, address, tag or note").fill("asked twice");
	await expect(desk.getByText(/^1 of 240 sessions/)).toBeVisible();
	await desk.getByRole("button", { name: "Clear filters" }).click();
	await expect(found(desk).getByText(/^240 sessions$/)).toBeVisible();
});

test("removing needs no question: it can be undone, and is final when the program ends", async ({ desk, program }) => {
	await openLibrary(desk);
	await session(desk, "Session 239").click();
	await sessions(desk).focus();
	await desk.keyboard.press("Delete");
	await expect(toast(desk, "1 session removed")).toBeVisible();
	await expect(session(desk, "Session 239")).toHaveCount(0);
	await expect(desk.getByRole("list", { name: "Sessions" }).getByText("Session 239")).toHaveCount(0);
	await toast(desk, "1 session removed").getByRole("button", { name: "Undo" }).click();
	await expect(session(desk, "Session 239")).toBeVisible();
	await test.step("or later, from among the removed", async () => {
		await sessions(desk)
			.getByRole("checkbox", { name: /^Choose Session 237,/ })
			.check();
		await sessions(desk)
			.getByRole("checkbox", { name: /^Choose Session 236,/ })
			.check();
		// The offer to undo is still there, and not in the way.
		await expect(
			toast(desk, "1 session removed")
				.or(toast(desk, /restored/))
				.first(),
		).toBeVisible();
		await desk.getByRole("region", { name: "Chosen sessions" }).getByRole("button", { name: "Remove" }).click({ timeout: 5_000 });
		await expect(toast(desk, "2 sessions removed")).toBeVisible();
		await desk.getByRole("checkbox", { name: /^Removed/ }).check();
		await expect(sessions(desk).getByRole("checkbox")).toHaveCount(2);
		await sessions(desk)
			.getByRole("checkbox", { name: /^Choose Session 237,/ })
			.check();
		await desk.getByRole("button", { name: "Restore" }).click();
		await expect(sessions(desk).getByRole("checkbox")).toHaveCount(1);
	});
	// No window looks at it meanwhile: a lost link is a complaint.
	await desk.goto("about:blank");
	await program.restart();
	await desk.goto(program.url());
	await openLibrary(desk);
	await expect(found(desk).getByText(/^239 sessions$/)).toBeVisible();
	await expect(session(desk, "Session 237")).toBeVisible();
	await expect(session(desk, "Session 236")).toHaveCount(0);
});

test("a rule of retention shows exactly what would go, and only then does it go", async ({ desk }) => {
	await openLibrary(desk);
	await session(desk, "Session 230").click();
	const sheet = desk.getByRole("complementary", { name: "About Session 230" });
	await sheet.getByLabel("Add a tag").fill("keep");
	await sheet.getByLabel("Add a tag").press("Enter");
	await expect(sheet.getByText("keep", { exact: true })).toBeVisible();
	await desk.getByRole("button", { name: "Keeping…" }).click();
	const dialog = desk.getByRole("dialog", { name: "Keeping transcripts" });
	await expect(dialog.getByText(/^240, and 0 removed/)).toBeVisible();
	await dialog.getByLabel("Keep at most, GB of entries").fill("0.004");
	await expect(dialog.getByText(/\d+ sessions would go: /)).toBeVisible();
	const [would = ""] = /\d+/.exec((await dialog.getByText(/\d+ sessions would go: /).textContent()) ?? "") ?? [];
	expect(Number(would)).toBeGreaterThan(50);
	await expect(dialog.getByRole("listitem").first()).toContainText("Session 0");
	await dialog.getByLabel("Older than, days").fill("0");
	await expect(dialog.getByText("239 sessions would go")).toBeVisible();
	await dialog.getByLabel("Older than, days").fill("");
	await dialog.getByRole("button", { name: `Remove ${would} sessions` }).click();
	await expect(dialog.getByText(new RegExp(`^${240 - Number(would)}, and ${would} removed`))).toBeVisible();
	await test.step("and compacting gives their room back", async () => {
		await dialog.getByRole("button", { name: "Compact" }).click();
		await expect(dialog.getByText(/MiB were given back to the disk/)).toBeVisible({ timeout: 30_000 });
		await expect(dialog.getByText(new RegExp(`^${240 - Number(would)}, and 0 removed`))).toBeVisible();
	});
	await dialog.getByRole("button", { name: "Close" }).click();
	await expect(session(desk, "Session 230")).toBeVisible();
});

plain(
	"a backup is made while a session is recorded, and PC-18: the library is searched while frames arrive",
	async ({ desk, agent, program }) => {
		// 20,000 messages, then a look at what follows.
		plain.slow();
		await connectByCard(desk, agent);
		for (let n = 1; n <= 20_000; n += 1) {
			agent.say({
				type: n % 10 === 0 ? "RAW" : "CUSTOM",
				name: `note ${n}`,
				value: n % 500 === 0 ? `the badge number ${n}` : "quiet",
			});
			if (n % 2000 === 0) await desk.waitForTimeout(20);
		}
		const pump = setInterval(() => {
			for (let n = 0; n < 10; n += 1) agent.say({ type: "CUSTOM", name: "live", value: "still coming" });
		}, 100);
		try {
			await expect
				.poll(async () => Number(((await desk.locator(".meas--sum dd").nth(1).textContent()) ?? "0").replace(/\D/g, "")), {
					timeout: 120_000,
				})
				.toBeGreaterThan(20_000);
			await desk.keyboard.press("Escape");
			await desk.keyboard.press("g");
			await desk.keyboard.press("t");
			await plain.step("direction, type and expression: hits at once, while a hundred a second arrive", async () => {
				await field(desk).fill("dir:in type:RA* /badge number \\d+0/");
				await expect(hits(desk).first()).toBeVisible();
				await expect(desk.getByText(/40 hits in 1 session, (\d+ ms|\d\.\d+ s)/)).toBeVisible({ timeout: 60_000 });
			});
			const before = await desk.locator(".lib-group .hit > :first-child").allTextContents();
			await plain.step("an unfinished expression is a hint and changes nothing", async () => {
				await field(desk).fill("dir:in type:RA* /badge number (");
				await expect(desk.getByText(/not complete yet/)).toBeVisible();
				expect(await desk.locator(".lib-group .hit > :first-child").allTextContents()).toEqual(before);
			});
			await plain.step("a hit stands in place among its neighbours, with the search cleared too, while more arrives", async () => {
				await hits(desk).nth(3).click();
				const selected = timeline(desk).getByRole("row", { selected: true });
				await expect(selected).toBeVisible({ timeout: 40_000 });
				const at = (await selected.boundingBox())?.y;
				// Its number; findings may still come to it.
				const text = ((await selected.textContent()) ?? "").slice(0, 9);
				await desk.getByRole("button", { name: "Stay here, without the search" }).click();
				await expect(desk.getByRole("button", { name: "Back to the hits" })).toHaveCount(0);
				await desk.waitForTimeout(800);
				expect((await selected.textContent())?.slice(0, 9)).toBe(text);
				// Without the bar above it the list begins higher; the row moves with it, not within it.
				expect(Math.abs(((await selected.boundingBox())?.y ?? 0) - (at ?? 0))).toBeLessThan(40);
				await expect(desk.getByRole("button", { name: /new entries, follow the end/ })).toBeVisible();
			});
			await plain.step("the copy is made while it goes on", async () => {
				await desk.keyboard.press("g");
				await desk.keyboard.press("t");
				await desk.getByRole("button", { name: "Keeping…" }).click();
				const dialog = desk.getByRole("dialog", { name: "Keeping transcripts" });
				await dialog.getByRole("button", { name: "Back up now" }).click();
				await expect(dialog.getByText(/^The backup is in /)).toBeVisible({ timeout: 30_000 });
				const folder = path.join(program.profile, "backups");
				const [name = ""] = readdirSync(folder);
				expect(readdirSync(folder)).toEqual([expect.stringMatching(/^transcripts-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/)]);
				// All of it: 20,000 entries take about 240 bytes each.
				expect(statSync(path.join(folder, name)).size).toBeGreaterThan(20_000 * 150);
				await dialog.getByRole("button", { name: "Close" }).click();
			});
		} finally {
			clearInterval(pump);
		}
		expect(existsSync(path.join(program.profile, "search.sqlite"))).toBe(true);
	},
);
