import { describe, expect, it } from "vitest";
import { createTapGate, REPEAT_WINDOW_MS } from "../../../main/core/nfc/tap-gate.ts";
import type { Tap, TapFailed } from "../../../schemas/reader.ts";

const A = "Reader 00 00";
const B = "Reader 01 00";
const tap = (uid: string, reader = A): Tap => ({
	reader,
	uid,
	atMs: 0,
	readMs: 1,
	isRandomUid: uid.startsWith("08") && uid.length === 8,
	atr: "3b",
	technologies: [],
	tagType: "",
});
const failure = (reason: TapFailed["reason"], atr = "3b", reader = A): TapFailed => ({ reader, reason, atr, atMs: 0, message: "" });

function gate() {
	let nowMs = 5000;
	const own = createTapGate(() => nowMs);
	return Object.assign(own, {
		after(ms: number) {
			nowMs += ms;
			return own;
		},
	});
}

describe("one tap, one event", () => {
	it("passes a card once while it lies there, however often it is read", () => {
		const taps = gate();
		expect(taps.tapped(tap("0411"))).toBe(true);
		expect(taps.after(60_000).tapped(tap("0411"))).toBe(false);
		expect(taps.suppressed()).toBe(1);
	});

	it("holds back a card that flickers, and passes it again after the window", () => {
		const taps = gate();
		taps.tapped(tap("0411"));
		for (let flicker = 0; flicker < 5; flicker++) {
			taps.removed(A);
			expect(taps.after(REPEAT_WINDOW_MS - 1).tapped(tap("0411"))).toBe(false);
		}
		taps.removed(A);
		expect(taps.after(REPEAT_WINDOW_MS + 1).tapped(tap("0411"))).toBe(true);
		expect(taps.suppressed()).toBe(5);
	});

	it("passes two cards, however quickly they follow, and the first again only after the window", () => {
		const taps = gate();
		expect(taps.tapped(tap("0411"))).toBe(true);
		taps.removed(A);
		expect(taps.tapped(tap("0422"))).toBe(true);
		taps.removed(A);
		expect(taps.after(REPEAT_WINDOW_MS + 1).tapped(tap("0411"))).toBe(true);
		expect(taps.suppressed()).toBe(0);
	});

	it("keeps two readers apart, and takes one card on both for one tap", () => {
		const taps = gate();
		expect(taps.tapped(tap("0411", A))).toBe(true);
		expect(taps.tapped(tap("0422", B))).toBe(true);
		taps.removed(A);
		taps.removed(B);
		expect(taps.after(100).tapped(tap("0411", B))).toBe(false);
		expect(taps.after(REPEAT_WINDOW_MS + 1).tapped(tap("0411", A))).toBe(true);
	});

	it("takes a phone that flickers for one tap, although its number changes", () => {
		const taps = gate();
		expect(taps.tapped(tap("08111111"))).toBe(true);
		taps.removed(A);
		expect(taps.after(300).tapped(tap("08222222"))).toBe(false);
	});

	it("tells a failure once while the same thing lies there, and again when it comes back", () => {
		const taps = gate();
		expect(taps.failed(failure("noAnswer"))).toBe(true);
		expect(taps.failed(failure("noAnswer"))).toBe(false);
		taps.removed(A);
		expect(taps.failed(failure("noAnswer"))).toBe(true);
	});

	it("passes a good card right after a failed one", () => {
		const taps = gate();
		taps.failed(failure("readFailed"));
		taps.removed(A);
		expect(taps.tapped(tap("0411"))).toBe(true);
	});

	it("passes the same card when it is read after its first reading failed", () => {
		const taps = gate();
		taps.failed(failure("busy"));
		expect(taps.tapped(tap("0411"))).toBe(true);
	});

	it("holds back the failed last look at a good card that is being taken away, but no other card's failure", () => {
		const taps = gate();
		taps.tapped(tap("0411"));
		taps.removed(A);
		expect(taps.after(200).failed(failure("lifted"))).toBe(false);
		expect(taps.failed(failure("readFailed"))).toBe(true);
		const others = gate();
		others.tapped(tap("0411"));
		others.removed(A);
		expect(others.failed(failure("lifted", "3c"))).toBe(true);
	});
});
