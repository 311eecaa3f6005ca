import { type KeyboardEvent, useCallback } from "react";
import { useApp, useSession } from "../../../hooks/console-context.ts";
import { useDesk, useFeed, useView } from "../../../hooks/use-session-desk.ts";
import { ROW_PX } from "../../../state/density.ts";
import { groupCount, plural } from "../../../state/format.ts";
import { newEntries } from "../../../state/reading-place.ts";
import { incomingProof, isWireCut } from "../../../state/row-words.ts";
import { Icon } from "../../elements/Icon.tsx";
import { Kbd } from "../../elements/Kbd.tsx";
import { VirtualRows } from "../../elements/VirtualRows.tsx";
import { COLUMN_HEADER, gridProps, ROW_GROUP, rowProps } from "./grid-roles.ts";
import { Row, RowPlaceholder, rowId } from "./Row.tsx";
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

/** Everything that happened, in one list: the wire runs down its left edge. */
export function Timeline() {
	const { sessionId, feed, view } = useDesk();
	const session = useSession(sessionId);
	const { kind, total, listed, moved } = useFeed();
	const selected = useView((state) => state.selected);
	const place = useView((state) => state.place);
	const reveal = useView((state) => state.reveal);
	const visible = useView((state) => state.visible);
	const density = useApp((state) => state.density);
	const onSelect = view.select;
	const onFold = view.toggleFold;
	const onOpen = useCallback(() => view.setInspectorOpen(true), [view]);
	const ledger = session?.ledger ?? null;

	const renderRow = useCallback(
		(index: number, slot: number) => {
			const row = feed.rowAt(index);
			if (!row) return <RowPlaceholder key={slot} index={index} />;
			const above = index > 0 ? feed.rowAt(index - 1) : undefined;
			return (
				<Row
					key={slot}
					row={row}
					index={index}
					previousAtMs={above?.fold?.lastAtMs ?? above?.atMs ?? null}
					proof={incomingProof(row, ledger)}
					isSelected={selected?.ordinal === row.ordinal}
					isWireCut={row.kind !== "frame" && isWireCut(feed.rowAt, index)}
					onSelect={onSelect}
					onOpen={onOpen}
					onFold={onFold}
				/>
			);
		},
		[feed, ledger, selected, onSelect, onOpen, onFold],
	);

	const rowsPerPage = Math.max(1, visible.last - visible.first - 1);
	const selectedRow = selected === null ? undefined : feed.rowAt(selected.index);
	const act = (key: string): Promise<void> | null => {
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
	const isDrawn = selected !== null && selected.index >= visible.first && selected.index <= visible.last;
	return (
		<div className="tl" data-region="timeline" {...gridProps("Timeline", total, isDrawn ? rowId(selected.ordinal) : undefined, onKeyDown)}>
			<div className="rows rows--head" {...ROW_GROUP}>
				<div className="row row--head" {...rowProps(1)}>
					<span className="c-lane" {...COLUMN_HEADER}>
						<span className="vh">Direction</span>
					</span>
					{COLUMNS.map(([part, title]) => (
						<span key={part} className={`c-${part}`} {...COLUMN_HEADER}>
							{title}
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
					renderRow={renderRow}
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
