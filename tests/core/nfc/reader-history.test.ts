import { expect, it } from "vitest";
import { createReaderHistory } from "../../../main/core/nfc/reader-history.ts";

const HOUR_MS = 60 * 60 * 1000;
const READY = { kind: "ready", reader: "Reader 00 00", cause: "It waits.", wayOn: "Tap." } as const;

it("knows nothing of the time of a program that never starts its reader", () => {
	const off = { kind: "starting", cause: "It has not been started.", wayOn: "Start it." } as const;
	const earlier = { spans: [{ fromMs: HOUR_MS, toMs: 2 * HOUR_MS, kind: "ready" as const, cause: "It waits." }], taps: [] };
	const keeper = createReaderHistory(off, 3 * HOUR_MS, earlier);
	expect(keeper.history(4 * HOUR_MS)).toEqual(earlier);
	keeper.became(off, 4 * HOUR_MS);
	expect(keeper.history(5 * HOUR_MS).spans.map(({ kind, fromMs }) => [kind, fromMs])).toEqual([
		["ready", HOUR_MS],
		["starting", 4 * HOUR_MS],
	]);
});

it("keeps a long stretch of an earlier run up to now when the clock was set back a little meanwhile, and nothing of the future", () => {
	const endedMs = 100 * HOUR_MS;
	const startedMs = endedMs - 2_000;
	const earlier = {
		spans: [
			{ fromMs: endedMs - 20 * HOUR_MS, toMs: endedMs, kind: "ready" as const, cause: "It waits." },
			{ fromMs: endedMs - 1_000, toMs: endedMs, kind: "fault" as const, cause: "It broke." },
		],
		taps: [
			{ atMs: endedMs - HOUR_MS, ok: true },
			{ atMs: endedMs, ok: true },
		],
	};
	const history = createReaderHistory(READY, startedMs, earlier).history(startedMs + 5_000);
	expect(history.spans.map(({ kind, fromMs, toMs }) => [kind, fromMs, toMs])).toEqual([
		["ready", endedMs - 20 * HOUR_MS, startedMs],
		["ready", startedMs, startedMs + 5_000],
	]);
	expect(history.taps).toEqual([{ atMs: endedMs - HOUR_MS, ok: true }]);
});
