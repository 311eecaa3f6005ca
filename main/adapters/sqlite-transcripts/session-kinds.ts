import type { Database } from "better-sqlite3";
import { type FrameKindsTable, kindsIn } from "../../core/timeline/frame-kinds.ts";
import { type KindCodes, kindCodes } from "./codes.ts";
import { createSessionProtocols } from "./session-protocol.ts";

/** What must be known of a session's frames, by its row. */
export function createSessionKinds(db: Database, table: FrameKindsTable): (session: number) => KindCodes {
	const protocolOf = createSessionProtocols(db);
	const known = new Map<string, KindCodes>();
	return (session) => {
		const protocol = protocolOf(session);
		const before = known.get(protocol);
		if (before !== undefined) return before;
		const made = kindCodes(kindsIn(table, protocol));
		known.set(protocol, made);
		return made;
	};
}
