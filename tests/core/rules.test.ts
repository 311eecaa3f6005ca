import { describe, expect, it, test } from "vitest";
import { isAlwaysSecret, isKeyHeader, isPublicHeader, isSecretHeader, isToken } from "../../schemas/rules/header-names.ts";
import { byteSize, duration, mebibytes, plural, shortAge, shortTime } from "../../schemas/rules/sizes.ts";

describe("sizes", () => {
	it("of bytes have at most four signs before the unit", () => {
		expect([0, 999, 1000, 4600, 61_200, 999_499, 999_500, 1_234_567, 5e9].map(byteSize)).toEqual([
			"0 B",
			"999 B",
			"1.0 KB",
			"4.6 KB",
			"61 KB",
			"999 KB",
			"1.0 MB",
			"1.2 MB",
			"5.0 GB",
		]);
		expect([8 * 2 ** 20, 2 ** 19, 1.26 * 2 ** 20].map(mebibytes)).toEqual(["8 MiB", "0.5 MiB", "1.3 MiB"]);
	});

	it("of times have the digits that matter", () => {
		expect([5, 1200, 13_500, 125_000, 11_520_000, -5].map(duration)).toEqual([
			"5 ms",
			"1.20 s",
			"13.5 s",
			"2 min 5 s",
			"3 h 12 min",
			"−5 ms",
		]);
		expect([84, 500, 61_000].map(shortTime)).toEqual(["84 ms", "0.5 s", "61 s"]);
		expect([400, 12_000, 180_000, 4e12].map(shortAge)).toEqual(["0.4 s", "12 s", "3 min", "100+ y"]);
	});

	it("of lists name one thing and several", () => {
		expect([plural(1, "entry", "entries"), plural(1296, "entry", "entries"), plural(0, "finding")]).toEqual([
			"1 entry",
			"1\u202f296 entries",
			"0 findings",
		]);
	});
});

describe("headers", () => {
	test.each([
		["Authorization", true, false],
		["PROXY-AUTHORIZATION", true, false],
		["cookie", true, false],
		["x-api-key", true, false],
		["Origin", false, true],
		["Accept-Language", false, true],
		["X-AIFight-Instance", false, true],
		["X-Trace", false, false],
		["Set-Cookie", false, false],
	])("named %s", (name, isSecret, isPublic) => {
		expect([isAlwaysSecret(name), isPublicHeader(name)]).toEqual([isSecret, isPublic]);
	});

	it("are secret where they were marked so, whatever the case", () => {
		expect([isSecretHeader("X-Trace", ["x-trace"]), isSecretHeader("X-Trace", []), isKeyHeader("x-API-key")]).toEqual([true, false, true]);
	});

	it("have the name of a token", () => {
		expect(["X-A", "a.b~c", "", "a b", "a:b", "ä", "a\n"].map(isToken)).toEqual([true, true, false, false, false, false, false]);
	});
});
