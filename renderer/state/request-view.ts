import { createStore, type StoreApi } from "zustand/vanilla";
import type { Interaction } from "../../schemas/session.ts";
import { requestKey, waitingRequests } from "./requests.ts";
import type { SteadySession } from "./steady-session.ts";

/** What the operator put out of sight; nothing of it changes a request. */
export interface RequestView {
	/** Keys of waiting requests put aside. */
	aside: ReadonlySet<string>;
	/** By session: what was over at this time has been read. */
	readUpToMs: ReadonlyMap<string, number>;
	/** Key of the request the operator is on the way to; its bar takes the focus when it is there. */
	wanted: string | null;
}

export interface RequestViewStore {
	state: StoreApi<RequestView>;
	putAside(request: Interaction): void;
	/** Takes every request of the session back into view. */
	bringBack(session: SteadySession): void;
	/** On the way to that request: back into view, and its bar takes the focus. */
	goTo(request: Interaction): void;
	arrived(): void;
	/** Closes what is said about this request and about those that were over before it. */
	close(session: SteadySession, over: Interaction): void;
}

/** Lives as long as the window. What was over before `openedAtMs` is old news: the timeline has it. */
export function createRequestView(): RequestViewStore {
	const state = createStore<RequestView>(() => ({ aside: new Set(), readUpToMs: new Map(), wanted: null }));
	return {
		state,
		putAside: (request) => state.setState(({ aside }) => ({ aside: new Set(aside).add(requestKey(request)) })),
		bringBack(session) {
			const own = new Set(session.interactions.map(requestKey));
			state.setState(({ aside }) => ({ aside: new Set([...aside].filter((key) => !own.has(key))) }));
		},
		goTo(request) {
			const key = requestKey(request);
			state.setState(({ aside }) => ({ aside: new Set([...aside].filter((each) => each !== key)), wanted: key }));
		},
		arrived: () => state.setState({ wanted: null }),
		close: ({ sessionId }, { changedAtMs }) =>
			state.setState(({ readUpToMs }) => ({ readUpToMs: new Map(readUpToMs).set(sessionId, changedAtMs) })),
	};
}

export interface ShownRequests {
	/** The one to answer now. */
	first: Interaction | null;
	/** How many wait in view, `first` included. */
	count: number;
	/** Waiting, and put aside. */
	aside: Interaction[];
	/** The last one that is over, or cannot be answered; null once it was closed. */
	over: Interaction | null;
}

export function shownRequests(session: SteadySession, view: RequestView, openedAtMs: number): ShownRequests {
	const waiting = waitingRequests(session);
	const inView = waiting.filter((each) => !view.aside.has(requestKey(each)));
	const readUpToMs = Math.max(view.readUpToMs.get(session.sessionId) ?? 0, openedAtMs);
	const over = session.interactions
		.filter((each) => each.state !== "waiting" && each.changedAtMs > readUpToMs)
		.reduce<Interaction | null>((last, each) => (last && last.changedAtMs > each.changedAtMs ? last : each), null);
	return { first: inView[0] ?? null, count: inView.length, aside: waiting.filter((each) => !inView.includes(each)), over };
}
