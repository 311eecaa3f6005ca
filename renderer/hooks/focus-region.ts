import { roundFrom } from "../state/focus-rules.ts";

/** What F6 may stop at inside a part: what is chosen there, else the first that the Tab key reaches. Never what sends. */
const CHOSEN = "[aria-selected=true]:not(tr, [role=row], [role=option]), [aria-current]";
const STOPS = "[tabindex='0'], button:enabled, a[href], input:enabled, textarea:enabled, select:enabled, summary, [contenteditable=true]";
/** Marks what sends or takes a step that cannot be taken back. */
export const SENDS_MARK = "data-sends";

/** On the screen, with a size, and not behind a dialog. */
function isSeen(node: HTMLElement): boolean {
	if (!node.checkVisibility({ visibilityProperty: true })) return false;
	const { width, height } = node.getBoundingClientRect();
	return width > 1 && height > 1 && node.closest("[inert]") === null;
}

function take(node: HTMLElement): boolean {
	node.focus();
	return document.activeElement === node;
}

/** Puts the focus into a part of the window; false when there is no place for it. */
function enter(region: HTMLElement): boolean {
	const isStop = (node: HTMLElement) =>
		node.tabIndex >= 0 && !node.hasAttribute(SENDS_MARK) && node.closest("[data-region]") === region && isSeen(node);
	const found = (selector: string) => [...region.querySelectorAll<HTMLElement>(selector)].find(isStop);
	if (region.tabIndex >= 0 && take(region)) return true;
	const stop = found(CHOSEN) ?? found(STOPS);
	if (stop && take(stop)) return true;
	if (!region.hasAttribute("tabindex")) region.tabIndex = -1;
	return take(region);
}

/** The part that has the focus; between two of them, the one before. -1: none is before it. */
function placeOf(regions: readonly HTMLElement[], active: Element | null, step: 1 | -1): number {
	if (!active || active === document.body) return -1;
	// A part may stand in another one: the inner one comes later in the page.
	const inside = regions.findLastIndex((region) => region.contains(active));
	if (inside !== -1) return inside;
	const after = regions.findIndex((region) => active.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING);
	const before = after === -1 ? regions.length - 1 : after - 1;
	// Backwards, the part before it is the next stop itself.
	return step === 1 ? before : before + 1;
}

/** Moves the focus to the next part of the window (`data-region`), in the order of the page; parts that are not on the screen are passed over. */
export function focusNextRegion(step: 1 | -1): void {
	const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(isSeen);
	const here = placeOf(regions, document.activeElement, step);
	for (const place of roundFrom(here, regions.length, step)) {
		const region = regions[place];
		if (region && enter(region)) return;
	}
}
