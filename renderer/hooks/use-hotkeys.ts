import { useEffect, useRef } from "react";
import { createKeyReader, isLetter } from "../state/hotkeys.ts";
import { useApp } from "./console-context.ts";

export type Hotkeys = Record<string, () => void>;

const isTextField = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement &&
	(target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"));

/** An open dialog or menu has the keyboard to itself. */
const isCovered = (target: EventTarget | null): boolean =>
	document.querySelector(".veil") !== null || (target instanceof HTMLElement && target.closest("[role=menu], [role=listbox]") !== null);

/** Keys that act anywhere in the window. Single letters act only outside text fields and when the operator has not switched them off. */
export function useHotkeys(keys: Hotkeys): void {
	const letterKeys = useApp((state) => state.letterKeys);
	const latest = useRef(keys);
	latest.current = keys;
	useEffect(() => {
		const reader = createKeyReader();
		const onKey = (event: KeyboardEvent) => {
			if (event.defaultPrevented || isCovered(event.target)) return;
			const chord = reader.read(event, event.timeStamp, new Set(Object.keys(latest.current)));
			if (chord === null) return;
			const first = chord.split(" ")[0] ?? chord;
			if (isLetter(first) && (!letterKeys || isTextField(event.target))) return;
			event.preventDefault();
			latest.current[chord]?.();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [letterKeys]);
}
