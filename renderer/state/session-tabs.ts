import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";

export const SESSION_TABS = ["timeline", "conversation", "state"] as const;
export type SessionTab = (typeof SESSION_TABS)[number];

export interface SessionTabsState {
	tab: SessionTab;
	/** Entry to show in the conversation; a new object repeats it. */
	wanted: { ordinal: number } | null;
	/** Entry whose state is wanted; null: the newest. A new object repeats it. */
	state: { ordinal: number } | null;
}

export interface SessionTabsStore {
	state: StoreApi<SessionTabsState>;
	/** Takes up what was chosen last in this session. */
	load(): Promise<void>;
	show(tab: SessionTab): void;
	showInConversation(ordinal: number): void;
	/** Null follows. */
	showState(ordinal: number | null): void;
}

/** Key among the session's drafts; no message type begins with `@`. */
const KEY = "@view";
const isTab = (text: string | undefined): text is SessionTab => SESSION_TABS.some((tab) => tab === text);
/** For as long as the page lives; the draft is for the next time. */
const lastTabs = new Map<string, SessionTab>();

/** Which view of a session is shown, remembered per session. */
export function createSessionTabs(api: OperatorApi, sessionId: string): SessionTabsStore {
	const state = createStore<SessionTabsState>(() => ({ tab: lastTabs.get(sessionId) ?? "timeline", wanted: null, state: null }));
	const show = (tab: SessionTab) => {
		lastTabs.set(sessionId, tab);
		if (tab === state.getState().tab) return;
		state.setState({ tab });
		void api.request("draft.save", { sessionId, key: KEY, text: tab });
	};
	return {
		state,
		async load() {
			if (lastTabs.has(sessionId)) return;
			const answer = await api.request("draft.get", { sessionId });
			const tab = answer.ok ? answer.value.drafts[KEY] : undefined;
			if (!isTab(tab) || lastTabs.has(sessionId)) return;
			lastTabs.set(sessionId, tab);
			state.setState({ tab });
		},
		show,
		showInConversation(ordinal) {
			state.setState({ wanted: { ordinal } });
			show("conversation");
		},
		showState(ordinal) {
			state.setState({ state: ordinal === null ? null : { ordinal } });
			show("state");
		},
	};
}
