import { Ajv, type ValidateFunction } from "ajv";
import type { Core } from "../../main/core/create-core.ts";
import type { Result } from "../../schemas/errors.ts";
import { ARGS_SCHEMA, type EventName, type Events } from "../../schemas/ipc.ts";

type Listener = <N extends EventName>(name: N, payload: Events[N]) => void;

const ajv = new Ajv({ strictTypes: false });
const checks = new Map<string, ValidateFunction>(Object.entries(ARGS_SCHEMA).map(([name, schema]) => [name, ajv.compile(schema)]));

export interface FakeCore extends Core {
	/** Every request that reached the core, in order. */
	readonly calls: { name: string; args: unknown }[];
	emit<N extends EventName>(name: N, payload: Events[N]): void;
	listeners(): number;
	/** How often it was told that the computer woke. */
	wakings(): number;
	disposed(): boolean;
}

/** A core that checks names and arguments as the real one does and answers with `answer`, by default what it was asked. */
export function createFakeCore(
	answer: (name: string, args: unknown) => Result<unknown> | Promise<Result<unknown>> = (_name, args) => ({ ok: true, value: args }),
): FakeCore {
	const calls: FakeCore["calls"] = [];
	const listeners = new Set<Listener>();
	let isDisposed = false;
	let wakings = 0;
	return {
		calls,
		async dispatch(name, args) {
			const check = checks.get(name);
			if (!check) return { ok: false, error: { code: "UNKNOWN_REQUEST", message: `There is no request named ${name}.` } };
			if (!check(args)) return { ok: false, error: { code: "INVALID_ARGS", message: ajv.errorsText(check.errors) } };
			calls.push({ name, args });
			return answer(name, args);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		emit(name, payload) {
			for (const listener of listeners) listener(name, payload);
		},
		listeners: () => listeners.size,
		wokeUp() {
			wakings += 1;
		},
		wakings: () => wakings,
		async dispose() {
			isDisposed = true;
		},
		disposed: () => isDisposed,
	};
}
