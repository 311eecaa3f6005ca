import { afterEach, describe, expect, it } from "vitest";
import { type ConversationFeed, createConversationFeed } from "../../renderer/state/conversation-feed.ts";
import { HELD_UNITS, PIECE_UNITS, withEarlier, withPiece } from "../../renderer/state/conversation-text.ts";
import { createTalkApi } from "./talk-api.ts";

const feeds: ConversationFeed[] = [];
afterEach(() => {
	for (const feed of feeds.splice(0)) feed.dispose();
});

async function open(prepare?: (talk: ReturnType<typeof createTalkApi>) => void) {
	const talk = createTalkApi();
	talk.say({ type: "RUN_STARTED", threadId: "t", runId: "r" });
	prepare?.(talk);
	const feed = createConversationFeed({ api: talk.api, sessionId: "s", after: talk.after });
	feeds.push(feed);
	await talk.settle();
	const grow = async () => {
		talk.tell();
		await talk.settle();
	};
	return { talk, feed, grow };
}

const turns = (count: number) => (talk: ReturnType<typeof createTalkApi>) => {
	for (let at = 0; at < count; at++) {
		talk.say({ type: "TEXT_MESSAGE_START", messageId: `m-${at}` });
		talk.say({ type: "TEXT_MESSAGE_CONTENT", messageId: `m-${at}`, delta: `words ${at}` });
		talk.say({ type: "TEXT_MESSAGE_END", messageId: `m-${at}` });
	}
};

const wordsOf = (feed: ConversationFeed, index: number) =>
	feed
		.snapshot()
		.rows.find(({ row }) => row.index === index)
		?.text?.pieces.map(({ text }) => text)
		.join("");

describe("the conversation feed", () => {
	it("keeps the objects of rows that did not change, so that only the growing one is drawn again", async () => {
		const { talk, feed, grow } = await open((each) => {
			turns(3)(each);
			each.say({ type: "TEXT_MESSAGE_START", messageId: "live" });
		});
		const before = feed.snapshot().rows;
		talk.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "live", delta: "on it" });
		await grow();
		const now = feed.snapshot().rows;
		expect(now.map((row, at) => row === before[at])).toEqual([true, true, true, true, false]);
		expect(wordsOf(feed, 4)).toBe("on it");
	});

	it("asks for the end while following, and shows at most what it may draw", async () => {
		const { feed } = await open(turns(600));
		const { total, first, last, rows } = feed.snapshot();
		expect([total, last]).toEqual([601, 600]);
		expect(rows.length).toBe(last - first + 1);
		expect(rows.length).toBeLessThanOrEqual(240);
	});

	it("holds the rows under a reader while more come, counts those, and goes back to the end", async () => {
		const { talk, feed, grow } = await open(turns(300));
		feed.setFollow(false);
		const { first } = feed.snapshot();
		for (let at = 0; at < 100; at++) turns(1)(talk);
		talk.say({ type: "STEP_STARTED", stepName: "look" });
		await grow();
		expect(feed.snapshot().first).toBe(first);
		expect(feed.snapshot().fresh).toBeGreaterThan(0);
		feed.setFollow(true);
		await talk.settle();
		expect(feed.snapshot()).toMatchObject({ fresh: 0, last: feed.snapshot().total - 1 });
	});

	it("goes back and forth through a long conversation, a window at a time", async () => {
		const { talk, feed } = await open(turns(600));
		for (let step = 0; step < 20 && feed.snapshot().first > 0; step++) {
			feed.earlier();
			await talk.settle();
			expect(feed.snapshot().rows.length).toBeLessThanOrEqual(240);
		}
		expect(feed.snapshot().first).toBe(0);
		expect(wordsOf(feed, 1)).toBe("words 0");
		for (let step = 0; step < 20 && feed.snapshot().last < 600; step++) {
			feed.later();
			await talk.settle();
		}
		expect(wordsOf(feed, 600)).toBe("words 599");
	});

	it("shows the row of an entry anywhere", async () => {
		const { talk, feed } = await open(turns(600));
		const index = await feed.locate(1 + 3 * 100 + 2);
		expect(index).toBe(101);
		const shown = feed.showIndex(index ?? 0);
		await talk.settle();
		await shown;
		expect(wordsOf(feed, 101)).toBe("words 100");
		expect(feed.snapshot().follow).toBe(false);
	});

	it("keeps only the end of a text that streams, and reads what comes before on demand", async () => {
		const { talk, feed, grow } = await open((each) => each.say({ type: "TEXT_MESSAGE_START", messageId: "m" }));
		for (let at = 0; at < 100; at++) {
			talk.say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: `${String(at).padStart(4, "0")} ${"x".repeat(995)}` });
			if (at % 5 === 4) await grow();
		}
		const text = feed.snapshot().rows[1]?.text;
		expect(text?.length).toBe(100_000);
		expect((text?.to ?? 0) - (text?.from ?? 0)).toBeLessThan(25_000);
		await feed.readOn(1, "earlier");
		await feed.readOn(1, "earlier");
		expect(wordsOf(feed, 1)?.slice(0, 8)).toBe("0000 xxx");
		expect(wordsOf(feed, 1)?.length).toBe(100_000);
		expect(talk.requests.filter(({ name }) => name === "conversation.text")).toHaveLength(2);
	});
});

describe("a long text in pieces", () => {
	it("never parts a pair of surrogates, and put together again is the text", () => {
		const words = "a\u{1f44d}".repeat(PIECE_UNITS);
		const text = withPiece(null, { from: 0, text: words, length: words.length });
		expect(text.pieces.length).toBeGreaterThan(1);
		for (const { text: piece } of text.pieces) expect(piece).not.toMatch(/[\ud800-\udbff]$|^[\udc00-\udfff]/);
		expect(text.pieces.map(({ text: piece }) => piece).join("")).toBe(words);
	});

	it("a full piece stays the same object while the last one grows", () => {
		const first = withPiece(null, { from: 0, text: "x".repeat(PIECE_UNITS + 10), length: PIECE_UNITS + 10 });
		const second = withPiece(first, { from: PIECE_UNITS + 10, text: "more", length: PIECE_UNITS + 14 });
		expect(second.pieces[0]).toBe(first.pieces[0]);
		expect(second.pieces[1]?.text).toBe(`${"x".repeat(10)}more`);
	});

	it("lets its beginning go only while its end is followed", () => {
		const long = { from: 0, text: "x".repeat(20_000), length: 20_000 };
		const next = { from: 20_000, text: "y".repeat(20_000), length: 40_000 };
		expect(withPiece(withPiece(null, long), next, true).from).toBeGreaterThan(0);
		expect(withPiece(withPiece(null, long), next, false).from).toBe(0);
		expect(HELD_UNITS).toBeGreaterThan(40_000);
		const opened = withEarlier(
			{ from: 10, pieces: [{ at: 10, text: "b" }], to: 11, length: 11, isOpened: false },
			{ from: 0, text: "0123456789", length: 11 },
		);
		expect(opened).toMatchObject({ from: 0, isOpened: true });
	});
});
