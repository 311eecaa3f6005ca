import { visibleText } from "../../schemas/rules/visible-text.ts";
import type { Interaction } from "../../schemas/session.ts";
import type { TimelineRow } from "../../schemas/timeline.ts";
import type { GlyphName, IconName } from "../components/elements/icon-shapes.tsx";
import { byteSize, clockParts, dayWords, duration, isSameDay, plural } from "./format.ts";
import { clockLeft, fateWord } from "./requests.ts";
import { type IncomingProof, rowWords } from "./row-words.ts";

/** What one place of the list shows. */
export interface RowFacts {
	row: TimelineRow;
	/** Time of the last entry in the row above; null at the start or when it is not read. */
	previousAtMs: number | null;
	proof: IncomingProof;
	isSelected: boolean;
	isWireCut: boolean;
	/** What this row asked of a person. */
	ask: Interaction | null;
	/** For the time that is left to answer; 0 while nothing waits. */
	nowMs: number;
}

/** A sign or a word in the last column. */
export interface StatePart {
	icon?: IconName;
	word?: string;
	/** Said, not shown. */
	isHidden?: boolean;
	tone?: string;
	/** An icon whose word is its tip. */
	isTip?: boolean;
}

/** A row as texts and classes, ready to be written into its cells. Whatever came from the other side has its marks. */
export interface RowPicture {
	className: string;
	mark: string;
	glyph: GlyphName;
	lane: string;
	ordinal: string;
	sequence: string;
	minutes: string;
	seconds: string;
	since: string;
	/** The key that opens or closes a fold; null where there is none. */
	fold: { isOpen: boolean; label: string } | null;
	type: string;
	lead: string;
	said: string;
	/** How the sentence looks: words of the wire, of the console, or in the background. */
	saidClass: "said" | "ui" | "";
	size: string;
	state: StatePart[];
	/** Two rows with the same key have the same last column. */
	stateKey: string;
}

export function rowPicture({ row, previousAtMs, proof, isWireCut, ask, nowMs }: RowFacts): RowPicture {
	const words = rowWords(row, proof);
	const fold = foldOf(row);
	const { minutes, seconds } = clockParts(row.atMs);
	// The first row, and each that is of another day than the one above.
	const isNewDay = previousAtMs === null || !isSameDay(row.atMs, previousAtMs);
	const state = stateParts(row, words.delivery, ask, nowMs);
	const classes = [
		"row",
		words.tone,
		ask?.state === "waiting" ? "row--wait" : "",
		isWireCut ? "row--down" : "",
		row.unfolded === undefined ? "" : "row--member",
		fold ? "row--fold" : "",
	];
	return {
		className: classes.filter(Boolean).join(" "),
		mark: words.meaning === "dim" ? "dim" : `m-${words.meaning}`,
		glyph: words.glyph,
		lane: words.lane,
		ordinal: String(row.ordinal),
		sequence: words.sequence,
		minutes,
		seconds,
		since: previousAtMs === null ? "" : `${row.atMs >= previousAtMs ? "+" : ""}${duration(row.atMs - previousAtMs)}`,
		fold,
		type: visibleText(words.type),
		lead: [isNewDay && `${dayWords(row.atMs)} ·`, words.lead].flatMap((part) => (part ? [`${part} `] : [])).join(""),
		said: visibleText(row.summary),
		saidClass: words.own ? "ui" : words.soft ? "" : "said",
		size: row.kind === "frame" ? byteSize(row.fold?.totalBytes ?? row.byteLength) : "",
		state,
		stateKey: state.map(({ icon, word, isHidden, tone, isTip }) => [icon, word, isHidden, tone, isTip].join("|")).join("||"),
	};
}

function foldOf(row: TimelineRow): RowPicture["fold"] {
	if (row.fold) return { isOpen: false, label: `Open ${plural(row.fold.count, "entry", "entries")}` };
	return row.unfolded === row.ordinal ? { isOpen: true, label: "Close this fold" } : null;
}

type DeliveryWords = ReturnType<typeof rowWords>["delivery"];

function stateParts(row: TimelineRow, delivery: DeliveryWords, ask: Interaction | null, nowMs: number): StatePart[] {
	const parts: StatePart[] = [];
	if (ask) parts.push(...findingParts(row, true));
	if (ask) parts.push({ word: ask.state === "waiting" ? `open ${clockLeft(ask, nowMs) ?? ""}`.trimEnd() : fateWord(ask) });
	const tone = delivery?.meaning ? `m-${delivery.meaning}` : "";
	if (delivery?.icon) parts.push({ icon: delivery.icon, tone });
	if (delivery) parts.push({ word: delivery.word, isHidden: delivery.hidden === true, tone });
	if (!ask) parts.push(...findingParts(row, delivery !== null && !delivery.hidden));
	return parts;
}

/** How many findings a row has. Short: the glyph, since the column holds one word; the number stands where there is room for it. */
function findingParts(row: TimelineRow, isShort: boolean): StatePart[] {
	if (row.findings === 0) return [];
	const tone = row.worst === "error" ? "m-alarm" : row.worst === "warning" ? "m-finding" : "";
	const word = plural(row.findings, "finding");
	return [isShort ? { icon: "finding", word, tone, isTip: true } : { word, tone }];
}
