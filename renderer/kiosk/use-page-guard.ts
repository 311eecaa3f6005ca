import { useEffect } from "react";

/** Keys of the browser that would zoom, print, save, search, show the source or tools, or go elsewhere. */
const BROWSER_KEYS = new Set(["+", "-", "=", "0", "p", "s", "f", "g", "u", "o", "j", "h", "d", "r", "i", "a"]);

function isBrowserKey(event: KeyboardEvent): boolean {
	if (event.ctrlKey || event.metaKey) return !event.altKey && BROWSER_KEYS.has(event.key.toLowerCase());
	if (event.altKey) return event.key === "ArrowLeft" || event.key === "ArrowRight" || event.key === "Home";
	return /^F([1-9]|1[0-2])$/.test(event.key) || event.key === "ContextMenu" || event.key === "BrowserBack";
}

/** Nothing a finger or a found keyboard does leads away from the prompt: no menu, no zoom, no dragging, no browser keys. */
export function usePageGuard(): void {
	useEffect(() => {
		const stop = (event: Event) => event.preventDefault();
		const onWheel = (event: WheelEvent) => {
			if (event.ctrlKey) event.preventDefault();
		};
		const onKey = (event: KeyboardEvent) => {
			if (isBrowserKey(event)) event.preventDefault();
		};
		const always = ["contextmenu", "dragstart", "dragover", "drop", "selectstart"] as const;
		for (const name of always) document.addEventListener(name, stop);
		document.addEventListener("wheel", onWheel, { passive: false });
		window.addEventListener("keydown", onKey, { capture: true });
		return () => {
			for (const name of always) document.removeEventListener(name, stop);
			document.removeEventListener("wheel", onWheel);
			window.removeEventListener("keydown", onKey, { capture: true });
		};
	}, []);
}
