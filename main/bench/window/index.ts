import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import type { RequestName, Requests } from "../../../schemas/ipc.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { ask, createLocalApi } from "../../hosts/local-api.ts";
import { openWebConsole, type WebConsole } from "../../hosts/web/open-web-console.ts";
import type { Benchmark } from "../index.ts";
import { startPacedPeer } from "../peer.ts";
import { SPOKEN } from "../spoken.ts";
import { type Chromium, findChromium, startChromium, type Target } from "./chromium.ts";
import { measureLarge } from "./large.ts";
import { measurePage, type PageMeasures, pause, until } from "./measure.ts";
import { servePlainList } from "./plain-list.ts";
import { judge, type Measured, tableOf, type View } from "./verdict.ts";

const numbers = (name: string, usual: readonly number[]): readonly number[] => {
	const given = process.env[`SWITCHBOARD_WINDOW_${name}`];
	return given === undefined ? usual : given.split(",").map(Number);
};
/** Frames a second. */
const RATES = numbers("RATES", [0, 500, 1000, 10_000]);
/** How many times slower the page's processor is made. */
const THROTTLES = numbers("SLOWER", [1, 4]);
const BYTES_PER_FRAME = 400;
/** Of what is in a conversation before it is measured. */
const ANSWER_BYTES = 2_000_000;
/** A page has this long to come to rest before it is measured, ms. */
const SETTLE_MS = 2500;
/** Of each page at each rate, half of it while somebody types. */
const [SECONDS = 6] = numbers("SECONDS", [6]);
/** Of the large session; 0: it is left out. */
const [ROWS = 0] = numbers("ROWS", [1_000_000]);

export const window: Benchmark = {
	name: "window",
	about:
		"The window in Chromium at 0 to 10,000 frames a second, beside a plain list page; typing, pictures, processor time; a session of 1,000,000 rows.",
	async run(print) {
		const file = findChromium();
		const rendererDir = path.join(path.dirname(path.resolve(process.argv[1] ?? "")), "renderer");
		if (file === null || !existsSync(rendererDir)) {
			print({
				bench: "window",
				skipped: file === null ? "no Chromium is on this machine" : `no built window is in ${rendererDir}`,
				ok: true,
			});
			return true;
		}
		const chromium = await startChromium(file);
		try {
			const measured: Measured[] = [];
			const note = (each: Measured) => {
				measured.push(each);
				print({ bench: "window", ...each, load: loadavg()[0] });
			};
			for (const throttle of THROTTLES) await measureViews(chromium, rendererDir, throttle, note);
			const large = ROWS > 0 ? await measureLarge(chromium, rendererDir, ROWS) : null;
			if (large) print({ bench: "window", ...large });
			const verdicts = [...judge(measured), ...(large?.verdicts ?? [])];
			process.stderr.write(`${tableOf(measured, verdicts)}\n`);
			const ok = verdicts.every((each) => each.ok);
			print({ bench: "window", seconds: SECONDS, verdicts, ok });
			return ok;
		} finally {
			await chromium.close();
		}
	},
};

async function measureViews(chromium: Chromium, rendererDir: string, throttle: number, note: (measured: Measured) => void): Promise<void> {
	for (const rate of RATES) {
		note({ view: "plain list", rate, throttle, ...(await measurePlain(chromium, rate, throttle)) });
		for (const view of ["timeline", "conversation", "table"] as const)
			note({ view, rate, throttle, ...(await measureView(chromium, rendererDir, view, rate, throttle)) });
	}
}

const peerAt = (rate: number, view: View) =>
	startPacedPeer(rate * (SECONDS + 60) + 2 * (ANSWER_BYTES / BYTES_PER_FRAME), BYTES_PER_FRAME, rate, {
		content: view === "conversation" ? "answer" : "custom",
		burst: view === "conversation" ? Math.ceil(ANSWER_BYTES / (BYTES_PER_FRAME - 100)) : 0,
	});

async function measured(chromium: Chromium, page: Target, throttle: number): Promise<PageMeasures> {
	await page.send("Emulation.setCPUThrottlingRate", { rate: throttle });
	await pause(SETTLE_MS);
	return measurePage(chromium, page, SECONDS);
}

async function measurePlain(chromium: Chromium, rate: number, throttle: number): Promise<PageMeasures> {
	const list = await servePlainList();
	const peer = rate > 0 ? await peerAt(rate, "plain list") : null;
	const page = await chromium.open(list.url(peer?.url ?? null));
	try {
		await until(page, "document.querySelector('#field')");
		if (peer) await until(page, "document.querySelector('.row')");
		await page.evaluate("document.querySelector('#field').focus()");
		return await measured(chromium, page, throttle);
	} finally {
		await page.close();
		list.close();
		peer?.stop();
	}
}

/** A console of its own each time, so that nothing recorded before is read or indexed meanwhile. */
async function measureView(chromium: Chromium, rendererDir: string, view: View, rate: number, throttle: number): Promise<PageMeasures> {
	const profileDir = await mkdtemp(path.join(tmpdir(), "switchboard-bench-window-"));
	const peer = rate > 0 ? await peerAt(rate, view) : null;
	const console = await openWebConsole({ profileDir, rendererDir });
	try {
		const session = await openSessions(console, peer?.url ?? null, view);
		const page = await chromium.open(console.host.url);
		try {
			await showView(page, view);
			// Nothing comes any more: what a page costs by itself.
			if (rate === 0) await session.disconnect();
			return await measured(chromium, page, throttle);
		} finally {
			await page.close();
		}
	} finally {
		await console.close();
		peer?.stop();
		await rm(profileDir, { recursive: true, force: true });
	}
}

/** Opens the session with the frames; for a table one beside it that somebody plays, since what a table says comes at the pace of people. */
async function openSessions(console: WebConsole, url: string | null, view: View): Promise<{ disconnect(): Promise<void> }> {
	const core = console.core();
	if (!core) throw new Error("The console of a new profile is not open.");
	const request = <N extends RequestName>(name: N, args: Requests[N]["args"]) => ask(createLocalApi(core), name, args);
	const open = async (target: ConnectTarget) => (await request("session.open", { target })).sessionId;
	const shown: string[] = [];
	if (url !== null)
		shown.push(await open({ protocol: SPOKEN, by: { kind: "url", url }, sessionId: "bench-live", resume: "always", ack: "always" }));
	if (url === null || view === "table") {
		const { scenarios } = await request("app.info", {});
		const scenario = scenarios.find(({ group }) => (view === "table" ? group === "Tables" : group !== "Tables"));
		if (!scenario) throw new Error("No practice agent fits.");
		shown.push(await open({ protocol: scenario.protocol, by: { kind: "practice", scenario: scenario.name } }));
	}
	const sessionId = shown.at(-1) ?? "";
	await request("settings.set", { key: "selectedSession", value: sessionId });
	return { disconnect: async () => void (await request("session.disconnect", { sessionId })) };
}

const FIELD = "document.querySelector('[data-composer] textarea, [data-composer] .cm-content')";
const press = (what: string) => `[...document.querySelectorAll("button, [role=tab], [role=radio]")].find((each) => ${what})?.click()`;

/** Chooses the view and puts the focus into the composer's field. */
async function showView(page: Target, view: View): Promise<void> {
	await until(page, "document.querySelector('.screen-top')");
	const tab = view === "table" ? "Table" : view === "conversation" ? "Conversation" : "Timeline";
	await page.evaluate(press(`each.getAttribute("role") === "tab" && each.textContent === "${tab}"`));
	if (view === "timeline") await until(page, "document.querySelector('.tl .row:not(.row--head):not(.row--reading)')");
	if (view === "table") await page.evaluate(press('each.textContent.startsWith("Write by hand")'));
	if (!(await page.evaluate<boolean>(`Boolean(${FIELD})`))) {
		await pause(1000);
		if (!(await page.evaluate<boolean>(`Boolean(${FIELD})`))) await page.evaluate(press('each.textContent === "Raw"'));
	}
	await until(page, FIELD);
	await page.evaluate(`${FIELD}.focus()`);
}
