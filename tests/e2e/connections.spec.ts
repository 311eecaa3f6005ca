import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const VALUE = "Bearer s3cr3t-value";

const saved = (desk: Page) => desk.getByRole("region", { name: "Saved connections" });
const item = (desk: Page, name: string) => saved(desk).locator("li.prof").filter({ hasText: name });

async function goToConnect(desk: Page) {
	await expect(desk.getByRole("heading", { name: "Practice agent" })).toBeVisible();
	await desk.keyboard.press("Control+n");
	await expect(desk.getByRole("heading", { name: /Connect to an agent|Start with an agent/ })).toBeVisible();
}

async function fillAddress(desk: Page, url: string, name: string) {
	await desk.getByRole("button", { name: "Type an address" }).click();
	await desk.getByLabel("Address of the socket").fill(url);
	await desk.getByLabel("Name in the list").fill(name);
}

async function choose(desk: Page, name: string, what: string) {
	await item(desk, name)
		.getByRole("button", { name: `More about ${name}` })
		.click();
	await desk.getByRole("menuitem", { name: what }).click();
}

/** Every byte under a folder. */
function everything(folder: string): string {
	return readdirSync(folder)
		.map((name) => {
			const at = path.join(folder, name);
			return statSync(at).isDirectory() ? everything(at) : readFileSync(at, "latin1");
		})
		.join("\n");
}

test("a connection with all its options is saved from the form, used with one key, and asks for its secret again after a restart @web", async ({
	desk,
	agent,
	program,
}) => {
	await goToConnect(desk);
	await expect(saved(desk)).toContainText("None yet");
	await fillAddress(desk, agent.url, "Gate 3");
	await desk.getByRole("button", { name: "Headers, subprotocol, options" }).click();
	for (const [name, value] of [
		["Authorization", VALUE],
		["X-Site", "site-3"],
	] as const) {
		await desk.getByRole("button", { name: "Header", exact: true }).click();
		await desk.getByLabel("Header name").last().fill(name);
		await desk.getByLabel(`Value of ${name}`).fill(value);
	}
	const secret = desk.getByRole("checkbox", { name: "Secret" });
	await expect(secret.first()).toBeDisabled();
	await secret.last().uncheck();
	await desk.getByRole("radio", { name: "Same id, turns go on" }).click();
	await desk.getByRole("radio", { name: "The same card again" }).click();
	await desk.getByText("Photos", { exact: true }).click();
	await desk.getByRole("button", { name: "Save this connection" }).click();

	await expect(saved(desk)).toContainText("Saved as “Gate 3”.");
	await expect(item(desk, "Gate 3")).toContainText(agent.url);
	await expect(item(desk, "Gate 3")).toContainText("stand-in profile standin-0.1");
	await expect(item(desk, "Gate 3")).toContainText("never used");
	await expect(saved(desk)).toContainText("secrets are asked for once in each run");
	await desk.keyboard.press("1");
	await expect(desk.getByRole("heading", { name: "Gate 3" })).toBeVisible();
	await expect.poll(() => agent.of("session.start").length).toBe(1);
	expect(agent.of("session.start")[0]).toMatchObject({ clientCapabilities: { physicalObservations: { modalities: ["nfc"] } } });

	await desk.keyboard.press("Control+n");
	await expect(item(desk, "Gate 3")).toContainText("used today");
	await expect(desk.getByRole("region", { name: "Used before" })).toHaveCount(0);
	await desk.goto("about:blank"); // a window that is open would complain while the program is away
	await program.restart();
	const page = desk;
	await page.goto(program.url());
	await expect(page.getByRole("heading", { name: "Gate 3", level: 1 })).toBeVisible();
	await page.keyboard.press("Control+n");
	await expect(item(page, "Gate 3")).toContainText("asks for secrets");
	await page.keyboard.press("1");
	const dialog = page.getByRole("dialog", { name: "Secrets of “Gate 3”" });
	await expect(dialog).toContainText("kept in memory until it ends");
	await expect(dialog.getByRole("button", { name: "Connect" })).toBeDisabled();
	await dialog.getByLabel("Authorization").fill(VALUE);
	await page.keyboard.press("Enter");
	await expect(dialog).toBeHidden();
	await expect.poll(() => agent.of("session.start").length).toBe(2);
	await expect(page.getByRole("heading", { name: "Gate 3" })).toBeVisible();
	expect(everything(program.profile)).not.toContain("s3cr3t");
	expect(everything(program.profile)).toContain("site-3");
	expect(await page.title()).not.toContain("s3cr3t");
});

test("a session is said again through its saved connection, which asks for its secrets after a restart @web", async ({
	desk,
	agent,
	program,
}) => {
	await goToConnect(desk);
	await fillAddress(desk, agent.url, "Gate 7");
	await desk.getByRole("button", { name: "Trust", exact: true }).click();
	const key = readFileSync("tests/adapters/ws-socket/certificates/key.pem", "utf8");
	await desk
		.getByLabel("Certificate and key, .p12 or PEM files")
		.setInputFiles(["good.pem", "key.pem"].map((name) => `tests/adapters/ws-socket/certificates/${name}`));
	await expect(desk.getByText("certificate, with its key")).toBeVisible();
	await desk.getByRole("button", { name: "Headers, subprotocol, options" }).click();
	await desk.getByRole("button", { name: "Header", exact: true }).click();
	await desk.getByLabel("Header name").fill("Authorization");
	await desk.getByLabel("Value of Authorization").fill(VALUE);
	await desk.getByRole("button", { name: "Save this connection" }).click();
	await expect(saved(desk)).toContainText("Saved as “Gate 7”.");
	await desk.keyboard.press("1");
	await expect.poll(() => agent.of("session.start").length).toBe(1);
	await desk.goto("about:blank");
	await program.restart();
	await desk.goto(program.url());
	await desk.getByText("Gate 7").first().click();
	await desk.getByRole("button", { name: /^More: rename/ }).click();
	await desk.getByRole("menuitem", { name: "Replay…" }).click();
	const dialog = desk.getByRole("dialog", { name: "Replay Gate 7" });
	await expect(dialog.getByRole("radio", { name: "Saved connection" })).toBeChecked();
	await dialog.getByRole("button", { name: "Start" }).click();
	const secrets = desk.getByRole("dialog", { name: "Secrets of “Gate 7”" });
	// A key is many lines and stays so.
	await secrets.getByLabel("Client key, PEM").fill(key);
	await expect(secrets.getByLabel("Client key, PEM")).toHaveValue(key);
	await secrets.getByLabel("Authorization").fill(VALUE);
	await desk.keyboard.press("Enter");
	await expect(desk.getByRole("dialog", { name: "Replay of Gate 7" }).getByRole("status")).toContainText(/^Over: /, { timeout: 30_000 });
	expect(agent.of("session.start")).toHaveLength(2);
	expect(agent.headers().authorization).toBe(VALUE);
	expect(everything(program.profile)).not.toContain("s3cr3t");
});

test("a connection is edited, renamed, duplicated, handed on as a file, taken in again, removed and brought back", async ({
	desk,
	agent,
}) => {
	await goToConnect(desk);
	await fillAddress(desk, `${agent.url}?key=k3y-value`, "");
	await desk.getByRole("button", { name: "Save this connection" }).click();
	const host = new URL(agent.url).host;
	await expect(item(desk, host)).toContainText("?key=…");

	await choose(desk, host, "Rename");
	await desk.getByLabel("Name", { exact: true }).fill("Gate 4");
	await desk.keyboard.press("Enter");
	await expect(item(desk, "Gate 4")).toBeVisible();
	await choose(desk, "Gate 4", "Duplicate");
	await expect(item(desk, "Gate 4 copy")).toBeVisible();

	await choose(desk, "Gate 4 copy", "Edit");
	await expect(desk.getByRole("heading", { name: "Edit “Gate 4 copy”" })).toBeVisible();
	await desk.getByLabel("Name in the list").fill("gate 4");
	await desk.getByRole("button", { name: "Save the changes" }).click();
	await expect(desk.getByText("There is a connection named “Gate 4” already.")).toBeVisible();
	await expect(desk.getByLabel("Name in the list")).toHaveAttribute("aria-invalid", "true");
	await desk.getByLabel("Name in the list").fill("Gate 5");
	await desk.getByRole("button", { name: "Save the changes" }).click();
	await expect(item(desk, "Gate 5")).toBeVisible();

	const downloading = desk.waitForEvent("download");
	await choose(desk, "Gate 5", "Save as a file");
	const download = await downloading;
	expect(download.suggestedFilename()).toBe("Gate 5.switchboard-connection.json");
	const text = readFileSync(await download.path(), "utf8");
	expect(text).not.toContain("k3y-value");
	await saved(desk)
		.getByLabel("File of a saved connection")
		.setInputFiles({ name: "c.json", mimeType: "application/json", buffer: Buffer.from(text) });
	await expect(saved(desk)).toContainText("Imported as “Gate 5 2”.");
	await expect(item(desk, "Gate 5 2")).toContainText("asks for secrets");
	await saved(desk)
		.getByLabel("File of a saved connection")
		.setInputFiles({ name: "c.json", mimeType: "application/json", buffer: Buffer.from("{}") });
	await expect(desk.getByRole("alert")).toContainText("no saved connection");

	// The key of the address was copied with the duplicate: it connects without being asked.
	await choose(desk, "Gate 5 2", "Remove");
	await expect(item(desk, "Gate 5 2")).toHaveCount(0);
	const undo = saved(desk).getByRole("button", { name: "Undo" });
	await expect(undo).toBeFocused();
	await desk.keyboard.press("Enter");
	await expect(item(desk, "Gate 5 2")).toBeVisible();
	await saved(desk).getByRole("button", { name: "Connect Gate 5", exact: true }).click();
	await expect.poll(() => agent.of("session.start").length).toBe(1);
});

test("a target that was used before is saved with one press", async ({ desk, agent }) => {
	await goToConnect(desk);
	await fillAddress(desk, agent.url, "Gate 3");
	await desk.keyboard.press("Enter");
	await expect.poll(() => agent.of("session.start").length).toBe(1);
	// The session takes the screen once it is open; only then is there a way back from it.
	await expect(desk.getByRole("grid", { name: "Timeline" })).toBeVisible();
	await desk.keyboard.press("Control+n");
	await desk.getByRole("button", { name: "Save Gate 3 as a connection" }).click();
	await expect(item(desk, "Gate 3")).toBeVisible();
	await desk.getByRole("button", { name: "Save Gate 3 as a connection" }).click();
	await expect(desk.getByText("There is a connection named “Gate 3” already.")).toBeVisible();
	await expect(desk.getByLabel("Address of the socket")).toHaveValue(agent.url);
});
