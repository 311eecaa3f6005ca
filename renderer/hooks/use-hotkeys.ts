import { useEffect, useRef } from "react";
import { isOwnKey } from "../state/focus-rules.ts";
import { createKeyReader, isLetter, isPlain } from "../state/hotkeys.ts";
import type { Chord } from "../state/key-table.ts";
import { useApp } from "./console-context.ts";

/** By chord; every one stands in the table of keys. A handler that answers false did not want the key: it goes on its usual way. */
export type Hotkeys = Partial<Record<Chord, () => unknown>>;

const isTextField = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement &&
	(target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"));

/** An open dialog or menu has the keyboard to itself. */
const isCovered = (target: EventTarget | null): boolean =>
	document.querySelector(".veil") !== null || (target instanceof HTMLElement && target.closest("[role=menu], [role=listbox]") !== null);

/** The roles of the focused element and of all it stands in. */
function rolesOf(target: EventTarget | null): string[] {
	const roles: string[] = [];
	for (let node = target instanceof Element ? target : null; node; node = node.parentElement) {
		const role = node.getAttribute("role");
		if (role) roles.push(role);
	}
	return roles;
}

/** Keys that act anywhere in the window. Keys that write or move a caret act only outside text fields; single letters can be switched off. */
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
			if (isLetter(first) && !letterKeys) return;
			if (isPlain(first) && isTextField(event.target)) return;
			if (isOwnKey(first, rolesOf(event.target))) return;
			if (latest.current[chord as Chord]?.() !== false) event.preventDefault();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [letterKeys]);
}
