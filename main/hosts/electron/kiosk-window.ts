import type { BrowserWindow, PowerSaveBlocker } from "electron";
import type { KioskMode } from "../../../schemas/kiosk.ts";

type Window = Pick<BrowserWindow, "setKiosk" | "isDestroyed" | "on"> & {
	webContents: Pick<BrowserWindow["webContents"], "forcefullyCrashRenderer">;
};

export interface KioskWindow {
	modeChanged(mode: KioskMode): void;
	/** From now on the window may close: the program or the system ends. */
	letClose(): void;
}

/**
 * What a locked kiosk is for the system: a window that fills the screen and does not close, and a screen that stays awake. A page that hangs is
 * ended, so that it comes back like one that crashed.
 */
export function createKioskWindow(
	window: Window,
	powerSaveBlocker: Pick<PowerSaveBlocker, "start" | "stop">,
	first: KioskMode,
): KioskWindow {
	let mode: KioskMode = "off";
	let mayClose = false;
	let awake: number | null = null;

	window.on("close", (event) => {
		if (mode === "locked" && !mayClose) event.preventDefault();
	});
	window.on("unresponsive", () => {
		if (mode === "locked") window.webContents.forcefullyCrashRenderer();
	});

	function modeChanged(next: KioskMode): void {
		if (next === mode) return;
		mode = next;
		if (!window.isDestroyed()) window.setKiosk(mode === "locked");
		if (mode === "locked") awake ??= powerSaveBlocker.start("prevent-display-sleep");
		else if (awake !== null) {
			powerSaveBlocker.stop(awake);
			awake = null;
		}
	}
	modeChanged(first);
	return {
		modeChanged,
		letClose() {
			mayClose = true;
		},
	};
}
