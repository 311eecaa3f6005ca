import type { Database } from "better-sqlite3";
import { doorOf } from "../../core/protocols/table.ts";
import { createFoldRules, type FoldRules, type FoldWords } from "../../core/timeline/folds.ts";
import { createSessionProtocols } from "./session-protocol.ts";

/** How frames of a session stand together, and what they say then, as its protocol has it; by the session's row. */
export interface SessionFolds {
	rulesOf(session: number): FoldRules;
	/** Null where the protocol has no words for frames that stand together. */
	wordsOf(session: number, family: string): FoldWords | null;
}

export function createSessionFolds(db: Database): SessionFolds {
	const protocolOf = createSessionProtocols(db);
	const rules = new Map<string, FoldRules>();
	return {
		rulesOf(session) {
			const { info, frames } = doorOf(protocolOf(session));
			const known = rules.get(info.name) ?? createFoldRules(frames);
			rules.set(info.name, known);
			return known;
		},
		wordsOf: (session, family) => doorOf(protocolOf(session)).foldWords?.(family) ?? null,
	};
}
