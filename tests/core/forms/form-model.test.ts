import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createFormModel } from "../../../main/core/forms/form-model.ts";
import { createForeignValidator } from "../../../main/core/schema/foreign.ts";
import type { JsonSchema } from "../../../main/core/schema/json-schema.ts";
import type { FieldModel } from "../../../schemas/forms.ts";
import { besideProject } from "../../fakes/beside-project.ts";

const form = (schema: object, refs = {}) => createFormModel(schema as JsonSchema, refs);
const member = (model: FieldModel, name: string): FieldModel => {
	const found = model.kind === "object" ? model.fields.find((field) => field.name === name) : undefined;
	if (found === undefined) throw new Error(`no field ${name} in ${JSON.stringify(model)}`);
	return found;
};
const of = (property: object, more: object = {}) => member(form({ type: "object", properties: { x: property }, ...more }), "x");

describe("plain fields", () => {
	test.each<[object, object]>([
		[
			{ type: "string", minLength: 1, maxLength: 5, pattern: "^a" },
			{ kind: "text", minLength: 1, maxLength: 5, pattern: "^a", multiline: false },
		],
		[
			{ type: "string", maxLength: 65536 },
			{ kind: "text", multiline: true },
		],
		[
			{ type: "string", format: "date-time" },
			{ kind: "text", format: "date-time" },
		],
		[
			{ type: "integer", minimum: 0, maximum: 9 },
			{ kind: "integer", minimum: 0, maximum: 9 },
		],
		[{ type: "number" }, { kind: "number" }],
		[{ type: "boolean" }, { kind: "boolean" }],
		[{ const: "a" }, { kind: "const", value: "a" }],
		[{ const: null }, { kind: "const", value: null }],
		[{ enum: ["a", 1, null] }, { kind: "choice", options: ["a", 1, null] }],
		[
			{ type: "array", items: { type: "string" }, maxItems: 2, uniqueItems: true },
			{ kind: "list", maxItems: 2, uniqueItems: true, item: { kind: "text", name: "" } },
		],
		[
			{ type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
			{ kind: "object", open: false },
		],
		[{ properties: { a: {} } }, { kind: "object", open: true, fields: [{ name: "a", kind: "json" }] }],
		[
			{ type: ["string", "null"], maxLength: 3 },
			{ kind: "union", discriminator: null, branches: [{ label: "string" }, { label: "null" }] },
		],
	])("%o", (schema, field) => {
		expect(of(schema)).toMatchObject(field);
	});

	test("required members, labels and help", () => {
		const model = form({
			type: "object",
			required: ["retryAfterMs", "elsewhere"],
			properties: { retryAfterMs: { type: "integer" }, named: { type: "string", title: "A name", description: "What it is for." } },
		});
		expect(member(model, "retryAfterMs")).toMatchObject({ required: true, label: "Retry after ms" });
		expect(member(model, "named")).toMatchObject({ required: false, label: "A name", help: "What it is for." });
		expect(member(model, "elsewhere")).toMatchObject({ required: true, kind: "json" });
	});
});

describe("references", () => {
	test("words beside a reference come before those it leads to, limits of both hold", () => {
		const field = of(
			{ $ref: "#/$defs/short", title: "Here", maxLength: 8 },
			{ $defs: { short: { type: "string", title: "There", maxLength: 5, description: "Short." } } },
		);
		expect(field).toMatchObject({ kind: "text", label: "Here", help: "Short.", maxLength: 5 });
	});

	test("lead into registered documents, relative to the one they stand in", () => {
		const refs = {
			"https://example.com/a/b.json": { $id: "urn:example:b", $ref: "#/$defs/c", $defs: { c: { $ref: "../d.json#/$defs/e" } } },
			"https://example.com/d.json": { $defs: { e: { type: "boolean" } } },
		};
		// `urn:example:b` has no folders, so the document counts under the URI it is registered with.
		const schema = { $id: "https://example.com/a/main.json", type: "object", properties: { x: { $ref: "b.json" } } };
		expect(member(form(schema, refs), "x")).toMatchObject({ kind: "boolean" });
	});

	test("that lead nowhere become a JSON editor with a reason", () => {
		for (const $ref of ["#/$defs/none", "https://example.com/none.json", "#/constructor", "none.json"]) {
			const field = of({ $ref });
			expect(field).toMatchObject({ kind: "json" });
			expect(field.kind === "json" && field.why).toContain($ref);
		}
	});

	test("that come back to themselves end", () => {
		const tree = form({
			$ref: "#/$defs/node",
			$defs: { node: { type: "object", properties: { value: { type: "number" }, next: { $ref: "#/$defs/node" } } } },
		});
		expect(member(tree, "next")).toMatchObject({ kind: "json", why: "The schema refers to itself here." });
		expect(form({ $ref: "#" })).toMatchObject({ kind: "json" });
		expect(form({ $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" })).toMatchObject({ kind: "json" });
	});

	test("that double at every level end", () => {
		const $defs = Object.fromEntries(
			Array.from({ length: 40 }, (_, level) => [
				`l${level}`,
				{ type: "object", properties: { a: { $ref: `#/$defs/l${level + 1}` }, b: { $ref: `#/$defs/l${level + 1}` } } },
			]),
		);
		expect(JSON.stringify(form({ $ref: "#/$defs/l0", $defs })).length).toBeLessThan(500_000);
	});

	test("the same definition used twice side by side is no circle", () => {
		const schema = {
			type: "object",
			properties: { a: { $ref: "#/$defs/t" }, b: { $ref: "#/$defs/t" } },
			$defs: { t: { allOf: [{ $ref: "#/$defs/u" }, { $ref: "#/$defs/u" }] }, u: { type: "string" } },
		};
		expect(form(schema)).toMatchObject({ fields: [{ kind: "text" }, { kind: "text" }] });
	});
});

describe("unions", () => {
	const email = {
		type: "object",
		required: ["kind", "to"],
		properties: { kind: { const: "email" }, to: { type: "string" }, subject: { type: "string" } },
	};
	const sms = {
		type: "object",
		title: "Text message",
		required: ["kind", "to"],
		properties: { kind: { const: "sms" }, to: { type: "string", maxLength: 15 } },
	};

	test("PC-16: at the root, told apart by a constant; a second one inside a list", () => {
		const schema = {
			oneOf: [email, sms],
			properties: {
				extras: {
					type: "array",
					items: {
						anyOf: [
							{ ...email, title: "Mail" },
							{ ...sms, title: "SMS" },
						],
					},
				},
			},
		};
		const model = form(schema);
		expect(model).toMatchObject({ kind: "union", discriminator: "kind", branches: [{ label: "email" }, { label: "Text message" }] });
		const second = model.kind === "union" ? model.branches[1]?.field : undefined;
		if (second === undefined) throw new Error("no second branch");
		expect(member(second, "kind")).toMatchObject({ kind: "const", value: "sms" });
		expect(member(second, "to")).toMatchObject({ maxLength: 15 });
		expect(member(second, "extras")).toMatchObject({
			kind: "list",
			item: { kind: "union", discriminator: "kind", branches: [{ label: "Mail" }, { label: "SMS" }] },
		});
	});

	test("PC-16: without a constant the choice is by hand", () => {
		expect(form({ oneOf: [{ type: "string" }, { type: "object", properties: { a: { type: "string" } } }] })).toMatchObject({
			kind: "union",
			discriminator: null,
			branches: [
				{ label: "Choice 1", field: { kind: "text" } },
				{ label: "Choice 2", field: { kind: "object" } },
			],
		});
	});

	test("alternatives that only ask for members are a rule in words, not a choice", () => {
		const model = form({
			type: "object",
			properties: { a: { type: "string" }, b: { type: "string" } },
			anyOf: [{ required: ["a"] }, { required: ["b"] }],
		});
		expect(model).toMatchObject({ kind: "object", help: "Also checked before sending: at least one of a, b." });
	});
});

describe("what no widget shows", () => {
	test.each<[object, string]>([
		[{ type: "array", prefixItems: [{ type: "string" }] }, "prefixItems"],
		[{ type: "array", items: [{ type: "string" }] }, "items"],
		[{ type: "object", patternProperties: { "^x": {} } }, "patternProperties"],
		[{ $dynamicRef: "#node" }, "$dynamicRef"],
		[{ enum: [{}, []] }, "objects or lists"],
		[{ const: { a: 1 } }, "object"],
		[{ type: "object" }, "members"],
		[{}, "Any JSON value"],
		[{ type: "strnig" }, "strnig"],
		[{ allOf: [{ type: "string" }, { type: "number" }] }, "exclude each other"],
		[{ oneOf: [{ type: "string" }], anyOf: [{ type: "string" }] }, "two sets"],
	])("%o says why", (schema, why) => {
		const field = of(schema);
		expect(field.kind === "json" && field.why).toContain(why);
	});

	test("rules that only restrict are named in the help and left to the check", () => {
		const schema = {
			type: "object",
			properties: { a: { type: "string" } },
			dependentRequired: { a: ["b"] },
			unevaluatedProperties: false,
			minProperties: 1,
			"x-colour": "red",
		};
		const model = form(schema);
		expect(model).toMatchObject({ kind: "object", open: false });
		for (const name of ["dependentRequired", "minProperties", "x-colour"]) expect(model.help).toContain(name);
		expect(createForeignValidator(schema)({ a: "x" }).map((finding) => finding.code)).toEqual(["schema.dependentRequired"]);
	});

	test("PC-17: a dialect nobody knows is edited as JSON, and the check says the same", () => {
		const schema = { $schema: "https://example.com/dialect", type: "object", properties: { a: { type: "string" } } };
		expect(form(schema)).toMatchObject({ kind: "json", why: "It names a schema language this console does not know." });
		expect(createForeignValidator(schema)({})).toMatchObject([{ code: "schema.unusable" }]);
	});

	test("never throws", () => {
		const odd: unknown[] = [
			true,
			false,
			null,
			5,
			"x",
			[],
			{ properties: 5 },
			{ properties: { a: 7 } },
			{ allOf: [null] },
			{ $ref: 5 },
			{ enum: 5 },
			{ required: 5 },
			{ oneOf: [] },
			{ items: 5 },
			{ type: 5 },
			{ type: [] },
		];
		for (const schema of odd) expect(createFormModel(schema as JsonSchema)).toHaveProperty("kind");
		const proto = JSON.parse(
			'{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["toString"]}',
		) as object;
		expect(form(proto)).toMatchObject({
			fields: [
				{ name: "__proto__", kind: "text" },
				{ name: "constructor", kind: "text" },
				{ name: "toString", kind: "json" },
			],
		});
	});
});

test("a form is made of the seed schemas beside the project", (context) => {
	const seed = besideProject("seeds/aifight-client_action.schema.json", context);
	const model = createFormModel(JSON.parse(readFileSync(seed, "utf8")) as JsonSchema);
	expect(["object", "union"]).toContain(model.kind);
});
