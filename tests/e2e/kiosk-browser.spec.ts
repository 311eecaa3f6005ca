import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startHandAgent } from "./support/agent.ts";
import { expect, test } from "./support/fixtures.ts";
import { startKiosk } from "./support/kiosk.ts";
import { WHOLE_CHROMIUM } from "./support/whole-chromium.ts";

/** A display the test can look into: the same Chromium with the same words, headless, and a door for the test. */
function createDisplay() {
	const folder = mkdtempSync(path.join(tmpdir(), "switchboard-display-"));
	const [browser, log] = [path.join(folder, "browser"), path.join(folder, "log")];
	writeFileSync(browser, `#!/bin/sh\necho "$@" >> ${log}\nexec ${WHOLE_CHROMIUM} --headless=new --remote-debugging-port=0 "$@"\n`);
	chmodSync(browser, 0o755);
	const starts = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
	return {
		env: { CHROMIUM: browser, DISPLAY: ":none" },
		starts,
		/** The kiosk's page in the browser that was started as number `count`. */
		async page(count: number): Promise<Page> {
			let attached: Browser | null = null;
			await expect.poll(() => starts().length, { timeout: 40_000 }).toBe(count);
			const userData = /--user-data-dir=(\S+)/.exec(starts()[count - 1] ?? "")?.[1] ?? "";
			const portFile = path.join(userData, "DevToolsActivePort");
			await expect.poll(() => existsSync(portFile), { timeout: 20_000 }).toBe(true);
			const place = `http://127.0.0.1:${readFileSync(portFile, "utf8").split("\n")[0]}`;
			const isThere = async () => {
				const targets = await fetch(`${place}/json/list`).then(
					(answer) => answer.json() as Promise<{ url: string }[]>,
					() => [],
				);
				return targets.some(({ url }) => url.includes("/kiosk.html"));
			};
			// A page on its way from the ticket to its own address is no good moment to attach to it.
			await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
			await expect(async () => {
				attached = await chromium.connectOverCDP(place, { timeout: 10_000 });
			}).toPass({ timeout: 40_000 });
			const [context] = (attached as Browser | null)?.contexts() ?? [];
			await expect.poll(() => context?.pages().some((page) => page.url().includes("/kiosk.html"))).toBe(true);
			const page = context?.pages().find((each) => each.url().includes("/kiosk.html"));
			if (!page) throw new Error("no page");
			return page;
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

test("the browser that a kiosk opens fills the screen, may use the camera unasked, and comes back with the same prompt after its page crashed @web", async () => {
	test.setTimeout(180_000);
	test.skip(WHOLE_CHROMIUM === undefined, "no Chromium on this machine");
	const agent = await startHandAgent();
	const display = createDisplay();
	const program = await startKiosk({ card: agent.card, env: display.env, opensBrowser: true, settings: { languages: ["de"] } });
	try {
		const page = await display.page(1);
		expect(display.starts()[0]).toContain("--kiosk ");
		expect(await page.evaluate(async () => (await navigator.permissions.query({ name: "camera" as PermissionName })).state)).toBe(
			"granted",
		);
		expect(await page.evaluate(async () => (await navigator.permissions.query({ name: "microphone" as PermissionName })).state)).not.toBe(
			"granted",
		);
		await expect.poll(() => agent.of("session.start").length).toBe(1);
		agent.say({
			type: "CUSTOM",
			name: "agentcall-standin.interaction.requested",
			value: { interactionId: "i-1", modality: "photo", prompt: "", timeoutMs: 300_000 },
		});
		await expect(page.getByRole("heading", { name: "Foto aufnehmen" })).toBeVisible();
		const crashed = page.waitForEvent("crash");
		const session = await page.context().newCDPSession(page);
		session.send("Page.crash").catch(() => {});
		await crashed;
		await page.context().browser()?.close();
		const again = await display.page(2);
		await expect(again.getByRole("heading", { name: "Foto aufnehmen" })).toBeVisible();
		expect(agent.links()).toBe(1);
	} finally {
		await program.stop();
		agent.close();
		display.remove();
	}
});
