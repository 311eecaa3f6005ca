import { expect, it } from "vitest";
import { findingsOf } from "../../renderer/state/error-findings.ts";

const finding = { code: "schema.type", severity: "error" as const, path: "/url", message: "It is a number." };

it("finds what an error says was found, alone or as a member, and nothing in anything else", () => {
	const error = { code: "TARGET_INVALID" as const, message: "" };
	expect(findingsOf({ ...error, detail: [finding] })).toEqual([finding]);
	expect(findingsOf({ ...error, detail: { findings: [finding, "no finding", null] } })).toEqual([finding]);
	for (const detail of [undefined, null, 7, "text", { findings: 7 }, [[]]]) expect(findingsOf({ ...error, detail })).toEqual([]);
	expect(findingsOf(null)).toEqual([]);
});
