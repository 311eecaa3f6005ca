import { useSyncExternalStore } from "react";

const STEP_MS = 1000;

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	if (timer === null) nowMs = Date.now();
	timer ??= setInterval(() => {
		nowMs = Date.now();
		for (const one of listeners) one();
	}, STEP_MS);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0 || timer === null) return;
		clearInterval(timer);
		timer = null;
	};
}

const never = () => () => {};

/** The same while something waits; else 0, and nothing is drawn for it. */
export function useNowWhile(isOn: boolean): number {
	return useSyncExternalStore(isOn ? subscribe : never, () => (isOn ? nowMs : 0));
}

/** ms since 1970, stepping once a second; every clock in the window steps together and none runs while nobody looks. */
export function useNow(): number {
	return useSyncExternalStore(subscribe, () => nowMs);
}
