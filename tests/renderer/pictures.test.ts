import { describe, expect, it } from "vitest";
import { createPace, createPictures, type PictureSource } from "../../renderer/api/pictures.ts";

/** A page whose clock and pictures are turned by hand. */
function createPage() {
	let nowMs = 1000;
	let isHidden = false;
	let onPicture: (() => void)[] = [];
	let onDone: (() => void)[] = [];
	const timers = new Map<() => void, number>();
	const source: PictureSource = {
		isHidden: () => isHidden,
		onPicture: (run) => void onPicture.push(run),
		after(delayMs, run) {
			timers.set(run, nowMs + delayMs);
			return () => void timers.delete(run);
		},
		whenDone: (run) => void onDone.push(run),
		nowMs: () => nowMs,
	};
	const done = () => {
		const all = onDone;
		onDone = [];
		for (const run of all) run();
	};
	return {
		source,
		hide() {
			isHidden = true;
		},
		/** What a run sets off takes that long. */
		work(ms: number) {
			nowMs += ms;
		},
		passes(ms: number) {
			const untilMs = nowMs + ms;
			for (;;) {
				const [next] = [...timers].filter(([, atMs]) => atMs <= untilMs).sort((a, b) => a[1] - b[1]);
				if (!next) break;
				nowMs = Math.max(nowMs, next[1]);
				timers.delete(next[0]);
				next[0]();
				done();
			}
			nowMs = untilMs;
		},
		picture() {
			if (isHidden) return;
			const all = onPicture;
			onPicture = [];
			for (const run of all) run();
			done();
		},
	};
}

describe("what comes from the console", () => {
	it("is shown with the next picture, all of it in one go", () => {
		const page = createPage();
		const pace = createPace(page.source);
		const shown: string[] = [];
		pace(() => shown.push("a"));
		pace(() => shown.push("b"));
		expect(shown).toEqual([]);
		page.picture();
		expect(shown).toEqual(["a", "b"]);
	});

	it("is taken up at most sixteen times a second while it does not stop", () => {
		const page = createPage();
		const pace = createPace(page.source);
		let shown = 0;
		const again = () => {
			shown++;
			pace(again);
		};
		pace(again);
		for (let picture = 0; picture < 60; picture++) {
			page.passes(1000 / 60);
			page.picture();
		}
		expect(shown).toBeGreaterThanOrEqual(10);
		expect(shown).toBeLessThanOrEqual(16);
	});

	it("takes at most a quarter of the time of a window that draws slowly", () => {
		const page = createPage();
		const pace = createPace(page.source);
		let shown = 0;
		pace(() => page.work(60));
		page.picture();
		pace(() => shown++);
		page.passes(170);
		page.picture();
		expect(shown).toBe(0);
		page.passes(20);
		page.picture();
		expect(shown).toBe(1);
	});

	it("goes on where no picture comes: on a hidden page, and on one that is hidden meanwhile", () => {
		const page = createPage();
		const pace = createPace(page.source);
		let shown = 0;
		pace(() => shown++);
		page.hide();
		page.passes(300);
		expect(shown).toBe(1);
		page.passes(300);
		pace(() => shown++);
		expect(shown).toBe(2);
		pace(() => shown++);
		page.passes(70);
		expect(shown).toBe(3);
	});
});

describe("the pictures of a window", () => {
	it("let counts wait for the rows that belong to them, and not for long", () => {
		const page = createPage();
		const pictures = createPictures(page.source);
		const shown: string[] = [];
		pictures.soon(() => shown.push("counts"));
		page.picture();
		expect(shown).toEqual([]);
		pictures.next(() => shown.push("rows"));
		page.picture();
		expect(shown).toEqual(["counts", "rows"]);
		pictures.soon(() => shown.push("alone"));
		page.passes(45);
		page.picture();
		expect(shown).toEqual(["counts", "rows", "alone"]);
	});
});
