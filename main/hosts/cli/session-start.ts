import type { OperatorApi } from "../../../schemas/ipc.ts";
import type { Direction } from "../../../schemas/timeline.ts";
import { ask } from "../local-api.ts";

/** What a session has before a run, so that the run's own part can be told from it. */
export interface SessionStart {
	received: number;
	/** Entries of the console itself. */
	localEntries: number;
	/** Entries that came from the agent, heartbeats aside. */
	inEntries: number;
}

/** All zero for a session that is not stored yet. */
export async function readSessionStart(api: OperatorApi, sessionId: string | undefined): Promise<SessionStart> {
	const known = (await ask(api, "session.list", {})).find((session) => session.sessionId === sessionId);
	if (known === undefined) return { received: 0, localEntries: 0, inEntries: 0 };
	const total = async (direction: Direction) =>
		(await ask(api, "timeline.rows", { sessionId: known.sessionId, filter: { directions: [direction] }, from: 0, count: 1 })).total;
	return { received: known.ledger.received, localEntries: await total("local"), inEntries: await total("in") };
}
