import { describe, expect, it } from "vitest";
import { compareJson, MOST_DIFFERENCES } from "../../renderer/state/json-diff.ts";
import { parseJsonTree } from "../../renderer/state/json-tree.ts";
import { costMs, linearMs } from "../fakes/cpu-ms.ts";

const nodesOf = (text: string) => {
	const tree = parseJsonTree(text);
	if (!tree.ok) throw new Error(tree.why);
	return tree.nodes;
};
const compare = (before: string, after: string) => {
	const { differences, count } = compareJson(nodesOf(before), nodesOf(after));
	expect(count).toBe(differences.length);
	return differences.map((each) => [each.path, each.before, each.after]);
};

describe("what differs between two states", () => {
	it.each<[string, string, string, unknown[]]>([
		["nothing", '{"a":[1,{"b":null}]}', '{"a":[1,{"b":null}]}', []],
		["order of members is none", '{"a":1,"b":2}', '{"b":2,"a":1}', []],
		["a value", '{"a":{"b":1},"c":2}', '{"a":{"b":3},"c":2}', [["/a/b", "1", "3"]]],
		[
			"a member more, one less",
			'{"a":1}',
			'{"b":2}',
			[
				["/b", undefined, "2"],
				["/a", "1", undefined],
			],
		],
		["another kind", '{"a":[]}', '{"a":{}}', [["/a", "[]", "{}"]]],
		["the whole value", "1", '"x"', [["", "1", '"x"']]],
		["an item less at the beginning is one difference", '["x","y","z"]', '["y","z"]', [["/0", '"x"', undefined]]],
		["an item more in the middle too", "[1,2,3]", "[1,9,2,3]", [["/1", undefined, "9"]]],
		["an item that changed inside", '[{"n":1},{"n":2},{"n":3}]', '[{"n":1},{"n":7},{"n":3}]', [["/1/n", "2", "7"]]],
		["digits no double holds", '{"n":90071992547409931}', '{"n":90071992547409932}', [["/n", "90071992547409931", "90071992547409932"]]],
		[
			"names that are words elsewhere",
			'{"__proto__":1,"constructor":{"a/b":1}}',
			'{"__proto__":2,"constructor":{"a/b":2}}',
			[
				["/__proto__", "1", "2"],
				["/constructor/a~1b", "1", "2"],
			],
		],
		["a member that stands twice counts as its last", '{"a":1,"a":2}', '{"a":2}', []],
	])("%s", (_name, before, after, differences) => {
		expect(compare(before, after)).toEqual(differences);
	});

	it("keeps to a limit and says how many there are", () => {
		const many = (value: number) => JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`m${at}`, value])));
		const { differences, count } = compareJson(nodesOf(many(1)), nodesOf(many(2)));
		expect([differences.length, count]).toEqual([MOST_DIFFERENCES, 5_000]);
	});

	it("a large value is shown by its beginning", () => {
		const [first] = compareJson(nodesOf("{}"), nodesOf(JSON.stringify({ a: Array.from({ length: 100_000 }, (_, at) => at) }))).differences;
		expect(first?.after).toMatch(/^\[0,1,2,.*…$/);
		expect(first?.after?.length).toBeLessThan(250);
	});

	it("a hundred thousand values cost twenty times as much as five thousand, not more", () => {
		const compared = (length: number) => {
			const at = length - 1_000;
			const state = (value: number) => JSON.stringify(Array.from({ length }, (_, index) => ({ n: index === at ? value : index })));
			const [one, other] = [nodesOf(state(1)), nodesOf(state(2))];
			return costMs(() => expect(compareJson(one, other).differences).toMatchObject([{ path: `/${at}/n`, before: "1", after: "2" }]));
		};
		const ofMs = compared(2_500);
		expect(compared(50_000)).toBeLessThan(linearMs(ofMs, 20));
	});
});
