import { useEffect } from "react";

/**
 * Keeps the screen awake while this page is seen. The lock goes whenever the page is hidden, so it is asked for again. Where there is none
 * (Electron denies it, and blocks sleep itself) the system's settings decide.
 */
export function useWakeLock(): void {
	useEffect(() => {
		let lock: WakeLockSentinel | null = null;
		let isGone = false;
		const ask = async () => {
			if (document.visibilityState !== "visible" || (lock !== null && !lock.released)) return;
			try {
				const got = await navigator.wakeLock.request("screen");
				if (isGone) await got.release();
				else lock = got;
			} catch {
				// Not allowed here, or the battery is low: nothing the page can do.
			}
		};
		void ask();
		const onChange = () => void ask();
		document.addEventListener("visibilitychange", onChange);
		return () => {
			isGone = true;
			document.removeEventListener("visibilitychange", onChange);
			void lock?.release();
		};
	}, []);
}
