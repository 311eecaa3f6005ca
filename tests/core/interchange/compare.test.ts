import { describe, expect, test } from "vitest";
import { align } from "../../../main/core/interchange/align.ts";
import { diffJson } from "../../../main/core/interchange/json-diff.ts";

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
