import { type Direction, ENTRY_KINDS, type EntryKind } from "../../../schemas/timeline.ts";
import type { SearchCondition } from "../ports.ts";
import { readTime } from "./read-time.ts";
import { type Read, Unreadable } from "./reading.ts";

const DIRECTIONS = ["in", "out", "local"] as const satisfies readonly Direction[];
const FIELD = /(dir|type|kind|finding|after|before|seq):(\S*)/y;

type Reader = (value: string, fail: (kind: "incomplete" | "invalid", message: string) => never) => SearchCondition;

const READERS: Record<string, Reader> = {
	dir: (value, fail) => ({ kind: "direction", directions: wordsOf<Direction>(value, DIRECTIONS, fail) }),
	kind: (value, fail) => ({ kind: "entryKind", kinds: wordsOf<EntryKind>(value, ENTRY_KINDS, fail) }),
	type: (value, fail) =>
		value === "" ? fail("incomplete", "Which type? For example type:RUN_FINISHED or type:TEXT_*.") : { kind: "type", pattern: value },
	finding: (value, fail) =>
		value === ""
			? fail("incomplete", "Which finding? For example finding:sequence.gap or finding:schema.*.")
			: { kind: "finding", pattern: value },
	after: (value, fail) => ({ kind: "time", fromMs: timeOf(value, fail), toMs: null }),
	before: (value, fail) => ({ kind: "time", fromMs: null, toMs: timeOf(value, fail) - 1 }),
	seq: (value, fail) => {
		const range = /^(\d*)(\.\.)?(\d*)$/.exec(value);
		if (range === null || value === "" || value === "..")
			return fail("incomplete", "Which sequence numbers? For example seq:42, seq:10..20 or seq:100...");
		const [, first, isRange, last] = range;
		const from = first ? Number(first) : null;
		return { kind: "sequence", from, to: isRange ? (last ? Number(last) : null) : from };
	},
};

export function isField(text: string, at: number): boolean {
	FIELD.lastIndex = at;
	return FIELD.test(text);
}

/** `name:value`; the caller has made sure that one stands there. */
export function readField(text: string, at: number): Read {
	FIELD.lastIndex = at;
	const [whole = "", name = "", value = ""] = FIELD.exec(text) ?? [];
	const fail = (kind: "incomplete" | "invalid", message: string): never => {
		throw new Unreadable(kind, message, at, at + whole.length);
	};
	return { condition: (READERS[name] as Reader)(value, fail), end: at + whole.length };
}

function wordsOf<T extends string>(
	value: string,
	words: readonly T[],
	fail: (kind: "incomplete" | "invalid", message: string) => never,
): T[] {
	return value.split(",").map((said) => {
		const word = words.find((each) => each === said);
		if (word !== undefined) return word;
		const may = words.some((each) => each.startsWith(said));
		return fail(may ? "incomplete" : "invalid", `“${said}” is none of ${words.join(", ")}.`);
	});
}

function timeOf(value: string, fail: (kind: "incomplete" | "invalid", message: string) => never): number {
	return (
		readTime(value) ??
		fail(/^[\d:T.+Z-]*$/.test(value) ? "incomplete" : "invalid", "A time looks like 2026-11-30 or 2026-11-30T14:05, with a Z for UTC.")
	);
}
