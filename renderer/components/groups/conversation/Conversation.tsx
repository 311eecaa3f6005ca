import { type KeyboardEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useApi } from "../../../hooks/console-context.ts";
import { useDesk } from "../../../hooks/use-session-desk.ts";
import { useSessionTabs, useTabs } from "../../../hooks/use-session-tabs.ts";
import { type ConversationFeed, createConversationFeed } from "../../../state/conversation-feed.ts";
import { isSameSpeaker } from "../../../state/conversation-words.ts";
import { groupCount, plural } from "../../../state/format.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { Kbd } from "../../elements/Kbd.tsx";
import { useSessionActions } from "../session/use-session-actions.ts";
import { Row, type RowActions } from "./Row.tsx";
import { useScrollPlace } from "./use-scroll-place.ts";
import { useWriteTurn } from "./use-write-turn.ts";

const after = (delayMs: number, run: () => void) => {
	const timer = setTimeout(run, delayMs);
	return () => clearTimeout(timer);
};

function useConversation(sessionId: string): ConversationFeed | null {
	const api = useApi();
	const [feed, setFeed] = useState<ConversationFeed | null>(null);
	useEffect(() => {
		const made = createConversationFeed({ api, sessionId, after });
		setFeed(made);
		return () => made.dispose();
	}, [api, sessionId]);
	return feed;
}

/** The session as people read it. */
export function Conversation({ session }: { session: SteadySession }) {
	const feed = useConversation(session.sessionId);
	return feed ? <ConversationList session={session} feed={feed} /> : <div className="convo" aria-busy="true" />;
}

const focusRow = (list: HTMLElement | null, index: number) =>
	list?.querySelector<HTMLElement>(`:scope > li[data-index="${index}"]`)?.focus();

function ConversationList({ session, feed }: { session: SteadySession; feed: ConversationFeed }) {
	const { view } = useDesk();
	const tabs = useTabs();
	const wanted = useSessionTabs((state) => state.wanted);
	const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot);
	const list = useRef<HTMLOListElement>(null);
	const allOpen = useSessionTabs((state) => state.allOpen);
	const writeTurn = useWriteTurn(session.sessionId);
	const latestWrite = useRef(writeTurn);
	latestWrite.current = writeTurn;
	const { again } = useSessionActions(session);
	const latestAgain = useRef(again);
	latestAgain.current = again;
	const isImported = session.importedFrom !== undefined;
	useScrollPlace(list, feed, snapshot);

	const canWrite = session.status.kind !== "closed" || session.status.outcome.next !== "ended";
	const actions = useMemo<RowActions>(
		() => ({
			frames(ordinal) {
				tabs.show("timeline");
				void view.selectOrdinal(ordinal);
			},
			state: (ordinal) => tabs.showState(ordinal),
			write: canWrite ? (question) => latestWrite.current(question) : null,
			again: isImported ? null : () => void latestAgain.current(),
			read: (index, which) => void feed.readOn(index, which),
		}),
		[tabs, view, feed, canWrite, isImported],
	);

	useEffect(() => {
		if (!wanted) return;
		void (async () => {
			const index = await feed.locate(wanted.ordinal);
			if (index === null) return;
			await feed.showIndex(index);
			requestAnimationFrame(() => {
				focusRow(list.current, index);
				list.current?.querySelector(`:scope > li[data-index="${index}"]`)?.scrollIntoView({ block: "center" });
			});
		})();
	}, [wanted, feed]);

	const { kind, rows, total, first, last, behind, fresh, follow, error } = snapshot;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.altKey || event.metaKey || (event.target !== event.currentTarget && !isRow(event.target))) return;
		const here = isRow(event.target) ? Number(event.target.dataset.index) : null;
		if (!act(event.key, here)) return;
		event.preventDefault();
		event.stopPropagation();
	};
	const act = (key: string, here: number | null): boolean => {
		if (key === "End") feed.setFollow(true);
		else if (key === "Home") feed.toStart();
		else if (key === "Enter" && here !== null) {
			const row = rows.find(({ row: { index } }) => index === here);
			if (row) actions.frames(row.row.first);
		} else if (key === "ArrowDown" || key === "ArrowUp") {
			const step = key === "ArrowDown" ? 1 : -1;
			feed.setFollow(false);
			focusRow(list.current, here === null ? last : Math.max(first, Math.min(last, here + step)));
		} else return false;
		return true;
	};

	return (
		<div className="convo" data-region="conversation">
			{behind > 0 && (
				<p className="convo-behind small dim" role="status">
					Reading, {plural(behind, "entry", "entries")} to go
				</p>
			)}
			{total === 0 ? (
				<div className="convo-empty">
					<EmptyState
						title={error ? "The conversation could not be read" : kind === "loading" || behind > 0 ? "Reading" : "Nothing was said yet"}
						alarm={error !== null}
					>
						{error ? error.message : "Turns, answers and tool calls stand here as soon as they come."}
					</EmptyState>
				</div>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
				<ol className="scroll conv" ref={list} aria-label="Conversation" tabIndex={0} onKeyDown={onKeyDown}>
					{first > 0 && <li className="conv-edge small dim">{groupCount(first)} earlier rows, scroll up to read them</li>}
					{rows.map((loaded, at) => (
						<li key={loaded.row.index} data-index={loaded.row.index} tabIndex={-1} className="conv-row">
							<Row
								loaded={loaded}
								isOn={isSameSpeaker(rows[at - 1]?.row, loaded.row)}
								asked={loaded.row.kind === "ask" ? askedIn(session, loaded.row) : undefined}
								allOpen={allOpen}
								actions={actions}
							/>
						</li>
					))}
				</ol>
			)}
			{!follow && total > 0 && (
				<button className="tail" type="button" onClick={() => feed.setFollow(true)}>
					<Icon name="down" small />
					{fresh > 0 ? `${groupCount(fresh)} new` : "Follow"}
					<Kbd>End</Kbd>
				</button>
			)}
		</div>
	);
}

const isRow = (target: EventTarget): target is HTMLElement => target instanceof HTMLElement && target.matches("li[data-index]");

/** By the entry that asked: an id may come again in a later numbering. */
const askedIn = ({ interactions }: SteadySession, { first, interactionId }: { first: number; interactionId: string }) =>
	interactions.find((each) => each.ordinals.asked.includes(first)) ??
	interactions.find((each) => each.interactionId === interactionId && each.ordinals.asked.length === 0);
