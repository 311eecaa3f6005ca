import { type ReactNode, useMemo, useRef, useState } from "react";
import { useConsole, useLibrary } from "../../../hooks/console-context.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { plural } from "../../../state/format.ts";
import { createListRows, dayWords } from "../../../state/library-words.ts";
import { VirtualRows } from "../../elements/VirtualRows.tsx";
import { SessionLine } from "./SessionRow.tsx";
import { useLibraryActions } from "./use-library-actions.ts";

/** Every row, also a day's line, is exactly this high. */
const ROW_PX = 48;

/** Where a key leads from a row, in a list of that length. */
const MOVES: Readonly<Record<string, (place: number, length: number) => number>> = {
	ArrowDown: (place) => place + 1,
	ArrowUp: (place) => place - 1,
	Home: () => 0,
	End: (_place, length) => length - 1,
	PageDown: (place) => place + 10,
	PageUp: (place) => place - 10,
};

/** The sessions, grouped by day where they stand in order of time; any number of them. The grid keeps the focus and names its row. */
export function SessionRows() {
	const { library } = useConsole();
	const actions = useLibraryActions();
	const { page, rows, chosen, current } = useLibrary((state) => state);
	const nowMs = useNow();
	const days = page?.days;
	const total = page?.total ?? 0;
	const list = useMemo(() => createListRows(total, days ?? []), [total, days]);
	const [place, setPlace] = useState(0);
	// Where the list was left; looked up once, when it comes back.
	const start = useRef(library.state.getState().place);
	const [reveal, setReveal] = useState<{ index: number; align: "nearest" | "center" } | null>({ index: start.current, align: "nearest" });

	const sessionAt = (at: number) => {
		const row = list.at(at);
		return row.day === null ? (rows.get(row.index) ?? null) : null;
	};
	const go = (to: number, step: number) => {
		let next = Math.max(0, Math.min(list.length - 1, to));
		if (list.at(next).day !== null) next = Math.max(0, Math.min(list.length - 1, next + (step < 0 && next > 0 ? -1 : 1)));
		setPlace(next);
		setReveal({ index: step < 0 && next === 1 ? 0 : next, align: "nearest" });
		const session = sessionAt(next);
		if (session) library.look(session);
	};
	/** False when the key does nothing here. */
	const press = (key: string): boolean => {
		const session = sessionAt(place);
		const to = MOVES[key]?.(place, list.length);
		if (to !== undefined) go(to, to < place ? -1 : 1);
		else if (key === "Enter" && session) actions.open(session);
		else if (key === " " && session) library.choose(session.sessionId, !chosen.has(session.sessionId));
		else if (key === "Delete" && chosen.size > 0) void actions.remove([...chosen]);
		else if (key === "Delete" && session) void actions.remove([session.sessionId]);
		else return false;
		return true;
	};

	return (
		<VirtualRows
			className="lib-rows"
			count={list.length}
			rowPx={ROW_PX}
			role="grid"
			aria-label="Sessions"
			aria-multiselectable="true"
			aria-rowcount={list.length}
			aria-activedescendant={list.length > 0 ? `library-row-${place}` : undefined}
			tabIndex={0}
			data-region="list"
			reveal={reveal}
			onRange={(first, last) => {
				if (last >= first) library.show(list.at(first).index, list.at(last).index, Math.max(0, last - 1));
			}}
			onKeyDown={(event) => {
				if (event.ctrlKey || event.altKey || event.metaKey) return;
				if (press(event.key)) event.preventDefault();
			}}
			renderRow={(at, slot) => {
				const row = list.at(at);
				if (row.day !== null) {
					return (
						<LibraryRow key={slot} at={at} className="rec-day">
							<b>{dayWords(row.day.startMs, nowMs)}</b>
							<span className="small dim">{plural(row.day.count, "session")}</span>
						</LibraryRow>
					);
				}
				const session = rows.get(row.index);
				if (!session) return <LibraryRow key={slot} at={at} className="rec rec--blank" />;
				return (
					<LibraryRow
						key={slot}
						at={at}
						className={`rec ${at === place ? "is-place" : ""}`}
						isSelected={current?.sessionId === session.sessionId}
						onPick={() => {
							setPlace(at);
							library.look(session);
						}}
						onOpen={() => actions.open(session)}
					>
						<SessionLine
							session={session}
							nowMs={nowMs}
							isChosen={chosen.has(session.sessionId)}
							onChoose={(isChosen) => library.choose(session.sessionId, isChosen)}
						/>
					</LibraryRow>
				);
			}}
		/>
	);
}

interface LibraryRowProps {
	at: number;
	className: string;
	isSelected?: boolean;
	onPick?: () => void;
	onOpen?: () => void;
	children?: ReactNode;
}

/** One row of the grid, which has the focus and the keys. */
function LibraryRow({ at, className, isSelected, onPick, onOpen, children }: LibraryRowProps) {
	return (
		// biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents: rows of a grid that are drawn only in view are no table; the grid around them has the keys
		<div
			id={`library-row-${at}`}
			className={className}
			style={{ height: ROW_PX }}
			role="row"
			tabIndex={-1}
			aria-rowindex={at + 1}
			aria-selected={isSelected}
			onClick={onPick}
			onDoubleClick={onOpen}
		>
			{/* biome-ignore lint/a11y/useSemanticElements: as its row */}
			<div className="rec-cell" role="gridcell" tabIndex={-1}>
				{children}
			</div>
		</div>
	);
}
