/**
 * Walks a JSON text that comes in pieces and may be larger than memory. Only what the visitor takes is held, one value at a time.
 */

/** Names and indices from the root. The walker goes on using it: copy what is kept. */
export type StreamPath = readonly (string | number)[];

export interface StreamVisitor {
	/** A value begins. `walk`: look into it. `take`: hand over its text. `skip`: pass over it. Scalars are taken or skipped. */
	begin(path: StreamPath, kind: "object" | "array" | "scalar"): "walk" | "take" | "skip";
	/** The exact text of a value that was to be taken. */
	taken(path: StreamPath, text: string): void;
	/** A container that was walked has ended. */
	ended?(path: StreamPath): void;
}

/** The text stops being JSON, or a value is too large to be held. Line and column count from 1; `offset` is in UTF-16 units from the beginning. */
export class JsonStreamError extends Error {
	readonly line: number;
	readonly column: number;
	readonly offset: number;

	constructor(message: string, place: { line: number; column: number; offset: number }) {
		super(message);
		this.line = place.line;
		this.column = place.column;
		this.offset = place.offset;
	}
}

interface Level {
	isArray: boolean;
}

type Expect = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd" | "nothing";

/** How deep the part that is walked may be; what is taken or skipped may be as deep as it is long. */
const MAX_DEPTH = 64;

export function createJsonWalk(visitor: StreamVisitor, { largestValue = 64 << 20 }: { largestValue?: number } = {}) {
	const path: (string | number)[] = [];
	const levels: Level[] = [];
	let expect: Expect = "value";
	/** What is being read over the ends of pieces. */
	let mode: "between" | "key" | "scalar" | "inside" = "between";
	let isTaking = false;
	let held: string[] = [];
	let heldLength = 0;
	let brackets: string[] = [];
	let inString = false;
	let isEscaped = false;
	let offset = 0;
	let line = 1;
	let lineStart = 0;

	const fail = (message: string, at: number): never => {
		throw new JsonStreamError(message, { line, column: offset + at - lineStart + 1, offset: offset + at });
	};

	function hold(text: string, at: number): void {
		if (!isTaking && mode === "inside") return;
		heldLength += text.length;
		if (heldLength > largestValue) fail(`A value is larger than ${largestValue} characters.`, at);
		held.push(text);
	}

	function release(): string {
		const text = held.length === 1 ? (held[0] as string) : held.join("");
		held = [];
		heldLength = 0;
		return text;
	}

	function afterValue(): void {
		mode = "between";
		expect = levels.length === 0 ? "nothing" : "commaOrEnd";
	}

	function checkScalar(text: string, at: number): void {
		try {
			JSON.parse(text);
		} catch {
			fail("The text stops being JSON here.", at);
		}
	}

	function feed(chunk: string): void {
		let at = 0;
		let start = 0;
		while (at < chunk.length) {
			if (mode === "between") {
				at = between(chunk, at);
				start = at;
				continue;
			}
			const code = chunk.charCodeAt(at);
			if (mode === "scalar") {
				// A number, true, false or null ends where something else begins; a string is read as `inside`.
				if (code === 0x2c || code === 0x5d || code === 0x7d || code <= 0x20) {
					hold(chunk.slice(start, at), at);
					const text = release();
					checkScalar(text, at);
					if (isTaking) visitor.taken(path, text);
					afterValue();
				} else at++;
				continue;
			}
			if (code === 0x0a) newLine(at);
			if (inString) {
				if (isEscaped) isEscaped = false;
				else if (code === 0x5c) isEscaped = true;
				else if (code === 0x22) inString = false;
				else if (code < 0x20) fail("A string holds a control character.", at);
				at++;
				if (!inString && brackets.length === 0) {
					hold(chunk.slice(start, at), at);
					ended(at);
					start = at;
				}
				continue;
			}
			at++;
			if (code === 0x22) inString = true;
			else if (code === 0x7b || code === 0x5b) brackets.push(code === 0x7b ? "}" : "]");
			else if (code === 0x7d || code === 0x5d) {
				if (brackets.pop() !== String.fromCharCode(code)) fail("A bracket closes another one than was opened.", at - 1);
				if (brackets.length === 0) {
					hold(chunk.slice(start, at), at);
					ended(at);
					start = at;
				}
			}
		}
		if (mode !== "between") hold(chunk.slice(start), chunk.length);
		offset += chunk.length;
	}

	function newLine(at: number): void {
		line++;
		lineStart = offset + at + 1;
	}

	/** A key or a value that was read whole. */
	function ended(at: number): void {
		const text = release();
		if (mode === "key") {
			checkScalar(text, at);
			path[path.length - 1] = JSON.parse(text) as string;
			mode = "between";
			expect = "colon";
			return;
		}
		if (isTaking) {
			checkScalar(text, at);
			visitor.taken(path, text);
		}
		afterValue();
	}

	/** One sign between values; answers where to go on. */
	function between(chunk: string, at: number): number {
		const code = chunk.charCodeAt(at);
		if (code === 0x20 || code === 0x09 || code === 0x0d) return at + 1;
		if (code === 0x0a) {
			newLine(at);
			return at + 1;
		}
		if (code === 0xfeff && offset + at === 0) return at + 1;
		const level = levels.at(-1);
		const char = chunk.charAt(at);
		if (expect === "nothing") fail("Something follows after the end.", at);
		if (expect === "colon") {
			if (char !== ":") fail("A colon is missing.", at);
			expect = "value";
			return at + 1;
		}
		if (level && expect !== "value" && expect !== "key" && char === (level.isArray ? "]" : "}")) {
			levels.pop();
			path.pop();
			visitor.ended?.(path);
			afterValue();
			return at + 1;
		}
		if (expect === "commaOrEnd") {
			if (char !== ",") fail("A comma or the end is missing.", at);
			if (level?.isArray) path[path.length - 1] = (path[path.length - 1] as number) + 1;
			expect = level?.isArray ? "value" : "key";
			return at + 1;
		}
		if (expect === "key" || expect === "keyOrEnd") {
			if (char !== '"') fail("A name in quotes is missing.", at);
			mode = "key";
			isTaking = false;
			inString = false;
			brackets = [];
			return at;
		}
		return beginValue(char, at);
	}

	function beginValue(char: string, at: number): number {
		const kind = char === "{" ? "object" : char === "[" ? "array" : "scalar";
		if (kind === "scalar" && !/["\-0-9tfn]/.test(char)) fail("This is no JSON.", at);
		const wish = visitor.begin(path, kind);
		if (wish === "walk" && kind !== "scalar") {
			if (levels.length >= MAX_DEPTH) fail("This is nested too deep.", at);
			levels.push({ isArray: kind === "array" });
			path.push(kind === "array" ? 0 : "");
			expect = kind === "array" ? "valueOrEnd" : "keyOrEnd";
			return at + 1;
		}
		isTaking = wish === "take";
		inString = false;
		isEscaped = false;
		brackets = [];
		mode = kind === "scalar" && char !== '"' ? "scalar" : "inside";
		return at;
	}

	return {
		/** Errors: JsonStreamError. */
		feed,
		line: () => line,
		/** Errors: JsonStreamError when the text breaks off. */
		end(): void {
			if (mode === "scalar" && levels.length === 0) {
				const text = release();
				checkScalar(text, 0);
				if (isTaking) visitor.taken(path, text);
				afterValue();
			}
			if (mode !== "between" || expect !== "nothing") fail("The text breaks off.", 0);
		},
	};
}
