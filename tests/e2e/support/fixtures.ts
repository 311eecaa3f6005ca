import { test as base, expect, type Page } from "@playwright/test";
import { type HandAgent, startHandAgent } from "./agent.ts";
import { type Consoles, createConsoles } from "./consoles.ts";
import { startDesktop } from "./desktop.ts";
import { type Program, startProgram } from "./program.ts";

/** What must stay silent in every test: CSP violations, console errors and warnings, uncaught errors. */
async function watchForComplaints(page: Page): Promise<string[]> {
	const complaints: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning") complaints.push(`${message.type()}: ${message.text()}`);
	});
	page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
	await page.exposeFunction("reportViolation", (text: string) => complaints.push(`CSP: ${text}`));
	await page.addInitScript(() => {
		document.addEventListener("securitypolicyviolation", (event) => {
			const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
			reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
		});
	});
	return complaints;
}

interface Options {
	/** `electron` runs the same tests in the desktop program, where its binary exists. */
	shell: "web" | "electron";
}

interface Fixtures {
	/** A console on a fresh profile: in one process with those of the tests before, or for tests with `@web` a program of its own. */
	program: Program;
	agent: HandAgent;
	/** The window, open on the program; complaints fail the test. */
	desk: Page;
}

export const test = base.extend<Fixtures & Options, { consoles: Consoles }>({
	shell: ["web", { option: true }],
	consoles: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
		async ({}, use) => {
			const consoles = createConsoles();
			await use(consoles);
			await consoles.end();
		},
		{ scope: "worker" },
	],
	program: async ({ shell, consoles }, use, { tags }) => {
		const program = await (shell === "electron" ? startDesktop() : tags.includes("@web") ? startProgram() : consoles.open());
		await use(program);
		await program.stop();
	},
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
	agent: async ({}, use) => {
		const agent = await startHandAgent();
		await use(agent);
		agent.close();
	},
	desk: async ({ page, program }, use) => {
		const window = program.window ?? page;
		const complaints = await watchForComplaints(window);
		if (!program.window) await window.goto(program.url());
		await use(window);
		expect(complaints).toEqual([]);
	},
});

export { expect };

/** On the connect screen: the agent's card, read. */
export async function readCard(page: Page, agent: HandAgent): Promise<void> {
	await page.getByRole("button", { name: "Use a card" }).click();
	await page.getByLabel("Card address").fill(agent.card);
	await page.getByRole("button", { name: "Read the card" }).click();
	await expect(page.getByText("read, nothing dialled yet")).toBeVisible();
}

/** The form's own button: the rail has one of that name too. */
export const pressConnect = (page: Page): Promise<void> =>
	page
		.getByRole("form")
		.getByRole("button", { name: /^Connect/ })
		.click();

interface CardOptions {
	/** Heading of the session in view before. */
	from?: string | RegExp;
	/** Offer explicit audio turns. */
	audio?: boolean;
	/** What is offered; default both. */
	modalities?: ("NFC cards" | "Photos")[];
}

/** Connects to the hand-played agent through the connect screen, with explicit audio turns offered. */
export async function connectByCard(
	page: Page,
	agent: HandAgent,
	name: string | RegExp = "Gate 3 check-in",
	options: CardOptions = {},
): Promise<void> {
	const { from = "Practice agent", audio = true, modalities } = options;
	await expect(page.getByRole("heading", { name: from })).toBeVisible();
	await page.keyboard.press("Control+n");
	await readCard(page, agent);
	await page.getByRole("button", { name: "Headers, subprotocol, options" }).click();
	await expect(page.getByRole("checkbox", { name: "Explicit turns" })).toBeVisible();
	if (audio) await page.getByText("Explicit turns", { exact: true }).click();
	for (const each of ["NFC cards", "Photos"] as const)
		if (modalities && !modalities.includes(each)) await page.getByText(each, { exact: true }).click();
	await pressConnect(page);
	await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
	await expect.poll(() => agent.of("session.start").length).toBe(1);
}
