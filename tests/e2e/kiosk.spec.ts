import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { createRig, type Rig, whyNoRig } from "../../main/practice/pcsc/rig.ts";
import { ATR } from "../../main/practice/pcsc/virtual-tag.ts";
import { REQUEST_NAMES } from "../../schemas/bridge.ts";
import { KIOSK_PAGE_MAY_ASK } from "../../schemas/kiosk.ts";
import { type HandAgent, startHandAgent } from "./support/agent.ts";
import { openBridge } from "./support/bridge.ts";
import { expect, test as plain } from "./support/fixtures.ts";
import { hostileTextIn } from "./support/hostile-text.ts";
import { crash, type KioskOptions, must, startKiosk } from "./support/kiosk.ts";
import type { Program } from "./support/program.ts";

const noRig = whyNoRig();
if (noRig !== null && process.env.TEST_WORKER_INDEX === undefined) console.log(`Kiosk tests with a card are left out: ${noRig}.`);
const BADGE = { uid: "04a1b2c3d4e5f6", atr: ATR.ultralight, kind: "type2", message: null } as const;

const test = plain.extend<{ kiosk: (options?: KioskOptions) => Promise<Program>; hand: HandAgent; rig: Rig }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
	kiosk: async ({}, use) => {
		const started: Program[] = [];
		await use(async (options) => {
			const program = await startKiosk(options);
			started.push(program);
			return program;
		});
		for (const program of started) await program.stop();
	},
	// biome-ignore lint/correctness/noEmptyPattern: as above
	hand: async ({}, use) => {
		const agent = await startHandAgent();
		await use(agent);
		agent.close();
	},
	// biome-ignore lint/correctness/noEmptyPattern: as above
	rig: async ({}, use) => {
		const rig = await createRig();
		await rig.startService();
		await use(rig);
		await rig.close();
	},
});

/** Violations of the policy and uncaught errors of the page; a crashed page starts the list anew. */
function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
	});
	page.on("pageerror", (error) => complaints.push(error.message));
	return complaints;
}

const ask = (agent: HandAgent, modality: string, interactionId: string, timeoutMs = 60_000) =>
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId, modality, prompt: "", timeoutMs },
	});

const WORDS = {
	en: { tap: "Tap your card", again: "Show the same card again", use: "Use this card", done: "Done. Thank you", language: "English" },
	de: {
		tap: "Karte auflegen",
		again: "Dieselbe Karte noch einmal auflegen",
		use: "Diese Karte verwenden",
		done: "Fertig. Vielen Dank",
		language: "Deutsch",
	},
} as const;

for (const language of ["en", "de"] as const) {
	test(`from boot to an observation with a virtual tag, over a crash of the page, in ${language} @web`, async ({
		page,
		kiosk,
		rig,
		context,
	}) => {
		test.skip(noRig !== null, noRig ?? "");
		const words = WORDS[language];
		const program = await kiosk({
			env: rig.env,
			settings: { languages: [language === "en" ? "en" : "de", "en", "de"].filter((tag, at, all) => all.indexOf(tag) === at) },
		});
		await page.goto(program.url());
		await expect(page.getByRole("heading", { name: words.tap })).toBeVisible({ timeout: 20_000 });
		expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
		// The practice agent's own words are shown in its language.
		await expect(page.getByRole("main").getByText("Hold the new badge flat on the reader.", { exact: true })).toBeVisible();
		await crash(page);
		const again = await context.newPage();
		const complaints = complaintsOf(again);
		await again.goto(program.url());
		await expect(again.getByRole("heading", { name: words.tap })).toBeVisible();
		await rig.insert(BADGE);
		await expect(again.getByRole("main").getByText("•• •• E5 F6")).toBeVisible();
		await again.getByRole("button", { name: words.use }).click();
		await expect(again.getByRole("heading", { name: words.done })).toBeVisible({ timeout: 20_000 });
		await expect(again.getByRole("main").getByText("badge 42-B, valid today")).toBeVisible();
		// What a device read is never called simulated, and what stood in for one always is.
		await expect(again.getByRole("main").getByText("It was simulated.")).toBeVisible();
		expect(await again.content()).not.toContain(BADGE.uid);
		expect(complaints).toEqual([]);
	});
}

test("the same card is shown again where the rule asks for it, and the visitor changes the language on the screen @web", async ({
	page,
	kiosk,
	rig,
	hand,
}) => {
	test.skip(noRig !== null, noRig ?? "");
	const program = await kiosk({ env: rig.env, card: hand.card, settings: { tapRule: "confirmByTap", languages: ["en", "de"] } });
	await page.goto(program.url());
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	ask(hand, "nfc", "i-1");
	await expect(page.getByRole("heading", { name: WORDS.en.tap })).toBeVisible();
	await page.getByRole("button", { name: "Deutsch" }).click();
	await expect(page.getByRole("heading", { name: WORDS.de.tap })).toBeVisible();
	await page.reload();
	await expect(page.getByRole("heading", { name: WORDS.de.tap })).toBeVisible();
	await rig.insert(BADGE);
	await expect(page.getByRole("heading", { name: WORDS.de.again })).toBeVisible();
	expect(hand.of("user.observation")).toEqual([]);
	await rig.remove();
	await page.waitForTimeout(1500);
	await rig.insert(BADGE);
	await expect.poll(() => hand.of("user.observation").length, { timeout: 15_000 }).toBe(1);
	expect(hand.of("user.observation")[0]).toMatchObject({ interactionId: "i-1", turn: 1, observation: { modality: "nfc", uid: BADGE.uid } });
});

test("a photo is looked at, taken again and sent, with keys only; the camera is off before and after @web", async ({
	browser,
	kiosk,
	hand,
}) => {
	const program = await kiosk({ card: hand.card, settings: { languages: ["en"] } });
	const context = await browser.newContext({ permissions: ["camera"] });
	const page = await context.newPage();
	const complaints = complaintsOf(page);
	await page.addInitScript(() => {
		const canvas = document.createElement("canvas");
		canvas.width = 640;
		canvas.height = 480;
		const draw = canvas.getContext("2d");
		let hue = 0;
		setInterval(() => {
			if (!draw) return;
			hue = (hue + 40) % 360;
			draw.fillStyle = `hsl(${hue} 80% 50%)`;
			draw.fillRect(0, 0, 640, 480);
		}, 50);
		const streams: MediaStream[] = [];
		Object.assign(window, { isCameraOn: () => streams.some((stream) => stream.getTracks().some((track) => track.readyState === "live")) });
		navigator.mediaDevices.getUserMedia = () => {
			const stream = canvas.captureStream(20);
			streams.push(stream);
			return Promise.resolve(stream);
		};
	});
	const isCameraOn = () => page.evaluate(() => (window as unknown as { isCameraOn: () => boolean }).isCameraOn());
	await page.goto(program.url());
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	ask(hand, "photo", "i-9");
	await expect(page.getByRole("heading", { name: "Take a photo" })).toBeVisible();
	expect(await isCameraOn()).toBe(false);
	await expect(page.getByRole("button", { name: "Switch the camera on" })).toBeFocused();
	await page.keyboard.press("Enter");
	const hasPicture = async () => {
		const take = page.getByRole("button", { name: "Take the photo" });
		await expect(take).toBeFocused();
		await expect(take).not.toHaveAttribute("data-pending", "true");
	};
	await hasPicture();
	expect(await isCameraOn()).toBe(true);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Is this photo good?" })).toBeVisible();
	expect(await isCameraOn()).toBe(false);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await hasPicture();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("button", { name: "Use this photo" })).toBeFocused();
	expect(hand.of("user.observation")).toEqual([]);
	await page.keyboard.press("Enter");
	await expect.poll(() => hand.of("user.observation").length).toBe(1);
	expect(hand.of("user.observation")[0]).toMatchObject({
		interactionId: "i-9",
		observation: {
			modality: "photo",
			simulated: false,
			device: { kind: "camera" },
			width: 640,
			height: 480,
			source: { mimeType: "image/jpeg" },
		},
	});
	await expect(page.getByRole("heading", { name: "Please wait" })).toBeVisible();
	expect(complaints).toEqual([]);
	await context.close();
});

test("it is out of order without its camera or its agent, says why to staff only, and goes on by itself @web", async ({
	page,
	kiosk,
	hand,
}) => {
	const program = await kiosk({ card: hand.card, settings: { languages: ["en"] } });
	await page.addInitScript(() => {
		navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotFoundError"));
	});
	await page.goto(program.url());
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	ask(hand, "photo", "i-1", 300_000);
	await page.getByRole("button", { name: "Switch the camera on" }).click();
	await expect(page.getByRole("main").getByText("The camera is not working at the moment.")).toBeVisible();
	await expect(page.getByRole("region", { name: "For staff" })).toContainText("No camera is connected");
	hand.accept(false);
	hand.cut();
	await expect(page.getByRole("main").getByText("There is no connection at the moment.")).toBeVisible({ timeout: 25_000 });
	await expect(page.getByRole("region", { name: "For staff" })).toContainText("HTTP 503");
	expect(await page.content()).not.toContain(new URL(hand.url).port);
	hand.accept(true);
	await expect(page.getByRole("heading", { name: "Take a photo" })).toBeVisible({ timeout: 25_000 });
});

test("it is out of order while the card service is gone, and back within five seconds @web", async ({ page, kiosk, rig, hand }) => {
	test.skip(noRig !== null, noRig ?? "");
	const program = await kiosk({ env: rig.env, card: hand.card, settings: { languages: ["en"] } });
	await page.goto(program.url());
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	ask(hand, "nfc", "i-1", 120_000);
	await expect(page.getByRole("heading", { name: "Tap your card" })).toBeVisible({ timeout: 15_000 });
	await rig.stopService();
	await expect(page.getByRole("region", { name: "For staff" })).toContainText("smart-card service has stopped", { timeout: 15_000 });
	await rig.startService();
	await expect(page.getByRole("heading", { name: "Tap your card" })).toBeVisible({ timeout: 15_000 });
});

test("staff leave it with the PIN only: five wrong ones make a wait that outlives a reload and a restart @web", async ({
	page,
	kiosk,
	hand,
}) => {
	const program = await kiosk({ card: hand.card, pin: "4711", settings: { languages: ["en"] } });
	await page.goto(program.url());
	const pad = page.getByRole("dialog", { name: "Staff only" });
	/** The page listens once it is drawn. */
	const openPad = () =>
		expect(async () => {
			await page.keyboard.press("Control+Alt+k");
			await expect(pad).toBeVisible({ timeout: 1_000 });
		}).toPass({ timeout: 15_000 });
	await openPad();
	for (let tries = 0; tries < 5; tries += 1) {
		await page.keyboard.type("0000");
		await page.keyboard.press("Enter");
		await expect(pad.getByText(tries < 4 ? "That is not the PIN." : /Too many wrong PINs. Wait 0:(30|2\d)/)).toBeVisible();
	}
	await expect(pad.getByRole("button", { name: "5" })).toBeDisabled();
	await page.reload();
	await openPad();
	await expect(pad.getByText(/Too many wrong PINs/)).toBeVisible();
	await program.restart();
	const bridge = await openBridge(program.url());
	expect(await bridge.request("kiosk.unlock", { pin: "4711" })).toMatchObject({ ok: false, error: { code: "PIN_WAIT" } });
	bridge.close();
});

test("nothing outside of its own requests is answered while it is locked, to no window @web", async ({ page, kiosk, hand }) => {
	const program = await kiosk({ card: hand.card, pin: "4711", settings: { languages: ["en"] } });
	const bridge = await openBridge(program.url());
	for (const name of REQUEST_NAMES.filter((each) => !(KIOSK_PAGE_MAY_ASK as readonly string[]).includes(each)))
		expect(await bridge.request(name, {} as never), name).toMatchObject({ ok: false, error: { code: "KIOSK_LOCKED" } });
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	ask(hand, "photo", "i-1");
	await expect.poll(() => bridge.events).toContain("kiosk.changed");
	expect(new Set(bridge.events)).toEqual(new Set(["kiosk.changed"]));
	// The console's page gives way to the kiosk's.
	await page.goto(program.url().replace("kiosk.html", "index.html"));
	await expect(page.getByRole("heading", { name: "Take a photo" })).toBeVisible();
	expect(new URL(page.url()).pathname).toBe("/kiosk.html");
	bridge.close();
});

test("the way of staff: hold the corner, PIN on the pad, console, settings, back; and no menu, zoom or selection on the way @web", async ({
	page,
	kiosk,
	hand,
}) => {
	const program = await kiosk({ card: hand.card, pin: "4711", settings: { languages: ["en"] } });
	await page.goto(program.url());
	const corner = page.getByRole("button", { name: "Staff" });
	const box = await corner.boundingBox();
	if (!box) throw new Error("no corner");
	await page.mouse.move(box.x + 20, box.y + 20);
	await page.mouse.down();
	await page.waitForTimeout(1500);
	await page.mouse.up();
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await page.mouse.down();
	await expect(page.getByRole("dialog", { name: "Staff only" })).toBeVisible({ timeout: 5000 });
	await page.mouse.up();
	const prevented = await page.evaluate(() => {
		const menu = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
		const zoom = new WheelEvent("wheel", { bubbles: true, cancelable: true, ctrlKey: true });
		for (const event of [menu, zoom]) document.body.dispatchEvent(event);
		return [menu.defaultPrevented, zoom.defaultPrevented, getComputedStyle(document.body).userSelect];
	});
	expect(prevented).toEqual([true, true, "none"]);
	for (const digit of "4711") await page.getByRole("button", { name: digit, exact: true }).click();
	await page.getByRole("button", { name: "Enter" }).click();
	const panel = page.getByRole("dialog", { name: "Staff" });
	await panel.getByRole("button", { name: "Open the console" }).click();
	await expect(page.getByText("This is a kiosk that staff has unlocked.")).toBeVisible();
	await page.getByRole("button", { name: "Look and keys" }).click();
	await page.getByRole("menuitem", { name: "Kiosk…" }).click();
	const settings = page.getByRole("dialog", { name: "Kiosk" });
	await settings.getByLabel("Place, shown at the foot").fill("Gate 7");
	await settings.getByLabel("PIN now").fill("4711");
	await settings.getByLabel("New PIN", { exact: true }).fill("8305");
	await settings.getByLabel("New PIN again").fill("8305");
	await settings.getByRole("button", { name: "Change the PIN" }).click();
	await expect(settings.getByText("The PIN is set.")).toBeVisible();
	await settings.getByRole("button", { name: "Start the kiosk now" }).click();
	await expect(page.getByText("Gate 7")).toBeVisible();
	const bridge = await openBridge(program.url());
	expect(await bridge.request("kiosk.unlock", { pin: "4711" })).toMatchObject({ ok: false, error: { code: "PIN_WRONG" } });
	await must(bridge, "kiosk.unlock", { pin: "8305" });
	bridge.close();
});

test("a page that fails while it draws is loaded again by itself @web", async ({ page, kiosk, hand }) => {
	const program = await kiosk({ card: hand.card, settings: { languages: ["en"] } });
	await page.addInitScript(() => {
		if (sessionStorage.getItem("failed") !== null) return;
		sessionStorage.setItem("failed", "once");
		Intl.DateTimeFormat = (() => {
			throw new RangeError("no time can be written");
		}) as unknown as typeof Intl.DateTimeFormat;
	});
	await page.goto(program.url());
	await expect(page.locator("#root")).toBeEmpty();
	await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible({ timeout: 20_000 });
});

test("a message file that is broken, partial, or named by no language tag leaves the kiosk in words @web", async ({
	page,
	kiosk,
	hand,
}) => {
	const program = await kiosk({ card: hand.card });
	const folder = path.join(program.profile, "kiosk", "messages");
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, "de-old.json"), JSON.stringify({ "language.name": "Altes Deutsch" }));
	writeFileSync(path.join(folder, "de.json"), "{");
	writeFileSync(path.join(folder, "fr.json"), JSON.stringify({ "idle.title": "Bonjour" }));
	await page.goto(program.url());
	const languages = page.getByRole("group").getByRole("button");
	await expect(languages).toHaveText(["English", "Deutsch", "français"]);
	await languages.nth(2).click();
	await expect(page.getByRole("heading", { name: "Bonjour" })).toBeVisible({ timeout: 20_000 });
	await languages.nth(1).click();
	await expect(page.getByRole("heading", { name: "Willkommen" })).toBeVisible();
	const bridge = await openBridge(program.url());
	await must(bridge, "kiosk.setLanguage", { language: "de-old" });
	bridge.close();
	await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});

test("button, time and foot stay whole in sight under long words of the agent, on small, wide and upright screens @web", async ({
	page,
	kiosk,
	hand,
}) => {
	const placeName = "Gate 3, north hall of the exhibition centre, left door";
	const program = await kiosk({ card: hand.card, settings: { languages: ["de", "en"], placeName } });
	await page.goto(program.url());
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	const prompts = {
		long: "Hold the badge so that it can be read. ".repeat(30),
		lines: "one\ntwo\n".repeat(60),
		word: "Donaudampfschiff".repeat(30),
	};
	for (const [interactionId, prompt] of Object.entries(prompts)) {
		hand.say({
			type: "CUSTOM",
			name: "agentcall-standin.interaction.requested",
			value: { interactionId, modality: "photo", prompt, timeoutMs: 60_000 },
		});
		await expect(page.getByRole("main").getByText(prompt.slice(0, 6))).toBeVisible();
		for (const [width, height] of [
			[800, 600],
			[1920, 1080],
			[1080, 1920],
		] as const) {
			await page.setViewportSize({ width, height });
			await expect(page.getByRole("button", { name: "Kamera einschalten" })).toBeInViewport({ ratio: 1 });
			await expect(page.getByRole("timer")).toBeInViewport({ ratio: 1 });
			const overlaps = await page.evaluate(() => {
				const parts = [...document.querySelectorAll("footer > *")].map((part) => part.getBoundingClientRect());
				const within = parts.every(({ left, right, bottom }) => left >= 0 && right <= innerWidth && bottom <= innerHeight);
				const apart = parts.every((one, at) => parts.slice(at + 1).every((other) => one.right <= other.left || one.bottom <= other.top));
				const cut = document.querySelector("footer > .grow") as HTMLElement;
				return { within, apart, isCut: cut.scrollWidth > cut.clientWidth };
			});
			expect(overlaps, `${width}x${height}`).toEqual({ within: true, apart: true, isCut: false });
		}
		hand.say({ type: "CUSTOM", name: "agentcall-standin.interaction.closed", value: { interactionId, reason: "withdrawn" } });
		await expect(page.getByRole("timer")).toHaveCount(0);
	}
});

test("without a PIN it says so at its start and lets staff go freely; everything is large enough to touch @web", async ({
	page,
	kiosk,
	hand,
}) => {
	const program = await kiosk({ card: hand.card, settings: { languages: ["en", "de"] } });
	await page.goto(program.url());
	await expect(page.getByRole("alert")).toContainText("no PIN is set");
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	ask(hand, "photo", "i-1");
	await expect(page.getByRole("button", { name: "Switch the camera on" })).toBeVisible();
	const small = await page.evaluate(() =>
		[...document.querySelectorAll("button")].flatMap((button) => {
			const { width, height } = button.getBoundingClientRect();
			return width < 64 || height < 64 ? [button.textContent] : [];
		}),
	);
	expect(small).toEqual([]);
	await expect(page.locator("[data-announcement]")).toContainText("Take a photo");
	await page.getByRole("button", { name: "Staff" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Staff" })).toBeVisible();
	await page.getByRole("button", { name: "Back to the kiosk" }).click();
	await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the agent's words are text, whatever they are; the screen stays awake and still where the system asks for stillness @web", async ({
	page,
	kiosk,
	hand,
}) => {
	const program = await kiosk({ card: hand.card, settings: { languages: ["en"], largeType: true, highContrast: true } });
	await page.addInitScript(() => {
		const asked: string[] = [];
		Object.assign(window, { asked });
		Object.defineProperty(navigator, "wakeLock", {
			value: {
				request: (kind: string) => {
					asked.push(kind);
					return Promise.resolve({ released: false, release: () => Promise.resolve() });
				},
			},
		});
	});
	await page.emulateMedia({ reducedMotion: "reduce" });
	const complaints = complaintsOf(page);
	await page.goto(program.url());
	await expect.poll(() => hand.of("session.start").length).toBe(1);
	const hostile = `<img src=x onerror=alert(1)> \u202eevil\u202c \u0000 ${"long ".repeat(600)}`;
	hand.say({ type: "RUN_STARTED", threadId: "t", runId: "r" });
	hand.say({ type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
	hand.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: hostile });
	hand.say({ type: "TEXT_MESSAGE_END", messageId: "m" });
	hand.say({ type: "RUN_FINISHED", threadId: "t", runId: "r" });
	await expect(page.getByRole("main").getByText("<img src=x onerror=alert(1)>")).toBeVisible();
	await expect(page.getByRole("main").getByText("There is more. Please ask our staff.")).toBeVisible();
	expect(await hostileTextIn(page)).toEqual([]);
	const outside = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
	expect(outside).toBe(false);
	hand.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId: "i-1", modality: "nfc", prompt: "\u202eHold it", timeoutMs: 60_000 },
	});
	await expect(page.locator("[data-prompt=tap], [data-prompt=outOfOrder]")).toBeVisible();
	expect(await hostileTextIn(page)).toEqual([]);
	expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
	expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual(["screen"]);
	expect(await page.evaluate(() => [document.documentElement.dataset.type, document.documentElement.dataset.contrast])).toEqual([
		"large",
		"more",
	]);
	expect(complaints).toEqual([]);
});
