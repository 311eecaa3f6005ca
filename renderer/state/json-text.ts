import { isIndex, pointerPath } from "../../schemas/rules/json-pointer.ts";
import { jsonBreakWords, stringValue, walkJson } from "../../schemas/rules/json-walk.ts";

/**
 * JSON as nodes that keep what JSON.parse loses: the digits of every number, the order of members, members that occur twice, and the
 * place of every value in the text (so that a finding's JSON Pointer can be underlined). Offsets are UTF-16 units, as editors count.
 */
export type JsonNode = JsonSpan & JsonShape;

export interface JsonSpan {
	from: number;
	/** Exclusive. */
	to: number;
}

export type JsonShape =
	| { kind: "null" }
	| { kind: "boolean"; value: boolean }
	/** `source` is the number exactly as written. */
	| { kind: "number"; source: string }
	| { kind: "string"; value: string }
	| { kind: "array"; items: JsonNode[] }
	| { kind: "object"; members: JsonMember[] };

export interface JsonMember {
	name: string;
	/** Where the name begins and ends, its quotes included. */
	from: number;
	nameEnd: number;
	value: JsonNode;
}

export type JsonReading = { ok: true; node: JsonNode } | { ok: false; at: number; message: string };

/** What works on nodes goes down with the stack; a deeper text is refused by name. */
const MAX_DEPTH = 1000;

/** Never throws. `message` is one sentence; line and column are the caller's matter. */
export function readJson(text: string): JsonReading {
	let root: JsonNode | null = null;
	let tooDeepAt = -1;
	const open: Extract<JsonNode, { kind: "array" | "object" }>[] = [];
	let name: Omit<JsonMember, "value"> = { name: "", from: 0, nameEnd: 0 };

	function put(node: JsonNode): void {
		const holder = open.at(-1);
		if (!holder) root = node;
		else if (holder.kind === "array") holder.items.push(node);
		else holder.members.push({ ...name, value: node });
	}

	const broken = walkJson(text, (kind, from, to) => {
		switch (kind) {
			case "object":
			case "array": {
				if (open.length > MAX_DEPTH) {
					tooDeepAt = from;
					return false;
				}
				const node = kind === "array" ? { kind, items: [], from, to } : { kind, members: [], from, to };
				put(node);
				return open.push(node);
			}
			case "end": {
				const ended = open.pop();
				if (ended) ended.to = to;
				return true;
			}
			case "name":
				name = { name: stringValue(text, from, to), from, nameEnd: to };
				return true;
			case "string":
				return put({ kind, value: stringValue(text, from, to), from, to });
			case "number":
				return put({ kind, source: text.slice(from, to), from, to });
			case "word": {
				const word = text.charAt(from);
				return put(word === "n" ? { kind: "null", from, to } : { kind: "boolean", value: word === "t", from, to });
			}
		}
	});
	if (tooDeepAt >= 0) return { ok: false, at: tooDeepAt, message: `Nested deeper than ${MAX_DEPTH} levels.` };
	if (broken !== null || root === null) {
		const words = broken === null ? "" : jsonBreakWords(text, broken);
		return { ok: false, at: broken?.at ?? 0, message: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` };
	}
	return { ok: true, node: root };
}

/** The value a pointer names, or the nearest one around it that exists; of members with the same name the last. */
export function nodeAt(root: JsonNode, pointer: string): { node: JsonNode; exact: boolean } {
	let node = root;
	for (const name of pointerPath(pointer)) {
		const next: JsonNode | undefined =
			node.kind === "object"
				? node.members.findLast((member) => member.name === name)?.value
				: node.kind === "array" && isIndex(name)
					? node.items[Number(name)]
					: undefined;
		if (!next) return { node, exact: false };
		node = next;
	}
	return { node, exact: true };
}

/** The same value laid out over lines (`indent` a tab or spaces) or on one line (`""`). Numbers and strings keep their exact source. */
export function layOut(text: string, root: JsonNode, indent: string): string {
	const breakAt = (depth: number) => (indent === "" ? "" : `\n${indent.repeat(depth)}`);
	const colon = indent === "" ? ":" : ": ";
	function write(node: JsonNode, depth: number): string {
		if (node.kind === "array" && node.items.length > 0) {
			const items = node.items.map((item) => breakAt(depth + 1) + write(item, depth + 1));
			return `[${items.join(",")}${breakAt(depth)}]`;
		}
		if (node.kind === "object" && node.members.length > 0) {
			const members = node.members.map(
				(member) => `${breakAt(depth + 1)}${text.slice(member.from, member.nameEnd)}${colon}${write(member.value, depth + 1)}`,
			);
			return `{${members.join(",")}${breakAt(depth)}}`;
		}
		if (node.kind === "array") return "[]";
		if (node.kind === "object") return "{}";
		return text.slice(node.from, node.to);
	}
	return write(root, 0);
}
