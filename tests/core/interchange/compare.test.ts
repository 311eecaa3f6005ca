import { describe, expect, test } from "vitest";
import { align } from "../../../main/core/interchange/align.ts";
import {
	type ComparableEntry,
	type ComparedSide,
	compareRow,
	compareSides,
	createComparedSide,
} from "../../../main/core/interchange/compare-sessions.ts";
import { diffJson } from "../../../main/core/interchange/json-diff.ts";
import { doorOf } from "../../../main/core/protocols/table.ts";

const letters = (text: string) => [...text];
const drawn = (a: string, b: string) =>
	align(letters(a), letters(b))
		.rows.map(({ left, right }) => (left === null ? `+${b[right as number]}` : right === null ? `-${a[left]}` : a[left]))
		.join("");

/** Length of a longest common subsequence, the slow sure way. */
function common(a: string, b: string): number {
	const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
	for (let i = 1; i <= a.length; i++)
		for (let j = 1; j <= b.length; j++)
			(table[i] as number[])[j] =
				a[i - 1] === b[j - 1]
					? ((table[i - 1] as number[])[j - 1] as number) + 1
					: Math.max((table[i - 1] as number[])[j] as number, (table[i] as number[])[j - 1] as number);
	return (table[a.length] as number[])[b.length] as number;
}

describe("aligning", () => {
	test.each([
		["abc", "abc", "abc"],
		["", "ab", "+a+b"],
		["ab", "", "-a-b"],
		["abc", "ac", "a-bc"],
		["ac", "abc", "a+bc"],
		["", "", ""],
	])("%j with %j is %j", (a, b, rows) => expect(drawn(a, b)).toBe(rows));

	test("keeps every place of both sides once and in order, and finds as many pairs as there can be", () => {
		let state = 7;
		const random = (below: number) => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return Math.floor((state / 2 ** 32) * below);
		};
		for (let round = 0; round < 300; round++) {
			const [a, b] = [0, 0].map(() => Array.from({ length: random(40) }, () => "abcd"[random(4)]).join("")) as [string, string];
			const { rows, coarse } = align(letters(a), letters(b));
			expect(rows.flatMap(({ left }) => (left === null ? [] : [left]))).toEqual([...a].map((_, index) => index));
			expect(rows.flatMap(({ right }) => (right === null ? [] : [right]))).toEqual([...b].map((_, index) => index));
			const pairs = rows.filter(({ left, right }) => left !== null && right !== null);
			for (const { left, right } of pairs) expect(a[left as number]).toBe(b[right as number]);
			expect(pairs, `${a} and ${b}`).toHaveLength(common(a, b));
			expect(coarse).toBe(false);
		}
	});

	test("long sessions with few differences are aligned exactly", () => {
		const a = Array.from({ length: 100_000 }, (_, index) => `k${index % 977}`);
		const b = [...a];
		b.splice(50_000, 10);
		b.splice(10, 0, "new", "newer");
		const { rows, coarse } = align(a, b);
		expect(coarse).toBe(false);
		expect(rows.filter(({ right }) => right === null)).toHaveLength(10);
		expect(rows.filter(({ left }) => left === null)).toHaveLength(2);
	});

	test("sessions without anything in common cost bounded work, keep every place, and say that they are laid side by side", () => {
		const a = Array.from({ length: 20_000 }, (_, index) => `a${index}`);
		const b = Array.from({ length: 15_000 }, (_, index) => `b${index}`);
		const { rows, coarse } = align(a, b);
		expect(coarse).toBe(true);
		expect(rows).toHaveLength(35_000);
	});

	test("after a part without likeness equal runs are found again", () => {
		const tail = ["x", "y", "z", "w"];
		const a = [...Array.from({ length: 3000 }, (_, index) => `a${index}`), ...tail];
		const b = [...Array.from({ length: 3000 }, (_, index) => `b${index}`), ...tail];
		const { rows } = align(a, b);
		expect(rows.slice(-4).every(({ left, right }) => left !== null && right !== null)).toBe(true);
	});
});

describe("differences of payloads", () => {
	test("are told by RFC 6902 operations and pointers", () => {
		const left = { type: "x", a: { b: [1, 2, 3], "c/d": true }, gone: 1, same: [{}] };
		const right = { type: "x", a: { b: [1, 5], "c/d": false }, same: [{}], more: null };
		expect(diffJson(left, right, 20)).toEqual({
			count: 5,
			listed: [
				{ op: "replace", path: "/a/b/1", left: "2", right: "5" },
				{ op: "remove", path: "/a/b/2", left: "3" },
				{ op: "replace", path: "/a/c~1d", left: "true", right: "false" },
				{ op: "remove", path: "/gone", left: "1" },
				{ op: "add", path: "/more", right: "null" },
			],
		});
	});

	test("count all and list as many as were asked for", () => {
		const { listed, count } = diffJson(Array(50).fill(1), Array(50).fill(2), 3);
		expect([listed.length, count]).toEqual([3, 50]);
	});

	test("another kind of value is one replacement, and depth costs no stack", () => {
		expect(diffJson({ a: [] }, { a: {} }, 5).listed).toEqual([{ op: "replace", path: "/a", left: "[]", right: "{}" }]);
		const deep = (inner: unknown) => JSON.parse(`${"[".repeat(3000)}${JSON.stringify(inner)}${"]".repeat(3000)}`) as unknown;
		expect(diffJson(deep(1), deep(1), 5).count).toBe(0);
		expect(diffJson(deep(1), deep(2), 5).count).toBe(1);
	});
});

describe("two sessions", () => {
	const entriesOf = (messages: [number, "in" | "out", object | string][]): ComparableEntry[] =>
		messages.map(([atMs, dir, body], index) => {
			const text = typeof body === "string" ? body : JSON.stringify(body);
			const type = typeof body === "string" ? "" : String((body as { type?: string }).type);
			return { ordinal: index + 1, atMs, dir, kind: "frame", opcode: "text", type, text, byteLength: text.length };
		});
	function compared(left: ComparableEntry[], right: ComparableEntry[]) {
		const [a, b] = [left, right].map((entries) => {
			const side = createComparedSide(doorOf("agentcall"));
			for (const entry of entries) side.take(entry);
			return side.side();
		}) as [ComparedSide, ComparedSide];
		const steps = compareSides(a, b);
		let step = steps.next();
		while (!step.done) step = steps.next();
		const comparison = step.value;
		const find = (entries: ComparableEntry[], ordinal: number | undefined) => entries.find((entry) => entry.ordinal === ordinal) ?? null;
		const rows = comparison.rows.map(({ left: l, right: r }, index) =>
			compareRow(
				comparison,
				index,
				{ left: a, right: b },
				{
					left: find(left, l === null ? undefined : a.frames[l]?.ordinal),
					right: find(right, r === null ? undefined : b.frames[r]?.ordinal),
				},
			),
		);
		return { ...comparison.counts, rows };
	}
	const run = (startMs: number, id: string, answer: string, extra: object[] = []): ComparableEntry[] =>
		entriesOf([
			[startMs, "out", { type: "session.start", sessionId: id }],
			[startMs + 10, "out", { type: "user.turn", turn: 1, text: "hello" }],
			[startMs + 40, "in", { type: "RUN_STARTED", runId: `${id}-r`, threadId: id, sequence: 1, timestamp: startMs }],
			[startMs + 50, "in", { type: "TEXT_MESSAGE_CONTENT", messageId: `${id}-m`, delta: answer, sequence: 2 }],
			...extra.map((body): [number, "in", object] => [startMs + 55, "in", body]),
			[startMs + 60, "out", { type: "ack", sequence: 2 }],
			[startMs + 70, "in", { type: "RUN_FINISHED", runId: `${id}-r`, threadId: id, sequence: 3 }],
		]);

	test("that differ in ids, times and numbers only are the same; acks are no part of it", () => {
		const { same, different, onlyLeft, onlyRight, firstDifference, rows } = compared(run(1000, "a", "hi"), run(9000, "b", "hi"));
		expect({ same, different, onlyLeft, onlyRight, firstDifference }).toEqual({
			same: 5,
			different: 0,
			onlyLeft: 0,
			onlyRight: 0,
			firstDifference: null,
		});
		expect(rows.every(({ slowerMs }) => slowerMs === 0)).toBe(true);
	});

	test("a payload that differs names its places, and what one side has more stands alone", () => {
		const right = run(9000, "b", "hello there", [{ type: "CUSTOM", name: "n" }]);
		for (const entry of right.slice(3)) entry.atMs += 500;
		const { rows, ...counts } = compared(run(1000, "a", "hi"), right);
		expect(counts).toEqual({ same: 4, different: 1, onlyLeft: 0, onlyRight: 1, firstDifference: 3, coarse: false });
		expect(rows[3]).toMatchObject({
			as: "different",
			left: { ordinal: 4, type: "TEXT_MESSAGE_CONTENT", turn: 1, sinceStartMs: 50 },
			right: { ordinal: 4, sinceStartMs: 550 },
			differences: [{ op: "replace", path: "/delta", left: '"hi"', right: '"hello there"' }],
			differenceCount: 1,
			slowerMs: 500,
		});
		expect(rows[4]).toMatchObject({ as: "right", left: null, right: { type: "CUSTOM" }, slowerMs: null });
	});

	test("texts that are no JSON are compared whole", () => {
		const { rows } = compared(entriesOf([[0, "in", "one"]]), entriesOf([[0, "in", "two"]]));
		expect(rows[0]).toMatchObject({ as: "different", differences: [{ op: "replace", path: "", left: '"one"', right: '"two"' }] });
	});

	test("a missing turn does not shift the ones after it", () => {
		const turn = (n: number): [number, "in" | "out", object][] => [
			[n * 100, "out", { type: "user.turn", turn: n, text: `t${n}` }],
			[n * 100 + 1, "in", { type: "RUN_STARTED" }],
			[n * 100 + 2, "in", { type: "RUN_FINISHED" }],
		];
		const { rows, onlyLeft, same } = compared(entriesOf([...turn(1), ...turn(2), ...turn(3)]), entriesOf([...turn(1), ...turn(3)]));
		expect({ onlyLeft, same }).toEqual({ onlyLeft: 3, same: 6 });
		expect(rows.filter(({ as }) => as === "left").map(({ left }) => left?.turn)).toEqual([2, 2, 2]);
	});
});
