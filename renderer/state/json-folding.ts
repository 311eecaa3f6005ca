import type { JsonNode } from "./json-tree.ts";

/** A larger tree opens folded below its first level. */
const OPEN_UP_TO = 400;

/**
 * What is folded, by names from the root down, so that it holds from one version of a value to the next. `turned`: the other way round than at
 * first. A tree of names and not a set of pointers: a value may be nested as deep as its text is long.
 */
export interface Folding {
	readonly turned: boolean;
	readonly inside: ReadonlyMap<string, Folding>;
}

export const noFolding: Folding = { turned: false, inside: new Map() };

const startsFolded = (nodes: readonly JsonNode[]): boolean => nodes.length > OPEN_UP_TO;

export const nameOf = ({ key, index }: JsonNode): string => key ?? String(index);

/** Names from the root's member down to this node. */
function pathTo(nodes: readonly JsonNode[], index: number): string[] {
	const names: string[] = [];
	for (let node = nodes[index]; node && node.parent >= 0; node = nodes[node.parent]) names.push(nameOf(node));
	return names.reverse();
}

/** Lines that are not as they were at first. */
function turnedNodes(nodes: readonly JsonNode[], folding: Folding): Set<number> {
	const turned = new Set<number>();
	const open: [Folding, number][] = [[folding, 0]];
	for (let here = open.pop(); here; here = open.pop()) {
		const [{ inside }, index] = here;
		const holder = nodes[index];
		if (!holder || inside.size === 0) continue;
		for (let child = index + 1; child < holder.end; child = nodes[child]?.end ?? holder.end) {
			const node = nodes[child];
			const kept = node && inside.get(nameOf(node));
			if (!kept) continue;
			if (kept.turned) turned.add(child);
			open.push([kept, child]);
		}
	}
	return turned;
}

/** Indices of the lines a reader sees, and which of them are folded. The root's own line is left out when it holds members. */
export function openLines(nodes: readonly JsonNode[], folding: Folding): { lines: number[]; folded: Set<number> } {
	const atFirst = startsFolded(nodes);
	const turned = turnedNodes(nodes, folding);
	const lines: number[] = [];
	const folded = new Set<number>();
	const root = nodes[0];
	for (let here = root && root.size > 0 ? 1 : 0; here < nodes.length; ) {
		const node = nodes[here];
		if (!node) break;
		lines.push(here);
		const isFolded = node.size > 0 && atFirst !== turned.has(here);
		if (isFolded) folded.add(here);
		here = isFolded ? node.end : here + 1;
	}
	return { lines, folded };
}

/** The folding with one node changed; nothing is left where nothing differs. */
function changed(folding: Folding, names: readonly string[], change: (turned: boolean) => boolean): Folding {
	const along: Folding[] = [folding];
	for (const name of names) along.push(along.at(-1)?.inside.get(name) ?? noFolding);
	let below: Folding = { turned: change(along.at(-1)?.turned ?? false), inside: along.at(-1)?.inside ?? new Map() };
	for (let depth = names.length - 1; depth >= 0; depth--) {
		const holder = along[depth] ?? noFolding;
		const inside = new Map(holder.inside);
		const name = names[depth] ?? "";
		if (below.turned || below.inside.size > 0) inside.set(name, below);
		else inside.delete(name);
		below = { turned: holder.turned, inside };
	}
	return below;
}

export function toggled(nodes: readonly JsonNode[], folding: Folding, index: number): Folding {
	return changed(folding, pathTo(nodes, index), (turned) => !turned);
}

/** Everything around a line open, so that it can be seen. */
export function opened(nodes: readonly JsonNode[], folding: Folding, index: number): Folding {
	const wanted = startsFolded(nodes);
	const names = pathTo(nodes, index);
	const along: Folding[] = [folding];
	for (const name of names) along.push(along.at(-1)?.inside.get(name) ?? noFolding);
	let below = along.at(-1) ?? noFolding;
	for (let depth = names.length - 1; depth >= 0; depth--) {
		const holder = along[depth] ?? noFolding;
		const inside = new Map(holder.inside);
		if (below.turned || below.inside.size > 0) inside.set(names[depth] ?? "", below);
		else inside.delete(names[depth] ?? "");
		below = { turned: depth === 0 ? holder.turned : wanted, inside };
	}
	return below;
}
