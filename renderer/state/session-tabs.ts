import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";

export const SESSION_TABS = ["timeline", "conversation", "state"] as const;
export type SessionTab = (typeof SESSION_TABS)[number];

export interface SessionTabsState {
	tab: SessionTab;
	/** Entry to show in the conversation; a new object repeats it. */
	wanted: { ordinal: number } | null;
	/** Entry whose state is looked at; null: the newest. */
	pinned: number | null;
	/** The selection of the timeline that was last taken over. */
	selection: number | null;
	/** Reasoning and tools of the conversation; a new object overrules what was opened one by one. */
	allOpen: { open: boolean };
}

export interface SessionTabsStore {
	state: StoreApi<SessionTabsState>;
	/** Takes up what was chosen last in this session. */
	load(): Promise<void>;
	show(tab: SessionTab): void;
	showInConversation(ordinal: number): void;
	/** Shows the state after that entry, beside the conversation where there is room. Null follows. */
	showState(ordinal: number | null): void;
	pin(ordinal: number | null): void;
	/** What is selected in the timeline is looked at in the state too, until something else is wanted. */
	select(ordinal: number | null): void;
	openAll(open: boolean): void;
}

/** Key among the session's drafts; no message type begins with `@`. */
const KEY = "@view";
const isTab = (text: string | undefined): text is SessionTab => SESSION_TABS.some((tab) => tab === text);
/** For as long as the page lives; the draft is for the next time. */
const lastTabs = new Map<string, SessionTab>();

/** Which view of a session is shown, remembered per session. */
export function createSessionTabs(api: OperatorApi, sessionId: string, hasRoomBeside: () => boolean): SessionTabsStore {
	const tab = lastTabs.get(sessionId) ?? "timeline";
	const state = createStore<SessionTabsState>(() => ({ tab, wanted: null, pinned: null, selection: null, allOpen: { open: false } }));
	const show = (next: SessionTab) => {
		lastTabs.set(sessionId, next);
		if (next === state.getState().tab) return;
		state.setState({ tab: next });
		void api.request("draft.save", { sessionId, key: KEY, text: next });
	};
	return {
		state,
		async load() {
			if (lastTabs.has(sessionId)) return;
			const answer = await api.request("draft.get", { sessionId });
			const kept = answer.ok ? answer.value.drafts[KEY] : undefined;
			if (!isTab(kept) || lastTabs.has(sessionId)) return;
			lastTabs.set(sessionId, kept);
			state.setState({ tab: kept });
		},
		show,
		showInConversation(ordinal) {
			state.setState({ wanted: { ordinal } });
			show("conversation");
		},
		showState(ordinal) {
			state.setState({ pinned: ordinal });
			if (state.getState().tab !== "conversation" || !hasRoomBeside()) show("state");
		},
		openAll: (open) => state.setState({ allOpen: { open } }),
		pin: (pinned) => state.setState({ pinned }),
		select(ordinal) {
			if (ordinal === state.getState().selection) return;
			state.setState(ordinal === null ? { selection: null } : { selection: ordinal, pinned: ordinal });
		},
	};
}
