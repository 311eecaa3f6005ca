import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { ReaderStatus } from "../../schemas/reader.ts";

export interface ReaderView {
	/** Null until it is known. */
	status: ReaderStatus | null;
}

export interface ReaderStore {
	state: StoreApi<ReaderView>;
	/** Call again after the bridge came back. */
	load(): Promise<void>;
	dispose(): void;
}

/** The reader's status as told last. */
export function createReaderStore(api: OperatorApi): ReaderStore {
	const state = createStore<ReaderView>(() => ({ status: null }));
	let changes = 0;
	const stop = api.on("reader.changed", ({ status }) => {
		changes += 1;
		state.setState({ status });
	});
	return {
		state,
		async load() {
			const before = changes;
			const asked = await api.request("reader.status", {});
			// What was told meanwhile is newer than the answer.
			if (asked.ok && changes === before) state.setState({ status: asked.value });
		},
		dispose: stop,
	};
}
