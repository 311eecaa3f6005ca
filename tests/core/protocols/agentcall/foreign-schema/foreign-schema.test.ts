import { describe, expect, it } from "vitest";
import { loadObservationSchema } from "../../../../../main/core/protocols/agentcall/foreign-schema/foreign-schema.ts";
import { idOf, isObservationId } from "../../../../../main/core/protocols/agentcall/foreign-schema/schema-id.ts";
import { OBSERVATION_SCHEMA_ID as ID } from "../../../../../schemas/agentcall/observation-id.ts";
import standIn from "../../../../../schemas/agentcall/physical-observation.schema.json" with { type: "json" };
import { costMs, linearMs } from "../../../../fakes/cpu-ms.ts";

const schema = (more: object) =>
	JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", $id: ID, type: "object", ...more });
const load = (more: object) => loadObservationSchema(schema(more));
const observation = (value: unknown) => JSON.stringify({ type: "user.observation", turn: 1, observation: value });

/** What an agent's own schema could be: other members, other limits. */
const OTHER = {
	title: "Physical observation 0.1",
	required: ["kind", "card"],
	properties: {
		kind: { const: "card" },
		card: {
			type: "object",
			required: ["serial"],
			properties: { serial: { type: "string", pattern: "^[0-9A-F]{8}$" } },
			additionalProperties: false,
		},
		note: { type: "string", maxLength: 10 },
	},
	additionalProperties: false,
	examples: [{ kind: "card" }, { kind: "card", card: { serial: "04A2B31C" } }],
};

describe("a schema dropped in the stand-in's place", () => {
	it("judges observations, with places inside the message", () => {
		const loading = load(OTHER);
		if (!loading.ok) throw new Error(loading.refusal.message);
		expect(loading.check(observation({ kind: "card", card: { serial: "04A2B31C" } }))).toEqual([]);
		expect(loading.check(observation({ kind: "card", card: { serial: "04a2" }, uid: "04" }))).toMatchObject([
			{ code: "schema.additionalProperties", path: "/observation/uid" },
			{ code: "schema.pattern", path: "/observation/card/serial" },
		]);
		expect(loading.check(observation(null))).toMatchObject([{ path: "/observation" }]);
		for (const text of ["{", "[]", '{"type":"user.observation"}', '{"type":"user.turn","turn":1,"text":"x","observation":1}'])
			expect(loading.check(text)).toEqual([]);
	});

	it("draws the form of the whole message, and gives the example it accepts", () => {
		const loading = load(OTHER);
		if (!loading.ok || loading.form.kind !== "object") throw new Error("no form");
		const field = loading.form.fields.find(({ name }) => name === "observation");
		expect(loading.form.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(["type", "turn", "interactionId", "observation"]));
		expect(field?.kind === "object" && field.fields.map(({ name, kind }) => [name, kind])).toEqual([
			["kind", "const"],
			["card", "object"],
			["note", "text"],
		]);
		expect([loading.title, loading.sample]).toEqual(["Physical observation 0.1", { kind: "card", card: { serial: "04A2B31C" } }]);
	});

	it("may be the stand-in itself under the real name, in draft-07 too, or accept everything", () => {
		for (const text of [
			JSON.stringify({ ...standIn, $id: ID }),
			schema({ $schema: "http://json-schema.org/draft-07/schema#" }),
			JSON.stringify({ $id: `${ID}#` }),
		]) {
			expect(loadObservationSchema(text).ok).toBe(true);
		}
	});

	it("is known by its $id, whatever the file is called", () => {
		expect([idOf(schema({})), idOf("[]"), idOf('{"$id":1}'), idOf("{")]).toEqual([ID, null, null, undefined]);
		expect([
			isObservationId(ID),
			isObservationId(`${ID}#`),
			isObservationId(`${ID}x`),
			isObservationId(null),
			isObservationId(undefined),
		]).toEqual([true, true, false, false, false]);
	});
});

describe("a schema that cannot be used says where and what to do", () => {
	const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`m${index}`, true]));
	let deep: object = {};
	for (let level = 0; level < 70; level += 1) deep = { properties: { a: deep } };
	const cases: [string, string, string, string][] = [
		["no JSON", "{", "", "ends after 1"],
		["a list", "[]", "", "no schema"],
		["a word for a type", schema({ properties: { a: { type: "strin" } } }), "/properties/a/type", "valid schema"],
		["a number for a type", schema({ properties: { "a/b": { type: 3 } } }), "/properties/a~1b/type", "valid schema"],
		[
			"a remote reference",
			schema({ properties: { a: { $ref: "https://elsewhere.example/x.json" } } }),
			"/properties/a/$ref",
			"not in the file",
		],
		["a relative reference", schema({ $defs: { a: { $ref: "other.schema.json#/$defs/x" } } }), "/$defs/a/$ref", "not in the file"],
		[
			"a remote dynamic reference",
			schema({ allOf: [{ $dynamicRef: "https://elsewhere.example/x#meta" }] }),
			"/allOf/0/$dynamicRef",
			"not in the file",
		],
		["a reference to nothing", schema({ items: { $ref: "#/$defs/none" } }), "/items/$ref", "there is nothing"],
		["a pattern that is none", schema({ properties: { a: { pattern: "(" } } }), "/properties/a/pattern", "no regular expression"],
		["a pattern for names that is none", schema({ patternProperties: { "[a": true } }), "/patternProperties/[a", "no regular expression"],
		["an unknown language", schema({ $schema: "https://json-schema.org/draft/2099-01/schema" }), "/$schema", "does not know"],
		["$async", schema({ properties: { a: { $async: true } } }), "/properties/a/$async", "$async"],
		["too many parts", schema({ properties: many }), "/properties", "20000"],
		["too deep", schema(deep), `${"/properties/a".repeat(32)}`, "64 deep"],
		["a circle without an end", schema({ $ref: "#" }), "", "cannot be used"],
		["a tag without its branches", schema({ discriminator: { propertyName: "kind" } }), "", "cannot be used"],
		["a part with an id of ours", schema({ $defs: { a: { $id: ID, type: "string" } } }), "", "cannot be used"],
	];
	it.each(cases)("%s", (_what, text, pointer, words) => {
		const loading = loadObservationSchema(text);
		if (loading.ok) throw new Error("it was taken");
		expect(loading.refusal).toMatchObject({ pointer, message: expect.stringContaining(words) });
		expect(loading.refusal.wayOn).not.toBe("");
	});

	it("but data that looks like a reference or a pattern is data", () => {
		expect(
			load({
				properties: { a: { const: { $ref: "https://elsewhere.example/" } }, b: { enum: [{ pattern: "(" }] } },
				default: { $ref: "x" },
			}).ok,
		).toBe(true);
		expect(load({ properties: { $ref: { type: "string" }, pattern: { type: "string" } } }).ok).toBe(true);
	});
});

describe("names of the prototype", () => {
	it("are members like any other, and pollute nothing", () => {
		const text = `{"$id":"${ID}","type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"object","properties":{"polluted":{"const":"yes"}}},"constructor":{"type":"string"}}}`;
		const loading = loadObservationSchema(text);
		if (!loading.ok) throw new Error(loading.refusal.message);
		expect(loading.check('{"type":"user.observation","turn":1,"observation":{}}')).toMatchObject([{ code: "schema.required" }]);
		// What stands under the name `__proto__` is kept and not looked into: Ajv leaves that one name out.
		expect(
			loading.check('{"type":"user.observation","turn":1,"observation":{"__proto__":{"polluted":"no"},"constructor":1}}'),
		).toMatchObject([{ code: "schema.type", path: "/observation/constructor" }]);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

describe("parts that double at every step", () => {
	it("make no form without end", () => {
		const $defs = Object.fromEntries(
			Array.from({ length: 30 }, (_, n) => [
				`d${n}`,
				n === 29 ? { type: "string" } : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
			]),
		);
		const from = (step: number) => {
			const loading = load({ properties: { a: { $ref: `#/$defs/d${step}` } }, $defs });
			expect(loading.ok && loading.form.kind).toBe("object");
		};
		from(28);
		// 32,768 parts, then 8,388,608 of them.
		const ofMs = costMs(() => from(14));
		expect(costMs(() => from(6))).toBeLessThan(linearMs(ofMs, 2));
	});
});
