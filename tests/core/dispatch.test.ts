import Ajv from "ajv";
import { describe, expect, it, vi } from "vitest";
import { createDispatch, type Handlers } from "../../main/core/dispatch.ts";
import { ConsoleError } from "../../main/core/errors.ts";
import { ARGS_SCHEMA } from "../../schemas/request-args.ts";

const dispatchOf = (handlers: Partial<Handlers>) => {
	const error = vi.fn();
	return { dispatch: createDispatch(handlers as Handlers, { warn: vi.fn(), error }), error };
};

describe("a request", () => {
	it("has a schema that compiles, whichever it is", () => {
		const ajv = new Ajv({ strict: true, strictRequired: false });
		for (const [name, schema] of Object.entries(ARGS_SCHEMA)) expect(() => ajv.compile(schema), name).not.toThrow();
	});

	it("reaches its handler only with arguments that match, the first time and later", async () => {
		const rename = vi.fn(() => null);
		const { dispatch } = dispatchOf({ "session.rename": rename });
		for (let times = 1; times <= 2; times++) {
			expect(await dispatch("session.rename", { sessionId: "s", name: "" })).toMatchObject({
				ok: false,
				error: { code: "INVALID_ARGS", message: expect.stringContaining("/name") },
			});
			expect(await dispatch("session.rename", { sessionId: "s", name: "n", more: 1 })).toMatchObject({ error: { code: "INVALID_ARGS" } });
			expect(await dispatch("session.rename", { sessionId: "s", name: "n" })).toEqual({ ok: true, value: null });
			expect(rename).toHaveBeenCalledTimes(times);
		}
	});

	it.each(["session.fly", "__proto__", "constructor", "toString", ""])("named “%s” is unknown", async (name) => {
		const { dispatch } = dispatchOf({ "session.list": () => [] });
		expect(await dispatch(name, {})).toMatchObject({ ok: false, error: { code: "UNKNOWN_REQUEST" } });
	});

	it("that fails says its code, and an error nobody foresaw leaves its words in the log only", async () => {
		const { dispatch, error } = dispatchOf({
			"session.list": () => Promise.reject(new ConsoleError("STORE_FAILED", "The disk is full.")),
			"app.info": () => {
				throw new Error("secret");
			},
		});
		expect(await dispatch("session.list", {})).toEqual({ ok: false, error: { code: "STORE_FAILED", message: "The disk is full." } });
		expect(error).not.toHaveBeenCalled();
		const answer = await dispatch("app.info", {});
		expect(answer).toMatchObject({ ok: false, error: { code: "INTERNAL" } });
		expect(JSON.stringify(answer)).not.toContain("secret");
		expect(error).toHaveBeenCalledOnce();
	});
});
