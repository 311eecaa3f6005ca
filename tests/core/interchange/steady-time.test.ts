import { describe, expect, it } from "vitest";
import { createHarWriter } from "../../../main/core/interchange/har-write.ts";
import { isoTime } from "../../../main/core/interchange/iso-time.ts";
import { createReport } from "../../../main/core/interchange/markdown.ts";
import type { ExportEntry } from "../../../main/core/timeline/export-lines.ts";
import type { SessionSummary } from "../../../schemas/session.ts";

const AT_MS = 1_790_000_000_000;

const session = (more: Partial<SessionSummary> = {}): SessionSummary =>
	({
		sessionId: "s",
		name: "n",
		protocol: "agentcall",
		profile: "standin-0.1",
		endpoint: "wss://agent.example/",
		lastOutcome: null,
		ledger: { received: 0, stored: 0, sent: 0, cursor: 0, acked: 0, duplicates: 0, conflicts: 0, gaps: [] },
		...more,
	}) as unknown as SessionSummary;

let ordinal = 0;
const entry = (atMs: number, monoMs: number, more: Partial<ExportEntry> = {}): ExportEntry => ({
	ordinal: ++ordinal,
	atMs,
	monoMs,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "CUSTOM",
	text: "{}",
	byteLength: 2,
	sha256: "a".repeat(64),
	findings: [],
	hash: "b".repeat(64),
	...more,
});
const local = (atMs: number, monoMs: number, type: string, body: object = {}) =>
	entry(atMs, monoMs, { dir: "local", kind: "link", type, text: JSON.stringify(body), opcode: undefined as never });

/** A clock set back by an hour while the link is open. */
const STEPPED = [
	local(AT_MS, 1_000, "link.dialling"),
	local(AT_MS + 100, 1_100, "link.open"),
	entry(AT_MS + 500, 1_500),
	entry(AT_MS - 3_599_000, 2_000),
	local(AT_MS - 3_598_000, 3_000, "link.closed", { outcome: { code: 1000, reason: "", by: "agent" } }),
];

interface Har {
	log: { entries: { startedDateTime: string; time: number; timings: Record<string, number>; _webSocketMessages: { time: number }[] }[] };
}

function harOf(entries: ExportEntry[], more: Partial<SessionSummary> = {}): Har {
	const writer = createHarWriter(session(more), { name: "x", version: "1" }, (text) => btoa(text));
	return JSON.parse(writer.begin() + entries.map((each) => writer.entry(each)).join("") + writer.end([], "h")) as Har;
}

function reportOf(entries: ExportEntry[], more: Partial<SessionSummary> = {}): string {
	const report = createReport(session(more), undefined);
	for (const each of entries) report.entry(each);
	return report.end({ head: "h", exportedAtMs: AT_MS, masked: null });
}

describe("a clock that was set back", () => {
	it("makes no time of a HAR negative, nor an order other than that of the entries", () => {
		for (const more of [{}, { importedFrom: "a.har" }]) {
			const [link] = harOf(STEPPED, more).log.entries;
			const times = link?._webSocketMessages.map(({ time }) => time) ?? [];
			expect([...times].sort((a, b) => a - b)).toEqual(times);
			expect(times[0]).toBeGreaterThanOrEqual(Date.parse(link?.startedDateTime ?? "") / 1000);
			expect(link?.time).toBeGreaterThan(0);
			for (const name of ["wait", "receive", "send"]) expect(link?.timings[name]).toBeGreaterThanOrEqual(0);
		}
		// By the monotonic clock the second message came half a second after the first, and the link lasted two.
		const [link] = harOf(STEPPED).log.entries;
		expect(link?._webSocketMessages.map(({ time }) => time)).toEqual([(AT_MS + 500) / 1000, (AT_MS + 1_000) / 1000]);
		expect(link?.time).toBe(2_000);
	});

	it("leaves the length of a report true, and is said", () => {
		const text = reportOf(STEPPED);
		expect(text).toContain("(2 s; the clock went back by 1 h 0 min");
		expect(text).not.toMatch(/-\d+ (?:ms|s|min|h)/);
		expect(reportOf(STEPPED, { importedFrom: "a.har" })).not.toMatch(/\(-/);
	});

	it("set forward counts no hour that did not pass", () => {
		expect(reportOf([entry(AT_MS, 10), entry(AT_MS + 3_600_000, 1_010)])).toContain("(1 s)");
	});

	it("over runs of the program: the time between them is not counted, and that is said", () => {
		const runs = [
			entry(AT_MS, 50_000),
			entry(AT_MS + 2_000, 52_000),
			local(AT_MS + 90_000, 5, "session.resumed"),
			entry(AT_MS + 91_000, 1_005),
		];
		expect(reportOf(runs)).toContain("(3 s; in 2 runs of the program, the time between them not counted)");
	});
});

it("a time no calendar of four digits has is the nearest one", () => {
	expect(isoTime(Number.NaN)).toBe("1970-01-01T00:00:00.000Z");
	expect(isoTime(-0)).toBe("1970-01-01T00:00:00.000Z");
	expect(isoTime(-1)).toBe("1969-12-31T23:59:59.999Z");
	expect(isoTime(8.64e15)).toBe("9999-12-31T23:59:59.999Z");
	expect(isoTime(-8.64e15)).toBe("0000-01-01T00:00:00.000Z");
	expect(isoTime(Number.POSITIVE_INFINITY)).toBe("1970-01-01T00:00:00.000Z");
});
