import { type RefObject, useCallback, useEffect, useState } from "react";

/**
 * One line until it is used: opened by the focus, by what is written, by `open`; `rest` closes it again. A press opens it only when it is over, so that
 * what was pressed does not move away from under the hand.
 */
export function useRest(region: RefObject<HTMLElement | null>, isNeeded: boolean) {
	const [isUsed, setUsed] = useState(false);
	useEffect(() => {
		let isDown = false;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const look = () => {
			if (region.current?.contains(document.activeElement)) setUsed(true);
		};
		const onDown = () => {
			isDown = true;
		};
		const onUp = () => {
			isDown = false;
			timer = setTimeout(look);
		};
		const onFocus = () => {
			if (!isDown) look();
		};
		addEventListener("pointerdown", onDown, true);
		addEventListener("pointerup", onUp, true);
		addEventListener("pointercancel", onUp, true);
		addEventListener("focusin", onFocus);
		return () => {
			clearTimeout(timer);
			removeEventListener("pointerdown", onDown, true);
			removeEventListener("pointerup", onUp, true);
			removeEventListener("pointercancel", onUp, true);
			removeEventListener("focusin", onFocus);
		};
	}, [region]);
	const open = useCallback(() => setUsed(true), []);
	const rest = useCallback(() => setUsed(false), []);
	return { isResting: !isUsed && !isNeeded, open, rest };
}
