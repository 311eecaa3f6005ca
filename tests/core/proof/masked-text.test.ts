import { expect, test } from "vitest";
import { strictRules } from "../../../main/core/interchange/redaction-rules.ts";
import { createRedactor } from "../../../main/core/interchange/redactor.ts";
import { cutLeaves } from "../../../main/core/proof/leaves.ts";
import { createTextMaker, planRuns } from "../../../main/core/proof/masked-text.ts";
import { BUILT_IN_RULES, type RedactionRule } from "../../../schemas/interchange.ts";

const own = (pattern: string): RedactionRule => ({ id: "own-1", label: "Own", match: { kind: "pattern", pattern }, on: true });

/** What is left of a text, leaf by leaf, and what was masked by rule. */
function masked(text: string, rules: readonly RedactionRule[]) {
	const bytes = Buffer.from(text);
	const ends = cutLeaves(bytes, false);
	const found = createRedactor({ rules }).mask({ dir: "in", text, byteLength: bytes.length });
	const runs = planRuns(text, ends, found?.spans ?? []);
	const maker = createTextMaker();
	const hidden: string[] = [];
	for (const { from, to, rules: names, characters } of runs) {
		const piece = bytes.subarray(ends[from - 1] ?? 0, ends[to - 1]).toString();
		if (names === null) maker.shown(piece);
		else {
			maker.masked({ masked: names, characters });
			hidden.push(piece);
		}
	}
	return { left: maker.text(), hidden };
}

test("a value goes whole, what holds the text together stays, and JSON stays JSON", () => {
	const { left, hidden } = masked('{"uid":"04 A2 21 7F","pin":4711,"n":1}', BUILT_IN_RULES);
	expect(left).toBe('{"uid":"[masked: uid, 11 characters]","pin":"[masked: keys, 4 characters]","n":1}');
	expect(hidden).toEqual(["04 A2 21 7F", "4711"]);
});

test("what touches a part of a leaf takes the leaf, and no more of a long text than its pieces", () => {
	const text = JSON.stringify({
		delta: "one two three four five six seven eight nine ten eleven twelve secret-99 thirteen fourteen fifteen",
	});
	const { left, hidden } = masked(text, [own("secret-\\d+")]);
	expect(hidden).toEqual(["twelve secret-99 "]);
	expect(left).toContain("ten eleven [masked: own-1, 17 characters]thirteen");
	expect(JSON.parse(left)).toMatchObject({ delta: expect.any(String) });
});

test("places are found through escapes, in JSON inside strings, and in texts that are no JSON", () => {
	const nested = JSON.stringify({ args: JSON.stringify({ note: 'line\none "quoted" é €', uid: "04A2217F" }), after: "stays" });
	const inner = masked(nested, BUILT_IN_RULES);
	expect(inner.hidden.join("")).toContain("04A2217F");
	expect(inner.left).not.toContain("04A2217F");
	expect(JSON.parse(inner.left)).toMatchObject({ after: "stays" });
	expect(masked('{"e":"\\u00e9\\u20ac\\"PIN 99"}', [own("PIN \\d+")]).hidden).toEqual(['\\u00e9\\u20ac\\"PIN 99']);
	expect(masked("free words with PIN 99 in them", [own("PIN \\d+")])).toEqual({
		left: "[masked: own-1, 30 characters]",
		hidden: ["free words with PIN 99 in them"],
	});
	expect(masked('{"broken": "PIN 99', [own("PIN \\d+")]).left).toBe('{"broken": "[masked: own-1, 6 characters]');
});

test("what leaves never holds what the redactor takes out (seeded)", () => {
	let state = 5;
	const random = (below: number): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	const rules = [...strictRules(BUILT_IN_RULES), own("S3CR3T-\\w+")];
	for (let i = 0; i < 500; i++) {
		const filler = () =>
			['é"\\', "plain words ", "\u2028x", "€".repeat(random(40)), "a b c d e f g h i j k l m n o p q r s t u v w x y z "][random(5)] ?? "";
		const secret = `S3CR3T-${random(1e6)}x`;
		const value = {
			type: "CUSTOM",
			[`n${random(9)}`]: `${filler()}${secret}${filler()}${filler()}`,
			deep: JSON.stringify({ x: [`${filler()}${secret}`, random(1e9)] }),
		};
		const text = random(4) === 0 ? `${JSON.stringify(value)}}` : JSON.stringify(value);
		const { left, hidden } = masked(text, rules);
		expect(left, text).not.toContain(secret);
		expect(hidden.join("\n"), text).toContain(secret);
	}
});
