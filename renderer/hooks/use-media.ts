import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds, followed. */
export function useMedia(query: string): boolean {
	const subscribe = useCallback(
		(told: () => void) => {
			const list = matchMedia(query);
			list.addEventListener("change", told);
			return () => list.removeEventListener("change", told);
		},
		[query],
	);
	return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
