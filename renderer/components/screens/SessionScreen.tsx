import { type ReactNode, useEffect } from "react";
import { useApp, useConsole, useSession, useSessions } from "../../hooks/console-context.ts";
import { READING_PLACE } from "../../hooks/focus-place.ts";
import { AskingContext, useAsking } from "../../hooks/use-asking.ts";
import { useHotkeys } from "../../hooks/use-hotkeys.ts";
import { DeskContext, type SessionDesk, useOpenDesk } from "../../hooks/use-session-desk.ts";
import { TabsContext, useOpenTabs, useSessionTabs } from "../../hooks/use-session-tabs.ts";
import { offersOf } from "../../state/protocols.ts";
import type { SessionTabsStore } from "../../state/session-tabs.ts";
import { INSPECTOR_TABS } from "../../state/session-view.ts";
import type { SteadySession } from "../../state/steady-session.ts";
import { Button } from "../elements/Button.tsx";
import { EmptyState } from "../elements/EmptyState.tsx";
import { Composer } from "../groups/composer/Composer.tsx";
import { useWriteMessage } from "../groups/composer/use-write-message.ts";
import { SessionViews } from "../groups/conversation/SessionViews.tsx";
import { Inspector } from "../groups/inspector/Inspector.tsx";
import { HitBar } from "../groups/library/HitBar.tsx";
import { RequestBar } from "../groups/requests/RequestBar.tsx";
import { FILTER_FIELD_ID } from "../groups/session/FilterBar.tsx";
import { Overview } from "../groups/session/Overview.tsx";
import { SessionHead } from "../groups/session/SessionHead.tsx";
import { StatePane } from "../groups/state/StatePane.tsx";
import { TableBody } from "./TableBody.tsx";

const focusFirst = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
const focusList = () => focusFirst(READING_PLACE);

/** One session, live or over. Without one: what to do. */
export function SessionScreen({ sessionId }: { sessionId: string | null }) {
	const session = useSession(sessionId);
	const isLoading = useSessions((state) => state.kind === "loading");
	const { app } = useConsole();
	if (session) return <OpenSession key={session.sessionId} session={session} />;
	if (isLoading) return <div className="screen-empty" aria-busy="true" />;
	return (
		<div className="screen-empty" data-region="empty">
			<EmptyState
				title="No session is open"
				action={
					<Button kind="main" icon="plug" onPress={() => app.show("connect")}>
						Connect to an agent
					</Button>
				}
			>
				Choose one on the left, or connect to an agent. A practice agent answers in a second.
			</EmptyState>
		</div>
	);
}

function OpenSession({ session }: { session: SteadySession }) {
	const desk = useOpenDesk(session.sessionId);
	const tabs = useOpenTabs(session.sessionId);
	const { sessions } = useConsole();
	const asking = useAsking(session);
	const { sessionId } = session;
	const offers = offersOf(session.protocol);
	// What arrives while the session is on the screen is read.
	useEffect(() => () => sessions.markSeen(sessionId), [sessions, sessionId]);
	if (!desk) return <div className="screen" />;
	return (
		<DeskContext value={desk}>
			<TabsContext value={tabs}>
				{!offers.table && <SessionKeys desk={desk} tabs={offers.conversation ? tabs : null} />}
				<div className="screen">
					<div className="screen-top">
						<HitBar
							sessionId={sessionId}
							show={(ordinal) => {
								tabs.show("timeline");
								void desk.view.selectOrdinal(ordinal);
							}}
						/>
						<SessionHead session={session} />
					</div>
					<Overview />
					<AskingContext value={asking}>
						{offers.table ? (
							<TableBody session={session} timelineKeys={<SessionKeys desk={desk} tabs={null} />} />
						) : (
							<SessionBody session={session}>
								<RequestBar session={session} />
								<Composer sessionId={sessionId} />
							</SessionBody>
						)}
					</AskingContext>
				</div>
			</TabsContext>
		</DeskContext>
	);
}

/** The list and its inspector, or another way to look at the session. What stands below stays. */
function SessionBody({ session, children }: { session: SteadySession; children: ReactNode }) {
	const tab = useSessionTabs((state) => state.tab);
	const isTalk = tab === "conversation" && offersOf(session.protocol).conversation;
	return (
		<div className={`body ${isTalk ? "body--wide" : ""}`}>
			<section className="work" aria-label="Session">
				<SessionViews session={session} />
				{children}
			</section>
			{isTalk ? <StatePane aside /> : <Inspector />}
		</div>
	);
}

/** Keys of this screen. They draw nothing, so a change of selection does not draw the screen again. */
function SessionKeys({ desk: { view, sessionId }, tabs }: { desk: SessionDesk; tabs: SessionTabsStore | null }) {
	const letters = useApp((state) => state.letterKeys);
	const tabKeys = Object.fromEntries(INSPECTOR_TABS.map((tab, index) => [String(index + 1), () => view.setTab(tab)]));
	const writeMessage = useWriteMessage(sessionId);
	const focusFilter = () => focusFirst(`#${FILTER_FIELD_ID}`);
	/** Nothing has the focus: the list gets the key, and the focus. */
	const fromNowhere = (run: () => Promise<void>) => () => {
		if (document.activeElement !== document.body) return false;
		focusList();
		void run();
	};
	useHotkeys({
		arrowdown: fromNowhere(() => view.move(1)),
		arrowup: fromNowhere(() => view.move(-1)),
		home: fromNowhere(view.toStart),
		...(letters ? tabKeys : {}),
		j: () => void view.move(1),
		k: () => void view.move(-1),
		"[": () => void view.toTrouble("previous"),
		"]": () => void view.toTrouble("next"),
		"/": focusFilter,
		"ctrl+f": focusFilter,
		end: () => {
			void view.toEnd();
			focusList();
		},
		enter: () => {
			// Enter on a button or a tab is that button's own.
			if (!document.activeElement?.matches("body, .tl")) return false;
			if (view.state.getState().selected === null) return false;
			view.setInspectorOpen(true);
			requestAnimationFrame(() => focusFirst("#inspector [role=tab][aria-selected=true]"));
		},
		escape: () => {
			view.setInspectorOpen(false);
			focusList();
		},
		c: writeMessage,
		l: () => {
			if (!tabs) return false;
			tabs.showState(null);
		},
	});
	return null;
}
