import type { Entry } from "../web/tickets.ts";
import type { AppWindow, openAppWindow } from "./open-app-window.ts";

/** A browser whose page has been gone for this long is started again: it crashed. */
const WITHOUT_PAGE_MS = 10_000;
/** A small computer that has just started takes its time to show a first page. */
const FIRST_PAGE_MS = 60_000;
const LOOK_MS = 1000;
/** Between one browser and the next; the last repeats while none lasts. */
const PAUSES_MS = [500, 2000, 10_000, 30_000] as const;
/** One that lasted this long was a good one. */
const GOOD_MS = 60_000;

interface KioskWindowTiming {
	withoutPageMs: number;
	firstPageMs: number;
	lookMs: number;
	pausesMs: readonly number[];
}

const TIMING: KioskWindowTiming = { withoutPageMs: WITHOUT_PAGE_MS, firstPageMs: FIRST_PAGE_MS, lookMs: LOOK_MS, pausesMs: PAUSES_MS };

export interface KioskWindowOptions {
	/** Lets one browser in; asked anew for each. */
	letIn(): Entry;
	open: typeof openAppWindow;
	/** Pages that are connected to this program now. */
	pages(): number;
	/** Pages that ever connected: one may come and crash between two looks. */
	pagesSoFar(): number;
	isLocked(): boolean;
	/** No browser can be opened here at all. */
	cannotOpen(): void;
	timing?: KioskWindowTiming;
}

/**
 * Keeps a browser with the kiosk's page on the screen: one that ends or crashes is opened again, and so is one whose page is gone, which a
 * browser shows as a page of its own and never mends. While staff has it unlocked a closed window stays closed, until it is locked again.
 */
export function keepKioskWindow(options: KioskWindowOptions): { dispose(): Promise<void> } {
	const { withoutPageMs, firstPageMs, lookMs, pausesMs } = options.timing ?? TIMING;
	let window: AppWindow | null = null;
	let openedAtMs = 0;
	let pageSeenAtMs = 0;
	let shortLived = 0;
	let notBeforeMs = 0;
	let isDisposed = false;
	let pagesBefore = 0;

	const look = () => {
		const nowMs = performance.now();
		const soFar = options.pagesSoFar();
		if (options.pages() > 0 || soFar > pagesBefore) pageSeenAtMs = nowMs;
		pagesBefore = soFar;
		if (!options.isLocked()) return;
		if (window === null && nowMs >= notBeforeMs) open(nowMs);
		else if (window !== null && nowMs > (pageSeenAtMs > openedAtMs ? pageSeenAtMs + withoutPageMs : openedAtMs + firstPageMs))
			void window.close();
	};
	function open(nowMs: number): void {
		openedAtMs = nowMs;
		window = options.open(options.letIn, {
			kiosk: true,
			ended() {
				window = null;
				const endedAtMs = performance.now();
				shortLived = endedAtMs - openedAtMs > GOOD_MS ? 0 : shortLived + 1;
				notBeforeMs = endedAtMs + (pausesMs[Math.min(shortLived, pausesMs.length) - 1] ?? pausesMs[0] ?? 0);
				if (!isDisposed) console.error("The kiosk's browser ended; it is opened again while the kiosk is locked.");
			},
		});
		if (window === null) {
			stop();
			options.cannotOpen();
		}
	}
	const timer = setInterval(look, lookMs);
	const stop = () => clearInterval(timer);
	look();
	return {
		async dispose() {
			isDisposed = true;
			stop();
			await window?.close();
		},
	};
}
