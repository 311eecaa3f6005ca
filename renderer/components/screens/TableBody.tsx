import { type ReactNode, useEffect, useRef, useState } from "react";
import { useApi, useSearch } from "../../hooks/console-context.ts";
import { useHotkeys } from "../../hooks/use-hotkeys.ts";
import { useDesk } from "../../hooks/use-session-desk.ts";
import { TableContext, useOpenTable } from "../../hooks/use-table.ts";
import type { SteadySession } from "../../state/steady-session.ts";
import { Button } from "../elements/Button.tsx";
import { Tabs } from "../elements/Tabs.tsx";
import { ActionPanel } from "../groups/action/ActionPanel.tsx";
import { TurnBar } from "../groups/action/TurnBar.tsx";
import { Composer } from "../groups/composer/Composer.tsx";
import { focusComposer } from "../groups/composer/focus-composer.ts";
import { useWriteMessage } from "../groups/composer/use-write-message.ts";
import { Inspector } from "../groups/inspector/Inspector.tsx";
import { FilterBar } from "../groups/session/FilterBar.tsx";
import { LinkNotice } from "../groups/session/LinkNotice.tsx";
import { TablePane } from "../groups/table/TablePane.tsx";
import { Timeline } from "../groups/timeline/Timeline.tsx";

const TABS = ["timeline", "table"] as const;
type Tab = (typeof TABS)[number];
const ITEMS = [
	{ id: "timeline", label: "Timeline" },
	{ id: "table", label: "Table" },
] as const;
/** Key among the session's drafts; no message type begins with `@`. */
const VIEW_KEY = "@view";
/** For as long as the page lives; the draft is for the next time. */
const lastTabs = new Map<string, Tab>();

/** The table unless the operator chose otherwise for this session. */
function useTab(sessionId: string): [tab: Tab, show: (tab: Tab) => void] {
	const api = useApi();
	const [tab, setTab] = useState<Tab>(lastTabs.get(sessionId) ?? "table");
	useEffect(() => {
		if (lastTabs.has(sessionId)) return;
		void api.request("draft.get", { sessionId }).then((answer) => {
			const saved = TABS.find((each) => answer.ok && each === answer.value.drafts[VIEW_KEY]);
			if (!saved || lastTabs.has(sessionId)) return;
			lastTabs.set(sessionId, saved);
			setTab(saved);
		});
	}, [api, sessionId]);
	const show = (next: Tab) => {
		lastTabs.set(sessionId, next);
		setTab(next);
		void api.request("draft.save", { sessionId, key: VIEW_KEY, text: next });
	};
	return [tab, show];
}

interface TableBodyProps {
	session: SteadySession;
	/** Keys of the timeline and its inspector; mounted while they are on the screen. */
	timelineKeys: ReactNode;
}

/** A session with a table: the timeline with its inspector, or the table with the form that answers. */
export function TableBody({ session, timelineKeys }: TableBodyProps) {
	const { sessionId } = session;
	const [tab, show] = useTab(sessionId);
	const { view } = useDesk();
	const desk = useOpenTable(session);
	const showFrame = (ordinal: number) => {
		show("timeline");
		view.setInspectorOpen(true);
		void view.selectOrdinal(ordinal);
	};
	const visited = useSearch(({ visited: at, hits }) => at !== null && hits[at.index]?.sessionId === sessionId && at);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a hit of a search stands in the timeline; once for each that is gone to
	useEffect(() => {
		if (visited) show("timeline");
	}, [visited]);
	useHotkeys({ t: () => show(tab === "table" ? "timeline" : "table") });
	const isTable = tab === "table";
	return (
		<TableContext value={desk}>
			{!isTable && timelineKeys}
			<div className={`body ${isTable ? "body--act" : ""}`}>
				<section className="work" aria-label="Session">
					<Tabs
						label="Views of the session"
						className="work-tabs"
						isRegion
						barClassName="bar"
						panelClassName="work-view"
						items={ITEMS}
						selected={tab}
						onSelect={show}
						after={isTable ? null : <FilterBar />}
					>
						<LinkNotice session={session} />
						{isTable ? desk && <TablePane session={session} onShow={showFrame} /> : <Timeline />}
					</Tabs>
					{!isTable && <TurnBar session={session} onGo={() => show("table")} />}
					{isTable ? <ComposerOnDemand sessionId={sessionId} /> : <Composer sessionId={sessionId} />}
				</section>
				{isTable ? desk && <ActionPanel session={session} /> : <Inspector />}
			</div>
		</TableContext>
	);
}

/** Beside the table every answer has a form of its own; any other message is one key away. */
function ComposerOnDemand({ sessionId }: { sessionId: string }) {
	const [isOpen, setOpen] = useState(false);
	const wantsFocus = useRef(false);
	const open = () => {
		wantsFocus.current = true;
		setOpen(true);
	};
	useEffect(() => {
		if (isOpen && wantsFocus.current) focusComposer();
		wantsFocus.current = false;
	}, [isOpen]);
	const writeMessage = useWriteMessage(sessionId);
	useHotkeys({ c: () => (isOpen ? writeMessage() : open()) });
	if (!isOpen) {
		return (
			<div className="comp comp--shut" data-region="composer">
				<span className="grow">Any of the five messages, as form, JSON or raw text</span>
				<Button small kind="quiet" hotkey="C" onPress={open}>
					Write by hand
				</Button>
			</div>
		);
	}
	return (
		<div>
			<div className="comp comp--shut">
				<span className="grow">Written by hand</span>
				<Button small kind="quiet" icon="x" onPress={() => setOpen(false)}>
					Close
				</Button>
			</div>
			<Composer sessionId={sessionId} />
		</div>
	);
}
