import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import type { HandAgent } from "./support/agent.ts";
import { connectByCard, expect, pressConnect, readCard, test } from "./support/fixtures.ts";
import { lookAt, noisyPicture, withExif } from "./support/pictures.ts";

const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });
const bar = (desk: Page) => desk.getByRole("region", { name: "Request from the agent" });
const outcome = (desk: Page) => desk.getByRole("region", { name: "What became of a request" });
const row = (desk: Page, text: string | RegExp) => desk.getByRole("grid", { name: "Timeline" }).getByRole("row").filter({ hasText: text });
const sendKey = (desk: Page) => desk.keyboard.press("Control+Enter");

interface Ask {
	interactionId: string;
	modality?: string;
	prompt?: string;
	timeoutMs?: number;
}

function ask(
	agent: HandAgent,
	{ interactionId, modality = "nfc", prompt = "Hold the new badge flat on the reader.", timeoutMs }: Ask,
): void {
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId, modality, prompt, ...(timeoutMs !== undefined && { timeoutMs }) },
	});
}

const close = (agent: HandAgent, interactionId: string, reason: string) =>
	agent.say({ type: "CUSTOM", name: "agentcall-standin.interaction.closed", value: { interactionId, reason } });

/** The last observation the agent heard, with its exact text. */
async function observation(agent: HandAgent, count: number) {
	await expect.poll(() => agent.of("user.observation").length, { timeout: 20_000 }).toBe(count);
	const message = agent.of("user.observation").at(-1) as { observation: Record<string, unknown>; interactionId?: string; turn: number };
	return { message, text: agent.heardTexts.filter((text) => text.includes('"user.observation"')).at(-1) ?? "" };
}

async function sendOnPurpose(desk: Page) {
	await composer(desk).getByRole("button", { name: "Send although invalid…" }).click();
	const dialog = desk.getByRole("alertdialog");
	await dialog.getByText("Send exactly these bytes").click();
	await dialog.getByRole("button", { name: "Send although invalid" }).click();
	await expect(dialog).toBeHidden();
}

test("a tap request cannot be missed and is answered by hand, with exactly the text shown", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, { interactionId: "i-42", timeoutMs: 60_000 });
	await expect(bar(desk).getByRole("heading")).toContainText("Agent asks for an NFC card");
	await expect(bar(desk)).toContainText("i-42");
	await expect(bar(desk)).toContainText("“Hold the new badge flat on the reader.”");
	await expect(bar(desk).getByText(/^00:5\d$/)).toBeVisible();
	await expect(bar(desk).getByRole("img", { name: /of 60 seconds left/ })).toBeVisible();
	await expect(desk.getByText("1 asks for you")).toBeVisible();
	await expect(desk.getByRole("button", { name: /Gate 3 check-in, Waiting: NFC card, 00:5\d/ })).toBeVisible();
	await expect(desk).toHaveTitle("Asks: NFC card – Gate 3 check-in – Switchboard");
	await expect(row(desk, "Asks for an NFC card")).toHaveClass(/row--wait/);
	await expect(row(desk, "Asks for an NFC card")).toContainText(/open 00:5\d/);

	await desk.keyboard.press("Control+o");
	await expect(composer(desk).getByRole("tab", { name: /user\.observation/ })).toHaveAttribute("aria-selected", "true");
	await expect(composer(desk).getByLabel("Interaction id, from the request")).toHaveValue("i-42");
	await expect(composer(desk).getByLabel("Interaction id, from the request")).toHaveAttribute("readonly");
	const uid = composer(desk).getByLabel("UID");
	await expect(uid).toBeFocused();
	await expect(composer(desk).getByRole("radio", { name: "Photo" })).toBeDisabled();
	await desk.keyboard.type("04:A2:B3:1C:5D:6E:8");
	await expect(composer(desk).getByText("the last byte is half")).toBeVisible();
	await desk.keyboard.type("0");
	await expect(composer(desk).getByText("Sent as 04a2b31c5d6e80, 7 bytes")).toBeVisible();
	await desk.keyboard.press("F2");
	await composer(desk).getByText("NFC-A", { exact: true }).click();
	await composer(desk).getByLabel("Tag type").fill("NTAG215");
	await composer(desk).getByRole("button", { name: "Address" }).click();
	await composer(desk).getByLabel("Record 1, address").fill("https://www.example.com/b/42");
	await composer(desk).getByRole("button", { name: "Text", exact: true }).click();
	await composer(desk).getByLabel("Record 2, text").fill("Grüße");
	await expect(composer(desk).getByText("simulated: true. No reader produced this card")).toBeVisible();
	await composer(desk).getByRole("button", { name: "Add Context" }).click();
	await composer(desk).getByLabel("Description").fill("Site");
	await composer(desk).getByLabel("Value", { exact: true }).fill("Gate 3");
	await expect(composer(desk).getByText("Valid. Turn 1.")).toBeVisible();
	const shown = await composer(desk).locator(".comp-sent").textContent();
	await sendKey(desk);
	const { message, text } = await observation(agent, 1);
	const { observationId, observedAt } = message.observation;
	expect(observationId).toMatch(/^[0-9a-f-]{36}$/);
	expect(Date.parse(String(observedAt))).not.toBeNaN();
	expect(text).toBe(shown);
	expect(text).toBe(
		`{"type":"user.observation","turn":1,"interactionId":"i-42","observation":{"modality":"nfc","observationId":"${observationId}",` +
			`"observedAt":"${observedAt}","simulated":true,"uid":"04a2b31c5d6e80","technologies":["NFC-A"],"tagType":"NTAG215",` +
			`"ndef":{"records":[{"tnf":1,"type":"U","payload":"AmV4YW1wbGUuY29tL2IvNDI=","decoded":{"recordType":"url",` +
			`"url":"https://www.example.com/b/42"}},{"tnf":1,"type":"T","payload":"AmVuR3LDvMOfZQ==","decoded":{"recordType":"text",` +
			`"encoding":"utf-8","lang":"en","text":"Grüße"}}]}},"context":[{"description":"Site","value":"Gate 3"}]}`,
	);
	await expect(bar(desk)).toHaveCount(0);
	await expect(outcome(desk)).toContainText("Answered with turn 1");
	await expect(desk.getByText("asks for you")).toHaveCount(0);
	await expect(desk).toHaveTitle("Gate 3 check-in – Switchboard");

	await test.step("a second answer needs the override", async () => {
		await outcome(desk).getByRole("button", { name: "Answer again…" }).click();
		await composer(desk).getByRole("button", { name: "Simulate tap" }).click();
		await expect(composer(desk).getByText("interaction.answered")).toBeVisible();
		await expect(composer(desk).getByRole("button", { name: /^Send Ctrl/ })).toBeDisabled();
		await sendOnPurpose(desk);
		const second = await observation(agent, 2);
		expect(second.message).toMatchObject({ turn: 2, interactionId: "i-42", observation: { simulated: true, technologies: ["NFC-A"] } });
		await outcome(desk).getByRole("button", { name: "Close" }).click();
		await expect(outcome(desk)).toHaveCount(0);
	});
});

test("several requests: the one that expires first, its frame, out of sight and back", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, { interactionId: "i-late", timeoutMs: 90_000 });
	ask(agent, { interactionId: "i-soon", modality: "photo", prompt: "Photo, please.", timeoutMs: 40_000 });
	await expect(bar(desk).getByRole("heading")).toContainText("Agent asks for a photo");
	await expect(bar(desk).getByRole("heading")).toContainText("1 of 2");
	await expect(desk.getByText("2 ask for you")).toBeVisible();
	const more = bar(desk).getByRole("button", { name: /^More/ });
	await more.click();
	await desk.getByRole("menuitem", { name: "Show the frame" }).click();
	await expect(desk.getByRole("row", { selected: true })).toContainText("i-soon");
	await more.click();
	await desk.getByRole("menuitem", { name: "Dismiss from view" }).click();
	await expect(bar(desk).getByRole("heading")).toContainText("Agent asks for an NFC card");
	const aside = desk.getByRole("region", { name: "Requests put aside" });
	await expect(aside).toContainText(/photo 00:\d\d/);
	await aside.getByRole("button", { name: "Show" }).click();
	await expect(bar(desk).getByRole("heading")).toContainText("Agent asks for a photo");
	await more.click();
	await desk.getByRole("menuitem", { name: "Say so in a turn" }).click();
	await expect(composer(desk).getByLabel("Text", { exact: true })).toHaveValue("About your request i-soon for a photo: ");
});

test("a photo is answered from a JPEG with Exif: upright, small, bare, and told as it is", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, { interactionId: "i-7", modality: "photo", prompt: "Take a photo of the visitor.", timeoutMs: 120_000 });
	await bar(desk).getByRole("button", { name: "By hand" }).click();
	await expect(composer(desk).getByRole("button", { name: "Choose a file" })).toBeFocused();
	const original = withExif(await noisyPicture(desk, "image/jpeg"), 6);
	expect(original.length).toBeGreaterThan(1.5 * 1024 * 1024);
	await composer(desk).getByLabel("Picture file").setInputFiles({ name: "visitor.jpg", mimeType: "image/jpeg", buffer: original });
	await expect(composer(desk).getByRole("img", { name: "What will be sent" })).toBeVisible({ timeout: 20_000 });
	await expect(composer(desk).getByText(/^1365 × 2048, /)).toBeVisible();
	await expect(composer(desk).getByText("simulated: true. A file does not tell")).toBeVisible();
	await expect(composer(desk).getByText("Valid. Turn 1.")).toBeVisible();
	await sendKey(desk);
	const { message } = await observation(agent, 1);
	const { source, byteLength, sha256, width, height, simulated, modality } = message.observation as {
		source: { type: string; value: string; mimeType: string };
		[name: string]: unknown;
	};
	const bytes = Buffer.from(source.value, "base64");
	expect({ modality, simulated, width, height }).toEqual({ modality: "photo", simulated: true, width: 1365, height: 2048 });
	expect(source).toMatchObject({ type: "data", mimeType: "image/jpeg" });
	expect(message.interactionId).toBe("i-7");
	expect(bytes.length).toBe(byteLength);
	expect(bytes.length).toBeLessThanOrEqual(1.5 * 1024 * 1024);
	expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
	expect(bytes.includes("Exif")).toBe(false);
	expect(bytes.includes("SecretCam")).toBe(false);
	const seen = await lookAt(desk, source.value);
	expect(seen).toMatchObject({ width: 1365, height: 2048 });
	expect((seen.top[0] ?? 0) - (seen.top[2] ?? 0)).toBeGreaterThan(40);
	expect((seen.bottom[2] ?? 0) - (seen.bottom[0] ?? 0)).toBeGreaterThan(40);
	await expect(outcome(desk)).toContainText("Answered with turn 1");
});

test("a small PNG keeps its size; what is no picture is refused in words", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, { interactionId: "i-8", modality: "photo", timeoutMs: 120_000 });
	await expect(bar(desk)).toBeVisible();
	await desk.keyboard.press("Control+o");
	const field = composer(desk).getByLabel("Picture file");
	const problem = composer(desk).getByRole("alert");
	await field.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("this is no picture") });
	await expect(problem).toContainText("no picture that the console knows");
	const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(64)]);
	await field.setInputFiles({ name: "a.heic", mimeType: "image/heic", buffer: heic });
	await expect(problem).toContainText("cannot open HEIC pictures");
	const png = await noisyPicture(desk, "image/png", 320, 200);
	await field.setInputFiles({ name: "cut.png", mimeType: "image/png", buffer: png.subarray(0, 60) });
	await expect(problem).toContainText("PNG file is broken");
	await expect(composer(desk).getByRole("img", { name: "What will be sent" })).toHaveCount(0);
	const data = await desk.evaluateHandle((base64) => {
		const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
		const transfer = new DataTransfer();
		transfer.items.add(new File([bytes], "dropped.png", { type: "image/png" }));
		return transfer;
	}, png.toString("base64"));
	await desk.locator(".tl").dispatchEvent("drop", { dataTransfer: data });
	await expect(composer(desk).getByText(/^320 × 200, /)).toBeVisible();
	await expect(problem).toHaveCount(0);
	await sendKey(desk);
	expect((await observation(agent, 1)).message.observation).toMatchObject({ width: 320, height: 200, simulated: true });
});

test("a request expires, another is withdrawn, a third asks for what was not offered", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	// Time enough to be in the form before it is over, on a busy machine too.
	ask(agent, { interactionId: "i-1", timeoutMs: 6_000 });
	await bar(desk).getByRole("button", { name: "By hand" }).click();
	await composer(desk).getByRole("button", { name: "Simulate tap" }).click();
	await expect(outcome(desk)).toContainText("Expired", { timeout: 20_000 });
	await expect(bar(desk)).toHaveCount(0);
	await expect(composer(desk).getByText("interaction.expired")).toBeVisible();
	await expect(composer(desk).getByRole("button", { name: /^Send Ctrl/ })).toBeDisabled();
	await expect(outcome(desk).getByRole("button", { name: "Answer late…" })).toBeVisible();

	ask(agent, { interactionId: "i-2", timeoutMs: 60_000 });
	await expect(bar(desk)).toContainText("i-2");
	close(agent, "i-2", "withdrawn");
	await expect(bar(desk)).toHaveCount(0);
	await expect(outcome(desk)).toContainText("Withdrawn");

	ask(agent, { interactionId: "i-3", modality: "fingerprint", prompt: "Put a finger on the glass." });
	await expect(outcome(desk)).toContainText("Agent asks for “fingerprint”, which was not offered");
	await expect(outcome(desk).getByRole("button", { name: /Answer/ })).toHaveCount(0);
	await outcome(desk).getByRole("button", { name: "Say so in a turn" }).click();
	await expect(composer(desk).getByLabel("Text", { exact: true })).toHaveValue("About your request i-3 for “fingerprint”: ");

	ask(agent, { interactionId: "", prompt: "Without an id." });
	await expect(outcome(desk)).toContainText("in a way nobody can answer");
	expect(agent.of("user.observation")).toEqual([]);
});

test("a photo is pasted from the clipboard", async ({ desk, agent, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await connectByCard(desk, agent);
	ask(agent, { interactionId: "i-9", modality: "photo", timeoutMs: 120_000 });
	await bar(desk).getByRole("button", { name: "By hand" }).click();
	const png = await noisyPicture(desk, "image/png", 300, 100);
	await desk.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
		await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
	}, png.toString("base64"));
	await desk.keyboard.press("Control+v");
	await expect(composer(desk).getByText(/^300 × 100, /)).toBeVisible();
	await sendKey(desk);
	expect((await observation(agent, 1)).message).toMatchObject({
		interactionId: "i-9",
		observation: { modality: "photo", simulated: true, width: 300, height: 100, source: { mimeType: "image/jpeg" } },
	});
});

test("a late answer is blocked, and goes out only on purpose", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, { interactionId: "i-late", timeoutMs: 1_500 });
	await expect(outcome(desk)).toContainText("Expired", { timeout: 10_000 });
	await outcome(desk).getByRole("button", { name: "Answer late…" }).click();
	await composer(desk).getByRole("button", { name: "Simulate tap" }).click();
	await expect(composer(desk).getByText("interaction.expired")).toBeVisible();
	await expect(composer(desk).getByRole("button", { name: /^Send Ctrl/ })).toBeDisabled();
	await sendKey(desk);
	expect(agent.of("user.observation")).toEqual([]);
	await sendOnPurpose(desk);
	expect((await observation(agent, 1)).message).toMatchObject({ turn: 1, interactionId: "i-late", observation: { simulated: true } });
	await row(desk, "user.observation").click();
	await expect(desk.locator("#inspector")).toContainText("interaction.expired");
});

test("a photo that was not offered is shown, not answerable by default, and answered only on purpose", async ({ desk, agent }) => {
	await connectByCard(desk, agent, "Gate 3 check-in", { modalities: ["NFC cards"] });
	expect(agent.of("session.start")[0]).toMatchObject({ clientCapabilities: { physicalObservations: { modalities: ["nfc"] } } });
	ask(agent, { interactionId: "i-p", modality: "photo", prompt: "Photo, please.", timeoutMs: 60_000 });
	await expect(outcome(desk)).toContainText("Agent asks for a photo, which was not offered");
	await expect(outcome(desk)).toContainText("“Photo, please.”");
	await expect(bar(desk)).toHaveCount(0);
	await expect(desk.getByText("asks for you")).toHaveCount(0);
	await expect(row(desk, "Asks for a photo")).toContainText("not offered");
	await row(desk, "Asks for a photo").click();
	await expect(desk.locator("#inspector")).toContainText("modality.not_negotiated");
	await desk.keyboard.press("Control+o");
	await expect(composer(desk).getByRole("tab", { name: "user.observation" })).toHaveAttribute("aria-selected", "false");
	await outcome(desk).getByRole("button", { name: "Answer all the same…" }).click();
	const png = await noisyPicture(desk, "image/png", 320, 200);
	await composer(desk).getByLabel("Picture file").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png });
	await expect(composer(desk).getByText(/^320 × 200, /)).toBeVisible();
	await expect(composer(desk).getByText("modality.not_negotiated")).toBeVisible();
	await expect(composer(desk).getByRole("button", { name: /^Send Ctrl/ })).toBeDisabled();
	await sendOnPurpose(desk);
	expect((await observation(agent, 1)).message).toMatchObject({ interactionId: "i-p", observation: { modality: "photo" } });
});

test("an observation nobody asked for says that it is unsolicited", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await composer(desk).getByRole("tab", { name: "user.observation" }).click();
	await expect(composer(desk).getByText("Unsolicited: nobody asked for this")).toBeVisible();
	await composer(desk).getByRole("button", { name: "Simulate tap" }).click();
	await expect(composer(desk).getByText(/Valid\. Turn 1/)).toBeVisible();
	await sendKey(desk);
	const { message } = await observation(agent, 1);
	expect(Object.hasOwn(message, "interactionId")).toBe(false);
	expect(message.observation).toMatchObject({ simulated: true, device: { kind: "simulator" } });
});

test("prompts and ids of the agent are text, whatever they hold", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	ask(agent, { interactionId: "<b>i</b>\u202E", prompt: '<img src=x onerror="alert(1)">\u202Egnp', timeoutMs: 60_000 });
	await expect(bar(desk)).toContainText("<img src=x");
	expect(await bar(desk).locator("img, b").count()).toBe(0);
	expect(await bar(desk).textContent()).not.toContain("<b>i</b>\u202Egnp");
	await desk.keyboard.press("Control+o");
	await composer(desk).getByRole("button", { name: "Simulate tap" }).click();
	await sendKey(desk);
	expect((await observation(agent, 1)).message.interactionId).toBe("<b>i</b>\u202E");
});

test("a run is cancelled from the head, once, until it has ended", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-7" });
	await desk.getByRole("button", { name: "Cancel r-7" }).click();
	await expect.poll(() => agent.of("response.cancel")).toEqual([{ type: "response.cancel" }]);
	await expect(desk.getByRole("button", { name: "Cancel asked" })).toBeDisabled();
	agent.say({ type: "RUN_FINISHED", threadId: "t", runId: "r-7" });
	await expect(desk.getByRole("button", { name: /Cancel asked|Cancel r-7/ })).toHaveCount(0);
	agent.say({ type: "RUN_STARTED", threadId: "t", runId: "r-8" });
	await expect(desk.getByRole("button", { name: "Cancel r-8" })).toBeEnabled();
});

test("audio turns are offered only when the card declares them and the session asked for them", async ({ desk, agent }) => {
	await connectByCard(desk, agent, "Gate 3 check-in", { audio: false });
	const tab = composer(desk).getByRole("tab", { name: "audio.turn.*" });
	const control = composer(desk).getByRole("group", { name: "Audio turn" });
	await tab.click();
	await expect(
		composer(desk)
			.getByText(/audioTurnControl was not sent|did not offer|not offered/)
			.first(),
	).toBeVisible();
	await expect(control.getByRole("button", { name: /Start turn|Commit|Cancel/ })).toHaveCount(0);
	await expect(composer(desk).getByRole("button", { name: /^Send Ctrl/ })).toBeDisabled();

	agent.explicitTurns(false);
	agent.name("Depot");
	await desk.keyboard.press("Control+n");
	await readCard(desk, agent);
	await desk.getByRole("button", { name: "Headers, subprotocol, options" }).click();
	await expect(desk.getByRole("checkbox", { name: "Explicit turns" })).toBeDisabled();
	await pressConnect(desk);
	await expect(desk.getByRole("heading", { name: "Depot", level: 1 })).toBeVisible();
	await tab.click();
	await expect(composer(desk).getByRole("heading", { name: "The agent's card does not declare explicit audio turns." })).toBeVisible();
	await expect(control.getByRole("button", { name: /Start turn|Commit|Cancel/ })).toHaveCount(0);
	expect(agent.of("session.start").every((each) => !JSON.stringify(each).includes("audioTurnControl"))).toBe(true);
});

test("an audio turn opens, is committed under its own number, and the next one is taken back", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	await composer(desk).getByRole("tab", { name: "audio.turn.*" }).click();
	const control = composer(desk).getByRole("group", { name: "Audio turn" });
	await expect(control).toContainText("Signals only, no audio");
	await expect(control.getByRole("status")).toHaveText("idle");
	await expect(control.getByRole("button", { name: "Commit" })).toBeDisabled();
	await control.getByRole("button", { name: "Start turn 1" }).click();
	await expect(control.getByRole("status")).toHaveText("open, turn 1");
	await control.getByRole("radio", { name: "commit" }).click();
	await expect(composer(desk).locator(".comp-sent")).toHaveText('{"type":"audio.turn.commit","turn":1}');
	await control.getByRole("button", { name: "Commit" }).click();
	await expect(control.getByRole("status")).toHaveText("idle");
	await control.getByRole("button", { name: "Start turn 2" }).click();
	await control.getByRole("button", { name: "Cancel" }).click();
	await expect
		.poll(() => agent.heardTexts.filter((text) => text.includes("audio.turn.")))
		.toEqual([
			'{"type":"audio.turn.start","turn":1}',
			'{"type":"audio.turn.commit","turn":1}',
			'{"type":"audio.turn.start","turn":2}',
			'{"type":"audio.turn.cancel","turn":2}',
		]);
});
