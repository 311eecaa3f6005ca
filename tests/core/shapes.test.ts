import Ajv from "ajv";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Handlers } from "../../main/core/dispatch.ts";
import { OWN_SCHEMAS } from "../../main/core/schema/own-checks.ts";
import type { OperatorApi, Requests } from "../../schemas/ipc.ts";
import {
	type Asked,
	boolean,
	constant,
	gives,
	integer,
	list,
	nullable,
	type Of,
	object,
	optional,
	record,
	recordOf,
	request,
	string,
	variants,
	word,
} from "../../schemas/shapes.ts";

const card = object({
	id: string({ minLength: 1 }),
	count: optional(integer(0, 9)),
	side: nullable(word("left", "right")),
	names: list(string({ maxLength: 3 }), { maxItems: 2 }),
	by: variants(object({ kind: constant("url"), url: string({ maxLength: 9 }) }), object({ kind: word("none", "all") })),
	headers: optional(record(string({ maxLength: 3 }), 1)),
	parts: optional(recordOf(word("a", "b"), boolean, 2)),
});

describe("a shape", () => {
	it("is the JSON Schema that its words say, and nothing else", () => {
		expect(JSON.parse(JSON.stringify(object({ id: string({ minLength: 1 }), on: optional(boolean) })))).toEqual({
			type: "object",
			additionalProperties: false,
			properties: { id: { type: "string", minLength: 1 }, on: { type: "boolean" } },
			required: ["id"],
		});
	});

	it("has the type of what its schema accepts", () => {
		expectTypeOf<Of<typeof card>>().toEqualTypeOf<{
			id: string;
			count?: number | undefined;
			side: "left" | "right" | null;
			names: string[];
			by: { kind: "url"; url: string } | { kind: "none" | "all" };
			headers?: Record<string, string> | undefined;
			parts?: Partial<Record<"a" | "b", boolean>> | undefined;
		}>();
		expectTypeOf<Of<ReturnType<typeof object<Record<never, never>>>>>().toEqualTypeOf<Record<string, never>>();
	});

	it("accepts that and refuses the rest", () => {
		const fits = new Ajv(OWN_SCHEMAS).compile(card);
		const whole: Of<typeof card> = { id: "x", side: null, names: ["a"], by: { kind: "url", url: "ws" }, parts: { a: true } };
		expect(fits(whole)).toBe(true);
		for (const wrong of [
			{ id: "" },
			{ id: undefined },
			{ count: 10 },
			{ side: "up" },
			{ names: ["a", "b", "c"] },
			{ by: { kind: "url" } },
			{ by: { kind: "none", url: "ws" } },
			{ headers: { a: "1", b: "2" } },
			{ parts: { c: true } },
			{ more: 1 },
		])
			expect(fits(JSON.parse(JSON.stringify({ ...whole, ...wrong }))), JSON.stringify(wrong)).toBe(false);
	});
});

describe("a request", () => {
	it("says arguments and answer once", () => {
		const table = {
			"card.name": request({ id: string({}), name: optional(string({})) }, gives<{ old: string }>()),
			"card.all": request({}, gives<null>()),
		};
		expectTypeOf<Asked<typeof table>>().toEqualTypeOf<{
			"card.name": { args: { id: string; name?: string | undefined }; result: { old: string } };
			"card.all": { args: Record<string, never>; result: null };
		}>();
		expect(Object.keys(table["card.name"])).toEqual(["type", "additionalProperties", "properties", "required"]);
	});

	it("whose member is called otherwise compiles on neither side", () => {
		expectTypeOf<Requests["session.rename"]["args"]>().toEqualTypeOf<{ sessionId: string; name: string }>();
		// What the compiler would let through fails the check of types, since nothing is left to expect.
		const window = (api: OperatorApi) => [
			// @ts-expect-error `title` is no member.
			api.request("session.rename", { sessionId: "s", title: "t" }),
			// @ts-expect-error it has no arguments.
			api.request("session.list", { sessionId: "s" }),
		];
		const console: Partial<Handlers> = {
			// @ts-expect-error `title` is no member.
			"session.rename": ({ title }) => title,
		};
		expect([window, console]).toHaveLength(2);
	});
});
