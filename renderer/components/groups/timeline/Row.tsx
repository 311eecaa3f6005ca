import { type MouseEvent, memo } from "react";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { Interaction } from "../../../../schemas/session.ts";
import type { TimelineRow } from "../../../../schemas/timeline.ts";
import { useAskOf } from "../../../hooks/use-asking.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { byteSize, clockParts, duration, plural } from "../../../state/format.ts";
import { clockLeft, fateWord } from "../../../state/requests.ts";
import { type IncomingProof, rowWords } from "../../../state/row-words.ts";
import { Glyph, Icon } from "../../elements/Icon.tsx";
import { CELL, rowProps } from "./grid-roles.ts";

interface RowProps {
	row: TimelineRow;
	/** Place in the list, from 0. */
	index: number;
	/** Time of the last entry in the row above; null at the start or when it is not read. */
	previousAtMs: number | null;
	proof: IncomingProof;
	isSelected: boolean;
	isWireCut: boolean;
	onSelect: (index: number, ordinal: number) => void;
	/** On a narrow window the inspector comes with a second press. */
	onOpen: () => void;
	onFold: (row: TimelineRow) => Promise<void>;
}

export const rowId = (ordinal: number): string => `entry-${ordinal}`;

/** One entry, or a fold. Drawn again only when something in it changed. */
export const Row = memo(function Row({ row, index, previousAtMs, proof, isSelected, isWireCut, onSelect, onOpen, onFold }: RowProps) {
	const words = rowWords(row, proof);
	const mark = words.meaning === "dim" ? "dim" : `m-${words.meaning}`;
	const time = clockParts(row.atMs);
	const since = previousAtMs === null ? "" : `${row.atMs >= previousAtMs ? "+" : ""}${duration(row.atMs - previousAtMs)}`;
	const { delivery } = words;
	const said = visibleText(row.summary);
	const ask = useAskOf(row);
	return (
		<div
			id={rowId(row.ordinal)}
			className={`row ${words.tone} ${ask?.state === "waiting" ? "row--wait" : ""} ${isWireCut ? "row--down" : ""} ${row.unfolded === undefined ? "" : "row--member"}`}
			{...rowProps(index + 2, { "aria-selected": isSelected, onClick: () => onSelect(index, row.ordinal), onDoubleClick: onOpen })}
		>
			<span className={`c-lane ${mark}`} {...CELL}>
				<Glyph name={words.glyph} className={mark} />
				<span className="vh">{words.lane}</span>
			</span>
			<span className="c-ord" {...CELL}>
				{row.ordinal}
			</span>
			<span className="c-seq" {...CELL}>
				{words.sequence}
			</span>
			<span className="c-time" {...CELL}>
				<i>{time.minutes}</i>
				{time.seconds}
			</span>
			<span className="c-delta" {...CELL}>
				{since}
			</span>
			<span className="c-type" {...CELL}>
				{(row.fold || row.unfolded === row.ordinal) && <FoldKey row={row} onFold={onFold} />}
				<span className="cut">{visibleText(words.type)}</span>
			</span>
			<span className="c-sum" {...CELL}>
				{words.lead !== "" && `${words.lead} `}
				{words.own ? <span className="ui">{said}</span> : words.soft ? said : <b>{said}</b>}
			</span>
			<span className="c-size" {...CELL}>
				{row.kind === "frame" && byteSize(row.fold?.totalBytes ?? row.byteLength)}
			</span>
			<span className="c-state" {...CELL}>
				{ask && <Findings row={row} />}
				{ask && (ask.state === "waiting" ? <AskClock request={ask} /> : <span>{fateWord(ask)}</span>)}
				{delivery?.icon && <Icon name={delivery.icon} className={delivery.meaning ? `m-${delivery.meaning}` : ""} />}
				{delivery && <span className={delivery.hidden ? "vh" : delivery.meaning ? `m-${delivery.meaning}` : ""}>{delivery.word}</span>}
				{!ask && <Findings row={row} isShort={delivery !== null && !delivery.hidden} />}
			</span>
		</div>
	);
});

/** How many findings a row has. Short: the glyph, since the column holds one word; the number stands where there is room for it. */
function Findings({ row, isShort = true }: { row: TimelineRow; isShort?: boolean }) {
	if (row.findings === 0) return null;
	const tone = row.worst === "error" ? "m-alarm" : row.worst === "warning" ? "m-finding" : "";
	const words = plural(row.findings, "finding");
	if (!isShort) return <span className={tone}>{words}</span>;
	return (
		<span className={`c-found ${tone}`} title={words}>
			<Icon name="finding" />
			<span className="vh">{words}</span>
		</span>
	);
}

/** The time that is left to answer what this row asks. */
function AskClock({ request }: { request: Interaction }) {
	return <span>open {clockLeft(request, useNow())}</span>;
}

/** Opens and closes a fold. Not in the tab order: the list has the focus, and the arrow keys do the same. */
function FoldKey({ row, onFold }: { row: TimelineRow; onFold: RowProps["onFold"] }) {
	const onClick = (event: MouseEvent) => {
		event.stopPropagation();
		void onFold(row);
	};
	const label = row.fold ? `Open ${plural(row.fold.count, "entry", "entries")}` : "Close this fold";
	return (
		<button type="button" className="fold-key" tabIndex={-1} aria-label={label} aria-expanded={!row.fold} onClick={onClick}>
			<Icon name={row.fold ? "fold" : "unfold"} className="fold" />
		</button>
	);
}

/** Holds the place of a row that is being read; shows itself only when that takes longer than 200 ms. */
export function RowPlaceholder({ index }: { index: number }) {
	return (
		<div className="row row--reading" {...rowProps(index + 2, { "aria-busy": true })}>
			<span className="c-lane" {...CELL} />
			<span className="skel" {...CELL} />
		</div>
	);
}
