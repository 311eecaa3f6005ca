import { chordWords, connectKey } from "../state/key-table.ts";
import { useApp } from "./console-context.ts";

/** A window without tabs: the browser hands it every key. It cannot change while the page lives. */
const isAppWindow = (): boolean => window.matchMedia("(display-mode: standalone), (display-mode: window-controls-overlay)").matches;

/** What to print beside Connect: the key that works in this host. Undefined when there is none. */
export function useConnectKey(): string | undefined {
	const host = useApp((state) => state.info?.host);
	const letterKeys = useApp((state) => state.letterKeys);
	const chord = connectKey(host === "electron" || isAppWindow(), letterKeys);
	return chord === null ? undefined : chordWords(chord);
}
