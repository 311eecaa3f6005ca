import { pointerOf as pointerOfPath, pointerPath } from "../../schemas/rules/json-pointer.ts";
import { jsonBreakWords, stringValue, walkJson } from "../../schemas/rules/json-walk.ts";

/**
 * JSON for looking at. Unlike `JSON.parse` it keeps what was written: every digit of a number, the order of members, members that occur twice.
 * It uses no recursion, so depth is limited by memory only, and lists nodes in the order they are written: a folded tree is a list with holes.
 */
export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

export interface JsonNode {
	kind: JsonKind;
	/** Member name, decoded; null for array items and the root. */
	key: string | null;
	/** Place among its siblings, from 0. */
	index: number;
	depth: number;
	/** Index of the parent in the list; -1 at the root. */
	parent: number;
	/** Children, for objects and arrays. */
	size: number;
	/** First index behind this node and all it holds. */
	end: number;
	/** The value as written, for anything that holds no children: digits, quotes and escapes kept. */
	raw: string;
	/** Another member of the same object has this name. */
	duplicate: boolean;
	/** Reading stopped inside of it: it holds more than is listed. */
	isCut?: boolean;
}

/** `cutAt`: reading stopped at this index because there are more nodes than were asked for; what follows was not looked at. */
export type JsonTree = { ok: true; nodes: JsonNode[]; cutAt?: number } | { ok: false; at: number; why: string };

/** A name that looks like no other without its quotes: letters first, no blanks, nothing that hides. */
export const isPlainName = (name: string): boolean => /^[\p{L}_$@][\p{L}\p{N}_$@.:/+-]*$/u.test(name);

/** The beginning of a string literal, decoded, and how many characters of it, as written, follow. Costs no more for a long one. */
export function stringStart(raw: string, most: number): { text: string; rest: number } {
	if (raw.length <= most) return { text: JSON.parse(raw) as string, rest: 0 };
	const start = raw.slice(0, most).replace(/(?<!\\)(\\\\)*\\(u[0-9a-fA-F]{0,3})?$/, "$1");
	return { text: JSON.parse(`${start}"`) as string, rest: raw.length - 1 - start.length };
}

/** At most about `mostNodes` are read: a frame of millions of values would stop the window for seconds. */
export function parseJsonTree(text: string, mostNodes = Number.POSITIVE_INFINITY): JsonTree {
	const nodes: JsonNode[] = [];
	const open: number[] = [];
	/** Members met in each open object, by name; null for a list. */
	const names: (Map<string, number> | null)[] = [];
	let key: string | null = null;
	let cutAt: number | undefined;

	function add(kind: JsonKind, raw: string): number {
		const here = nodes.length;
		const parent = open.at(-1) ?? -1;
		const holder = nodes[parent];
		const index = holder ? holder.size++ : 0;
		const node: JsonNode = { kind, key, index, depth: open.length, parent, size: 0, end: here + 1, raw, duplicate: false };
		const met = names.at(-1);
		if (key !== null && met) {
			const twin = nodes[met.get(key) ?? -1];
			if (twin) {
				twin.duplicate = true;
				node.duplicate = true;
			}
			met.set(key, here);
		}
		key = null;
		nodes.push(node);
		return here;
	}

	const broken = walkJson(text, (token, start, end) => {
		if (token === "name") {
			key = stringValue(text, start, end);
			return true;
		}
		if (token === "end") {
			const node = nodes[open.pop() ?? -1];
			if (node) node.end = nodes.length;
			return names.pop();
		}
		if (nodes.length >= mostNodes) {
			cutAt = start;
			return false;
		}
		if (token === "object" || token === "array") {
			open.push(add(token, ""));
			return names.push(token === "object" ? new Map() : null);
		}
		const raw = text.slice(start, end);
		return add(token === "word" ? (raw === "null" ? "null" : "boolean") : token, raw);
	});
	if (broken !== null) return { ok: false, at: broken.at, why: jsonBreakWords(text, broken) };
	if (cutAt === undefined) return { ok: true, nodes };
	for (const index of open) {
		const node = nodes[index];
		if (!node) continue;
		node.end = nodes.length;
		node.isCut = true;
	}
	return { ok: true, nodes, cutAt };
}

/** JSON Pointer of a node. */
export function pointerOf(nodes: readonly JsonNode[], index: number): string {
	const path: (string | number)[] = [];
	for (let node = nodes[index]; node && node.parent >= 0; node = nodes[node.parent]) path.push(node.key ?? node.index);
	return pointerOfPath(path.reverse());
}

/** Index of the node a pointer names, or of the deepest one on its way that exists. Of members with the same name the last counts. */
export function nodeAt(nodes: readonly JsonNode[], pointer: string): number {
	let here = 0;
	for (const name of pointerPath(pointer)) {
		const parent = nodes[here];
		if (!parent) return here;
		let found = -1;
		for (let child = here + 1; child < parent.end; child = nodes[child]?.end ?? parent.end) {
			const node = nodes[child];
			if (node && (node.key ?? String(node.index)) === name) found = child;
		}
		if (found < 0) return here;
		here = found;
	}
	return here;
}

/** The value of a node as JSON text: exact for a leaf, and for the rest its members put together again, every digit kept. */
export function jsonOf(nodes: readonly JsonNode[], index: number): string {
	const first = nodes[index];
	if (!first) return "";
	const parts: string[] = [];
	const closers: { end: number; sign: string }[] = [];
	for (let here = index; here < first.end; here++) {
		const node = nodes[here];
		if (!node) break;
		while ((closers[closers.length - 1]?.end ?? Number.POSITIVE_INFINITY) <= here) parts.push(closers.pop()?.sign ?? "");
		if (here !== index) {
			if (node.index > 0) parts.push(",");
			if (node.key !== null) parts.push(JSON.stringify(node.key), ":");
		}
		if (node.kind === "object" || node.kind === "array") {
			parts.push(node.kind === "object" ? "{" : "[");
			closers.push({ end: node.end, sign: node.kind === "object" ? "}" : "]" });
		} else parts.push(node.raw);
	}
	while (closers.length > 0) parts.push(closers.pop()?.sign ?? "");
	return parts.join("");
}
