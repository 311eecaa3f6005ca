import { createStore, type StoreApi } from "zustand/vanilla";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { TableReading } from "../../schemas/table.ts";

export interface TableState {
	/** Null until the first answer. */
	reading: TableReading | null;
	/** The last question failed; what is shown is older than that. */
	error: WireError | null;
	/** Match shown; null while there is none. */
	shown: string | null;
	/** The operator chose it: it stays, whatever happens elsewhere. */
	byHand: boolean;
}

export interface TableStore {
	state: StoreApi<TableState>;
	choose(matchId: string): void;
	/** Reads again: after the bridge came back. */
	reload(): void;
	dispose(): void;
}

/** Least time between two questions, ms: a burst of frames costs a few. */
const REST_MS = 60;

/**
 * The tables of one session. One question is under way at a time; what changes meanwhile is asked for after it.
 * A match stays on the screen while it runs. Once it is over, and unless the operator chose it, a live one takes its place.
 */
export function createTableStore(api: OperatorApi, sessionId: string, after: (delayMs: number, run: () => void) => () => void): TableStore {
	const state = createStore<TableState>(() => ({ reading: null, error: null, shown: null, byHand: false }));
	let isAsking = false;
	let isStale = false;
	let isOver = false;
	let cancel: (() => void) | null = null;

	async function ask(): Promise<void> {
		if (isAsking) {
			isStale = true;
			return;
		}
		isAsking = true;
		isStale = false;
		const { shown } = state.getState();
		const answer = await api.request("table.view", { sessionId, match: shown, ordinal: null });
		isAsking = false;
		if (isOver) return;
		if (!answer.ok) state.setState({ error: answer.error });
		else if (state.getState().shown === shown) take(answer.value);
		else isStale = true;
		if (isStale) rest();
	}

	function take(reading: TableReading): void {
		const { byHand } = state.getState();
		const isDone = reading.table === null || reading.table.result !== null;
		const [live] = reading.matches;
		state.setState({ reading, error: null, shown: reading.table?.sessionId ?? null });
		if (reading.behind > 0) isStale = true;
		if (isDone && !byHand && live && live.sessionId !== reading.table?.sessionId) {
			state.setState({ shown: live.sessionId });
			isStale = true;
		}
	}

	function rest(): void {
		cancel ??= after(REST_MS, () => {
			cancel = null;
			void ask();
		});
	}

	const stop = api.on("timeline.changed", (change) => {
		if (change.sessionId === sessionId) rest();
	});
	void ask();

	return {
		state,
		choose(matchId) {
			const newest = state.getState().reading?.listings.at(-1)?.sessionId;
			// The newest one follows the play; any other stays until the operator goes.
			state.setState({ shown: matchId, byHand: matchId !== newest });
			void ask();
		},
		reload: () => void ask(),
		dispose() {
			isOver = true;
			stop();
			cancel?.();
		},
	};
}
