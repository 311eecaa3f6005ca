import { describe, expect, test } from "vitest";
import { createCompareFeed } from "../../renderer/state/compare-feed.ts";
import { createHandoverStore } from "../../renderer/state/handover-store.ts";
import { compareWords, headIn, replayWords, slowerWords } from "../../renderer/state/interchange-words.ts";
import { sendFile } from "../../renderer/state/send-file.ts";
import type { CompareRow, CompareSummary } from "../../schemas/interchange.ts";
import { UPLOAD_PIECE_BYTES } from "../../schemas/interchange.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";

const side = (sessionId: string) => ({ sessionId, name: sessionId, protocol: "agentcall" as const, frames: 500, lengthMs: 1000 });
const summary: CompareSummary = {
	left: side("a"),
	right: side("b"),
	same: 490,
	different: 10,
	onlyLeft: 0,
	onlyRight: 0,
	firstDifference: 7,
	coarse: false,
};
const row = (index: number): CompareRow => ({
	index,
	as: "same",
	left: null,
	right: null,
	differences: [],
	differenceCount: 0,
	slowerMs: null,
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a comparison in the window", () => {
	function feed() {
		const api = createFakeOperatorApi({ nowMs: 0, sessions: [] });
		const asked: { from: number; onlyDifferences: boolean }[] = [];
		api.answer("compare.run", ({ from, count, onlyDifferences }) => {
			asked.push({ from, onlyDifferences });
			const total = onlyDifferences ? 10 : 500;
			return { summary, total, rows: Array.from({ length: Math.min(count, total - from) }, (_, at) => row(from + at)) };
		});
		return { made: createCompareFeed(api, "a", "b"), asked, api };
	}

	test("is read page by page as it comes into view, no page twice", async () => {
		const { made, asked } = feed();
		await settled();
		expect(made.state.getState()).toMatchObject({ kind: "ready", total: 500 });
		made.want(0, 40);
		made.want(310, 350);
		await settled();
		expect(asked.map(({ from }) => from)).toEqual([0, 300]);
		expect(made.state.getState().rows.get(333)?.index).toBe(333);
		made.want(10, 20);
		await settled();
		expect(asked).toHaveLength(2);
	});

	test("shows differences only on demand, and chooses a row within its list", async () => {
		const { made, asked } = feed();
		await settled();
		made.setOnlyDifferences(true);
		await settled();
		expect(asked.at(-1)).toEqual({ from: 0, onlyDifferences: true });
		expect(made.state.getState().total).toBe(10);
		made.select(99);
		expect(made.state.getState().selected).toBe(9);
		made.select(-3);
		expect(made.state.getState().selected).toBe(0);
	});

	test("says why it failed, and reads again", async () => {
		const { made, api } = feed();
		await settled();
		api.answer("compare.run", () => {
			throw new Error("gone");
		});
		made.reload();
		await settled();
		expect(made.state.getState()).toMatchObject({ kind: "failed", error: { code: "SESSION_NOT_FOUND" } });
		made.dispose();
	});
});

describe("a file on its way", () => {
	const file = (bytes: Uint8Array<ArrayBuffer>, name = "x.jsonl") => ({
		name,
		size: bytes.length,
		slice: (from: number, to: number) => new Blob([bytes.subarray(from, to)]),
	});
	function receiver() {
		const api = createFakeOperatorApi({ nowMs: 0, sessions: [] });
		const pieces: string[] = [];
		const cancelled: string[] = [];
		api.answer("upload.begin", () => ({ uploadId: "u1" }));
		api.answer("upload.piece", ({ base64 }) => {
			pieces.push(base64);
			return null;
		});
		api.answer("upload.cancel", ({ uploadId }) => {
			cancelled.push(uploadId);
			return null;
		});
		return { api, pieces, cancelled };
	}

	test("goes over in pieces that make the same bytes", async () => {
		const { api, pieces } = receiver();
		const bytes = Uint8Array.from({ length: UPLOAD_PIECE_BYTES * 2 + 5 }, (_, index) => (index * 31) % 256);
		const sent: number[] = [];
		expect(await sendFile(api, file(bytes), { onSent: (count) => sent.push(count), isStopped: () => false })).toEqual({
			ok: true,
			uploadId: "u1",
		});
		expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64"))).equals(Buffer.from(bytes))).toBe(true);
		expect(sent).toEqual([UPLOAD_PIECE_BYTES, 2 * UPLOAD_PIECE_BYTES, bytes.length]);
	});

	test("stops between two pieces and lets go what was sent", async () => {
		const { api, pieces, cancelled } = receiver();
		const bytes = new Uint8Array(UPLOAD_PIECE_BYTES * 3);
		const answer = await sendFile(api, file(bytes), { onSent: () => {}, isStopped: () => pieces.length === 1 });
		expect(answer).toMatchObject({ ok: false, error: { code: "IMPORT_CANCELLED" } });
		expect([pieces.length, cancelled]).toEqual([1, ["u1"]]);
	});

	test("that cannot be read any more is named", async () => {
		const { api, cancelled } = receiver();
		const gone = { name: "gone.har", size: 5, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("no such file")) }) };
		expect(await sendFile(api, gone, { onSent: () => {}, isStopped: () => false })).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining("gone.har") },
		});
		expect(cancelled).toEqual(["u1"]);
	});
});

test("one dialog stands at a time, and a comparison closes it", () => {
	const shown: string[] = [];
	const store = createHandoverStore({ enter: () => shown.push("compare"), leave: () => shown.push("back") });
	store.open({ kind: "import" });
	store.open({ kind: "export", sessionId: "a" });
	expect(store.state.getState().dialog).toEqual({ kind: "export", sessionId: "a" });
	store.compare("a", "b");
	expect(store.state.getState()).toEqual({ dialog: null, compared: { left: "a", right: "b" } });
	store.leaveCompare();
	expect(shown).toEqual(["compare", "back"]);
});

test("words", () => {
	expect(compareWords(summary)).toBe("490 alike, 10 with another payload.");
	expect(compareWords({ ...summary, different: 0 })).toBe("All 490 messages are alike.");
	expect(compareWords({ ...summary, same: 0, different: 0 })).toBe("Neither side has a message.");
	expect([slowerWords(null), slowerWords(3), slowerWords(1500), slowerWords(-40)]).toEqual(["", "", "+1.50 s", "\u221240 ms"]);
	expect(headIn(` Head: ${"AB".repeat(32)}.`)).toBe("ab".repeat(32));
	expect(headIn("12")).toBeNull();
	expect(
		replayWords({
			sessionId: "b",
			of: "a",
			state: "over",
			sent: 2,
			total: 3,
			skipped: [{ ordinal: 1, type: "x", why: "" }],
			problem: null,
		}),
	).toBe("Over: 2 of 3 messages said, 1 left out.");
});
