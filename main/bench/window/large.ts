import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ask, createLocalApi } from "../../hosts/local-api.ts";
import { openWebConsole } from "../../hosts/web/open-web-console.ts";
import { fillLibrary } from "../fill-library.ts";
import type { Chromium, Target } from "./chromium.ts";
import { pause, percentile, until } from "./measure.ts";
import type { Verdict } from "./verdict.ts";

const LIMITS = { openMs: 300, jumpMs: 100 };
const JUMPS = 12;
const WHEELS = 60;

export interface LargeMeasures {
	view: "large session";
	rows: number;
	/** From the press on the session in the list to its last row on the screen, ms. */
	openMs: number;
	/** From a press of Home or End, or of a place in the overview, to rows that can be read, ms. */
	jumpMs: { p50: number; max: number };
	/** Pictures a second while the wheel turns, and the part of them in which a row was still being read. */
	wheel: { picturesPerSecond: number; readingShare: number };
	/** The same while the scroll bar is dragged over the whole length. */
	drag: { picturesPerSecond: number; readingShare: number };
	/** From the last letter of a rare word to the list of its rows, ms; the pause that waits for further letters is in it. */
	filterMs: number;
	verdicts: Verdict[];
}

const READABLE = "(document.querySelectorAll('.vrows .row').length > 5 && !document.querySelector('.vrows .row--reading'))";

/** Runs in the page: does something and resolves with the ms until the condition holds in a picture. */
const timed = (act: string, condition: string) => `new Promise((resolve, reject) => {
	const startedMs = performance.now();
	${act};
	const look = () => {
		if (${condition}) resolve(performance.now() - startedMs);
		else if (performance.now() - startedMs > 20000) reject(new Error("never: " + ${JSON.stringify(condition)}));
		else requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})`;

const rowsFrom = (index: string) =>
	`(${READABLE} && [...document.querySelectorAll(".vrows .row")].some((row) => Number(row.getAttribute("aria-rowindex")) ${index}))`;
const key = (name: string) =>
	`document.querySelector(".tl").dispatchEvent(new KeyboardEvent("keydown", { key: "${name}", bubbles: true }))`;

export async function measureLarge(chromium: Chromium, rendererDir: string, rows: number): Promise<LargeMeasures> {
	const profileDir = await mkdtemp(path.join(tmpdir(), "switchboard-bench-large-"));
	try {
		const { rare } = await fillLibrary(profileDir, rows, 1);
		const console = await openWebConsole({ profileDir, rendererDir });
		try {
			const core = console.core();
			if (!core) throw new Error("The console of a filled profile is not open.");
			const request = createLocalApi(core);
			// Another session is in view first, so that opening the large one is a press in the list.
			const { scenarios } = await ask(request, "app.info", {});
			const [scenario] = scenarios;
			if (!scenario) throw new Error("There is no practice agent.");
			const { sessionId } = await ask(request, "session.open", {
				target: { protocol: scenario.protocol, by: { kind: "practice", scenario: scenario.name } },
			});
			await ask(request, "settings.set", { key: "selectedSession", value: sessionId });
			// Every entry is a row: what folds is another matter.
			await ask(request, "settings.set", { key: "folds", value: "no" });
			const page = await chromium.open(console.host.url);
			try {
				return await measureIn(page, rows, rare.at(-1) ?? "");
			} finally {
				await page.close();
			}
		} finally {
			await console.close();
		}
	} finally {
		await rm(profileDir, { recursive: true, force: true });
	}
}

async function measureIn(page: Target, rows: number, rare: string): Promise<LargeMeasures> {
	await until(page, "document.querySelectorAll('.ses').length === 2");
	await until(page, READABLE.replace("> 5", "> 0"));
	await pause(3000);
	const openMs = await page.evaluate<number>(
		timed(
			`[...document.querySelectorAll(".ses")].find((each) => each.getAttribute("aria-current") !== "true").click()`,
			rowsFrom(`> ${Math.floor(rows * 0.9)}`),
		),
	);
	await until(page, rowsFrom(`>= ${rows}`));
	const jumps: number[] = [];
	for (let jump = 0; jump < JUMPS; jump++) {
		const isHome = jump % 2 === 0;
		jumps.push(await page.evaluate<number>(timed(key(isHome ? "Home" : "End"), rowsFrom(isHome ? "=== 2" : `>= ${rows}`))));
	}
	const moving = (step: string, steps: number) => `new Promise((resolve) => {
		const list = document.querySelector(".vrows");
		const startedMs = performance.now();
		let pictures = 0, reading = 0;
		const next = () => {
			if (pictures > 0 && document.querySelector(".vrows .row--reading")) reading++;
			if (pictures++ >= ${steps}) return resolve({ picturesPerSecond: Math.round((pictures * 10000) / (performance.now() - startedMs)) / 10, readingShare: Math.round((reading / pictures) * 100) / 100 });
			${step};
			requestAnimationFrame(next);
		};
		requestAnimationFrame(next);
	})`;
	await page.evaluate(timed(key("Home"), rowsFrom("=== 2")));
	const wheel = await page.evaluate<LargeMeasures["wheel"]>(
		moving(`list.dispatchEvent(new WheelEvent("wheel", { deltaY: 240, bubbles: true, cancelable: true })); list.scrollTop += 240`, WHEELS),
	);
	const drag = await page.evaluate<LargeMeasures["drag"]>(moving(`list.scrollTop = (list.scrollHeight * pictures) / ${WHEELS}`, WHEELS));
	const filterMs = await page.evaluate<number>(
		timed(
			`{ const field = document.querySelector("#timeline-filter");
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(rare)});
			field.dispatchEvent(new Event("input", { bubbles: true })); }`,
			`(document.querySelectorAll(".vrows .row").length === 1 && !document.querySelector(".vrows .row--reading"))`,
		),
	);
	const jumpMs = { p50: Math.round(percentile(jumps, 0.5)), max: Math.round(Math.max(...jumps)) };
	return {
		view: "large session",
		rows,
		openMs: Math.round(openMs),
		jumpMs,
		wheel,
		drag,
		filterMs: Math.round(filterMs),
		verdicts: [
			{
				budget: `a session of ${rows} rows open in at most ${LIMITS.openMs} ms`,
				is: `${Math.round(openMs)} ms`,
				ok: openMs <= LIMITS.openMs,
			},
			{ budget: `a jump in it in at most ${LIMITS.jumpMs} ms`, is: `p50 ${jumpMs.p50} ms`, ok: jumpMs.p50 <= LIMITS.jumpMs },
		],
	};
}
