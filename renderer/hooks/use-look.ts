import { useEffect } from "react";
import { useApp } from "./console-context.ts";

/** Writes theme and density where the tokens read them; `system` leaves the choice to the media query. */
export function useLook(): void {
	const theme = useApp((state) => state.theme);
	const density = useApp((state) => state.density);
	useEffect(() => {
		const { dataset } = document.documentElement;
		if (theme === "system") delete dataset.theme;
		else dataset.theme = theme;
		dataset.density = density;
	}, [theme, density]);
}
