/**
 * A JSON reader that keeps what JSON.parse loses: the digits of every number, the order of members, members that occur twice, and the
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
	/** Where the name begins, its quote included. */
	from: number;
	value: JsonNode;
}

export type JsonReading = { ok: true; node: JsonNode } | { ok: false; at: number; message: string };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Deeper texts are refused by name instead of by a stack that ran out. */
const MAX_DEPTH = 1000;

class Refusal extends Error {
	readonly at: number;
	constructor(at: number, message: string) {
		super(message);
		this.at = at;
	}
}

/** Never throws. `message` is one sentence; line and column are the caller's matter. */
export function readJson(text: string): JsonReading {
	let at = 0;

	function space() {
		while (at < text.length && " \t\n\r".includes(text.charAt(at))) at++;
	}

	function found(): string {
		return at >= text.length ? "the text ends" : `there is ${JSON.stringify(text.charAt(at))}`;
	}

	function string(): { value: string; from: number } {
		const from = at;
		if (text.charAt(from) !== '"') throw new Refusal(from, `A name in quotes belongs here, ${found()}.`);
		at = stringEnd(text, from);
		try {
			return { value: JSON.parse(text.slice(from, at)) as string, from };
		} catch {
			throw new Refusal(from, "This string is not closed, or holds a bare line break or a bad escape.");
		}
	}

	function list<T>(close: string, element: () => T): T[] {
		const elements: T[] = [];
		at++;
		space();
		if (text.charAt(at) === close) {
			at++;
			return elements;
		}
		for (;;) {
			elements.push(element());
			space();
			const next = text.charAt(at);
			if (next === close) {
				at++;
				return elements;
			}
			if (next !== ",") throw new Refusal(at, `A comma or ${close} belongs here, ${found()}.`);
			at++;
			space();
		}
	}

	function value(depth: number): JsonNode {
		if (depth > MAX_DEPTH) throw new Refusal(at, `Nested deeper than ${MAX_DEPTH} levels.`);
		const from = at;
		const first = text.charAt(at);
		if (first === "{") {
			const members = list("}", () => {
				const name = string();
				space();
				if (text.charAt(at) !== ":") throw new Refusal(at, `A colon belongs here, ${found()}.`);
				at++;
				space();
				return { name: name.value, from: name.from, value: value(depth + 1) };
			});
			return { kind: "object", members, from, to: at };
		}
		if (first === "[") return { kind: "array", items: list("]", () => value(depth + 1)), from, to: at };
		if (first === '"') return { kind: "string", value: string().value, from, to: at };
		for (const [word, shape] of WORDS) {
			if (text.startsWith(word, at)) {
				at += word.length;
				return { ...shape, from, to: at };
			}
		}
		NUMBER.lastIndex = at;
		const number = NUMBER.exec(text);
		if (!number) throw new Refusal(at, `A value belongs here, ${found()}.`);
		at = NUMBER.lastIndex;
		return { kind: "number", source: number[0], from, to: at };
	}

	try {
		space();
		const node = value(0);
		space();
		if (at < text.length) throw new Refusal(at, `The value is complete, yet ${found()}.`);
		return { ok: true, node };
	} catch (refusal) {
		if (refusal instanceof Refusal) return { ok: false, at: refusal.at, message: refusal.message };
		throw refusal;
	}
}

const WORDS: [string, JsonShape][] = [
	["null", { kind: "null" }],
	["true", { kind: "boolean", value: true }],
	["false", { kind: "boolean", value: false }],
];

/** One reference token, escaped (RFC 6901). */
export function pointerToken(name: string | number): string {
	return String(name).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The value a JSON Pointer names, else its nearest ancestor; `exact` tells which. The last of two equal members counts, as for JSON.parse. */
export function nodeAt(root: JsonNode, pointer: string): { node: JsonNode; exact: boolean } {
	let node = root;
	for (const token of pointer.split("/").slice(1)) {
		const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
		const next =
			node.kind === "object"
				? node.members.findLast((member) => member.name === name)?.value
				: node.kind === "array"
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
				(member) => `${breakAt(depth + 1)}${nameSource(text, member)}${colon}${write(member.value, depth + 1)}`,
			);
			return `{${members.join(",")}${breakAt(depth)}}`;
		}
		if (node.kind === "array") return "[]";
		if (node.kind === "object") return "{}";
		return text.slice(node.from, node.to);
	}
	return write(root, 0);
}

function nameSource(text: string, member: JsonMember): string {
	return text.slice(member.from, stringEnd(text, member.from));
}

/** Index after the quote that closes the string opened at `from`, or after the text. */
function stringEnd(text: string, from: number): number {
	let at = from + 1;
	while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
	return Math.min(at + 1, text.length);
}

/** Unicode code points, as JSON Schema counts lengths; half a surrogate pair counts as one. */
export function codePoints(text: string): number {
	let count = 0;
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit >= 0xd800 && unit < 0xdc00) {
			const next = text.charCodeAt(at + 1);
			if (next >= 0xdc00 && next < 0xe000) at++;
		}
		count++;
	}
	return count;
}
