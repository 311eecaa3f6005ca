import { describe, expect, test } from "vitest";
import { applyPatch, createDocument, handOut } from "../../../../main/core/protocols/ag-ui/json-patch.ts";
import { stateDiff } from "../../../../main/core/protocols/ag-ui/state-diff.ts";
import { createRandom, operation } from "./generate.ts";

const patched = (root: unknown, ...patch: unknown[]) => {
	const document = createDocument(structuredClone(root));
	const result = applyPatch(document, patch);
	return result.ok ? document.root : result.fault;
};

describe("JSON Patch", () => {
	test.each<[string, unknown, unknown[], unknown]>([
		["adds a member", { a: 1 }, [{ op: "add", path: "/b", value: 2 }], { a: 1, b: 2 }],
		["adds into a list", [1, 3], [{ op: "add", path: "/1", value: 2 }], [1, 2, 3]],
		["adds at the end", [1], [{ op: "add", path: "/-", value: 2 }], [1, 2]],
		["replaces the whole", { a: 1 }, [{ op: "replace", path: "", value: 5 }], 5],
		["removes", { a: [1, 2] }, [{ op: "remove", path: "/a/0" }], { a: [2] }],
		["moves between containers", { a: { x: 1 }, b: [] }, [{ op: "move", from: "/a/x", path: "/b/0" }], { a: {}, b: [1] }],
		["moves within a list", [1, 2, 3], [{ op: "move", from: "/0", path: "/2" }], [2, 3, 1]],
		[
			"copies so that the two are apart",
			{ a: { n: 1 } },
			[
				{ op: "copy", from: "/a", path: "/b" },
				{ op: "replace", path: "/b/n", value: 2 },
			],
			{ a: { n: 1 }, b: { n: 2 } },
		],
		[
			"reads escapes",
			{ "a/b": 1, "m~n": 2, "~1": 3 },
			[
				{ op: "remove", path: "/a~1b" },
				{ op: "remove", path: "/m~0n" },
				{ op: "test", path: "/~01", value: 3 },
			],
			{ "~1": 3 },
		],
		[
			"tests by value",
			{ a: { x: [1, { y: null }] } },
			[{ op: "test", path: "/a", value: { x: [1, { y: null }] } }],
			{ a: { x: [1, { y: null }] } },
		],
		["names may be empty", { "": 1 }, [{ op: "replace", path: "/", value: 2 }], { "": 2 }],
		["members of an operation nobody knows are passed over", {}, [{ op: "add", path: "/a", value: 1, note: "x" }], { a: 1 }],
		["refuses a missing place", {}, [{ op: "replace", path: "/a", value: 1 }], "missingPath"],
		["refuses an index behind the end", [1], [{ op: "add", path: "/2", value: 1 }], "missingPath"],
		["refuses a name in a list", [1], [{ op: "add", path: "/x", value: 1 }], "badIndex"],
		["refuses leading zeros", [1, 2], [{ op: "remove", path: "/01" }], "badIndex"],
		["adds at an index with leading zeros, as the reference client does", [1, 2], [{ op: "add", path: "/01", value: 3 }], [1, 3, 2]],
		["refuses a test that fails", { a: 1 }, [{ op: "test", path: "/a", value: "1" }], "testFailed"],
		["refuses what is no pointer", {}, [{ op: "add", path: "a", value: 1 }], "badPatch"],
		["refuses a bad escape", {}, [{ op: "add", path: "/a~2", value: 1 }], "badPatch"],
		["refuses a missing value", {}, [{ op: "add", path: "/a" }], "badPatch"],
		["refuses what is no operation", {}, [7], "badPatch"],
		["refuses moving into itself", { a: {} }, [{ op: "move", from: "/a", path: "/a/b" }], "moveIntoSelf"],
	])("%s", (_, root, patch, expected) => {
		expect(patched(root, ...patch)).toEqual(expected);
	});

	test("a patch that fails at its end changes nothing, in containers of its own neither", () => {
		const document = createDocument({ list: [1, 2, 3], o: { a: 1 } });
		const changes = [
			{ op: "add", path: "/list/0", value: 0 },
			{ op: "remove", path: "/list/2" },
			{ op: "replace", path: "/list/0", value: 9 },
			{ op: "add", path: "/o/b", value: 1 },
			{ op: "remove", path: "/o/a" },
			{ op: "move", from: "/o/b", path: "/list/-" },
			{ op: "copy", from: "/list", path: "/o/l" },
		];
		applyPatch(document, [
			{ op: "add", path: "/list/-", value: 4 },
			{ op: "add", path: "/o/z", value: 1 },
		]);
		const before = JSON.stringify(document.root);
		expect(applyPatch(document, [...changes, { op: "remove", path: "/nowhere" }])).toMatchObject({ ok: false, index: 7, member: "path" });
		expect(document.root).toEqual(JSON.parse(before));
	});

	test("thousands of random patches are whole or not at all, and leave handed out values alone", () => {
		const random = createRandom(99);
		const document = createDocument({ a: [1, 2, { k: 1 }], b: { c: 1, "a/b": 2, "m~n": 3 } });
		let refused = 0;
		for (let round = 0; round < 5_000; round++) {
			const before = random.chance(0.3) ? handOut(document) : document.root;
			const text = JSON.stringify(before);
			const handed = random.chance(0.3) ? handOut(document) : null;
			const result = applyPatch(
				document,
				Array.from({ length: 1 + random.below(4) }, () => operation(random)),
			);
			if (!result.ok) {
				refused++;
				expect(document.root).toEqual(JSON.parse(text));
			}
			if (handed !== null) expect(JSON.stringify(handed)).toBe(text);
			if (random.chance(0.05) || text.length > 2_000)
				Object.assign(document, createDocument({ a: [1, 2, { k: 1 }], b: { c: 1, "a/b": 2, "m~n": 3 } }));
		}
		expect(refused).toBeGreaterThan(1_000);
		expect(refused).toBeLessThan(4_900);
	});
});

describe("differences of two states", () => {
	test.each<[string, unknown, unknown, unknown[]]>([
		["none", { a: [1] }, { a: [1] }, []],
		[
			"members",
			{ a: 1, b: 2 },
			{ b: 3, c: 4 },
			[
				{ path: "/a", before: 1 },
				{ path: "/b", before: 2, after: 3 },
				{ path: "/c", after: 4 },
			],
		],
		["the whole", null, {}, [{ path: "", before: null, after: {} }]],
		["an item put in front", [1, 2], [0, 1, 2], [{ path: "/0", after: 0 }]],
		["an item taken out", [{ x: 1 }, { x: 2 }, { x: 3 }], [{ x: 1 }, { x: 3 }], [{ path: "/1", before: { x: 2 } }]],
		["an item changed in place", [{ x: 1 }, 2], [{ x: 5 }, 2], [{ path: "/0/x", before: 1, after: 5 }]],
		["names with slashes", { "a/b": 1 }, { "a/b": 2 }, [{ path: "/a~1b", before: 1, after: 2 }]],
		["null is a value", { a: null }, {}, [{ path: "/a", before: null }]],
	])("%s", (_, before, after, changes) => {
		expect(stateDiff(before, after)).toEqual(changes);
	});

	test("stops at its limit", () => {
		expect(stateDiff({}, Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at])), 10)).toHaveLength(10);
	});
});
