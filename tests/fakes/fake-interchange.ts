import type { Interchange } from "../../main/core/ports.ts";

/** Files that are never written: answers as if every session were empty and every file fine. */
export function createFakeInterchange(): Interchange {
	const emptySide = { frames: 0, lengthMs: 0 };
	return {
		export: async ({ sessionId }, { format }) => ({
			path: `/fake/exports/${sessionId}.${format}`,
			bytes: 0,
			entries: 0,
			head: "",
			skipped: 0,
			masked: [],
			signedBy: null,
		}),
		preview: async (_sessionId, rules) => ({
			entries: 0,
			rules: rules.filter(({ on }) => on).map(({ id, label }) => ({ rule: id, label, entries: 0, values: 0, examples: [] })),
		}),
		compare: async (left, right) => ({
			summary: {
				left: { ...emptySide, sessionId: left.sessionId, name: left.name, protocol: left.protocol },
				right: { ...emptySide, sessionId: right.sessionId, name: right.name, protocol: right.protocol },
				same: 0,
				different: 0,
				onlyLeft: 0,
				onlyRight: 0,
				firstDifference: null,
				coarse: false,
			},
			total: 0,
			rows: [],
		}),
		beginUpload: async (name) => ({ uploadId: `upload of ${name}` }),
		addPiece: async () => {},
		cancelUpload: async () => {},
		import: async () => ({ format: "jsonl", sessions: [] }),
		verifyFile: async () => ({
			ok: true,
			entries: 0,
			firstBad: null,
			problemLine: null,
			problem: null,
			head: "",
			session: null,
			redacted: false,
			version: 2,
			holds: true,
			proven: 0,
			masked: 0,
			unproven: 0,
			unsignedMasks: 0,
			signed: null,
			headVersion: 2,
			imported: false,
			notVerified: false,
			sealedLater: null,
			outside: 0,
			sealedAtMs: null,
		}),
		close: async () => {},
	};
}
