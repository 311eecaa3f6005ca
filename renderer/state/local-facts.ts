import type { OperatorApi } from "../../schemas/ipc.ts";
import type { LocalEvent } from "../../schemas/local-events.ts";
import type { TimelineRow } from "../../schemas/timeline.ts";
import { isOwnWish } from "./session-words.ts";

/** What the body of a local entry adds to its row: rows carry no codes and no ranges. Members are absent when the body does not hold them. */
export interface LocalFact {
	/** `1006`, `HTTP 503`, `ECONNREFUSED`. */
	code?: string;
	by?: "agent" | "console" | "network";
	/** The end was wished for: by the operator, or because the session is over. */
	wanted?: boolean;
	range?: { from: number; to: number };
	attempt?: number;
}

export interface LocalFacts {
	/** Known facts of a row; asks for them when they are not known yet. */
	of(row: TimelineRow): LocalFact | undefined;
	subscribe(listener: () => void): () => void;
	/** Grows when something became known. */
	version(): number;
	dispose(): void;
}

const TOLD = new Set<string>([
	"link.closed",
	"link.failed",
	"link.open",
	"sequence.gap",
	"sequence.gapHealed",
	"sequence.gapLost",
] satisfies LocalEvent["event"][]);
const KEEP = 500;

type Body = Record<string, unknown>;
const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Reads the body as it lies in the store; a body of another version gives fewer facts, never an error. */
export function readFact(text: string | undefined): LocalFact {
	let body: unknown;
	try {
		body = JSON.parse(text ?? "");
	} catch {
		return {};
	}
	if (!isBody(body)) return {};
	const fact: LocalFact = {};
	const [from, to, attempt] = [numberOf(body.from), numberOf(body.to), numberOf(body.attempt)];
	if (from !== undefined && to !== undefined) fact.range = { from, to };
	if (attempt !== undefined) fact.attempt = attempt;
	if (!isBody(body.outcome)) return fact;
	const { code, httpStatus, errorCode, by, next } = body.outcome;
	fact.code = numberOf(code)?.toString() ?? (numberOf(httpStatus) === undefined ? textOf(errorCode) : `HTTP ${httpStatus}`);
	if (by === "agent" || by === "console" || by === "network") fact.by = by;
	fact.wanted = next === "ended" || (fact.by !== undefined && isOwnWish({ by: fact.by, errorCode: textOf(errorCode) }));
	return fact;
}

/** Facts of the few local entries in view. A stored body never changes, so what was read once is kept. */
export function createLocalFacts(api: OperatorApi, sessionId: string): LocalFacts {
	const known = new Map<number, LocalFact>();
	const asked = new Set<number>();
	const listeners = new Set<() => void>();
	let version = 0;
	let disposed = false;

	const ask = async (ordinal: number) => {
		asked.add(ordinal);
		const answer = await api.request("timeline.entry", { sessionId, ordinal });
		asked.delete(ordinal);
		if (disposed || !answer.ok) return;
		known.set(ordinal, readFact(answer.value.text));
		for (const oldest of known.keys()) {
			if (known.size <= KEEP) break;
			known.delete(oldest);
		}
		version++;
		for (const listener of listeners) listener();
	};
	return {
		of(row) {
			if (!TOLD.has(row.type) || row.kind === "frame") return undefined;
			const fact = known.get(row.ordinal);
			if (fact === undefined && !asked.has(row.ordinal)) void ask(row.ordinal);
			return fact;
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		version: () => version,
		dispose() {
			disposed = true;
			listeners.clear();
		},
	};
}
