import { walkJson } from "../../../schemas/rules/json-walk.ts";
import { isContainer } from "../protocols/ag-ui/values.ts";

/**
 * JSON whose numbers keep their spelling. One that would be written back otherwise (`1.0`, `-0`, `1e3`, more digits than a double holds) stands in
 * the value as text behind a mark nobody else knows, so that patches carry it like any other value; `write` puts its spelling back.
 */
export interface ExactJson {
	/** Undefined when the text is no JSON. Depth is no limit. */
	parse(text: string): unknown;
	/** JSON text without spaces; at most about `limit` UTF-16 units of it. */
	write(value: unknown, limit?: number): string;
	/** Whether two values that are no containers are the same one; two spellings of a number are. */
	same(a: unknown, b: unknown): boolean;
}

/** Only in these a number is not as JSON.stringify writes it: sixteen digits in a row or around a point, an exponent, a last zero behind a point, -0. */
const MAY_DIFFER = /[\d.]{16}|\d[eE][+-]?\d|\.\d*0(?!\d)|-0(?![.\d])/;

/** `mark`: a text that cannot occur in what is parsed, for example a UUID made for this purpose. */
export function createExactJson(mark: string): ExactJson {
	return {
		parse(text) {
			try {
				return JSON.parse(MAY_DIFFER.test(text) ? withMarks(text, mark) : text);
			} catch {
				return undefined;
			}
		},
		write: (value, limit = Number.POSITIVE_INFINITY) => write(value, mark, limit),
		same(a, b) {
			const plain = (value: unknown) => (typeof value === "string" && value.startsWith(mark) ? Number(value.slice(mark.length)) : value);
			return a === b || plain(a) === plain(b);
		},
	};
}

function withMarks(text: string, mark: string): string {
	const parts: string[] = [];
	let from = 0;
	walkJson(text, (kind, start, end) => {
		if (kind !== "number" || end - start < 2) return;
		const written = text.slice(start, end);
		if (String(Number(written)) === written) return;
		parts.push(text.slice(from, start), `"${mark}${written}"`);
		from = end;
	});
	return parts.length === 0 ? text : parts.join("") + text.slice(from);
}

interface Level {
	from: Record<string, unknown> | unknown[];
	names: string[] | null;
	next: number;
}

function write(root: unknown, mark: string, limit: number): string {
	const out: string[] = [];
	const stack: Level[] = [];
	let length = 0;
	const say = (text: string): void => {
		length += text.length;
		out.push(text);
	};
	const open = (value: unknown): void => {
		if (!isContainer(value)) {
			say(typeof value === "string" && value.startsWith(mark) ? value.slice(mark.length) : (JSON.stringify(value) ?? "null"));
			return;
		}
		const names = Array.isArray(value) ? null : Object.keys(value);
		say(names === null ? "[" : "{");
		stack.push({ from: value, names, next: 0 });
	};
	open(root);
	for (let level = stack.at(-1); level !== undefined && length <= limit; level = stack.at(-1)) {
		const { from, names, next } = level;
		if (next === (names?.length ?? (from as unknown[]).length)) {
			say(names === null ? "]" : "}");
			stack.pop();
			continue;
		}
		if (next > 0) say(",");
		level.next++;
		if (names === null) open((from as unknown[])[next]);
		else {
			const name = names[next] ?? "";
			say(`${JSON.stringify(name)}:`);
			open((from as Record<string, unknown>)[name]);
		}
	}
	return out.join("");
}
