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

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids bare control characters in strings, so they are named here
const PIECE = /(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,500}/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS: Record<string, JsonKind> = { true: "boolean", false: "boolean", null: "null" };

/** Index behind the string literal that begins at `from`; -1 when there is none. In pieces: one match of millions exhausts the stack. */
function endOfString(text: string, from: number): number {
	if (text[from] !== '"') return -1;
	for (let at = from + 1; ; at = PIECE.lastIndex) {
		if (text[at] === '"') return at + 1;
		PIECE.lastIndex = at;
		if (!PIECE.test(text)) return -1;
	}
}

/** Decodes a string literal that was read here. */
function stringValue(raw: string): string {
	return JSON.parse(raw) as string;
}

/** The beginning of a string literal, decoded, and how many characters of it, as written, follow. Costs no more for a long one. */
export function stringStart(raw: string, most: number): { text: string; rest: number } {
	if (raw.length <= most) return { text: stringValue(raw), rest: 0 };
	const start = raw.slice(0, most).replace(/(?<!\\)(\\\\)*\\(u[0-9a-fA-F]{0,3})?$/, "$1");
	return { text: stringValue(`${start}"`), rest: raw.length - 1 - start.length };
}

/** At most about `mostNodes` are read: a frame of millions of values would stop the window for seconds. */
export function parseJsonTree(text: string, mostNodes = Number.POSITIVE_INFINITY): JsonTree {
	const nodes: JsonNode[] = [];
	const open: number[] = [];
	const names: (Map<string, number> | null)[] = [];
	let at = 0;
	const skip = () => {
		SPACE.lastIndex = at;
		SPACE.exec(text);
		at = SPACE.lastIndex;
	};
	const take = (pattern: RegExp): string | null => {
		pattern.lastIndex = at;
		const found = pattern.exec(text);
		if (!found) return null;
		at = pattern.lastIndex;
		return found[0];
	};
	const takeString = (): string | null => {
		const end = endOfString(text, at);
		if (end < 0) return null;
		const raw = text.slice(at, end);
		at = end;
		return raw;
	};
	const fail = (why: string): JsonTree => ({ ok: false, at, why });
	let key: string | null = null;

	for (;;) {
		if (nodes.length >= mostNodes) {
			for (const index of open) {
				const node = nodes[index];
				if (!node) continue;
				node.end = nodes.length;
				node.isCut = true;
			}
			return { ok: true, nodes, cutAt: at };
		}
		// One value.
		skip();
		const parent = open[open.length - 1] ?? -1;
		const holder = nodes[parent];
		const index = holder ? holder.size++ : 0;
		const add = (kind: JsonKind, raw: string) => {
			const here = nodes.length;
			const node: JsonNode = { kind, key, index, depth: open.length, parent, size: 0, end: here + 1, raw, duplicate: false };
			const seen = names[names.length - 1];
			if (key !== null && seen) {
				const before = seen.get(key);
				const twin = before === undefined ? undefined : nodes[before];
				if (twin) {
					twin.duplicate = true;
					node.duplicate = true;
				}
				seen.set(key, here);
			}
			nodes.push(node);
			return here;
		};
		const sign = text[at];
		let opened = false;
		if (sign === "{" || sign === "[") {
			at++;
			const here = add(sign === "{" ? "object" : "array", "");
			skip();
			if (text[at] === (sign === "{" ? "}" : "]")) at++;
			else {
				open.push(here);
				names.push(sign === "{" ? new Map() : null);
				opened = true;
			}
		} else if (sign === '"') {
			const raw = takeString();
			if (raw === null) return fail("a string that does not end, or holds a bare control character or a bad escape");
			add("string", raw);
		} else {
			const number = take(NUMBER);
			if (number !== null) add("number", number);
			else {
				const word = Object.keys(WORDS).find((one) => text.startsWith(one, at));
				const kind = word === undefined ? undefined : WORDS[word];
				if (word === undefined || kind === undefined)
					return fail(at >= text.length ? "the text ends where a value must stand" : "no JSON value");
				at += word.length;
				add(kind, word);
			}
		}
		// What stands behind a value closes containers until one goes on.
		while (!opened) {
			const top = open[open.length - 1];
			skip();
			if (top === undefined) return at === text.length ? { ok: true, nodes } : fail("something stands behind the value");
			const node = nodes[top];
			const isObject = node?.kind === "object";
			const next = text[at];
			if (next === ",") {
				at++;
				break;
			}
			if (next !== (isObject ? "}" : "]"))
				return fail(at >= text.length ? "the text ends inside the JSON" : `neither a comma nor a ${isObject ? "}" : "]"}`);
			at++;
			if (node) node.end = nodes.length;
			open.pop();
			names.pop();
		}
		// A member's name.
		key = null;
		if (nodes[open[open.length - 1] ?? -1]?.kind === "object") {
			skip();
			const raw = takeString();
			if (raw === null) return fail(at >= text.length ? "the text ends inside the JSON" : "no member name");
			key = stringValue(raw);
			skip();
			if (text[at] !== ":") return fail("no colon behind a member name");
			at++;
		}
	}
}

/** JSON Pointer (RFC 6901) of a node. */
export function pointerOf(nodes: readonly JsonNode[], index: number): string {
	const parts: string[] = [];
	for (let node = nodes[index]; node && node.parent >= 0; node = nodes[node.parent]) {
		parts.push((node.key ?? String(node.index)).replaceAll("~", "~0").replaceAll("/", "~1"));
	}
	return parts
		.reverse()
		.map((part) => `/${part}`)
		.join("");
}

/** Index of the node a pointer names, or of the deepest one on its way that exists. Of members with the same name the last counts. */
export function nodeAt(nodes: readonly JsonNode[], pointer: string): number {
	let here = 0;
	if (pointer === "" || nodes.length === 0) return 0;
	for (const part of pointer.slice(1).split("/")) {
		const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
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
