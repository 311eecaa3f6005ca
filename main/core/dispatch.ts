import type { Result } from "../../schemas/errors.ts";
import type { RequestName, Requests } from "../../schemas/ipc.ts";
import { ARGS_SCHEMA } from "../../schemas/request-args.ts";
import { ConsoleError, toWireError } from "./errors.ts";
import type { Log } from "./ports.ts";
import { createOwnChecks } from "./schema/own-checks.ts";

/** One function per request. Handlers see only arguments that match their schema. */
export type Handlers = {
	[N in RequestName]: (args: Requests[N]["args"]) => Requests[N]["result"] | Promise<Requests[N]["result"]>;
};

const checkOf = createOwnChecks("request-args", ARGS_SCHEMA);

export type Dispatch = (name: string, args: unknown) => Promise<Result<unknown>>;

/**
 * Name → check arguments → handler → Result. Never rejects. Who may ask is the host's business and was settled before.
 * Errors: UNKNOWN_REQUEST, INVALID_ARGS, what the handler throws as ConsoleError, else INTERNAL with the stack in the log only.
 */
export function createDispatch(handlers: Handlers, log: Log): Dispatch {
	return async (name, args) => {
		try {
			if (!Object.hasOwn(ARGS_SCHEMA, name) || !Object.hasOwn(handlers, name))
				throw new ConsoleError("UNKNOWN_REQUEST", `There is no request named “${name.slice(0, 64)}”.`);
			const check = checkOf(name);
			if (!check(args)) {
				const first = check.errors?.[0];
				const where = first?.instancePath || "the arguments";
				throw new ConsoleError("INVALID_ARGS", `${name}: ${where} ${first?.message ?? "do not match the schema"}.`);
			}
			// The schema has just proved the shape that the type states.
			const handler = handlers[name as RequestName] as (checked: unknown) => unknown;
			return { ok: true, value: await handler(args) };
		} catch (thrown) {
			if (!(thrown instanceof ConsoleError)) log.error(`Request ${name} failed`, thrown);
			return { ok: false, error: toWireError(thrown) };
		}
	};
}
