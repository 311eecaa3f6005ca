import type { LinkOutcome, SessionSummary } from "../../../schemas/session.ts";
import { READING_LIMIT_MS } from "../../core/limits.ts";
import { UsageError } from "./command.ts";

/** When `session run` is done. */
export type Until =
	| { kind: "ended" }
	/** An open link was ended by agent or network, or the link is closed for good. */
	| { kind: "closed" }
	/** Nothing new for that long. */
	| { kind: "idle"; ms: number }
	/** That many frames received and stored. */
	| { kind: "count"; frames: number }
	/** The link is closed for good. Not on the command line: what a run without script and --until waits for. */
	| { kind: "over" };

export function readUntil(text: string): Until {
	if (text === "ended" || text === "closed") return { kind: text };
	const [, kind, number] = /^(idle|count):(\d{1,15})$/.exec(text) ?? [];
	if (kind === "idle") return { kind, ms: Number(number) };
	if (kind === "count") return { kind, frames: Number(number) };
	throw new UsageError(`--until takes ended, closed, idle:MS or count:N, not "${text}".`);
}

/** No link, and none will be made without the operator. Once it holds it goes on holding, so no look comes too late for it. */
export const isOver = ({ status }: SessionSummary): boolean => status.kind === "closed";

export interface RunFacts {
	/** How long the session has shown nothing new. A frame that is being read is something, as long as reading one may take. */
	quietMs: number;
	/** How an open link first ended that agent or network ended. */
	firstLoss: LinkOutcome | null;
}

export function isReached(until: Until, session: SessionSummary, { quietMs, firstLoss }: RunFacts): boolean {
	const { status, ledger } = session;
	switch (until.kind) {
		case "ended":
			return status.kind === "closed" && status.outcome.next === "ended";
		case "closed":
			return firstLoss !== null || isOver(session);
		case "idle":
			return quietMs >= until.ms && (ledger.stored >= ledger.received || quietMs >= until.ms + READING_LIMIT_MS);
		case "count":
			return ledger.stored >= until.frames;
		case "over":
			return isOver(session);
	}
}
