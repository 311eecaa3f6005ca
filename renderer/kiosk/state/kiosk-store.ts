import { createStore, type StoreApi } from "zustand/vanilla";
import type { KioskMessageFile, KioskView } from "../../../schemas/kiosk.ts";
import type { WindowApi } from "../../api/index.ts";

export interface KioskState {
	/** Null until the program has answered. */
	view: KioskView | null;
	files: readonly KioskMessageFile[];
	/** Since when the program does not answer, ms since 1970; null while it does. */
	lostSinceMs: number | null;
	/** The program does not know this page any more; only a new window helps. */
	isRefused: boolean;
}

export interface KioskStore {
	state: StoreApi<KioskState>;
	load(): Promise<void>;
	dispose(): void;
}

/** What the program says is on the screen. The page has nothing of its own that a reload would lose. */
export function createKioskStore(api: WindowApi, nowMs: () => number = Date.now): KioskStore {
	const state = createStore<KioskState>(() => ({ view: null, files: [], lostSinceMs: null, isRefused: false }));
	let changes = 0;
	const load = async () => {
		const before = changes;
		const [view, files] = await Promise.all([api.request("kiosk.view", {}), api.request("kiosk.messages", {})]);
		if (files.ok) state.setState({ files: files.value });
		// What was told meanwhile is newer than the answer.
		if (view.ok && changes === before) state.setState({ view: view.value });
	};
	const stops = [
		api.on("kiosk.changed", ({ view }) => {
			changes += 1;
			state.setState({ view });
		}),
		api.onBridge((bridge) => {
			if (bridge.kind === "lost") state.setState(({ lostSinceMs }) => ({ lostSinceMs: lostSinceMs ?? nowMs() }));
			else if (bridge.kind === "refused") state.setState({ isRefused: true, lostSinceMs: nowMs() });
			else if (bridge.kind === "open") {
				state.setState({ lostSinceMs: null });
				void load();
			}
		}),
	];
	if (api.bridge().kind === "refused") state.setState({ isRefused: true, lostSinceMs: nowMs() });
	return {
		state,
		load,
		dispose() {
			for (const stop of stops) stop();
		},
	};
}
