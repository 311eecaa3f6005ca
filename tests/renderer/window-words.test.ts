import { describe, expect, it } from "vitest";
import { settleSum } from "../../renderer/state/delivery-sum.ts";
import { entryLife } from "../../renderer/state/entry-life.ts";
import { byteSize, duration, groupCount, shortAge } from "../../renderer/state/format.ts";
import { bytesOf, hexLine } from "../../renderer/state/hex-lines.ts";
import { chordOf, createKeyReader, isPlain } from "../../renderer/state/hotkeys.ts";
import { createRateMeter } from "../../renderer/state/rate-meter.ts";
import { incomingProof, isWireCut, rowWords } from "../../renderer/state/row-words.ts";
import { sessionWords, wordsWhileLost } from "../../renderer/state/session-words.ts";
import { visibleParts, visibleText } from "../../schemas/rules/visible-text.ts";
import { DELIVERIES, type EntryDetail, type LocalFacts, type TimelineRow } from "../../schemas/timeline.ts";
import { createDemoSessions } from "../fakes/demo-sessions.ts";

const NOW_MS = Date.UTC(2026, 10, 30, 14, 32);

const row = (more: Partial<TimelineRow> = {}): TimelineRow => ({
	ordinal: 1,
	position: 1,
	atMs: NOW_MS,
	monoMs: 0,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "T",
	summary: "",
	byteLength: 1,
	findings: 0,
	...more,
});

describe("text of the other side", () => {
	it("shows what would hide, turn or act, and loses nothing", () => {
		const text = "abc\u202egnp.exe\u0007\u200b\u2066x\u2069\u{e0041}\ud800 😀\r\n";
		const parts = visibleParts(text);
		expect(parts.map((part) => part.text).join("")).toBe(text);
		expect(parts.filter((part) => part.mark).map((part) => part.mark)).toEqual([
			"U+202E",
			"BEL",
			"U+200B",
			"U+2066",
			"U+2069",
			"U+E0041",
			"U+D800",
			"CR",
			"LF",
		]);
		expect(visibleText("a\u202eb")).toBe("a⟨U+202E⟩b");
	});

	it("lets lines and tabs be themselves where text is shown as it lies, but no carriage return", () => {
		expect(visibleParts("a\n\tb", { keepLines: true })).toEqual([{ text: "a\n\tb" }]);
		expect(visibleParts("a\rb", { keepLines: true })).toHaveLength(3);
	});
});

describe("numbers for people", () => {
	it("writes the three digits that matter", () => {
		expect([5, 999.4, 1000, 12_345, 125_000, 11_520_000, 187_200_000].map(duration)).toEqual([
			"5 ms",
			"999 ms",
			"1.00 s",
			"12.3 s",
			"2 min 5 s",
			"3 h 12 min",
			"2 d 4 h",
		]);
		expect(duration(-2100)).toBe("−2.10 s");
		expect([200, 1200, 50_000].map((days) => duration(days * 86_400_000))).toEqual(["200 d", "3 y 105 d", "over 100 years"]);
		expect(duration(9e15)).toBe("over 100 years");
		expect(shortAge(9e15)).toBe("100+ y");
		expect([400, 12_000, 180_000].map(shortAge)).toEqual(["0.4 s", "12 s", "3 min"]);
		expect([0, 999, 1000, 4600, 61_000, 1_200_000].map(byteSize)).toEqual(["0 B", "999 B", "1.0 KB", "4.6 KB", "61 KB", "1.2 MB"]);
		expect(groupCount(1_234_567)).toBe("1\u202f234\u202f567");
	});

	it("measures frames per second from a counter looked at now and then", () => {
		const meter = createRateMeter();
		for (const [received, atMs] of [
			[100, 0],
			[150, 100],
			[300, 1000],
			[300, 2000],
		] as const)
			meter.sample(received, atMs);
		expect(meter.values()).toEqual([200, 0]);
	});
});

describe("received = stored = shown", () => {
	const ledger = { received: 10, stored: 10, entries: 12 };
	it("keeps the last equal counts while work is in progress", () => {
		const equal = settleSum(null, ledger, 12, 0);
		const behind = settleSum(equal, { received: 15, stored: 12, entries: 17 }, 14, 100);
		expect(behind).toMatchObject({ bad: false, sum: { received: 10 } });
		expect(settleSum(behind, { received: 15, stored: 15, entries: 17 }, 17, 200)).toMatchObject({
			bad: false,
			sinceMs: null,
			sum: { received: 15 },
		});
	});

	it("tells the difference once it has lasted a second", () => {
		let settled = settleSum(null, ledger, 12, 0);
		for (const atMs of [100, 600, 1100]) settled = settleSum(settled, { received: 15, stored: 12, entries: 17 }, 17, atMs);
		expect(settled).toEqual({ bad: true, sinceMs: 100, sum: { received: 15, stored: 12, shown: 12 } });
	});

	it("counts entries the list lacks as not shown", () => {
		expect(settleSum(null, ledger, 9, 0).sum.shown).toBe(7);
	});
});

describe("one row of the list", () => {
	it("has words for every delivery", () => {
		for (const delivery of DELIVERIES) expect(rowWords(row({ dir: "out", delivery }), null).type).toBe("T");
		expect(rowWords(row({ dir: "out", delivery: "unknown" }), null)).toMatchObject({
			tone: expect.stringContaining("row--doubt"),
			delivery: { word: "unknown" },
		});
	});

	it("claims an acknowledgement only for numbers of this epoch that the ack has passed", () => {
		const ledger = { acks: true, epoch: 2, acked: 50 };
		expect(incomingProof(row({ epoch: 2, sequence: 50 }), ledger)).toBe("acked");
		expect(incomingProof(row({ epoch: 2, sequence: 51 }), ledger)).toBe("stored");
		expect(incomingProof(row({ epoch: 1, sequence: 3 }), ledger)).toBeNull();
		expect(incomingProof(row({}), ledger)).toBeNull();
		expect(incomingProof(row({ epoch: 2, sequence: 50 }), { ...ledger, acks: false })).toBeNull();
	});

	it("draws the wire cut between the end of a link and the next", () => {
		const list = [
			row(),
			row({ kind: "link", dir: "local", type: "link.closed" }),
			row({ kind: "link", dir: "local", type: "link.retry" }),
			row({ kind: "frame", dir: "out", delivery: "queued" }),
			row({ kind: "link", dir: "local", type: "link.open" }),
			row({ kind: "operator", dir: "local", type: "operator.end" }),
			row(),
		];
		expect(list.map((_, index) => isWireCut((at) => list[at], index))).toEqual([false, false, true, true, true, false, false]);
	});

	it("calls the end of a link an alarm only when nobody wished for it, with its code and who ended it", () => {
		const closed = (facts?: LocalFacts) => rowWords(row({ kind: "link", dir: "local", type: "link.closed", facts }), null);
		const lost: LocalFacts = { code: 1006, by: "network", isOver: false };
		expect(closed(lost)).toMatchObject({
			type: "Link closed 1006",
			meaning: "alarm",
			delivery: { word: "by network", meaning: "alarm" },
		});
		expect(closed({ ...lost, code: 1000, by: "console" }).meaning).toBe("local");
		expect(closed({ code: 4410, by: "agent", isOver: true }).meaning).toBe("local");
		expect(closed({ code: 1009, by: "console", errorCode: "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" }).meaning).toBe("alarm");
		expect(closed()).toMatchObject({ meaning: "local", type: "Link closed", delivery: null });
		expect(closed({ httpStatus: 503, errorCode: "X" }).type).toBe("Link closed HTTP 503");
	});

	it("names first and last number of a gap", () => {
		const gap = (facts?: LocalFacts) => rowWords(row({ kind: "gap", dir: "local", type: "sequence.gap", sequence: 611, facts }), null);
		expect(gap({ range: { from: 611, to: 613 } }).sequence).toBe("611-613");
		expect(gap({ range: { from: 611, to: 611 } }).sequence).toBe("611");
		expect(gap().sequence).toBe("611");
	});

	it("says how many a fold holds, its first and last number, and counts many deltas", () => {
		const fold = {
			family: "TEXT_MESSAGE_*",
			count: 1195,
			deltas: 193,
			totalBytes: 31_000,
			lastOrdinal: 9,
			lastAtMs: 0,
			lastSequence: 1242,
		};
		const folded = row({ type: "TEXT_MESSAGE_START", epoch: 1, sequence: 1048, fold });
		expect(rowWords(folded, null)).toMatchObject({
			type: "TEXT_MESSAGE_* ×1\u202f195",
			sequence: "1048-1242",
			lead: "193 deltas",
			glyph: "in-many",
			lane: "in, 1\u202f195 entries in one row",
		});
		expect(rowWords({ ...folded, fold: { ...fold, deltas: 3 } }, null).lead).toBe("");
		expect(rowWords({ ...folded, fold: { ...fold, family: "STATE_DELTA" } }, null).lead).toBe("");
		const ledger = { acks: true, epoch: 1, acked: 1241 };
		expect(incomingProof(folded, ledger)).toBe("stored");
		expect(incomingProof(folded, { ...ledger, acked: 1242 })).toBe("acked");
	});

	it("tells the life of a frame without a claim nobody can prove", () => {
		const entry = {
			...row({ dir: "out", delivery: "unknown" }),
			sessionId: "s",
			findings: [],
			sha256: "",
			hash: "",
			previousHash: "",
		} as EntryDetail;
		const life = entryLife(entry, null, null);
		expect(life.map((step) => step.name)).toEqual(["Queued", "Stored", "Sent", "Unknown"]);
		// A killed program may have got that far, or not.
		expect(life[2]).toMatchObject({ state: "lost", when: "not known" });
		expect(life[3]).toMatchObject({ state: "lost", about: expect.stringContaining("may have arrived") });
		const incoming = entryLife({ ...entry, dir: "in", delivery: undefined, storedAtMs: NOW_MS + 2 }, "stored", NOW_MS + 14);
		expect(incoming.map((step) => [step.name, step.when, step.state])).toEqual([
			["Received", "00.000", "done"],
			["Stored", "+2 ms", "done"],
			["Shown", "+14 ms", "done"],
			["Acked", "not yet", "todo"],
		]);
	});

	it("calls a frame that repeats a number with other content a conflict, never a duplicate", () => {
		const finding = { code: "sequence.conflict", severity: "error" as const, path: "/sequence", message: "" };
		const entry = { ...row({ delivery: "dropped" }), sessionId: "s", sha256: "", hash: "", previousHash: "" };
		const dropped = (findings: EntryDetail["findings"]) =>
			entryLife({ ...entry, findings } as EntryDetail, null, null).find(({ name }) => name === "Dropped");
		expect(dropped([])).toMatchObject({ when: "duplicate", about: expect.stringContaining("The same frame"), state: "done" });
		expect(dropped([finding])).toMatchObject({ when: "conflict", about: expect.stringContaining("other content"), state: "bad" });
	});
});

describe("a session in the list", () => {
	it("says reconnecting, unknown delivery and ended apart from live", () => {
		const words = createDemoSessions(NOW_MS).map(({ summary }) => [
			summary.name,
			sessionWords(summary, NOW_MS).state,
			sessionWords(summary, NOW_MS).meaning,
		]);
		expect(words.slice(0, 5)).toEqual([
			["Gate 3 check-in", "Live", "plain"],
			["Depot 7 returns", "Reconnecting in 3 s", "alarm"],
			["Ward B intake", "Delivery unknown", "unknown"],
			["Practice: slow reader", "Ended 4410", "plain"],
			["One row", "Dialling", "plain"],
		]);
	});

	it("claims nothing of a session while the program cannot be asked, and says what was known last", () => {
		const at = new Date(NOW_MS).setHours(14, 3);
		const words = createDemoSessions(NOW_MS).map(({ summary }) => wordsWhileLost(sessionWords(summary, NOW_MS), at));
		expect(words.slice(0, 4).map(({ state, detail, meaning }) => [state, detail, meaning])).toEqual([
			["Not known", "Live at 14:03", "unknown"],
			["Not known", "Reconnecting in 3 s at 14:03", "unknown"],
			["Not known", "Delivery unknown at 14:03", "unknown"],
			["Ended 4410", "", "plain"],
		]);
		expect(words[0]?.link).toBe("not known");
	});
});

describe("keys", () => {
	const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
	it("names chords, and reads two letters in a row", () => {
		expect(chordOf(press("F", { ctrlKey: true }))).toBe("ctrl+f");
		expect(chordOf(press("F6", { shiftKey: true }))).toBe("shift+f6");
		expect(chordOf(press("?", { shiftKey: true }))).toBe("?");
		const bound = new Set(["g s", "s", "j"]);
		const reader = createKeyReader();
		expect(reader.read(press("g"), 0, bound)).toBeNull();
		expect(reader.read(press("s"), 300, bound)).toBe("g s");
		expect(reader.read(press("g"), 1000, bound)).toBeNull();
		expect(reader.read(press("s"), 5000, bound)).toBe("s");
		expect(reader.read(press("g"), 6000, bound)).toBeNull();
		expect(reader.read(press("j"), 6100, bound)).toBe("j");
	});

	it("keeps plain keys out of text fields", () => {
		expect(["j", "end", "/", "ctrl+f", "f6", "shift+f6"].map(isPlain)).toEqual([true, true, true, false, false, false]);
	});
});

describe("bytes", () => {
	it("shows offset, hexadecimal and ASCII, the last line padded", () => {
		const bytes = bytesOf({ base64: btoa("\u0000\u00ffABCDEFG\u007f") });
		expect(hexLine(bytes, 0, 8)).toEqual({ offset: "0000", hex: "00 ff 41 42 43 44 45 46", ascii: "··ABCDEF" });
		expect(hexLine(bytes, 1, 8)).toEqual({ offset: "0008", hex: "47 7f                  ", ascii: "G·" });
		expect([...bytesOf({ text: "é" })]).toEqual([0xc3, 0xa9]);
	});
});
