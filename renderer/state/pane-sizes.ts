/** Widths that people drag, in CSS px. `usual` stands in the tokens too; 0 is folded away. */
export const PANES = {
	rail: { least: 160, usual: 216, most: 400 },
	inspector: { least: 240, usual: 336, most: 720 },
} as const;
export type Pane = keyof typeof PANES;
export type PaneWidths = Readonly<Record<Pane, number>>;

export const USUAL_WIDTHS: PaneWidths = { rail: PANES.rail.usual, inspector: PANES.inspector.usual };

/** Pulled to less than half of its least width a part folds away; else it stays within its bounds. */
export function fittingWidth(pane: Pane, widthPx: number): number {
	const { least, most } = PANES[pane];
	if (widthPx < least / 2) return 0;
	return Math.round(Math.min(most, Math.max(least, widthPx)));
}

/** As it is kept in the settings; what is no width there is the usual one. */
export function widthOf(pane: Pane, kept: string | undefined): number {
	return kept !== undefined && /^\d{1,4}$/.test(kept) ? fittingWidth(pane, Number(kept)) : PANES[pane].usual;
}

const STEP_PX = 16;

/** What a key on the line beside a part makes of its width; null when it is no such key. `towards`: the key that makes it wider. */
export function widthAfterKey(pane: Pane, widthPx: number, key: string, towards: "ArrowRight" | "ArrowLeft"): number | null {
	const { least, usual, most } = PANES[pane];
	switch (key) {
		case "ArrowRight":
		case "ArrowLeft":
			if (key === towards) return widthPx === 0 ? least : fittingWidth(pane, widthPx + STEP_PX);
			return widthPx <= least ? 0 : fittingWidth(pane, widthPx - STEP_PX);
		case "Home":
			return least;
		case "End":
			return most;
		case "Enter":
			return widthPx === 0 ? usual : 0;
		default:
			return null;
	}
}
