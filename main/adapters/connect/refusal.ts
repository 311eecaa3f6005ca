import type { DialPhase } from "../../../schemas/session.ts";
import type { DialFailure } from "../../core/ports.ts";

/** What stopped a dial, without what the dial itself knows (phase and timings). */
export type Refusal = Omit<DialFailure, "phase" | "timings">;

/** A refusal on its way through promises and aborts. */
export class DialError extends Error {
	readonly refusal: Refusal;

	constructor(refusal: Refusal) {
		super(refusal.message);
		this.name = "DialError";
		this.refusal = refusal;
	}
}

export function codeOf(thrown: unknown): string | undefined {
	if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
	return typeof thrown.code === "string" ? thrown.code : undefined;
}

/** Node gives an AggregateError (every address failed) no words of its own. */
export function wordsOf(thrown: unknown): string {
	if (thrown instanceof AggregateError && thrown.message === "") return thrown.errors.map(wordsOf).join("; ");
	return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Runs one phase under its limit and with its name. `run` gets a signal that aborts when the limit passes or all is given up. */
export type During = <T>(phase: DialPhase, run: (signal: AbortSignal) => Promise<T>) => Promise<T>;
