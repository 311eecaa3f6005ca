import { ERROR_CODES, type ErrorCode, type WireError } from "../../schemas/errors.ts";

/** An error with a code from schemas/errors.ts; `message` names the thing, the place and the way on. */
export class ConsoleError extends Error {
	readonly code: ErrorCode;
	readonly detail: unknown;

	constructor(code: ErrorCode, message: string = ERROR_CODES[code], options: { cause?: unknown; detail?: unknown } = {}) {
		super(message, { cause: options.cause });
		this.name = "ConsoleError";
		this.code = code;
		this.detail = options.detail;
	}
}

/** Always yields something cloneable. An unknown throw becomes INTERNAL and keeps its text out of the wire. */
export function toWireError(thrown: unknown): WireError {
	if (!(thrown instanceof ConsoleError)) return { code: "INTERNAL", message: ERROR_CODES.INTERNAL };
	const wire: WireError = { code: thrown.code, message: thrown.message };
	if (thrown.detail !== undefined) wire.detail = JSON.parse(JSON.stringify(thrown.detail)) as unknown;
	return wire;
}

/** For the default branch of a switch over a union: the compiler refuses a missing case. */
export function assertNever(value: never): never {
	throw new ConsoleError("INTERNAL", `Unexpected value ${JSON.stringify(value)}`);
}
