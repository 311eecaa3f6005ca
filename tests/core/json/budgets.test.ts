import { expect, test } from "vitest";
import { leanCopy } from "../../../main/core/json/lean.ts";
import { isTooCostly } from "../../../main/core/json/reading-cost.ts";
import { decodeServerFrame } from "../../../main/core/protocols/agentcall/codec.ts";
import { decodeServerMessage } from "../../../main/core/protocols/aifight/codec.ts";
import { INBOUND_BYTES } from "../../../schemas/message-size.ts";

const fill = (part: string) => part.repeat(INBOUND_BYTES / part.length);

test("every text of the ordinary limit may be made a value", () => {
	for (const part of ['"":1,', "{},", "[],", "[", '{"":', "1,", '"a",']) expect(isTooCostly(fill(part)), part).toBe(false);
});

test("a text of very many parts is not made a value: type and number are told, and why", () => {
	const text = `{"type":"CUSTOM","name":"n","value":[${"[],".repeat(8_000_000)}1],"sequence":3}`;
	expect(decodeServerFrame("text", text, text.length)).toMatchObject({
		kind: "unknown",
		type: "CUSTOM",
		sequence: 3,
		findings: [{ code: "budget.frame", severity: "warning" }],
	});
	expect(decodeServerMessage("text", text, text.length)).toMatchObject({
		kind: "unknown",
		type: "CUSTOM",
		findings: [{ code: "budget.frame" }],
	});
});

test("a lean copy is small whatever the value is, keeps the names that matter and says that something was left out", () => {
	const limits = { values: 100, items: 10, members: 10, names: new Set(["id"]), units: 20 };
	const wide = { ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index])), id: "i-1" };
	expect(leanCopy({ wide }, limits)).toEqual({ value: { wide: { id: "i-1" } }, isCut: true });
	expect(leanCopy({ list: Array.from({ length: 50 }, (_, index) => index) }, limits)).toEqual({
		value: { list: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
		isCut: true,
	});
	expect(leanCopy({ text: "x".repeat(30) }, limits)).toEqual({ value: { text: "x".repeat(20) }, isCut: true });
	let deep: Record<string, unknown> = {};
	for (let depth = 0; depth < 50_000; depth++) deep = { deep };
	expect(leanCopy(deep, limits).isCut).toBe(true);
	const small = { a: [1, { b: null }], c: "d", e: true };
	expect(leanCopy(small, limits)).toEqual({ value: small, isCut: false });
});

test("a table takes no more of one large frame than it can hold", () => {
	const events = Array.from({ length: 5_000 }, (_, seq) => ({ seq, type: "bid" }));
	const text = JSON.stringify({ type: "event", data: { match_id: "m", events } });
	const decoded = decodeServerMessage("text", text, text.length);
	expect(decoded.findings.some(({ code }) => code === "budget.frame")).toBe(true);
	expect(decoded.kind === "message" && (decoded.data.events as unknown[]).length).toBe(2_048);
});
