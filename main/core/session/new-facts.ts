import type { SessionFacts } from "../ports.ts";

/** Facts of a session that has neither heard nor said anything. `wireSessionId` is what `session.start` will say. */
export const newFacts = (wireSessionId: string, name: string): SessionFacts => ({
	name,
	wireSessionId,
	epoch: 1,
	cursor: 0,
	high: 0,
	missing: [],
	openRun: null,
	acked: 0,
	nextTurn: 1,
	nextAudioTurn: 1,
	gaps: [],
	duplicates: 0,
	conflicts: 0,
	received: 0,
	sent: 0,
	findings: 0,
	sequencing: "unknown",
	lastHeardAtMs: null,
	lastOutcome: null,
	ended: false,
});
