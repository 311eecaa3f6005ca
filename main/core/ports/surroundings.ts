/** Time, chance and the log. */

export interface Clock {
	/** ms since 1970. May jump. */
	nowMs(): number;
	/** Monotonic ms with fractions; its zero means nothing. */
	monoMs(): number;
	/** Calls `run` once after `delayMs`; call the result to cancel. */
	after(delayMs: number, run: () => void): () => void;
}

export interface Ids {
	/** UUIDv4. */
	uuid(): string;
	/** 0 ≤ x < 1, for jitter. */
	random(): number;
}

export interface Log {
	warn(message: string, detail?: unknown): void;
	error(message: string, detail?: unknown): void;
}
