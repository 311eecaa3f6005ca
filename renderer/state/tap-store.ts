import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { PendingTap } from "../../schemas/tap.ts";

export interface TapView {
	/** The tap that waits for a decision, or what became of it; null when there is none. */
	pending: PendingTap | null;
	/** The number is shown in full. Gone with the next tap. */
	isRevealed: boolean;
}

export interface TapStore {
	state: StoreApi<TapView>;
	/** Call again after the bridge came back. */
	load(): Promise<void>;
	reveal(isRevealed: boolean): void;
	dispose(): void;
}

/** The pending tap as told last. */
export function createTapStore(api: OperatorApi): TapStore {
	const state = createStore<TapView>(() => ({ pending: null, isRevealed: false }));
	let changes = 0;
	const take = (pending: PendingTap | null) =>
		state.setState((before) => ({ pending, isRevealed: before.isRevealed && before.pending?.tapId === pending?.tapId }));
	const stop = api.on("tap.changed", ({ pending }) => {
		changes += 1;
		take(pending);
	});
	return {
		state,
		async load() {
			const before = changes;
			const asked = await api.request("tap.pending", {});
			// What was told meanwhile is newer than the answer.
			if (asked.ok && changes === before) take(asked.value.pending);
		},
		reveal: (isRevealed) => state.setState({ isRevealed }),
		dispose: stop,
	};
}
