import { type RowFacts, type RowPicture, rowPicture, type StatePart } from "../../../state/row-picture.ts";
import { makeElement, makeMark, makeText, setTip, write } from "../../../text-rule/by-hand.ts";

export const rowId = (ordinal: number): string => `entry-${ordinal}`;

function makeCell(className: string, ...children: Node[]): HTMLSpanElement {
	const cell = makeElement("span", className, ...children);
	cell.setAttribute("role", "gridcell");
	return cell;
}

/** One place of the list: an element that is made once and written into for every row that comes to stand there. */
export interface RowNode {
	node: HTMLElement;
	/** The row in it; null while that is being read. */
	facts(): RowFacts | null;
	index(): number;
	/** Writes what differs from what stands there. Null: the row is being read. */
	draw(index: number, facts: RowFacts | null): void;
}

const isSame = (a: RowFacts | null, b: RowFacts | null): boolean =>
	a === b ||
	(a !== null &&
		b !== null &&
		a.row === b.row &&
		a.previousAtMs === b.previousAtMs &&
		a.proof === b.proof &&
		a.isSelected === b.isSelected &&
		a.isWireCut === b.isWireCut &&
		a.ask === b.ask &&
		a.nowMs === b.nowMs);

/**
 * Rows are written by hand: at hundreds a second, making and comparing a tree of elements for each took most of the window's time. All strings of
 * the other side come from `rowPicture`, which marks what acts or hides.
 */
export function createRowNode(): RowNode {
	const glyph = makeMark("g");
	const [lane, ordinal, sequence, minutes, seconds, since, type, lead, said, size] = Array.from({ length: 10 }, () => makeText()) as [
		Text,
		Text,
		Text,
		Text,
		Text,
		Text,
		Text,
		Text,
		Text,
		Text,
	];
	const laneCell = makeCell("c-lane", glyph.svg, makeElement("span", "vh", lane));
	const typeCell = makeCell("c-type", makeElement("span", "cut", type));
	const sentence = makeElement("span", "", said);
	const stateCell = makeCell("c-state");
	const cells = [
		laneCell,
		makeCell("c-ord", ordinal),
		makeCell("c-seq", sequence),
		makeCell("c-time", makeElement("i", "", minutes), seconds),
		makeCell("c-delta", since),
		typeCell,
		makeCell("c-sum", lead, sentence),
		makeCell("c-size", size),
		stateCell,
	];
	/** Holds the place of a row that is being read; shows itself only when that takes longer than 200 ms. */
	const reading = [makeCell("c-lane"), makeCell("skel")];
	const node = makeElement("div", "");
	node.setAttribute("role", "row");
	let foldKey: ReturnType<typeof makeFoldKey> | null = null;
	let drawn: RowPicture | null = null;
	let facts: RowFacts | null = null;
	let index = -1;

	function drawFold(fold: RowPicture["fold"]): void {
		if (!fold) {
			foldKey?.key.remove();
			foldKey = null;
			return;
		}
		if (!foldKey) {
			foldKey = makeFoldKey();
			typeCell.prepend(foldKey.key);
		}
		foldKey.draw(fold);
	}

	function drawPicture(now: RowPicture): void {
		if (node.className !== now.className) node.className = now.className;
		if (drawn?.mark !== now.mark) {
			laneCell.className = `c-lane ${now.mark}`;
			glyph.setClass(`g ${now.mark}`);
		}
		if (drawn?.glyph !== now.glyph) glyph.show(`g-${now.glyph}`);
		write(lane, now.lane);
		write(ordinal, now.ordinal);
		write(sequence, now.sequence);
		write(minutes, now.minutes);
		write(seconds, now.seconds);
		write(since, now.since);
		drawFold(now.fold);
		write(type, now.type);
		write(lead, now.lead);
		write(said, now.said);
		if (sentence.className !== now.saidClass) sentence.className = now.saidClass;
		write(size, now.size);
		if (drawn?.stateKey !== now.stateKey) stateCell.replaceChildren(...now.state.map(statePart));
		drawn = now;
	}

	return {
		node,
		facts: () => facts,
		index: () => index,
		draw(nextIndex, next) {
			if (index !== nextIndex) node.setAttribute("aria-rowindex", String(nextIndex + 2));
			index = nextIndex;
			if (node.firstChild !== null && isSame(facts, next)) return;
			const isOther = facts === null || next === null || node.firstChild === null;
			if (isOther) node.replaceChildren(...(next ? cells : reading));
			if (next === null) {
				node.className = "row row--reading";
				node.setAttribute("aria-busy", "true");
				node.removeAttribute("id");
				node.removeAttribute("aria-selected");
			} else {
				if (isOther) node.removeAttribute("aria-busy");
				if (facts?.row.ordinal !== next.row.ordinal) node.id = rowId(next.row.ordinal);
				if (isOther || facts?.isSelected !== next.isSelected) node.setAttribute("aria-selected", String(next.isSelected));
				drawPicture(rowPicture(next));
			}
			facts = next;
		},
	};
}

function statePart({ icon, word = "", isHidden = false, tone = "", isTip = false }: StatePart): Node {
	if (icon === undefined) return makeElement("span", isHidden ? "vh" : tone, makeText(word));
	const { svg, show } = makeMark(isTip ? "i" : `i ${tone}`);
	show(`i-${icon}`);
	if (!isTip) return svg;
	const tip = makeElement("span", `c-found ${tone}`, svg, makeElement("span", "vh", makeText(word)));
	setTip(tip, word);
	return tip;
}

/** Opens and closes a fold. Not in the tab order: the list has the focus, and the arrow keys do the same. */
function makeFoldKey() {
	const { svg, show } = makeMark("i fold");
	const key = makeElement("button", "fold-key");
	key.type = "button";
	key.tabIndex = -1;
	key.append(svg);
	return {
		key,
		draw({ isOpen, label }: NonNullable<RowPicture["fold"]>) {
			show(isOpen ? "i-unfold" : "i-fold");
			key.setAttribute("aria-label", label);
			key.setAttribute("aria-expanded", String(isOpen));
		},
	};
}
