import { describe, expect, it } from "vitest";
import { barsPath, gridTimes, gridWords, peakPerSecond, spanWords } from "../../renderer/state/overview-shape.ts";

describe("the overview", () => {
	it("calls nothing a rate that did not last a second", () => {
		expect(peakPerSecond([0, 3, 0, 1, 0], 8)).toBe(4);
		expect(peakPerSecond([100, 100, 100], 500)).toBe(200);
		expect(peakPerSecond([600, 0], 2000)).toBe(300);
		expect(peakPerSecond([], 10)).toBe(0);
	});

	it("draws a single frame among thousands, and nothing where nothing was", () => {
		expect(barsPath([0, 1, 5000], 5000)).toBe("M4 25h3v-1.0h-3zM8 25h3v-20.0h-3z");
	});

	it("puts its grid on round local times that have room for their words", () => {
		const fromMs = Date.UTC(2026, 10, 30, 14, 24, 13);
		const { stepMs, times } = gridTimes({ fromMs, toMs: fromMs + 8 * 60_000 }, 960, 88, 0);
		expect(stepMs).toBe(60_000);
		expect(times[0]).toBe(Date.UTC(2026, 10, 30, 14, 25));
		expect(times).toHaveLength(8);
		const shifted = gridTimes({ fromMs, toMs: fromMs + 10 * 3_600_000 }, 300, 88, 30 * 60_000);
		expect(((shifted.times[0] ?? 0) - 30 * 60_000) % shifted.stepMs).toBe(0);
	});

	it("says the date where a day begins, and dates of a span only where there is more than one day", () => {
		const noon = new Date(2026, 10, 30, 12, 0, 5).getTime();
		const midnight = new Date(2026, 11, 1).getTime();
		expect(gridWords(noon, 60_000)).toBe("12:00");
		expect(gridWords(midnight, 60_000)).toBe("1 Dec");
		expect(gridWords(noon, 86_400_000)).toBe("30 Nov");
		expect(spanWords({ fromMs: noon, toMs: noon + 1 }, noon, null)).toBe("12:00:05 to now");
		expect(spanWords({ fromMs: noon, toMs: midnight }, noon, midnight)).toBe("30 Nov 12:00:05 to 1 Dec 00:00:00");
	});
});
