import { expect, it } from "vitest";
import { createReaderHistory } from "../../../main/core/nfc/reader-history.ts";

const HOUR_MS = 60 * 60 * 1000;
const READY = { kind: "ready", reader: "Reader 00 00", cause: "It waits.", wayOn: "Tap." } as const;

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
