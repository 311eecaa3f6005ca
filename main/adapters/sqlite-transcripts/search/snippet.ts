import { cutText } from "../../../../schemas/rules/code-points.ts";
import { visibleText } from "../../../core/timeline/visible-text.ts";
import type { Marker } from "./compile-plan.ts";

/** Characters shown before the first hit, and in all. */
const BEFORE = 24;
const LENGTH = 220;
const MOST_MARKS = 24;
/** A longer text is looked at only up to here for what to mark: a snippet must not cost more than the search. */
const LOOKED_AT = 256 * 1024;

interface Snippet {
	snippet: string;
	marks: [number, number][];
}

/** The part of a text around its first hit, on one line, with what was hit marked. */
export function snippetOf(text: string, markers: readonly Marker[]): Snippet {
	const looked = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
	const firsts = markers.map((marker) => marker(looked, 0)?.start ?? -1).filter((start) => start >= 0);
	const first = firsts.length === 0 ? 0 : Math.min(...firsts);
	const from = startOfPiece(text, first <= BEFORE ? 0 : first - BEFORE);
	const piece = cutText(text.slice(from, from + LENGTH + 2), LENGTH);
	const ranges = merged(markers.flatMap((marker) => rangesIn(piece, marker)));
	let snippet = from > 0 ? "…" : "";
	const marks: [number, number][] = [];
	let at = 0;
	for (const { start, end } of ranges) {
		snippet += visibleText(piece.slice(at, start));
		const markFrom = snippet.length;
		snippet += visibleText(piece.slice(start, end));
		marks.push([markFrom, snippet.length]);
		at = end;
	}
	snippet += visibleText(piece.slice(at));
	if (from + piece.length < text.length) snippet += "…";
	return { snippet, marks };
}

/** Never between the halves of a pair. */
const startOfPiece = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);

function rangesIn(piece: string, marker: Marker): { start: number; end: number }[] {
	const ranges: { start: number; end: number }[] = [];
	let from = 0;
	while (ranges.length < MOST_MARKS) {
		const range = marker(piece, from);
		if (range === null) break;
		ranges.push(range);
		from = Math.max(range.end, range.start + 1);
	}
	return ranges;
}

function merged(ranges: { start: number; end: number }[]): { start: number; end: number }[] {
	const out: { start: number; end: number }[] = [];
	for (const range of ranges.sort((a, b) => a.start - b.start)) {
		const last = out.at(-1);
		if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
		else out.push({ ...range });
	}
	return out;
}
