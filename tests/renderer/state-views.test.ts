import { describe, expect, it } from "vitest";
import { compareJson } from "../../renderer/state/json-diff.ts";
import { noFolding, opened, openLines, toggled } from "../../renderer/state/json-folding.ts";
import { parseJsonTree, pointerOf } from "../../renderer/state/json-tree.ts";
import { createStateFeed } from "../../renderer/state/state-feed.ts";
import { changedLines, findInState } from "../../renderer/state/state-tree.ts";
import { costMs, linearMs } from "../fakes/cpu-ms.ts";
import { createTalkApi } from "./talk-api.ts";

const nodesOf = (value: unknown) => {
	const tree = parseJsonTree(JSON.stringify(value));
	if (!tree.ok) throw new Error(tree.why);
	return tree.nodes;
};

async function open() {
	const talk = createTalkApi();
	talk.say({ type: "STATE_SNAPSHOT", snapshot: { step: "welcome" } });
	for (const step of ["ask", "check", "done"]) talk.say({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/step", value: step }] });
	const feed = createStateFeed({ api: talk.api, sessionId: "s", after: talk.after, monoMs: () => 0 });
	await talk.settle();
	return { talk, feed };
}

describe("the state feed", () => {
	it("follows the newest state", async () => {
		const { talk, feed } = await open();
		expect(feed.snapshot().view).toMatchObject({ text: '{"step":"done"}', change: 4, changes: 4 });
		talk.say({ type: "STATE_DELTA", delta: [{ op: "add", path: "/gate", value: 3 }] });
		talk.tell();
		await talk.settle();
		expect(feed.snapshot().view).toMatchObject({ text: '{"step":"done","gate":3}', changed: [{ path: "/gate", after: "3" }] });
		feed.dispose();
	});

	it("stays at the entry it was pinned to while more comes, and knows the ways on", async () => {
		const { talk, feed } = await open();
		feed.pin(2);
		await talk.settle();
		expect(feed.snapshot().view).toMatchObject({ text: '{"step":"ask"}', previous: 1, next: 3 });
		talk.say({ type: "STATE_SNAPSHOT", snapshot: {} });
		talk.tell();
		await talk.settle();
		expect(feed.snapshot().view).toMatchObject({ text: '{"step":"ask"}', changes: 5 });
		expect(feed.snapshot().trail.ticks).toHaveLength(5);
		feed.pin(null);
		await talk.settle();
		expect(feed.snapshot().view).toMatchObject({ text: "{}", change: 5 });
		feed.dispose();
	});
});

describe("the state then and now", () => {
	it("the newest state stands beside the pinned one while they are compared, and follows", async () => {
		const { talk, feed } = await open();
		feed.pin(2);
		await talk.settle();
		expect(feed.snapshot().live).toBeNull();
		feed.compare(true);
		await talk.settle();
		expect(feed.snapshot().live?.view.text).toBe('{"step":"done"}');
		expect(feed.snapshot().live?.comparison.differences).toMatchObject([{ path: "/step", before: '"ask"', after: '"done"' }]);
		talk.say({ type: "STATE_DELTA", delta: [{ op: "add", path: "/gate", value: 3 }] });
		talk.tell();
		await talk.settle();
		expect(feed.snapshot().live?.view).toMatchObject({ text: '{"step":"done","gate":3}', change: 5 });
		expect(feed.snapshot().view?.text).toBe('{"step":"ask"}');
		expect(feed.snapshot().live?.comparison.count).toBe(2);
		feed.pin(4);
		await talk.settle();
		expect(feed.snapshot().live?.comparison.differences).toMatchObject([{ path: "/gate", after: "3" }]);
		feed.compare(false);
		expect(feed.snapshot().live).toBeNull();
		feed.dispose();
	});
});

describe("the lines of a state", () => {
	it("what is folded is known by its path and holds in the next state", () => {
		const before = nodesOf({ a: { b: 1 }, c: { d: 2 } });
		const folding = toggled(before, noFolding, 3);
		expect(openLines(before, folding).lines.map((index) => pointerOf(before, index))).toEqual(["/a", "/a/b", "/c"]);
		const after = nodesOf({ new: 0, a: { b: 1 }, c: { d: 2 } });
		expect(openLines(after, folding).lines.map((index) => pointerOf(after, index))).toEqual(["/new", "/a", "/a/b", "/c"]);
	});

	it("a large state opens folded; what is looked for is opened", () => {
		const nodes = nodesOf(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`m${at}`, { x: { y: at } }])));
		expect(openLines(nodes, noFolding).lines).toHaveLength(300);
		const [hit = 0] = findInState(nodes, "/m17/x/y");
		const folding = opened(nodes, noFolding, hit);
		expect(openLines(nodes, folding).lines).toContain(hit);
		expect(openLines(nodes, folding).lines).toHaveLength(302);
	});

	it("folds, looks and compares at any depth", () => {
		const at = (depth: number) => {
			const deep = (leaf: string) => parseJsonTree(`${'{"a":['.repeat(depth)}${leaf}${"]}".repeat(depth)}`);
			const [one, other] = [deep("1"), deep("2")];
			if (!one.ok || !other.ok) throw new Error("not read");
			const last = one.nodes.length - 1;
			return costMs(() => {
				expect(openLines(one.nodes, noFolding).lines).toHaveLength(1);
				expect(findInState(one.nodes, "1")).toEqual([last]);
				expect(findInState(one.nodes, "/0/a/0")).toHaveLength(depth - 1);
				const folding = opened(one.nodes, noFolding, last);
				expect(openLines(one.nodes, folding).lines).toHaveLength(2 * depth);
				expect(openLines(one.nodes, toggled(one.nodes, folding, 5)).lines).toHaveLength(5);
				expect(compareJson(one.nodes, other.nodes)).toMatchObject({ count: 1, differences: [{ before: "1", after: "2" }] });
			});
		};
		const ofMs = at(500);
		// A square would be 400 times as much.
		expect(at(10_000)).toBeLessThan(linearMs(ofMs, 20));
	});

	it("words are found in names and values, whatever their case", () => {
		const nodes = nodesOf({ Badge: { status: "VALID" }, other: "badge" });
		expect(findInState(nodes, "badge").map((index) => pointerOf(nodes, index))).toEqual(["/Badge", "/other"]);
		expect(findInState(nodes, "valid").map((index) => pointerOf(nodes, index))).toEqual(["/Badge/status"]);
		expect(findInState(nodes, " ")).toEqual([]);
		expect(findInState(nodes, "/badge/st").map((index) => pointerOf(nodes, index))).toEqual(["/Badge/status"]);
		expect(findInState(nodes, "/status/badge")).toEqual([]);
		expect(findInState(nodesOf("badge"), "badge")).toEqual([0]);
	});

	it("marks what a change touched and is still there", () => {
		const nodes = nodesOf({ a: 1, "x/y": 2 });
		const marks = changedLines(nodes, [
			{ path: "/a", before: "0", after: "1" },
			{ path: "/gone", before: "3" },
			{ path: "/x~1y", after: "2" },
		]);
		expect([...marks]).toEqual([
			[1, "0"],
			[2, null],
		]);
	});
});
