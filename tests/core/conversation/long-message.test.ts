import { describe, expect, test } from "vitest";
import { createExactJson } from "../../../main/core/conversation/exact-json.ts";
import { pieceFor, sliceText } from "../../../main/core/conversation/text-slice.ts";
import { appendText, createText, type TextBuffer, textOf } from "../../../main/core/protocols/ag-ui/text-buffer.ts";
import { createAgentCallReading } from "../../../main/core/protocols/agentcall/reading.ts";
import type { ConversationViews, Reading, StoredEntry } from "../../../main/core/reading/reading.ts";

const DELTAS = 100_000;
const DELTA = "twenty characters ok";
/** Deltas between two looks of the window. */
const PER_UPDATE = 100;
const BLOCK = 10_000;

/** Runs `act` and answers how many UTF-16 units were put together meanwhile: what copying a long text costs, whatever the machine does. */
function joinedUnits(act: () => void): number {
	const { join } = Array.prototype;
	let units = 0;
	// Counts what is joined while `act` runs, and is put back.
	Array.prototype.join = function (this: unknown[], separator?: string) {
		const text = join.call(this, separator);
		units += text.length;
		return text;
	};
	try {
		act();
	} finally {
		Array.prototype.join = join;
	}
	return units;
}

/** A buffer that counts how often one of its pieces is looked at. */
function watched(buffer: TextBuffer): { buffer: TextBuffer; looks(): number } {
	let count = 0;
	const watch = (pieces: string[]) =>
		new Proxy(pieces, {
			get(target, name, receiver) {
				if (typeof name === "string" && /^\d+$/.test(name)) count++;
				return Reflect.get(target, name, receiver);
			},
		});
	return { buffer: { ...buffer, blocks: watch(buffer.blocks), tail: watch(buffer.tail) }, looks: () => count };
}

function createSession(): { folded: Reading & ConversationViews; say(event: Record<string, unknown>): void } {
	const texts: string[] = [];
	const reading = createAgentCallReading({
		json: createExactJson("-exact-"),
		generation: 1,
		textOf: (ordinal) => texts[ordinal - 1] ?? null,
		deliveryOf: () => undefined,
	});
	let ordinal = 0;
	return {
		folded: { ...reading, ...(reading.conversation as ConversationViews) },
		say(event) {
			ordinal++;
			const type = String(event.type);
			const entry: StoredEntry = {
				ordinal,
				atMs: ordinal,
				dir: "in",
				kind: "frame",
				opcode: "text",
				type,
				text: JSON.stringify({ ...event, sequence: ordinal }),
				epoch: 1,
				sequence: ordinal,
			};
			reading.take(entry);
		},
	};
}

describe("one message of 2 MB in 100,000 deltas", () => {
	test("each update of the window costs the same at the end as at the start: rows, units sent, units copied", () => {
		const { folded, say } = createSession();
		say({ type: "RUN_STARTED", threadId: "t", runId: "r" });
		say({ type: "TEXT_MESSAGE_START", messageId: "m" });
		let revision = 0;
		let have = 0;
		/** One block of deltas, as the window sees it: what was sent and what was copied for it. */
		const block = () => {
			let sent = 0;
			let rows = 0;
			const joined = joinedUnits(() => {
				for (let at = 0; at < BLOCK; at++) {
					say({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: DELTA });
					if (at % PER_UPDATE !== PER_UPDATE - 1) continue;
					const page = folded.page({ from: null, count: 50, since: revision, texts: [{ index: 1, to: have }] });
					revision = page.revision;
					for (const row of page.rows) {
						rows++;
						if (row.kind !== "item" || !row.text) continue;
						sent += row.text.text.length;
						have = row.text.from + row.text.text.length;
					}
				}
			});
			return { sent, rows, joined };
		};
		const blocks = Array.from({ length: DELTAS / BLOCK }, block);
		const [first] = blocks;
		const last = blocks.at(-1);
		expect(have).toBe(DELTAS * DELTA.length);
		// The first block also tells of the run and of the message's beginning.
		expect(first?.sent).toBe(BLOCK * DELTA.length);
		for (const each of blocks.slice(1)) expect(each).toMatchObject({ sent: BLOCK * DELTA.length, rows: BLOCK / PER_UPDATE });
		// Each unit is copied once into a block and once for the window, with what a piece or two more come to.
		expect(last?.joined).toBeLessThan((first?.joined ?? 0) * 1.1);
		expect(last?.joined).toBeLessThan(3 * BLOCK * DELTA.length);
		expect(folded.page({ from: 0, count: 50, since: 0, texts: [] }).total).toBe(2);
		expect(folded.takeFindings(Number.POSITIVE_INFINITY)).toEqual([]);
	});

	test("the pieces it is kept in are few, however many deltas there were, and it is kept once", () => {
		const buffer = createText();
		for (let at = 0; at < DELTAS; at++) appendText(buffer, DELTA);
		expect(buffer.length).toBe(DELTAS * DELTA.length);
		expect(buffer.blocks.length + buffer.tail.length).toBeLessThan(1_000);
	});

	test("its last piece is found without looking at the pieces before it", () => {
		const looksAfter = (deltas: number): number => {
			const text = createText();
			for (let at = 0; at < deltas; at++) appendText(text, DELTA);
			const { buffer, looks } = watched(text);
			const piece = pieceFor(buffer, text.length - 100 * DELTA.length, true);
			expect(piece?.text).toBe(DELTA.repeat(100));
			return looks();
		};
		const few = looksAfter(10_000);
		expect(looksAfter(DELTAS)).toBeLessThanOrEqual(few + 2);
		expect(few).toBeLessThan(200);
	});

	test("any piece of a text is the same as cut from the whole", () => {
		const buffer = createText("begin ");
		for (let at = 0; at < 2_000; at++) appendText(buffer, `${at},`);
		const whole = buffer.blocks.join("") + buffer.tail.join("");
		for (let from = 0; from <= whole.length; from += 97)
			for (const count of [0, 1, 50, 5_000]) expect(sliceText(buffer, from, from + count)).toBe(whole.slice(from, from + count));
	});

	test("the counters see a reader that puts the whole text together each time", () => {
		const buffer = createText();
		const block = () =>
			joinedUnits(() => {
				for (let at = 0; at < 1_000; at++) {
					appendText(buffer, DELTA);
					if (at % 100 === 99) textOf(buffer);
				}
			});
		const first = block();
		for (let at = 0; at < 8; at++) block();
		expect(block()).toBeGreaterThan(first * 5);
		const { buffer: seen, looks } = watched({ blocks: ["a", "b"], tail: ["c"], length: 3 });
		sliceText(seen, 0, 3);
		expect(looks()).toBe(3);
	});
});
