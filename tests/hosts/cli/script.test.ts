import { describe, expect, it } from "vitest";
import { UsageError } from "../../../main/hosts/cli/command.ts";
import { frameMatches, matchesPartly, readScript } from "../../../main/hosts/cli/script.ts";
import { isReached, readUntil } from "../../../main/hosts/cli/until.ts";
import type { LinkOutcome, SessionSummary } from "../../../schemas/session.ts";

describe("a script", () => {
	it("is read line by line, empty lines allowed, with the number of each line", () => {
		const text = [
			'{"send":{"type":"user.turn","turn":1}}',
			"",
			'{"sendRaw":"{not json"}',
			'{"waitFor":{"type":"RUN_FINISHED"}}',
			'{"waitMs":5}',
			'{"close":[1000,"bye"]}',
			'{"close":[4000]}',
		].join("\r\n");
		expect(readScript(text)).toEqual([
			{ line: 1, kind: "send", text: '{"type":"user.turn","turn":1}' },
			{ line: 3, kind: "sendRaw", text: "{not json" },
			{ line: 4, kind: "waitFor", pattern: { type: "RUN_FINISHED" }, text: '{"type":"RUN_FINISHED"}' },
			{ line: 5, kind: "waitMs", ms: 5 },
			{ line: 6, kind: "close", code: 1000, reason: "bye" },
			{ line: 7, kind: "close", code: 4000, reason: "" },
		]);
	});

	it("sends a value exactly as it is written, and takes a byte order mark", () => {
		const written = '{ "b":1.50,  "n":9007199254740993, "a":"\\u00e9", "b":"}" }';
		expect(readScript(`\ufeff { "send" : ${written} } `)).toEqual([{ line: 1, kind: "send", text: written }]);
	});

	it.each([
		"{",
		'{"send":{},"send":{}}',
		'{"waitMs":90071992547409930}',
		"[]",
		"{}",
		'{"send":{},"waitMs":1}',
		'{"sent":{}}',
		'{"waitMs":-1}',
		'{"waitMs":"5"}',
		'{"close":["1000"]}',
		'{"send":"x"}',
	])("with the line %s is refused, and the line named", (line) => {
		expect(() => readScript(`{"waitMs":0}\n${line}`)).toThrow(UsageError);
		expect(() => readScript(`{"waitMs":0}\n${line}`)).toThrow(/^Line 2 /);
	});
});

describe("waitFor", () => {
	it("compares the members it names and no others", () => {
		const frame = { type: "STATE", value: { a: 1, b: [1, 2] }, extra: null };
		expect(matchesPartly({}, frame)).toBe(true);
		expect(matchesPartly({ type: "STATE", value: { a: 1 } }, frame)).toBe(true);
		expect(matchesPartly({ value: { b: [1, 2] } }, frame)).toBe(true);
		expect(matchesPartly({ value: { b: [1] } }, frame)).toBe(false);
		expect(matchesPartly({ extra: null }, frame)).toBe(true);
		expect(matchesPartly({ missing: undefined }, frame)).toBe(false);
		expect(matchesPartly({ toString: {} }, frame)).toBe(false);
	});

	it("looks at a frame as it stands and into an envelope", () => {
		const enveloped = '{"type":"agui.event","sequence":2,"event":{"type":"RUN_STARTED","runId":"r"}}';
		expect(frameMatches({ type: "RUN_STARTED" }, enveloped)).toBe(true);
		expect(frameMatches({ sequence: 2 }, enveloped)).toBe(true);
		expect(frameMatches({ type: "RUN_STARTED" }, '{"type":"other","event":{"type":"RUN_STARTED"}}')).toBe(false);
		expect(frameMatches({}, "{broken")).toBe(false);
	});

	it("compares integers digit by digit", () => {
		const [step] = readScript('{"waitFor":{"n":9007199254740993}}');
		const pattern = step?.kind === "waitFor" ? step.pattern : null;
		expect(["9007199254740992", "9007199254740993"].map((n) => frameMatches(pattern, `{"n":${n}}`))).toEqual([false, true]);
	});
});

describe("--until", () => {
	it("reads its four forms and refuses others", () => {
		expect(["ended", "closed", "idle:300", "count:7"].map(readUntil)).toEqual([
			{ kind: "ended" },
			{ kind: "closed" },
			{ kind: "idle", ms: 300 },
			{ kind: "count", frames: 7 },
		]);
		for (const text of ["", "idle", "idle:", "count:-1", "count:1.5", "forever"]) expect(() => readUntil(text)).toThrow(UsageError);
	});

	it("counts only what is stored, and takes an end for an end only when it is one", () => {
		const session = (status: object, stored = 9) => ({ status, ledger: { received: 9, stored } }) as unknown as SessionSummary;
		const quiet = (quietMs = 0, firstLoss: LinkOutcome | null = null) => ({ quietMs, firstLoss });
		expect(isReached({ kind: "count", frames: 7 }, session({ kind: "open" }, 6), quiet())).toBe(false);
		expect(isReached({ kind: "count", frames: 7 }, session({ kind: "open" }, 7), quiet())).toBe(true);
		const stopped = session({ kind: "closed", outcome: { next: "stop" } });
		const ended = session({ kind: "closed", outcome: { next: "ended" } });
		expect([stopped, ended].map((one) => isReached({ kind: "ended" }, one, quiet()))).toEqual([false, true]);
		expect([299, 300].map((ms) => isReached({ kind: "idle", ms: 300 }, session({ kind: "open" }), quiet(ms)))).toEqual([false, true]);
		// A frame that is still being read is something that came.
		expect(isReached({ kind: "idle", ms: 300 }, session({ kind: "open" }, 8), quiet(300))).toBe(false);
		const waiting = session({ kind: "waiting" });
		const lost = quiet(0, { code: 1011 } as LinkOutcome);
		expect([stopped, waiting].map((one) => isReached({ kind: "closed" }, one, quiet()))).toEqual([true, false]);
		expect(isReached({ kind: "closed" }, session({ kind: "open" }), lost)).toBe(true);
		expect([stopped, waiting].map((one) => isReached({ kind: "over" }, one, lost))).toEqual([true, false]);
	});
});
