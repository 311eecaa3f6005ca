import { expect, it } from "vitest";
import { withEscapes } from "../../../main/hosts/cli/output.ts";

it("lines for programs hold nothing that a terminal acts on, and mean the same", () => {
	const said = { words: "a\u009b31mb\u202ec\u2028\u0085\u007f\u200b\u3164\u{e0041}\ufeff", plain: "Grüße 👩‍👩‍👧 é" };
	const line = withEscapes(JSON.stringify(said));
	expect(JSON.parse(line)).toEqual(said);
	expect(line).not.toMatch(/[\u007f-\u009f\u200b\u2028-\u202e\u3164\ufeff]/);
	expect(line).toContain("Grüße 👩‍👩‍👧 é");
	expect(withEscapes('{"a":1}')).toBe('{"a":1}');
});
