import type { Database } from "better-sqlite3";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import { storedObject } from "./stored-json.ts";

/** What a session speaks, by its row: it never changes. Empty where what was stored does not say. */
export function createSessionProtocols(db: Database): (session: number) => ProtocolName {
	const originOf = db.prepare<[number], string>("SELECT origin FROM sessions WHERE id = ?").pluck();
	const known = new Map<number, ProtocolName>();
	return (session) => {
		const before = known.get(session);
		if (before !== undefined) return before;
		const origin = originOf.get(session);
		const { protocol } = storedObject(origin) ?? {};
		const name = typeof protocol === "string" ? protocol : "";
		if (origin !== undefined) known.set(session, name);
		return name;
	};
}
