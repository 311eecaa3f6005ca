import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useApi } from "../../../hooks/console-context.ts";
import { useDesk, useView } from "../../../hooks/use-session-desk.ts";
import { useSessionTabs, useTabs } from "../../../hooks/use-session-tabs.ts";
import { byteSize, clockTime, groupCount, plural } from "../../../state/format.ts";
import { createStateFeed, type StateFeed } from "../../../state/state-feed.ts";
import { changedLines } from "../../../state/state-tree.ts";
import { Button } from "../../elements/Button.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { JsonTree } from "../../elements/JsonTree.tsx";
import { Toggle } from "../../elements/Toggle.tsx";
import { Changes } from "./Changes.tsx";
import { Comparison } from "./Comparison.tsx";
import { FindField, useFind } from "./FindField.tsx";
import { changeMarks, comparisonMarks } from "./marks.tsx";
import { Scrubber } from "./Scrubber.tsx";

const after = (delayMs: number, run: () => void) => {
	const timer = setTimeout(run, delayMs);
	return () => clearTimeout(timer);
};

function useStateFeed(sessionId: string): StateFeed | null {
	const api = useApi();
	const [feed, setFeed] = useState<StateFeed | null>(null);
	useEffect(() => {
		const made = createStateFeed({ api, sessionId, after, monoMs: () => performance.now() });
		setFeed(made);
		return () => made.dispose();
	}, [api, sessionId]);
	return feed;
}

/** The agent's state at any point: live, or after the entry that was chosen. `aside`: it stands at the side of the conversation. */
export function StatePane({ aside = false }: { aside?: boolean }) {
	const { sessionId } = useDesk();
	const feed = useStateFeed(sessionId);
	const classes = aside ? "side side--state" : "state-pane";
	if (!feed) return <section className={classes} aria-label="State" aria-busy="true" />;
	return (
		<section className={classes} aria-label="State" data-region="state">
			<StateParts feed={feed} />
		</section>
	);
}

function StateParts({ feed }: { feed: StateFeed }) {
	const { view: desk } = useDesk();
	const tabs = useTabs();
	const { view, nodes, cutAt, live, trail, error } = useSyncExternalStore(feed.subscribe, feed.snapshot);
	const [isComparing, setComparing] = useState(false);
	const selected = useView((state) => state.selected);
	const pinned = useSessionTabs((state) => state.pinned);
	const [wanted, setWanted] = useState<{ pointer: string } | null>(null);

	const selectedOrdinal = selected?.ordinal ?? null;
	useEffect(() => tabs.select(selectedOrdinal), [tabs, selectedOrdinal]);
	useEffect(() => feed.pin(pinned), [feed, pinned]);
	// Now is the same as now.
	const compares = isComparing && pinned !== null;
	useEffect(() => feed.compare(compares), [feed, compares]);
	const follow = () => tabs.pin(null);
	const first = () => trail.ticks[0] && tabs.pin(trail.ticks[0].ordinal);
	const step = (by: -1 | 1) => {
		const to = by < 0 ? view?.previous : view?.next;
		if (to !== null && to !== undefined) tabs.pin(to);
	};

	const comparison = compares && live ? live.comparison : null;
	const marks = useMemo(
		() => (comparison ? comparisonMarks(comparison) : changeMarks(changedLines(nodes, view?.changed ?? []))),
		[comparison, nodes, view],
	);
	const values = useMemo(() => nodes.reduce((count, { size }) => (size === 0 ? count + 1 : count), 0), [nodes]);
	const find = useFind(nodes, setWanted);
	const isLive = pinned === null;
	if (error) {
		return (
			<EmptyState title="The state could not be read" alarm>
				{error.message}
			</EmptyState>
		);
	}
	const change = view?.change ?? 0;
	const before = (view?.changes ?? 0) - change;
	return (
		<>
			<div className="insp-h">
				<div className="grow">
					<span className="name">
						{change === 0 ? "State before the first change" : isLive ? "State now" : `State after ${view?.ordinal}`}
					</span>{" "}
					<span className="small dim">{view && change > 0 ? clockTime(view.atMs) : ""}</span>
				</div>
				<span className="small soft">
					{view && view.behind > 0
						? `Reading, ${groupCount(view.behind)} to go`
						: isLive
							? "live"
							: `${plural(before, "change")} before live`}
				</span>
			</div>
			<div className="scrub">
				<Scrubber trail={trail} view={view} isLive={isLive} onPin={tabs.pin} onStep={step} onFirst={first} onLive={follow} />
				<div className="btns">
					<IconButton icon="first" kind="plain" label="First state" isDisabled={trail.changes === 0} onPress={first} />
					<Button small icon="stepb" isDisabled={!view || view.previous === null} onPress={() => step(-1)}>
						{change > 1 ? `Change ${change - 1}` : "Back"}
					</Button>
					<Button small icon="stepf" isDisabled={!view || view.next === null} onPress={() => step(1)}>
						{before > 0 ? `Change ${change + 1}` : "On"}
					</Button>
					<Button small kind="quiet" hotkey="L" isDisabled={isLive} onPress={follow}>
						Follow live
					</Button>
					<Toggle isOn={compares} isDisabled={isLive || change === 0} onChange={setComparing}>
						Compare with live
					</Toggle>
				</div>
			</div>
			<div className="state-body">
				{comparison && view && live ? (
					<Comparison
						from={view}
						to={live.view}
						comparison={comparison}
						isCut={cutAt !== null || live.cutAt !== null}
						onPlace={(pointer) => setWanted({ pointer })}
					/>
				) : (
					view &&
					(change > 0 || view.failed) && (
						<Changes
							view={view}
							onFrames={(ordinal) => {
								tabs.show("timeline");
								void desk.selectOrdinal(ordinal);
							}}
							onConversation={tabs.showInConversation}
						/>
					)
				)}
				<FindField find={find} />
				<JsonTree
					label="State"
					whole="whole state"
					nodes={nodes}
					marks={marks}
					wanted={wanted}
					found={find.found}
					below={
						cutAt !== null && (
							<p className="text-cut">
								<span>
									{plural(nodes.length, "value")} read, up to character {groupCount(cutAt)} of {groupCount(view?.text.length ?? 0)}
								</span>
								<Button small kind="quiet" icon="down" onPress={feed.readMore}>
									Show more
								</Button>
							</p>
						)
					}
				/>
			</div>
			<div className="comp-s">
				<span className="grow">{view ? `${byteSize(view.text.length)}, ${plural(values, "value")}` : ""}</span>
				<CopyButton label="Copy JSON" text={() => view?.text ?? ""} />
			</div>
		</>
	);
}
