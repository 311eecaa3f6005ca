import type { SessionSummary } from "../../../schemas/session.ts";
import { UsageError } from "./command.ts";

/** When `session run` is done. */
export type Until =
	| { kind: "ended" }
	| { kind: "closed" }
	/** Nothing new for that long. */
	| { kind: "idle"; ms: number }
	/** That many frames received and stored. */
	| { kind: "count"; frames: number };

export function readUntil(text: string): Until {
	if (text === "ended" || text === "closed") return { kind: text };
	const [, kind, number] = /^(idle|count):(\d{1,15})$/.exec(text) ?? [];
	if (kind === "idle") return { kind, ms: Number(number) };
	if (kind === "count") return { kind, frames: Number(number) };
	throw new UsageError(`--until takes ended, closed, idle:MS or count:N, not "${text}".`);
}

/** No link, and none will be made without the operator. */
export const isOver = ({ status }: SessionSummary): boolean => status.kind === "closed";

/** Whether the condition holds; `quietMs` is how long the session has shown nothing new. */
export function isReached(until: Until, session: SessionSummary, quietMs: number): boolean {
	const { status, ledger } = session;
	switch (until.kind) {
		case "ended":
			return status.kind === "closed" && status.outcome.next === "ended";
		case "closed":
			return status.kind === "closed" || status.kind === "waiting";
		case "idle":
			return quietMs >= until.ms;
		case "count":
			return ledger.stored >= until.frames;
	}
}
