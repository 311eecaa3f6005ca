import { describe, expect, it, test } from "vitest";
import { LOG_WARN_BYTES } from "../../../main/adapters/sqlite-transcripts/log-size.ts";
import { afterExit, damageSentence, isOurs, logSentence, retryPauseMs } from "../../../main/adapters/sqlite-transcripts/writer-rules.ts";

const exit = { isRescued: false, isClosing: false, isRefused: false, pendingEntries: 0 };

describe("after the writer's thread ended", () => {
	test.each([
		["by itself, it is tried again", {}, "failing"],
		["because it refused the database, that was said already", { isRefused: true }, "rest"],
		["after a rescue, recording goes on in the new database", { isRescued: true }, "startAgain"],
		["after a rescue at the end, what is pending is still written", { isRescued: true, isClosing: true, pendingEntries: 1 }, "startAgain"],
		["after a rescue at the end, nothing is left to do", { isRescued: true, isClosing: true }, "closed"],
		["because the store is closed, who waits is told", { isClosing: true, pendingEntries: 3 }, "closed"],
		["refused while the store is closed, who waits is told", { isClosing: true, isRefused: true }, "closed"],
	] as const)("%s", (_name, more, next) => {
		expect(afterExit({ ...exit, ...more })).toBe(next);
	});

	it("tries pause twice as long each time, five seconds at most", () => {
		expect([0, 1, 2, 5, 6, 60].map(retryPauseMs)).toEqual([100, 200, 400, 3200, 5000, 5000]);
	});

	it("goes on only in a database that nobody else has recorded into", () => {
		expect(isOurs(7, 7, 8)).toBe(true);
		// The transaction under way was committed, and the answer was lost.
		expect(isOurs(8, 7, 8)).toBe(true);
		expect(isOurs(9, 7, 8)).toBe(false);
	});
});

describe("what people are told", () => {
	it("of the log is nothing while it is small", () => {
		expect(logSentence(LOG_WARN_BYTES - 1)).toBe("");
		expect(logSentence(LOG_WARN_BYTES)).toMatch(/has grown to \d+ MiB/);
	});

	it("of damage is SQLite's first words and the way on", () => {
		expect(damageSentence(null)).toBe("");
		expect(damageSentence({ problem: null, isWhole: true, ofBytes: 1 })).toBe("");
		expect(damageSentence({ problem: "*** in database main ***\nTree 5 page 7; more", isWhole: true, ofBytes: 1 })).toMatch(
			/^The database is damaged \(Tree 5 page 7\): .*“repair”/,
		);
	});
});
