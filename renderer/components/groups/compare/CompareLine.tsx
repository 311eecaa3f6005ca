import type { ComparedEntry, CompareRow } from "../../../../schemas/interchange.ts";
import { cutText } from "../../../../schemas/rules/code-points.ts";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { duration, plural } from "../../../state/format.ts";
import { ROW_WORDS, slowerWords } from "../../../state/interchange-words.ts";
import { Icon } from "../../elements/Icon.tsx";

interface LineProps {
	id: string;
	/** Null while it is being read. */
	row: CompareRow | null;
	isSelected: boolean;
	place: number;
	total: number;
	onPress: () => void;
}

/** One message of each side; what differs has a sign and a word, not only a colour. */
export function CompareLine({ id, row, isSelected, place, total, onPress }: LineProps) {
	const as = row?.as ?? "same";
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys and names its row
		<div
			id={id}
			role="option"
			aria-selected={isSelected}
			aria-posinset={place}
			aria-setsize={total}
			aria-label={row ? labelOf(row) : "being read"}
			tabIndex={-1}
			className={`cmp-row cmp-row--${as}`}
			onClick={onPress}
		>
			<Side entry={row?.left ?? null} />
			<span className="cmp-mid">
				{as === "different" && <Icon name="compare" />}
				{as === "left" && <Icon name="left" />}
				{as === "right" && <Icon name="right" />}
				<span className="cmp-slower">{row ? slowerWords(row.slowerMs) : ""}</span>
			</span>
			<Side entry={row?.right ?? null} />
		</div>
	);
}

function Side({ entry }: { entry: ComparedEntry | null }) {
	if (entry === null) return <span className="cmp-side cmp-side--none" />;
	return (
		<span className="cmp-side">
			<span className="cmp-top">
				<Icon name={entry.dir === "in" ? "in" : "out"} small className={entry.dir === "in" ? "m-in" : "m-out"} />
				<span className="mono cut">{visibleText(cutText(entry.type || "no type", 64))}</span>
				{entry.turn !== null && <span className="soft">turn {entry.turn}</span>}
				<span className="cmp-time mono">{duration(entry.sinceStartMs)}</span>
			</span>
			<span className="mono cut soft">{visibleText(cutText(entry.summary, 240))}</span>
		</span>
	);
}

function labelOf({ as, left, right, differenceCount, slowerMs }: CompareRow): string {
	const entry = left ?? right;
	const side = (name: string, each: ComparedEntry | null) => (each ? `${name} entry ${each.ordinal}` : `nothing ${name}`);
	const parts = [
		`${entry?.type || "no type"}${entry?.turn == null ? "" : `, turn ${entry.turn}`}`,
		ROW_WORDS[as],
		side("left", left),
		side("right", right),
		...(differenceCount > 0 ? [plural(differenceCount, "difference")] : []),
		...(slowerWords(slowerMs) === "" ? [] : [`right ${slowerWords(slowerMs)}`]),
	];
	return visibleText(parts.join(", "));
}
