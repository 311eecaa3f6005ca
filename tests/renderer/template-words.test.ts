import { expect, test } from "vitest";
import { clientMessageCatalogue } from "../../main/core/protocols/agentcall/catalogue.ts";
import { emptyValue } from "../../renderer/state/form-value.ts";
import { writeForm } from "../../renderer/state/form-write.ts";
import { keepable, sizeWords, suggestedName, templateLine, templateValue } from "../../renderer/state/template-words.ts";
import { MAX_TEMPLATE_NAME } from "../../schemas/templates.ts";

const turn = clientMessageCatalogue().find(({ type }) => type === "user.turn");
const member = (name: string) => {
	const field = turn?.form.kind === "object" ? turn.form.fields.find((each) => each.name === name) : undefined;
	if (!field) throw new Error(`no member ${name}`);
	return field;
};
const AUTO = { nextTurn: 1, cursor: 0 };
const SITE = '[{"description":"Site","value":"Gate 3"},{"description":"Visitor","value":"M. Okafor"}]';
const SPEECH = '{"recognitionEngine":"whisper","stableFinalMs":480}';

test.each([
	["context", SITE],
	["speechMetadata", SPEECH],
] as const)("a value of %s is kept and taken up letter by letter", (kind, text) => {
	const value = templateValue(member(kind), text);
	expect(value && keepable(member(kind), value)).toBe(text);
	expect(value && writeForm(member(kind), value, AUTO)).toBe(text);
});

test("nothing and what is no JSON yet are not kept", () => {
	const context = member("context");
	expect(keepable(context, { kind: "absent" })).toBeNull();
	expect(keepable(context, emptyValue(context))).toBeNull();
	const speech = templateValue(member("speechMetadata"), SPEECH);
	if (speech?.kind !== "object") throw new Error("no object");
	const typed = { ...speech, members: { ...speech.members, stableFinalMs: { kind: "number" as const, text: "12a" } } };
	expect(keepable(member("speechMetadata"), typed)).toBeNull();
	expect(keepable(member("speechMetadata"), emptyValue(member("speechMetadata")))).toBeNull();
});

test("what the form cannot show unchanged is told from what it can", () => {
	expect(templateValue(member("context"), "{}")).toBeNull();
	expect(templateValue(member("speechMetadata"), '{"stableFinalMs":1,"stableFinalMs":2}')).toBeNull();
	expect(templateValue(member("context"), "[")).toBeNull();
});

test("a template in a line, its size, a name to begin with", () => {
	expect(templateLine("context", SITE)).toBe("Site: Gate 3, Visitor: M. Okafor");
	expect(templateLine("speechMetadata", SPEECH)).toBe("recognitionEngine whisper, stableFinalMs 480");
	expect(sizeWords("context", SITE)).toBe("2 entries");
	expect(sizeWords("speechMetadata", SPEECH)).toBe("2 values");
	expect(suggestedName("context", SITE)).toBe("Site: Gate 3");
	const long = JSON.stringify([{ description: "word ".repeat(40), value: "" }]);
	expect(suggestedName("context", long).length).toBeLessThanOrEqual(MAX_TEMPLATE_NAME);
	expect(suggestedName("context", long)).toMatch(/word$/);
});
