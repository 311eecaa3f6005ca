import { describe, expect, test } from "vitest";
import { createForeignDocument, createForeignValidator } from "../../../main/core/schema/foreign.ts";
import { regExpEngine } from "../../../main/core/schema/known-patterns.ts";
import { resolveUri } from "../../../main/core/schema/resolve-uri.ts";
import { createDice } from "../../schemas/generate-client-messages.ts";

const codes = (schema: object, value: unknown, refs = {}) =>
	createForeignValidator(schema as Record<string, unknown>, refs)(value).map((finding) => `${finding.code} ${finding.path}`);

describe("each violation is one finding with its place", () => {
	const members = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
	test.each<[object, unknown, string]>([
		[{ type: "string" }, 1, "schema.type "],
		[members({ "a/b": { minimum: 1 } }), { "a/b": 0 }, "schema.minimum /a~1b"],
		[members({}, { required: ["a~b"] }), {}, "schema.required /a~0b"],
		[members({ a: {} }, { additionalProperties: false }), { b: 1 }, "schema.additionalProperties /b"],
		[members({ a: {} }, { unevaluatedProperties: false }), { b: 1 }, "schema.unevaluatedProperties /b"],
		[members({ a: {} }, { dependentRequired: { a: ["b"] } }), { a: 1 }, "schema.dependentRequired /b"],
		[{ type: "array", uniqueItems: true }, [1, { a: 1 }, { a: 1 }], "schema.uniqueItems "],
		[{ type: "array", items: { enum: [1, 2] } }, [1, 3], "schema.enum /1"],
		[{ const: 5 }, 6, "schema.const "],
		[{ format: "date-time" }, "2026-13-01T00:00:00Z", "schema.format "],
		[{ not: { type: "string" } }, "x", "schema.not "],
		[JSON.parse('{"if":{"type":"string"},"then":{"minLength":2}}') as object, "x", "schema.minLength "],
		[{ anyOf: [{ type: "string" }, { type: "integer" }] }, true, "schema.anyOf "],
		[{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, "schema.oneOf "],
		[members({ a: false }), { a: 1 }, "schema.false /a"],
	])("%o refuses %o", (schema, value, finding) => {
		expect(codes(schema, value)).toEqual([finding]);
	});

	test("lengths are told in code points, with what was found and the limit", () => {
		const [finding] = createForeignValidator({ properties: { a: { maxLength: 2 } } })({ a: "😀😀😀" });
		expect(finding).toEqual({
			code: "schema.maxLength",
			severity: "error",
			path: "/a",
			message: "“a” has 3 characters; at most 2 are allowed.",
		});
	});

	test("a value in a message is short, and its hidden characters are visible", () => {
		const message = createForeignValidator({ properties: { a: { const: 1 } } })({ a: `\u202e${"x".repeat(500)}` })[0]?.message ?? "";
		expect(message.length).toBeLessThan(100);
		expect(message).toContain("⟨U+202E⟩");
	});

	test("thousands of violations are cut short, and it says so", () => {
		const findings = createForeignValidator({ items: { type: "string" } })(Array.from({ length: 1_000 }, () => 1));
		expect(findings).toHaveLength(33);
		expect(findings.at(-1)?.code).toBe("schema.more");
	});
});

describe("a union told apart by a constant", () => {
	const schema = {
		type: "object",
		oneOf: [{ $ref: "#/$defs/email" }, { $ref: "#/$defs/sms" }],
		$defs: {
			email: {
				type: "object",
				required: ["kind", "to"],
				properties: { kind: { const: "email" }, to: { type: "string" }, subject: { type: "string" } },
			},
			sms: { type: "object", required: ["kind", "to"], properties: { kind: { const: "sms" }, to: { type: "string", maxLength: 3 } } },
		},
	};

	test.each<[unknown, string[]]>([
		[{ kind: "sms", to: "123" }, []],
		[{ kind: "sms", to: "1234" }, ["schema.maxLength /to"]],
		[{ kind: "sms" }, ["schema.required /to"]],
		[{ kind: "email", to: 5 }, ["schema.type /to"]],
		[{ kind: "fax" }, ["schema.oneOf /kind"]],
		[{ kind: "constructor" }, ["schema.oneOf /kind"]],
		[{ kind: 7 }, ["schema.type /kind"]],
		[{}, ["schema.required /kind"]],
		[[], ["schema.type "]],
		[null, ["schema.type "]],
	])("%o has only the findings of its branch", (value, expected) => {
		expect(codes(schema, value)).toEqual(expected);
	});

	test("also inside items, and when the union itself has no type", () => {
		const list = { type: "array", items: { oneOf: schema.oneOf }, $defs: schema.$defs };
		expect(codes(list, [{ kind: "sms", to: "1234" }, 5, { kind: "fax" }])).toEqual([
			"schema.maxLength /0/to",
			"schema.type /1",
			"schema.oneOf /2/kind",
		]);
	});
});

describe("documents", () => {
	test("are read by the draft they name", () => {
		const pair = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }, { type: "number" }] };
		expect(codes(pair, ["a", "b"])).toEqual(["schema.type /1"]);
		const newer = { $schema: "https://json-schema.org/draft/2020-12/schema", prefixItems: [{ type: "string" }, { type: "number" }] };
		expect(codes(newer, ["a", "b"])).toEqual(["schema.type /1"]);
		const tree = {
			$schema: "https://json-schema.org/draft/2020-12/schema",
			$id: "urn:example:tree",
			$dynamicAnchor: "node",
			properties: { value: { type: "number" }, children: { items: { $dynamicRef: "#node" } } },
		};
		expect(codes(tree, { children: [{ children: [{ value: "x" }] }] })).toEqual(["schema.type /children/0/children/0/value"]);
	});

	test("that cannot be used say why instead of throwing", () => {
		expect(codes({ $schema: "https://example.com/own-dialect" }, 1)).toEqual(["schema.unusable "]);
		expect(codes({ $ref: "https://example.com/nowhere.json" }, 1)).toEqual(["schema.unusable "]);
		expect(codes({ type: "strnig" }, 1)).toEqual(["schema.unusable "]);
	});

	test("refer to each other by the URI they were registered under", () => {
		const refs = { "https://example.com/a/b.json": { $id: "urn:example:other", $defs: { n: { minimum: 2 } }, $ref: "#/$defs/n" } };
		expect(codes({ $id: "https://example.com/a/main.json", properties: { x: { $ref: "b.json" } } }, { x: 1 }, refs)).toEqual([
			"schema.minimum /x",
		]);
	});

	test("are compiled one part at a time", () => {
		const document = createForeignDocument({
			$id: "urn:example:parts",
			$defs: { good: { type: "string" }, bad: { $ref: "urn:example:missing" } },
		});
		expect(
			document
				.at("#/$defs/good")(1)
				.map((finding) => finding.code),
		).toEqual(["schema.type"]);
		expect(
			document
				.at("#/$defs/bad")(1)
				.map((finding) => finding.code),
		).toEqual(["schema.unusable"]);
	});
});

test("the tests that stand for a pattern accept what the pattern accepts", () => {
	const dice = createDice(5);
	const letters = [
		"A",
		"a",
		"0",
		"f",
		"F",
		"+",
		"=",
		"==",
		"/",
		"~",
		"~0",
		"~1",
		"~2",
		"é",
		"😀",
		"\n",
		"https://",
		"ws://",
		"wss://",
		"x",
	];
	const patterns = [
		"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
		"^(?:[0-9a-f]{2})+$",
		"^(/([^/~]|~[01])*)*$",
		"^[0-9a-f]{64}$",
		"^https://",
		"^wss?://",
	];
	for (const pattern of patterns) {
		const ours = regExpEngine(pattern, "u");
		expect(ours).not.toBeInstanceOf(RegExp);
		for (let round = 0; round < 3_000; round++) {
			const few = dice.pick([letters, ["A", "B", "=", "=="], ["0", "a"], ["/", "a", "~0"]]);
			const text = Array.from({ length: dice.pick([0, 1, 2, 3, 4, 5, 8, 63, 64, 65]) }, () => dice.pick(few)).join("");
			expect([pattern, text, ours.test(text)]).toEqual([pattern, text, new RegExp(pattern, "u").test(text)]);
		}
	}
});

test("references are resolved as URIs are", () => {
	const base = "http://a/b/c/d;p?q";
	const expected: Record<string, string> = {
		"g:h": "g:h",
		g: "http://a/b/c/g",
		"./g": "http://a/b/c/g",
		"g/": "http://a/b/c/g/",
		"/g": "http://a/g",
		"//g": "http://g",
		"?y": "http://a/b/c/d;p?y",
		"#s": "http://a/b/c/d;p?q#s",
		"": "http://a/b/c/d;p",
		".": "http://a/b/c/",
		"..": "http://a/b/",
		"../g": "http://a/b/g",
		"../../../g": "http://a/g",
		"g#s": "http://a/b/c/g#s",
	};
	for (const [reference, uri] of Object.entries(expected)) expect([reference, resolveUri(base, reference)]).toEqual([reference, uri]);
	expect(resolveUri("", "x.json")).toBe("x.json");
	expect(resolveUri("urn:a:b", "#/x")).toBe("urn:a:b#/x");
});
