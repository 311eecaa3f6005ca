import { type KeyboardEvent, type MouseEvent, useCallback, useContext, useMemo, useRef } from "react";
import type { TimelineRow } from "../../../../schemas/timeline.ts";
import { useApp, useNewest } from "../../../hooks/console-context.ts";
import { AskingContext } from "../../../hooks/use-asking.ts";
import { useNowWhile } from "../../../hooks/use-now.ts";
import { useDesk, useFeed, useView } from "../../../hooks/use-session-desk.ts";
import { ROW_PX } from "../../../state/density.ts";
import { groupCount, plural, zoneWords } from "../../../state/format.ts";
import { newEntries } from "../../../state/reading-place.ts";
import { askOf } from "../../../state/requests.ts";
import type { RowFacts } from "../../../state/row-picture.ts";
import { incomingProof, isWireCut } from "../../../state/row-words.ts";
import { Icon } from "../../elements/Icon.tsx";
import { Kbd } from "../../elements/Kbd.tsx";
import { createRowPool } from "../../elements/row-pool.ts";
import { VirtualRows } from "../../elements/VirtualRows.tsx";
import { COLUMN_HEADER, gridProps, ROW_GROUP, rowProps } from "./grid-roles.ts";
import { createRowNode, type RowNode, rowId } from "./row-node.ts";
import { TimelineEmpty } from "./TimelineEmpty.tsx";

const COLUMNS = [
	["ord", "Entry"],
	["seq", "Seq"],
	["time", "Time"],
	["delta", "Since"],
	["type", "Type"],
	["sum", "What it says"],
	["size", "Size"],
	["state", "Delivery"],
] as const;

type RowPool = ReturnType<typeof createRowPool<RowNode>>;

/** Everything that happened, in one list: the wire runs down its left edge. */
export function Timeline() {
	const { sessionId, feed, view } = useDesk();
	const { kind, total, listed, moved, version } = useFeed();
	const selected = useView((state) => state.selected);
	const place = useView((state) => state.place);
	const reveal = useView((state) => state.reveal);
	const isDrawn = useView(({ selected: at, visible }) => at !== null && at.index >= visible.first && at.index <= visible.last);
	const density = useApp((state) => state.density);
	const acks = useNewest(sessionId, ({ ledger }) => ledger.acks) ?? false;
	const epoch = useNewest(sessionId, ({ ledger }) => ledger.epoch) ?? 0;
	const acked = useNewest(sessionId, ({ ledger }) => ledger.acked) ?? 0;
	const asked = useContext(AskingContext);
	const isAsking = useMemo(() => [...asked.values()].some(({ state }) => state === "waiting"), [asked]);
	const nowMs = useNowWhile(isAsking);
	const pool = useRef<{ layer: HTMLElement; rows: RowPool } | null>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another version means that rows may differ
	const drawRows = useCallback(
		(layer: HTMLElement, first: number, last: number) => {
			if (pool.current?.layer !== layer) pool.current = { layer, rows: createRowPool(layer, createRowNode) };
			const ledger = { acks, epoch, acked };
			let above = first > 0 ? feed.rowAt(first - 1) : undefined;
			let index = first;
			for (const each of pool.current.rows.show(first, last)) {
				const row = feed.rowAt(index);
				each.draw(index, row ? factsOf(row, above, index) : null);
				above = row;
				index++;
			}
			function factsOf(row: TimelineRow, before: TimelineRow | undefined, at: number): RowFacts {
				const ask = askOf(row, asked);
				return {
					row,
					previousAtMs: before?.fold?.lastAtMs ?? before?.atMs ?? null,
					proof: incomingProof(row, ledger),
					isSelected: selected?.ordinal === row.ordinal,
					isWireCut: row.kind !== "frame" && isWireCut(feed.rowAt, at),
					ask,
					nowMs: ask?.state === "waiting" ? nowMs : 0,
				};
			}
		},
		[feed, version, acks, epoch, acked, selected, asked, nowMs],
	);

	const pressed = (event: MouseEvent) =>
		event.target instanceof Element ? pool.current?.rows.rows().find(({ node }) => node.contains(event.target as Element)) : undefined;
	const onClick = (event: MouseEvent) => {
		const at = pressed(event);
		const row = at?.facts()?.row;
		if (!at || !row) return;
		if (event.target instanceof Element && event.target.closest(".fold-key")) void view.toggleFold(row);
		else view.select(at.index(), row.ordinal);
	};
	/** On a narrow window the inspector comes with a second press. */
	const onDoubleClick = (event: MouseEvent) => {
		if (pressed(event)?.facts()) view.setInspectorOpen(true);
	};

	const act = (key: string): Promise<void> | null => {
		const { visible } = view.state.getState();
		const rowsPerPage = Math.max(1, visible.last - visible.first - 1);
		const selectedRow = selected === null ? undefined : feed.rowAt(selected.index);
		if (key === "ArrowDown") return view.move(1);
		if (key === "ArrowUp") return view.move(-1);
		if (key === "PageDown") return view.move(rowsPerPage);
		if (key === "PageUp") return view.move(-rowsPerPage);
		if (key === "Home") return view.toStart();
		if (key === "End") return view.toEnd();
		if (key === "ArrowRight" && selectedRow?.fold) return view.toggleFold(selectedRow);
		if (key === "ArrowLeft" && selectedRow?.unfolded !== undefined) return view.toggleFold(selectedRow);
		return null;
	};
	const onKeyDown = (event: KeyboardEvent) => {
		// Enter and Space on a fold's own key are that key's.
		if (event.target instanceof HTMLButtonElement) return;
		if (event.ctrlKey || event.altKey || event.metaKey || act(event.key) === null) return;
		event.preventDefault();
		event.stopPropagation();
	};
	const fresh = newEntries(place, listed);
	return (
		<div
			className="tl"
			data-region="timeline"
			{...gridProps("Timeline", total, isDrawn && selected ? rowId(selected.ordinal) : undefined, onKeyDown)}
		>
			<div className="rows rows--head" {...ROW_GROUP}>
				<div className="row row--head" {...rowProps(1)}>
					<span className="c-lane" {...COLUMN_HEADER}>
						<span className="vh">Direction</span>
					</span>
					{COLUMNS.map(([part, title]) => (
						<span key={part} className={`c-${part}`} {...COLUMN_HEADER}>
							{part === "time" ? `${title} ${zoneWords(Date.now())}` : title}
						</span>
					))}
				</div>
			</div>
			{total === 0 ? (
				<TimelineEmpty isLoading={kind === "loading"} />
			) : (
				<VirtualRows
					className="rows"
					{...ROW_GROUP}
					count={total}
					rowPx={ROW_PX[density]}
					drawRows={drawRows}
					onClick={onClick}
					onDoubleClick={onDoubleClick}
					follow={place.follow}
					reveal={reveal}
					moved={moved}
					onRange={view.setVisible}
					onScrolled={view.scrolled}
				/>
			)}
			{fresh > 0 && (
				<button
					className="tail"
					type="button"
					onClick={() => void view.toEnd()}
					aria-label={`${plural(fresh, "new entry", "new entries")}, follow the end`}
				>
					<Icon name="down" small />
					{groupCount(fresh)} new
					<Kbd>End</Kbd>
				</button>
			)}
		</div>
	);
}
