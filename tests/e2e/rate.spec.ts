import type { CDPSession, Page } from "@playwright/test";
import { servePlainList } from "../../main/bench/window/plain-list.ts";
import { startLoadServer } from "../../main/practice/load-server.ts";
import { expect, pressConnect, test } from "./support/fixtures.ts";

const FRAMES_PER_SECOND = 1000;
const SECONDS = 5;
const SLOWER = 4;
/** Beside the plain list, on a machine on which other things run, too. Before events were paced it was more than twice as much. */
const MOST_TO_PLAIN = 1.3;
/** Once for what came and once for what was asked about it, sixteen times a second, and some for clocks. */
const MOST_LAYOUTS_PER_SECOND = 40;

const startLoad = () => startLoadServer({ frames: 1_000_000, bytesPerFrame: 400, framing: "flat", paceFramesPerSecond: FRAMES_PER_SECOND });

interface Cost {
	/** Processor time of the page's thread, s. */
	task: number;
	layouts: number;
}

async function costOf(cdp: CDPSession, run: () => Promise<unknown>): Promise<Cost> {
	const read = async () =>
		Object.fromEntries((await cdp.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value] as const));
	const before = await read();
	await run();
	const after = await read();
	const spent = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
	return { task: spent("TaskDuration"), layouts: spent("LayoutCount") };
}

async function slowDown(page: Page): Promise<CDPSession> {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
	await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
	return cdp;
}

/** In how many of so many pictures a row in the list is not read yet. */
const unreadable = (page: Page, pictures: number) =>
	page.evaluate(
		(most) =>
			new Promise<number>((resolve) => {
				let seen = 0;
				let left = most;
				const look = () => {
					if (document.querySelector(".vrows .row--reading")) seen++;
					if (left-- > 0) requestAnimationFrame(look);
					else resolve(seen);
				};
				requestAnimationFrame(look);
			}),
		pictures,
	);

test("1,000 frames a second on a slow processor cost no more than in a plain list, and every row can be read", async ({ desk }) => {
	test.setTimeout(120_000);
	const load = await startLoad();
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await desk.keyboard.press("Control+n");
	await desk.getByRole("button", { name: "Use a card" }).click();
	await desk.getByLabel("Card address").fill(load.card);
	await desk.getByRole("button", { name: "Read the card" }).click();
	await expect(desk.getByText("read, nothing dialled yet")).toBeVisible();
	await pressConnect(desk);
	const row = desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: "CUSTOM" });
	await expect(row.first()).toBeVisible();
	const again = await startLoad();
	const list = await servePlainList();
	const plainPage = await desk.context().newPage();
	await plainPage.goto(list.url(again.url));
	await expect(plainPage.locator(".row").first()).toBeVisible();

	// Both at the same time: whatever else the machine does takes from both.
	const [ownCdp, plainCdp] = [await slowDown(desk), await slowDown(plainPage)];
	await desk.waitForTimeout(1000);
	const [own, plain] = await Promise.all([ownCdp, plainCdp].map((cdp) => costOf(cdp, () => desk.waitForTimeout(SECONDS * 1000))));
	await plainPage.close();
	expect(await unreadable(desk, 30)).toBe(0);
	list.close();
	await Promise.all([load.close(), again.close()]);
	if (!own || !plain) throw new Error("Nothing was measured.");

	expect(own.layouts / SECONDS).toBeLessThan(MOST_LAYOUTS_PER_SECOND);
	expect(own.task / plain.task).toBeLessThan(MOST_TO_PLAIN);
});
