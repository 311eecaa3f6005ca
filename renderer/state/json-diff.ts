import { nameOf } from "./json-folding.ts";
import { type JsonNode, jsonOf, pointerOf } from "./json-tree.ts";

/** One place that differs; values as JSON text, cut. */
export interface JsonDifference {
	/** JSON Pointer, in the later value unless it is only in the earlier one. */
	path: string;
	/** Line in the earlier value; -1 when it was added. */
	beforeIndex: number;
	/** Line in the later value; -1 when it was removed. */
	afterIndex: number;
	before?: string;
	after?: string;
}

export interface JsonComparison {
	/** At most `MOST_DIFFERENCES`. */
	differences: JsonDifference[];
	count: number;
}

export const MOST_DIFFERENCES = 1_000;
const SHOWN_UNITS = 240;

type Nodes = readonly JsonNode[];

/**
 * What differs between two JSON values, place by place: members by name, items by place, so that one item more or less in a list is one
 * difference. Digits count as written. No recursion: depth is no limit.
 */
export function compareJson(before: Nodes, after: Nodes): JsonComparison {
	const differences: JsonDifference[] = [];
	let count = 0;
	const differ = (beforeIndex: number, afterIndex: number) => {
		count++;
		if (differences.length >= MOST_DIFFERENCES) return;
		const path = afterIndex >= 0 ? pointerOf(after, afterIndex) : pointerOf(before, beforeIndex);
		const difference: JsonDifference = { path, beforeIndex, afterIndex };
		if (beforeIndex >= 0) difference.before = shown(before, beforeIndex);
		if (afterIndex >= 0) difference.after = shown(after, afterIndex);
		differences.push(difference);
	};
	if (before.length === 0 || after.length === 0) {
		if (before.length !== after.length) differ(before.length === 0 ? -1 : 0, after.length === 0 ? -1 : 0);
		return { differences, count };
	}
	const sums = [sumsOf(before), sumsOf(after)] as const;
	/** From the end, so that differences come in the order of the lines. */
	const open: [number, number][] = [[0, 0]];
	for (let pair = open.pop(); pair; pair = open.pop()) {
		const [one, other] = pair;
		const a = before[one];
		const b = after[other];
		if (!a || !b) {
			differ(one, other);
			continue;
		}
		if (a.kind !== b.kind || a.raw !== b.raw) {
			differ(one, other);
			continue;
		}
		if (a.kind !== "object" && a.kind !== "array") continue;
		const pairs = a.kind === "object" ? members(before, one, after, other) : items(before, one, after, other, sums);
		for (const each of pairs.reverse()) open.push(each);
	}
	return { differences, count };
}

function childrenOf(nodes: Nodes, index: number): number[] {
	const children: number[] = [];
	const end = nodes[index]?.end ?? 0;
	for (let child = index + 1; child < end; child = nodes[child]?.end ?? end) children.push(child);
	return children;
}

/** Of members with the same name the last counts. */
function members(before: Nodes, one: number, after: Nodes, other: number): [number, number][] {
	const byName = (nodes: Nodes, index: number) =>
		new Map(childrenOf(nodes, index).map((child) => [nameOf(nodes[child] as JsonNode), child]));
	const earlier = byName(before, one);
	const later = byName(after, other);
	const pairs: [number, number][] = [...later].map(([name, child]) => [earlier.get(name) ?? -1, child]);
	for (const [name, child] of earlier) if (!later.has(name)) pairs.push([child, -1]);
	return pairs;
}

/** What is alike at both ends stands beside itself; between, items stand beside those of the same place. */
function items(before: Nodes, one: number, after: Nodes, other: number, sums: readonly [Float64Array, Float64Array]): [number, number][] {
	const earlier = childrenOf(before, one);
	const later = childrenOf(after, other);
	const alike = (x: number, y: number) => sums[0][earlier[x] ?? -1] === sums[1][later[y] ?? -1];
	let start = 0;
	while (start < earlier.length && start < later.length && alike(start, start)) start++;
	let end = 0;
	while (end < earlier.length - start && end < later.length - start && alike(earlier.length - 1 - end, later.length - 1 - end)) end++;
	const pairs: [number, number][] = [];
	for (let at = 0; at < start; at++) pairs.push([earlier[at] ?? -1, later[at] ?? -1]);
	const most = Math.max(earlier.length, later.length) - end;
	for (let at = start; at < most; at++) {
		pairs.push([at < earlier.length - end ? (earlier[at] ?? -1) : -1, at < later.length - end ? (later[at] ?? -1) : -1]);
	}
	for (let at = end; at > 0; at--) pairs.push([earlier.at(-at) ?? -1, later.at(-at) ?? -1]);
	return pairs;
}

/** A number for each value; values that are alike have the same one. Only lines items up: what stands side by side is compared all the same. */
function sumsOf(nodes: Nodes): Float64Array {
	const sums = new Float64Array(nodes.length);
	for (let index = nodes.length - 1; index >= 0; index--) {
		const node = nodes[index];
		if (!node) continue;
		// Children stand behind their parent, so theirs have come together here already.
		const own = mixed((sums[index] ?? 0) + (node.size > 0 || node.raw === "" ? textSum(node.kind) : textSum(node.raw)));
		sums[index] = own;
		if (node.parent >= 0) sums[node.parent] = (sums[node.parent] ?? 0) + mixed(own + (textSum(nameOf(node)) % 2 ** 32));
	}
	return sums;
}

function textSum(text: string): number {
	let sum = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
	return sum >>> 0;
}

const mixed = (value: number): number => {
	let sum = Math.imul((value % 2 ** 32) ^ 0x9e3779b9, 0x85ebca6b);
	sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
	return (sum ^ (sum >>> 16)) >>> 0;
};

function shown(nodes: Nodes, index: number): string {
	const node = nodes[index];
	// Of a large value only its beginning is written out.
	const text = node && node.end - index > SHOWN_UNITS ? jsonOf(cutAt(nodes, index), 0) : jsonOf(nodes, index);
	return text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text;
}

/** The beginning of a large value as nodes of its own. */
function cutAt(nodes: Nodes, index: number): JsonNode[] {
	return nodes.slice(index, index + SHOWN_UNITS).map((node) => ({ ...node, end: Math.min(node.end - index, SHOWN_UNITS) }));
}
