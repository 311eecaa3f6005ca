import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { TimelineFilter } from "../../schemas/timeline.ts";
import type { AppState } from "../state/app-store.ts";
import { createSessionView, type SessionView, type SessionViewStore } from "../state/session-view.ts";
import { createTimelineFeed, type FeedSnapshot, type TimelineFeed } from "../state/timeline-feed.ts";
import { useConsole } from "./console-context.ts";
import { windowPictures } from "./window-pictures.ts";

/** What the parts of one session's screen share. */
export interface SessionDesk {
	sessionId: string;
	feed: TimelineFeed;
	view: SessionViewStore;
}

export const DeskContext = createContext<SessionDesk | null>(null);

/** Pings, pongs and acks are upkeep of the link: one switch shows them all. */
export const upkeepFilter = (isShown: boolean): TimelineFilter => ({ heartbeats: isShown, acks: isShown });

const firstFilter = ({ heartbeats, folds }: AppState): TimelineFilter => ({ ...upkeepFilter(heartbeats), fold: folds });

/** Opens a session's feed and view for as long as the component lives; null in the first render. */
export function useOpenDesk(sessionId: string): SessionDesk | null {
	const { api, app } = useConsole();
	const [desk, setDesk] = useState<SessionDesk | null>(null);
	useEffect(() => {
		const feed = createTimelineFeed({
			api,
			sessionId,
			filter: firstFilter(app.state.getState()),
			schedule: windowPictures.next,
			nowMs: Date.now,
		});
		const view = createSessionView(feed);
		const stopBridge = api.onBridge((bridge) => bridge.kind === "open" && feed.reload());
		setDesk({ sessionId, feed, view });
		return () => {
			stopBridge();
			view.dispose();
			feed.dispose();
			setDesk(null);
		};
	}, [api, app, sessionId]);
	return desk;
}

export function useDesk(): SessionDesk {
	const desk = useContext(DeskContext);
	if (!desk) throw new Error("This part stands outside of a session's screen.");
	return desk;
}

export function useFeed(): FeedSnapshot {
	const { feed } = useDesk();
	return useSyncExternalStore(feed.subscribe, feed.snapshot);
}

export function useView<Part>(select: (view: SessionView) => Part): Part {
	return useStore(useDesk().view.state, select);
}
