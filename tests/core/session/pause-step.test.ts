import { describe, expect, test } from "vitest";
import { pauseStep } from "../../../main/core/session/wire.ts";

const MIB = 1024 * 1024;

describe("reading from the network", () => {
	test.each([
		[false, 8 * MIB, false, null],
		[false, 8 * MIB + 1, false, "pause"],
		[false, 0, true, "pause"],
		[true, 8 * MIB, false, null],
		[true, 2 * MIB, false, null],
		[true, 2 * MIB - 1, true, null],
		[true, 2 * MIB - 1, false, "resume"],
	] as const)("paused %s, %i bytes pending, full of large frames %s: %s", (isPaused, pending, isFull, step) => {
		expect(pauseStep(isPaused, pending, isFull)).toBe(step);
	});
});
