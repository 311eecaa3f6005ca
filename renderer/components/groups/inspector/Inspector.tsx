import { useContext, useEffect, useState } from "react";
import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { useNewest, useSession } from "../../../hooks/console-context.ts";
import { useEntry } from "../../../hooks/use-entry.ts";
import { useDesk, useView } from "../../../hooks/use-session-desk.ts";
import { TabsContext } from "../../../hooks/use-session-tabs.ts";
import { entryLife } from "../../../state/entry-life.ts";
import { incomingProof } from "../../../state/row-words.ts";
import type { InspectorTab } from "../../../state/session-view.ts";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Kbd } from "../../elements/Kbd.tsx";
import { type TabItem, Tabs } from "../../elements/Tabs.tsx";
import { PaneSplitter } from "../panes/PaneSplitter.tsx";
import { DecodedPane } from "./DecodedPane.tsx";
import { DeliveryPane } from "./DeliveryPane.tsx";
import { FindingsPane } from "./FindingsPane.tsx";
import { HexPane } from "./HexPane.tsx";
import { LifeLine } from "./LifeLine.tsx";
import { Payload } from "./Payload.tsx";
import { ProofPane } from "./ProofPane.tsx";
import { RawPane } from "./RawPane.tsx";

const placeWords = (entry: EntryDetail): string =>
	[
		entry.dir === "local" ? "seen here" : entry.dir,
		entry.sequence !== undefined && `sequence ${entry.sequence}`,
		entry.epoch !== undefined && `epoch ${entry.epoch}`,
	]
		.filter(Boolean)
		.join(", ");

/** Everything about the selected entry. On a narrow window it lies over the list. */
export function Inspector() {
	const selected = useView((state) => state.selected);
	const isOpen = useView((state) => state.inspectorOpen);
	const { entry, error, readWhole } = useEntry(selected?.ordinal ?? null);
	return (
		<aside className={`side ${isOpen ? "side--open" : ""}`} aria-label="Inspector" data-region="inspector" id="inspector">
			<PaneSplitter pane="inspector" />
			{entry && selected ? (
				<EntryParts entry={entry} readWhole={readWhole} />
			) : (
				<div className="side-empty">
					<EmptyState title={error ? "The entry could not be read" : "No entry selected"} alarm={error !== null}>
						{error ? error.message : "Select a row to see what it says, its bytes, and what is proven about it."}
					</EmptyState>
					{!error && (
						<dl className="keys">
							<KeyHelp keys={["J", "K"]} what="next, previous entry" />
							<KeyHelp keys={["[", "]"]} what="previous, next trouble" />
							<KeyHelp keys={["/"]} what="filter" />
							<KeyHelp keys={["End"]} what="follow the end" />
							<KeyHelp keys={["C"]} what="write a message" />
							<KeyHelp keys={["F6"]} what="next part of the window" />
							<KeyHelp keys={["?"]} what="every key" />
						</dl>
					)}
				</div>
			)}
		</aside>
	);
}

function KeyHelp({ keys, what }: { keys: string[]; what: string }) {
	return (
		<>
			<dt>
				{keys.map((key) => (
					<Kbd key={key}>{key}</Kbd>
				))}
			</dt>
			<dd>{what}</dd>
		</>
	);
}

function EntryParts({ entry, readWhole }: { entry: EntryDetail; readWhole: () => void }) {
	const { feed, view } = useDesk();
	const tabs = useContext(TabsContext);
	const { sessionId } = entry;
	const maxFrameBytes = useSession(sessionId)?.maxFrameBytes ?? 0;
	const proof = useNewest(sessionId, ({ ledger }) => incomingProof({ ...entry, findings: 0 }, ledger));
	const unread = useNewest(sessionId, ({ ledger }) => ledger.unread) ?? 0;
	// Said only beside what is not read yet: else a number of entries that grows draws nothing.
	const entries = useNewest(sessionId, ({ ledger }) => (ledger.unread > 0 ? ledger.entries : 0)) ?? 0;
	const tab = useView((state) => state.tab);
	const [wanted, setWanted] = useState<{ pointer: string } | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another entry has other places
	useEffect(() => setWanted(null), [entry.ordinal]);
	const life = entryLife(entry, proof, feed.shownAt(entry.ordinal));
	const items: TabItem<InspectorTab>[] = [
		{ id: "decoded", label: "Decoded" },
		{ id: "raw", label: "Raw" },
		{ id: "hex", label: "Hex" },
		{ id: "findings", label: "Findings", count: entry.findings.length, countMeaning: "finding" },
		{ id: "delivery", label: "Delivery" },
		{ id: "proof", label: "Proof" },
	];
	const showPlace = (pointer: string) => {
		view.setTab("decoded");
		setWanted({ pointer });
	};
	return (
		<>
			<div className="insp-top">
				<div className="insp-h">
					<div className="grow" title={placeWords(entry)}>
						<span className="name">Entry {entry.ordinal}</span> <span className="small dim">{placeWords(entry)}</span>
					</div>
					{tabs && (
						<>
							<IconButton icon="text" label="Show in conversation" onPress={() => tabs.showInConversation(entry.ordinal)} />
							<IconButton icon="state" label="Show the state after it" onPress={() => tabs.showState(entry.ordinal)} />
						</>
					)}
					<IconButton icon="up" label="Previous entry" hotkey="K" onPress={() => void view.move(-1)} />
					<IconButton icon="down" label="Next entry" hotkey="J" onPress={() => void view.move(1)} />
					<span className="side-close">
						<IconButton icon="x" label="Close the inspector" hotkey="Escape" onPress={() => view.setInspectorOpen(false)} />
					</span>
				</div>
				{entry.holdsSecret && (
					<p className="note insp-secret">
						It repeats a value this console sent in the handshake. Its bytes are kept and shown here; lists, search, reports and redacted
						exports mask it.
					</p>
				)}
				<Payload entry={entry} readWhole={readWhole} />
			</div>
			<Tabs label="Inspector" items={items} selected={tab} onSelect={view.setTab} barClassName="insp-tabs" panelClassName="insp-panel">
				{tab === "decoded" && <DecodedPane entry={entry} wanted={wanted} onFinding={showPlace} onShow={view.setTab} />}
				{tab === "raw" && <RawPane entry={entry} />}
				{tab === "hex" && <HexPane entry={entry} />}
				{tab === "findings" && <FindingsPane entry={entry} read={{ unread, entries }} onFinding={showPlace} />}
				{tab === "delivery" && <DeliveryPane entry={entry} life={life} limit={entry.dir === "out" ? maxFrameBytes : 0} />}
				{tab === "proof" && <ProofPane entry={entry} />}
			</Tabs>
			<LifeLine life={life} />
		</>
	);
}
