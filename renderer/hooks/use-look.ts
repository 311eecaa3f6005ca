import { useEffect } from "react";
import { useApp } from "./console-context.ts";

/** Writes theme, density and widths where the tokens read them; `system` leaves the choice to the media query. */
export function useLook(): void {
	const theme = useApp((state) => state.theme);
	const density = useApp((state) => state.density);
	const widths = useApp((state) => state.widths);
	useEffect(() => {
		const { dataset } = document.documentElement;
		if (theme === "system") delete dataset.theme;
		else dataset.theme = theme;
		dataset.density = density;
	}, [theme, density]);
	useEffect(() => {
		const { style, dataset } = document.documentElement;
		for (const [pane, widthPx] of Object.entries(widths)) {
			style.setProperty(`--${pane}`, `${widthPx}px`);
			dataset[pane] = widthPx === 0 ? "folded" : "open";
		}
	}, [widths]);
}
