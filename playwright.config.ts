import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findElectron } from "./tools/lib/electron-binary.mjs";

const chromium =
	process.env.CHROMIUM ??
	["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) =>
		existsSync(file),
	);
const electron = findElectron();
// Workers load this file again; only the first one speaks.
if (!electron && process.env.TEST_WORKER_INDEX === undefined)
	console.log("The Electron project is left out: Electron's binary is not on this machine (npm run desktop fetches it).");

export default defineConfig<{ shell: "web" | "electron" }>({
	testDir: "tests/e2e",
	globalSetup: "./tests/e2e/support/build-support.ts",
	outputDir: "test-results/e2e",
	timeout: 60_000,
	// Two at a time on two cores: what takes a second alone may take some more.
	expect: { timeout: 10_000 },
	// Each starts a program, its threads and a browser's processes; more of them on two cores only wait for each other.
	workers: Math.max(2, Math.floor(availableParallelism() / 2)),
	// Real programs, sockets and clocks on a machine that may be busy: a second try tells a race from a fault, and is named at the end.
	retries: 1,
	forbidOnly: true,
	reporter: [["list"]],
	projects: [
		{
			name: "web",
			use: {
				headless: true,
				viewport: { width: 1280, height: 800 },
				launchOptions: {
					...(chromium ? { executablePath: chromium } : {}),
					args: ["--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
					chromiumSandbox: process.getuid?.() !== 0,
				},
				// Recording each test costs a third of its time; a second try is recorded.
				trace: "on-first-retry",
			},
		},
		...(electron ? [{ name: "electron", grepInvert: /@web/, use: { shell: "electron" as const } }] : []),
	],
});
