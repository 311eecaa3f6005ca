import { type RefObject, useEffect, useRef } from "react";

/** Pictures without a dialog after which the kit has put the focus back where it was. */
const CALM_PICTURES = 3;
/** Another dialog came up: the focus is that one's now. */
const MOST_PICTURES = 120;

/** What the view of a session is read in: its timeline or its conversation. */
export const READING_PLACE = ".tl, .conv";

/** Nobody has the focus, or something that takes no key any more. */
export function isFocusLost(): boolean {
	const active = document.activeElement;
	return active === null || active === document.body || active.matches(":disabled");
}

/** Runs once no dialog is open and the focus has come back from the one that closed. */
export function afterDialog(run: () => void): void {
	let calm = 0;
	let pictures = 0;
	const look = () => {
		calm = document.querySelector(".veil") ? 0 : calm + 1;
		if (calm >= CALM_PICTURES) run();
		else if (++pictures < MOST_PICTURES) requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
}

/**
 * Where what had the focus inside `place` goes away or takes no key any more, `heir` gives the focus to another
 * part; nothing else moves it. Only for small parts of the window: it looks after each change in them.
 */
export function useFocusHeir(place: RefObject<HTMLElement | null>, heir: () => void): void {
	const latest = useRef(heir);
	latest.current = heir;
	useEffect(() => {
		const node = place.current;
		if (!node) return;
		let had: Element | null = null;
		const onFocus = (event: FocusEvent) => {
			had = node.contains(event.target as Node) ? (event.target as Element) : null;
		};
		// A press beside everything takes the focus away on purpose.
		const onPress = (event: PointerEvent) => {
			if (!had?.contains(event.target as Node)) had = null;
		};
		const look = () => {
			if (!had || !isFocusLost()) return;
			if (node.contains(had) && !had.matches(":disabled")) return;
			had = null;
			latest.current();
		};
		const observer = new MutationObserver(look);
		observer.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
		document.addEventListener("focusin", onFocus);
		document.addEventListener("pointerdown", onPress, true);
		return () => {
			observer.disconnect();
			document.removeEventListener("focusin", onFocus);
			document.removeEventListener("pointerdown", onPress, true);
		};
	}, [place]);
}
