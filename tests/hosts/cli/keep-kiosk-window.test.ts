import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keepKioskWindow } from "../../../main/hosts/cli/keep-kiosk-window.ts";

const timing = { withoutPageMs: 120, firstPageMs: 400, lookMs: 10, pausesMs: [20, 200] };

/** A display whose browsers live until they are told otherwise. */
function createDisplay(canOpen = true, pages = 1) {
	const opened: { ticket: string; end: (code: number) => void }[] = [];
	let closes = 0;
	let isLocked = true;
	let tickets = 0;
	let soFar = pages;
	const cannotOpen = vi.fn();
	const kept = keepKioskWindow({
		letIn: () => ({ action: "http://127.0.0.1:1/open", ticket: String(++tickets), settled: new Promise(() => {}) }),
		open(letIn, { ended }) {
			if (!canOpen) return null;
			opened.push({ ticket: letIn().ticket, end: ended });
			return {
				async close() {
					closes += 1;
					ended(0);
				},
			};
		},
		pages: () => pages,
		pagesSoFar: () => soFar,
		isLocked: () => isLocked,
		cannotOpen,
		timing,
	});
	return {
		opened,
		kept,
		cannotOpen,
		closes: () => closes,
		setPages(count: number) {
			soFar += Math.max(0, count - pages);
			pages = count;
		},
		comeAndGo() {
			soFar++;
		},
		lock(on: boolean) {
			isLocked = on;
		},
	};
}

describe("the kiosk's browser", () => {
	afterEach(() => vi.restoreAllMocks());
	vi.spyOn(console, "error").mockImplementation(() => {});

	it("is opened again when its page came and crashed between two looks", async () => {
		const display = createDisplay(true, 0);
		await pause(30);
		display.comeAndGo();
		await pause(200);
		expect(display.closes()).toBe(1);
		expect(display.opened.length).toBe(2);
		await display.kept.dispose();
	});

	it("is opened again with a fresh ticket when it ends, more slowly when it keeps ending", async () => {
		const display = createDisplay();
		expect(display.opened.length).toBe(1);
		display.opened[0]?.end(1);
		await vi.waitFor(() => expect(display.opened.length).toBe(2), { interval: 5 });
		expect(display.opened[1]?.ticket).not.toBe(display.opened[0]?.ticket);
		display.opened[1]?.end(1);
		await pause(80);
		expect(display.opened.length).toBe(2);
		await vi.waitFor(() => expect(display.opened.length).toBe(3), { interval: 5 });
		await display.kept.dispose();
	});

	it("is started anew when its page is gone: a browser shows a crash and stays that way", async () => {
		const display = createDisplay();
		await pause(200);
		expect(display.closes()).toBe(0);
		display.setPages(0);
		await vi.waitFor(() => expect(display.opened.length).toBe(2), { interval: 5 });
		expect(display.closes()).toBe(1);
		await display.kept.dispose();
	});

	it("has more time to show its first page than to bring a lost one back", async () => {
		const display = createDisplay(true, 0);
		await pause(300);
		expect(display.closes()).toBe(0);
		await vi.waitFor(() => expect(display.closes()).toBe(1), { interval: 5 });
		await display.kept.dispose();
	});

	it("stays closed while staff has the kiosk unlocked, and comes back when it is locked again", async () => {
		const display = createDisplay();
		display.lock(false);
		display.opened[0]?.end(0);
		await pause(100);
		expect(display.opened.length).toBe(1);
		display.lock(true);
		await vi.waitFor(() => expect(display.opened.length).toBe(2), { interval: 5 });
		await display.kept.dispose();
	});

	it("is closed with the program and not opened again", async () => {
		const display = createDisplay();
		await display.kept.dispose();
		await pause(100);
		expect([display.closes(), display.opened.length]).toEqual([1, 1]);
	});

	it("is given up where there is no display at all, which is said once", async () => {
		const display = createDisplay(false);
		await pause(60);
		expect(display.cannotOpen).toHaveBeenCalledTimes(1);
		await display.kept.dispose();
	});
});
