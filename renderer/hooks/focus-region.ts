/** Moves focus to the next part of the window marked with `data-region`, in the order of the page. */
export function focusNextRegion(step: 1 | -1): void {
	const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter((region) => region.offsetParent !== null);
	if (regions.length === 0) return;
	const here = regions.findIndex((region) => region.contains(document.activeElement));
	const next = regions[(here + step + regions.length) % regions.length];
	const inside = next?.querySelector<HTMLElement>("[tabindex='0'], button:not(:disabled), input, textarea, [aria-current=true]");
	(inside ?? next)?.focus();
}
