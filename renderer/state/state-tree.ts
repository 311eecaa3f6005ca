import { type JsonNode, nodeAt, pointerOf } from "./json-tree.ts";

/** A larger state opens folded below its first level. */
const OPEN_UP_TO = 400;

/** What is folded, by pointer, so that it holds from one state to the next. `turned`: the other way round than at first. */
export interface Folding {
	turned: ReadonlySet<string>;
}

export const noFolding: Folding = { turned: new Set() };

/** Indices of the lines a reader sees, and which of them are folded. */
export function stateLines(nodes: readonly JsonNode[], { turned }: Folding): { lines: number[]; folded: Set<number> } {
	const startsFolded = nodes.length > OPEN_UP_TO;
	const exceptions = new Set<number>();
	for (const pointer of turned) {
		const index = nodeAt(nodes, pointer);
		if (pointerOf(nodes, index) === pointer) exceptions.add(index);
	}
	const lines: number[] = [];
	const folded = new Set<number>();
	const root = nodes[0];
	for (let here = root && root.size > 0 ? 1 : 0; here < nodes.length; ) {
		const node = nodes[here];
		if (!node) break;
		lines.push(here);
		const isFolded = node.size > 0 && startsFolded !== exceptions.has(here);
		if (isFolded) folded.add(here);
		here = isFolded ? node.end : here + 1;
	}
	return { lines, folded };
}

export function toggled({ turned }: Folding, pointer: string): Folding {
	const next = new Set(turned);
	if (!next.delete(pointer)) next.add(pointer);
	return { turned: next };
}

/** Everything around a line open, so that it can be seen. */
export function opened(nodes: readonly JsonNode[], folding: Folding, index: number): Folding {
	const startsFolded = nodes.length > OPEN_UP_TO;
	const turned = new Set(folding.turned);
	for (let parent = nodes[index]?.parent ?? -1; parent > 0; parent = nodes[parent]?.parent ?? -1) {
		const pointer = pointerOf(nodes, parent);
		if (startsFolded) turned.add(pointer);
		else turned.delete(pointer);
	}
	return { turned };
}

/** Lines whose name or value holds the words, at most `limit`. Case does not matter. */
export function findInState(nodes: readonly JsonNode[], words: string, limit = 10_000): number[] {
	const wanted = words.trim().toLowerCase();
	if (wanted === "") return [];
	const isPath = wanted.startsWith("/");
	const found: number[] = [];
	for (let index = 0; index < nodes.length && found.length < limit; index++) {
		const node = nodes[index];
		if (!node || node.parent < 0) continue;
		const here = isPath
			? pointerOf(nodes, index).toLowerCase().includes(wanted)
			: (node.key?.toLowerCase().includes(wanted) ?? false) || node.raw.toLowerCase().includes(wanted);
		if (here) found.push(index);
	}
	return found;
}

/** The lines a change touched that are still there, with what stood there before; null when nothing did. */
export function changedLines(
	nodes: readonly JsonNode[],
	changed: readonly { path: string; before?: string; after?: string }[],
): Map<number, string | null> {
	const marks = new Map<number, string | null>();
	for (const { path, before, after } of changed) {
		if (after === undefined) continue;
		const index = nodeAt(nodes, path);
		if (index > 0 && pointerOf(nodes, index) === path) marks.set(index, before ?? null);
	}
	return marks;
}
