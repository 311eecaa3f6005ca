import type { Page } from "@playwright/test";
import { actionRequest, gameStart, stale, welcome } from "../core/protocols/aifight/frames.ts";
import { expect, test } from "./support/fixtures.ts";
import { actionPanel as action, fillIn, press, tabTo } from "./support/seat.ts";
import { goldenMatches, startReplay, startTable, type TableProgram } from "./support/table.ts";

const moves = (desk: Page) => action(desk).getByRole("radiogroup", { name: "Legal moves" });
const result = (desk: Page) => desk.getByRole("region", { name: "Result" });
const events = (desk: Page) => desk.getByRole("region", { name: "Events" });
const row = (desk: Page, text: string | RegExp) => desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });

/** Connects by own address, with the keyboard only. */
async function connect(desk: Page, url: string, key = "practice-key"): Promise<void> {
	await fillIn(desk, { url, key });
	await expect(desk.getByLabel("Agent key")).toHaveAttribute("type", "password");
	await desk.keyboard.press("Enter");
	await expect(desk.getByRole("tab", { name: "Table" })).toHaveAttribute("aria-selected", "true");
}

/** Nothing has the focus: keys go to the form. */
const letGo = (desk: Page) => desk.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

/** Connects and joins the first game offered. */
async function sit(desk: Page, table: TableProgram, key?: string): Promise<void> {
	await connect(desk, table.url, key);
	await expect(action(desk).getByRole("heading", { name: "Join a queue" })).toBeVisible();
	await expect(action(desk).locator(".act-i").first()).toBeEnabled();
	await letGo(desk);
	await desk.keyboard.press("1");
}

const labelsOf = (desk: Page) => moves(desk).locator(".act-i > span:nth-child(2)").allTextContents();
const requestId = (desk: Page) => action(desk).locator(".act-h .mono").first().textContent();

interface Wish {
	/** Begins with one of these, best first. */
	moves: readonly RegExp[];
}

/** Plays by keys until the match is over: a digit chooses, arrows change the number, Enter sends. Answers what was played. */
async function playOn(desk: Page, wishes: (turn: number) => Wish, limitMs: number): Promise<string[]> {
	const played: string[] = [];
	const endMs = Date.now() + limitMs;
	while (Date.now() < endMs) {
		await expect(moves(desk).or(result(desk)).first()).toBeVisible({ timeout: 20_000 });
		if (await result(desk).isVisible()) return played;
		const id = await requestId(desk);
		const labels = await labelsOf(desk).catch(() => []);
		const places = wishes(played.length).moves.map((wish) => labels.findIndex((label, place) => place < 9 && wish.test(label)));
		const place = places.find((each) => each >= 0) ?? 0;
		await desk.keyboard.press(String(place + 1));
		if (/^(Raise|Bid)/.test(labels[place] ?? "")) await desk.keyboard.press("ArrowUp");
		const send = action(desk).locator(".comp-s .btn");
		// A newer request may take this one's place at any moment; then the choice is made again.
		const isReady = await expect(send)
			.toBeEnabled({ timeout: 3_000 })
			.then(
				() => true,
				() => false,
			);
		if (!isReady || (await requestId(desk)) !== id) continue;
		await desk.keyboard.press("Enter");
		played.push(labels[place] ?? "?");
		await expect
			.poll(async () => (await result(desk).isVisible()) || (await requestId(desk)) !== id || !(await moves(desk).isVisible()), {
				timeout: 20_000,
			})
			.toBe(true);
	}
	throw new Error(`The match was not over in time after ${played.length} moves.`);
}

const GAMES = [
	{
		scenario: "holdem",
		name: "Hold’em",
		wishes: (turn: number) => ({
			moves: turn % 4 === 0 ? [/^Raise/, /^Check/, /^Call/] : turn % 7 === 6 ? [/^All in/] : [/^Check/, /^Call/],
		}),
		sees: /^Hand \d/,
	},
	{
		scenario: "liars-dice",
		name: "Liar’s Dice",
		wishes: (turn: number) => ({ moves: turn % 3 === 2 ? [/^Challenge/, /^Bid/] : [/^Bid/, /^Challenge/] }),
		sees: /^Round \d/,
	},
	{
		scenario: "coup",
		name: "Coup",
		wishes: (turn: number) => ({ moves: [/^Coup/, /^Assassinate/, turn % 2 === 0 ? /^Tax/ : /^Income/, /^Pass/, /^Turn card/] }),
		sees: /^Turn \d/,
	},
] as const;

for (const { scenario, name, wishes, sees } of GAMES) {
	test(`a whole match of ${name} is played by hand with the keyboard only`, async ({ desk }) => {
		test.setTimeout(240_000);
		const table = await startTable(scenario);
		await sit(desk, table);
		await expect(desk.locator(".table-h h2")).toHaveText(name);
		const played = await playOn(desk, wishes, 200_000);
		expect(played.length).toBeGreaterThan(1);

		await test.step("the end tells who the others were", async () => {
			await expect(result(desk).locator("tbody tr")).toHaveCount(await desk.locator(".seat").count());
			await expect(result(desk)).not.toContainText("not told");
			// Played to its end, not given up.
			await expect(result(desk)).not.toContainText(/gave it up|timeout|disconnect/);
			await expect(events(desk).locator("h2")).toHaveText(sees);
		});
		await test.step("an event leads to its frame", async () => {
			const [first] = await events(desk).getByRole("button").all();
			const ordinal = (await first?.getAttribute("title"))?.replace(/\D/g, "");
			if (first) await press(desk, first);
			await expect(desk.getByRole("tab", { name: "Timeline" })).toHaveAttribute("aria-selected", "true");
			await expect(desk.getByRole("grid", { name: "Timeline" }).locator("[aria-selected=true]")).toContainText(String(ordinal));
		});
		await test.step("game_over came, and every move of ours counts as taken", async () => {
			await letGo(desk);
			await desk.keyboard.press("End");
			// Two games also have an event of that name.
			await expect(row(desk, "game_over").last()).toBeVisible();
			const actions = await row(desk, /^(?!.*action_)(?=.*\baction\b)/).allTextContents();
			expect(actions.filter((text) => /unknown|refused|stale/.test(text))).toEqual([]);
		});
		expect(table.complaints).toEqual([]);
		table.stop();
	});
}

test("a move that is not allowed goes out only on purpose, is marked, and the second chance begins with it", async ({ desk }) => {
	const table = await startTable("holdem");
	await sit(desk, table);
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	const before = await requestId(desk);
	const raise = (await labelsOf(desk)).findIndex((label) => label.startsWith("Raise"));
	await desk.keyboard.press(String(raise + 1));
	await tabTo(desk, action(desk).getByRole("textbox"));
	await desk.keyboard.press("Control+a");
	await desk.keyboard.insertText("999999");
	await expect(action(desk).getByRole("button", { name: /Send although illegal/ })).toBeEnabled();
	await desk.keyboard.press("Enter");
	const dialog = desk.getByRole("alertdialog");
	await expect(dialog).toContainText("move.illegal");
	// Enter alone sends nothing.
	await desk.keyboard.press("Enter");
	await expect(dialog).toBeHidden();
	await tabTo(desk, action(desk).getByRole("textbox"));
	await desk.keyboard.press("Enter");
	await press(desk, dialog.getByRole("checkbox"), "Space");
	await press(desk, dialog.getByRole("button", { name: "Send although invalid" }));
	await expect(action(desk).getByRole("heading", { name: /Your turn again/ })).toBeVisible();
	expect(await requestId(desk)).not.toBe(before);
	await expect(action(desk).getByRole("textbox")).toHaveValue("999999");
	await expect(action(desk)).toContainText("The last move was not allowed");
	await letGo(desk);
	await desk.keyboard.press("t");
	await expect(row(desk, "999999").first()).toBeVisible();
	table.stop();
});

test("after the time is over a move asks once more; called stale it is no failure", async ({ desk }) => {
	const server = await startReplay([welcome(), gameStart(), actionRequest("r-1", { timeout_ms: 1_500 })]);
	await connect(desk, server.url);
	await expect(moves(desk)).toBeVisible();
	await letGo(desk);
	await desk.keyboard.press("1");
	await expect(action(desk).getByRole("button", { name: /late…/ })).toBeEnabled();
	await desk.keyboard.press("Enter");
	const dialog = desk.getByRole("alertdialog");
	await expect(dialog).toContainText("although the time is over");
	// The safe button has the focus: Enter by reflex sends nothing.
	await desk.keyboard.press("Enter");
	await expect(dialog).toBeHidden();
	expect(server.heard.filter(({ type }) => type === "action")).toEqual([]);
	await press(desk, action(desk).getByRole("button", { name: /late…/ }));
	await press(desk, dialog.getByRole("button", { name: "Send late" }));
	await expect.poll(() => server.heard.find(({ type }) => type === "action")?.request_id).toBe("r-1");
	await expect(action(desk).getByRole("heading", { name: "Your move is on its way" })).toBeVisible();
	server.say(stale("r-1"));
	await expect(action(desk).getByRole("heading", { name: "Stale: not used by the server" })).toBeVisible();
	server.stop();
});

test("a newer request takes the place of the one being answered: the choice is kept and sent only when taken up", async ({ desk }) => {
	const server = await startReplay([welcome(), gameStart(), actionRequest("r-1")]);
	await connect(desk, server.url);
	await expect(moves(desk)).toBeVisible();
	await letGo(desk);
	await desk.keyboard.press("1");
	await desk.keyboard.press("ArrowUp");
	await expect(action(desk).locator(".comp-sent")).toContainText('"quantity":2');
	server.say(actionRequest("r-2"));
	await expect(action(desk).getByText("Superseded by a newer request")).toBeVisible();
	await expect(moves(desk).locator("[aria-checked=true]")).toHaveCount(0);
	// Enter without a choice sends nothing.
	await desk.keyboard.press("Enter");
	await press(desk, action(desk).getByRole("button", { name: /^Use it for/ }));
	await expect(action(desk).locator(".comp-sent")).toContainText('"quantity":2');
	await expect(action(desk).locator(".comp-sent")).toContainText('"request_id":"r-2"');
	await letGo(desk);
	await expect(action(desk).locator(".comp-s .btn")).toBeEnabled();
	await desk.keyboard.press("Enter");
	await expect.poll(() => server.heard.filter(({ type }) => type === "action").map(({ request_id }) => request_id)).toEqual(["r-2"]);
	server.stop();
});

test("two matches on one link: each keeps its choice, N goes to the one that waits", async ({ desk }) => {
	const table = await startTable("two-matches");
	await sit(desk, table);
	const matches = desk.getByRole("navigation", { name: "Matches" });
	await expect(matches.getByRole("button")).toHaveCount(2);
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	await expect(action(desk).getByText("Another match waits for you")).toBeVisible({ timeout: 15_000 });
	const first = await desk.locator(".table-h h2").textContent();
	await desk.keyboard.press("1");
	const chosen = await moves(desk).locator("[aria-checked=true]").textContent();
	await desk.keyboard.press("n");
	await expect(desk.locator(".table-h h2")).not.toHaveText(first ?? "");
	await expect(moves(desk).locator("[aria-checked=true]")).toHaveCount(0);
	await desk.keyboard.press("n");
	await expect(moves(desk).locator("[aria-checked=true]")).toHaveText(chosen ?? "");
	table.stop();
});

test("a match that was found is confirmed by a key, with its time running", async ({ desk }) => {
	const table = await startTable("match-confirm");
	await sit(desk, table);
	const card = action(desk).getByRole("region", { name: "Match found" });
	await expect(card.locator(".clock")).toHaveText(/^00:(30|2\d)$/);
	await desk.keyboard.press("y");
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	expect(table.complaints).toEqual([]);
	table.stop();
});

test("a seat that was taken is left alone until the operator takes it back, and the choice is kept", async ({ desk }) => {
	const table = await startTable("seat-taken", { timeScale: 3 });
	await sit(desk, table);
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	const before = await requestId(desk);
	await desk.keyboard.press("2");
	const back = desk.getByRole("button", { name: "Take the seat back", exact: true });
	await expect(back).toBeVisible({ timeout: 15_000 });
	await expect(action(desk).getByRole("heading", { name: "The link is down" })).toBeVisible();
	await press(desk, back);
	await expect(action(desk).getByText("Superseded by a newer request")).toBeVisible({ timeout: 15_000 });
	expect(await requestId(desk)).not.toBe(before);
	await press(desk, action(desk).getByRole("button", { name: /^Use it for/ }));
	await expect(moves(desk).locator("[aria-checked=true]")).toHaveCount(1);
	expect(table.complaints).toEqual([]);
	table.stop();
});

test("the program is started anew in the middle of a match: the old request is never answered, the new one is @web", async ({
	desk,
	program,
}) => {
	test.setTimeout(120_000);
	const table = await startTable("holdem", { timeScale: 0.3 });
	await sit(desk, table);
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	const before = await requestId(desk);
	// A page that lost its console says so in the browser's log; this one is not there meanwhile.
	await desk.goto("about:blank");
	await program.restart();
	await desk.goto(program.url());
	const [listed] = await desk.locator(".ses").all();
	if (listed) await press(desk, listed);
	await expect(desk.locator(".table-h h2")).toHaveText("Hold’em");
	await connectAgain(desk, table);
	await expect(moves(desk)).toBeVisible({ timeout: 15_000 });
	const after = await requestId(desk);
	expect(after).not.toBe(before);
	await letGo(desk);
	await desk.keyboard.press("1");
	await expect(action(desk).locator(".comp-s .btn")).toBeEnabled();
	await expect(action(desk).locator(".comp-sent")).toContainText(String(after));
	await desk.keyboard.press("Enter");
	await expect.poll(async () => (await requestId(desk)) !== after || !(await moves(desk).isVisible())).toBe(true);
	expect(table.complaints).toEqual([]);
	table.stop();
});

/** The key was not kept: the session's own entry in the form, with the key typed again. */
async function connectAgain(desk: Page, table: TableProgram): Promise<void> {
	await press(desk, desk.locator(".head-link"));
	await expect(desk.getByLabel("Address of the socket")).toHaveValue(table.url);
	await tabTo(desk, desk.getByLabel("Agent key"));
	await desk.keyboard.insertText("practice-key");
	await desk.keyboard.press("Enter");
	await expect(desk.getByRole("tab", { name: "Table" })).toHaveAttribute("aria-selected", "true");
}

test.describe("recorded matches", () => {
	const matches = goldenMatches();
	if (matches.length === 0) test("each is shown as it was", () => test.skip(true, "The golden transcripts are not beside the project"));
	for (const { name, frames } of matches) {
		test(`${name} is shown as it was`, async ({ desk }) => {
			const replay = await startReplay(frames);
			await connect(desk, replay.url);
			const over = frames.find(({ type }) => type === "game_over")?.data as
				| { players?: { agent_name: string }[]; result?: { winner?: string; payoffs?: Record<string, number> } }
				| undefined;
			if (over) {
				await expect(result(desk)).toBeVisible();
				for (const { agent_name } of over.players ?? []) await expect(result(desk)).toContainText(agent_name);
				await expect(result(desk).locator("tbody tr")).toHaveCount(Object.keys(over.result?.payoffs ?? {}).length);
			} else if (frames.some(({ type }) => type === "game_start" || type === "action_request")) {
				await expect(desk.locator(".felt")).toBeVisible();
			} else {
				await expect(action(desk).getByRole("region", { name: "Queue" })).toBeVisible();
			}
			replay.stop();
		});
	}
});
