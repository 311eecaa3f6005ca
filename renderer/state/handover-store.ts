import { createStore, type StoreApi } from "zustand/vanilla";

/** A dialog about transcripts handed over; one at a time. */
export type HandoverDialog =
	| { kind: "export"; sessionId: string }
	| { kind: "import" }
	| { kind: "verify"; sessionId: string }
	| { kind: "replay"; sessionId: string }
	| { kind: "compareWith"; sessionId: string };

export interface HandoverState {
	dialog: HandoverDialog | null;
	/** The two sessions of the compare screen. */
	compared: { left: string; right: string } | null;
}

export interface HandoverStore {
	state: StoreApi<HandoverState>;
	open(dialog: HandoverDialog): void;
	close(): void;
	compare(left: string, right: string): void;
	/** Back to the screen the comparison was begun from. */
	leaveCompare(): void;
}

/** Which dialog stands, and what is compared. Opened from the session's menu, the transcripts screen and the compare screen alike. */
export function createHandoverStore(screens: { enter(): void; leave(): void }): HandoverStore {
	const state = createStore<HandoverState>(() => ({ dialog: null, compared: null }));
	return {
		state,
		open: (dialog) => state.setState({ dialog }),
		close: () => state.setState({ dialog: null }),
		compare(left, right) {
			state.setState({ dialog: null, compared: { left, right } });
			screens.enter();
		},
		leaveCompare: () => screens.leave(),
	};
}
