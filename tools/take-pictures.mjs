// node tools/take-pictures.mjs [FOLDER]: pictures of the real program over practice agents, both themes and sizes, for the README and for looking at.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { needNode22, ROOT } from "./lib/node.mjs";

needNode22();
const { chromium } = await import("@playwright/test");
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, "test-results/pictures"));
mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(path.join(tmpdir(), "switchboard-pictures-"));
const server = spawn(process.execPath, [path.join(ROOT, "dist/cli.js"), "serve", "--no-open", "--data", profile], {
	stdio: ["ignore", "pipe", "inherit"],
});
const url = await new Promise((resolve) => createInterface({ input: server.stdout }).once("line", (line) => resolve(JSON.parse(line).url)));
const browser = await chromium.launch({
	executablePath: ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((file) => existsSync(file)),
	chromiumSandbox: process.getuid?.() !== 0,
	args: ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

const SIZES = [
	[1280, 800],
	[1920, 1080],
];
const SCENARIOS = ["malformed", "cut-mid-text", "gap", "asks-for-card"];

async function start(page, scenario) {
	await page.keyboard.press("Control+n");
	const search = page.getByRole("searchbox", { name: "Search practice agents" });
	await search.fill(scenario);
	await page.locator(`button[title^="${scenario}: "]`).first().click();
}

async function open(page, scenario) {
	await start(page, scenario);
	await page.getByRole("grid", { name: "Timeline" }).waitFor();
}

/** A seat at a table, up to the first question. */
async function sitDown(page, scenario) {
	await start(page, scenario);
	const action = page.getByRole("complementary", { name: "Your action" });
	await action.getByRole("button", { name: /join/ }).first().click();
	await action.getByRole("radiogroup", { name: "Legal moves" }).waitFor();
}

try {
	const first = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	await first.goto(url);
	await first.getByRole("row").filter({ hasText: "RUN_FINISHED" }).first().waitFor({ timeout: 20_000 });
	await sitDown(first, "holdem");
	for (const scenario of SCENARIOS) await open(first, scenario);
	await first.waitForTimeout(6_000);
	await first.close();
	for (const [width, height] of SIZES) {
		for (const colorScheme of ["light", "dark"]) {
			const context = await browser.newContext({ viewport: { width, height }, colorScheme });
			const page = await context.newPage();
			await page.goto(url);
			const shoot = (name) => page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${width}.png`) });
			await page
				.getByRole("button", { name: /Practice agent/ })
				.first()
				.click();
			await page.getByRole("row").filter({ hasText: "STATE_DELTA" }).last().click();
			await page
				.getByRole("region", { name: "Composer" })
				.getByLabel("Text", { exact: true })
				.fill("Please check badge 42 again. The visitor says it was replaced yesterday.");
			await page.waitForTimeout(700);
			await shoot("live");
			for (const [index, scenario] of SCENARIOS.entries()) {
				const item = page
					.getByRole("list", { name: "Sessions" })
					.getByRole("button")
					.nth(SCENARIOS.length - 1 - index);
				if (!(await item.isVisible().catch(() => false))) continue;
				await item.click();
				await page.waitForTimeout(600);
				await page.getByRole("grid", { name: "Timeline" }).focus();
				await page.keyboard.press("Home");
				await page.keyboard.press("]");
				await page.waitForTimeout(500);
				await shoot(scenario);
			}
			await page.keyboard.press("Control+n");
			await page.waitForTimeout(500);
			await shoot("connect");
			await page
				.getByRole("list", { name: "Sessions" })
				.getByRole("button", { name: /Hold'em/ })
				.click();
			await page.getByRole("radiogroup", { name: "Legal moves" }).waitFor();
			await page.keyboard.press("3");
			await page.waitForTimeout(500);
			await shoot("table");
			await page.getByRole("button", { name: /^Transcripts/ }).click();
			await page.getByRole("searchbox", { name: "Search all transcripts" }).fill("gate");
			await page.locator(".hit").first().waitFor();
			await page.waitForTimeout(500);
			await shoot("search");
			await context.close();
		}
	}
	console.error(`pictures are in ${folder}`);
} finally {
	await browser.close();
	const ended = once(server, "exit");
	server.kill("SIGTERM");
	await ended;
	rmSync(profile, { recursive: true, force: true });
}
