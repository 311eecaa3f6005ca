import { tokenName } from "../../schemas/rules/json-pointer.ts";
import { nameOf } from "./json-folding.ts";
import { type JsonNode, nodeAt, pointerOf } from "./json-tree.ts";

/**
 * Lines whose name or value holds the words, at most `limit`. Case does not matter. Words that begin with a slash are the end of a path:
 * `/badge/sta` finds `status` in every `badge`.
 */
export function findInState(nodes: readonly JsonNode[], words: string, limit = 100_000): number[] {
	const wanted = words.trim().toLowerCase();
	if (wanted === "") return [];
	const path = wanted.startsWith("/") ? wanted.slice(1).split("/").map(tokenName).reverse() : null;
	const found: number[] = [];
	for (let index = 1; index < nodes.length && found.length < limit; index++) {
		const node = nodes[index];
		if (!node) break;
		const here = path ? endsWith(nodes, node, path) : holds(node, wanted);
		if (here) found.push(index);
	}
	const root = nodes[0];
	if (!path && root && root.size === 0 && holds(root, wanted)) found.unshift(0);
	return found;
}

const holds = (node: JsonNode, wanted: string): boolean =>
	(node.key?.toLowerCase().includes(wanted) ?? false) || node.raw.toLowerCase().includes(wanted);

/** `path` from its end: the last part is a beginning, the others are whole names. */
function endsWith(nodes: readonly JsonNode[], from: JsonNode, path: readonly string[]): boolean {
	let node: JsonNode | undefined = from;
	for (const [at, part] of path.entries()) {
		if (!node || node.parent < 0) return false;
		const name = nameOf(node).toLowerCase();
		if (at === 0 ? !name.startsWith(part) : name !== part) return false;
		node = nodes[node.parent];
	}
	return true;
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
