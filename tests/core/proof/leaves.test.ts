import { expect, test } from "vitest";
import { cutLeaves, MOST_FINE_LEAVES } from "../../../main/core/proof/leaves.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const cut = (bytes: Uint8Array, isBinary = false): string[] => {
	let start = 0;
	return cutLeaves(bytes, isBinary).map((end) => {
		const leaf = Buffer.from(bytes.subarray(start, end)).toString();
		start = end;
		return leaf;
	});
};

function randomOf(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/** Leaves rise, none is empty, and the last one ends with the bytes. */
function expectWhole(bytes: Uint8Array, context: string): number[] {
	const ends = cutLeaves(bytes, false);
	let before = 0;
	for (const end of ends) {
		if (end <= before) expect.fail(`${context}: a leaf ends at ${end} after ${before}`);
		before = end;
	}
	expect(before, context).toBe(bytes.length);
	return ends;
}

test("names, values and what holds them together are leaves of their own", () => {
	expect(cut(bytesOf('{"uid":"04A2","n":-1.5e3, "on":true}'))).toEqual([
		'{"',
		"uid",
		'":"',
		"04A2",
		'","',
		"n",
		'":',
		"-1.5e3",
		', "',
		"on",
		'":',
		"true",
		"}",
	]);
	expect(cut(bytesOf('["","a\\"b",""]'))).toEqual(['["","', 'a\\"b', '",""]']);
	expect(cut(bytesOf(' "x" '))).toEqual([' "', "x", '" ']);
});

test("no bytes have no leaf, and a binary frame is one", () => {
	expect(cutLeaves(new Uint8Array(0), false)).toEqual([]);
	expect(cutLeaves(new Uint8Array(0), true)).toEqual([]);
	expect(cutLeaves(bytesOf('{"a":1}'), true)).toEqual([7]);
});

test("a string of more than 64 bytes is cut after blanks, in pieces of 16 bytes or more", () => {
	const words = "the quick brown fox jumps over the lazy dog and comes back again at night";
	expect(cut(bytesOf(`["${words}"]`))).toEqual([
		'["',
		"the quick brown ",
		"fox jumps over the ",
		"lazy dog and comes ",
		"back again at night",
		'"]',
	]);
	expect(cut(bytesOf(words)).join("|")).toBe("the quick brown |fox jumps over the |lazy dog and comes |back again at night");
	expect(cut(bytesOf(`["${"x".repeat(64)}"]`))).toEqual(['["', "x".repeat(64), '"]']);
	expect(cut(bytesOf(`["${"x".repeat(130)}"]`)).map(({ length }) => length)).toEqual([2, 64, 64, 2, 2]);
});

test("no piece ends inside a character or an escape", () => {
	for (let lead = 0; lead < 8; lead++) {
		const pad = "p".repeat(lead);
		for (const leaf of cut(bytesOf(`["${pad}${"€😀é".repeat(40)}"]`))) expect(leaf).not.toContain("\ufffd");
		const escapes = cut(bytesOf(`["${pad}${'\\u20ac\\"\\\\'.repeat(40)}"]`)).slice(1, -1);
		for (const leaf of escapes) expect(leaf).toMatch(/^p*(?:\\u20ac|\\"|\\\\)+$/);
	}
});

test("after 4096 bytes of one string its pieces are large, and after 65,536 leaves everything is", () => {
	const lengths = cut(bytesOf(`{"photo":"${"A".repeat(300_000)}"}`)).map(({ length }) => length);
	expect(lengths.slice(0, 3)).toEqual([2, 5, 3]);
	expect(lengths.slice(3, 67)).toEqual(Array(64).fill(64));
	expect(lengths.slice(67)).toEqual([65_536, 65_536, 65_536, 65_536, 300_000 - 4096 - 4 * 65_536, 2]);
	const many = expectWhole(bytesOf(`[${"1,".repeat(4_000_000)}1]`), "commas");
	expect(many.length).toBeLessThan(MOST_FINE_LEAVES + 130);
});

test("whatever the bytes are, the leaves are the bytes (seeded)", { timeout: 60_000 }, () => {
	const random = randomOf(4711);
	const signs = ['"', "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "a", "1", "\\u00e9", "é", "😀", "\ud800", "null", "\t", "\u0000"];
	for (let i = 0; i < 3000; i++) {
		let text = random(2) === 0 ? "{" : "";
		for (let n = random(300); n > 0; n--) text += signs[random(signs.length)];
		const bytes = Buffer.from(text);
		for (let n = random(4); n > 0 && bytes.length > 0; n--) bytes[random(bytes.length)] = random(256);
		expectWhole(bytes, `text ${i}`);
	}
	const garbage = new Uint8Array(3_000_000);
	for (let i = 0; i < garbage.length; i++) garbage[i] = random(256);
	expectWhole(garbage, "garbage");
	garbage[0] = 0x7b;
	expectWhole(garbage, "garbage in braces");
	expectWhole(new Uint8Array(2_000_000).fill(0x80), "continuation bytes");
	expectWhole(new Uint8Array(2_000_000).fill(0x5c), "backslashes");
	expectWhole(bytesOf(`"${"\\\\".repeat(500_000)}`), "a string that never ends");
	expectWhole(bytesOf(`["${'\\"'.repeat(1_000_000)}"]`), "quotes that end nothing");
});

test("generated JSON of megabytes is cut at every string and number", { timeout: 60_000 }, () => {
	const random = randomOf(99);
	const value = (depth: number): unknown => {
		switch (random(depth > 5 ? 4 : 6)) {
			case 0:
				return random(1e9) / 7;
			case 1:
				return "wörd ".repeat(random(30));
			case 2:
				return random(2) === 0;
			case 3:
				return `\u2028"\\${random(1000)}`;
			case 4:
				return Array.from({ length: random(8) }, () => value(depth + 1));
			default:
				return Object.fromEntries(Array.from({ length: random(8) }, () => [`n${random(100)}`, value(depth + 1)]));
		}
	};
	const rows = [];
	for (let size = 0; size < 2_000_000; ) {
		const row = JSON.stringify(value(0));
		rows.push(row);
		size += row.length;
	}
	for (const row of rows) expectWhole(bytesOf(row), row.slice(0, 80));
	const all = bytesOf(`[${rows.join(",")}]`);
	expectWhole(all, "all together");
});
