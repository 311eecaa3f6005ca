import type { EntryDraft, SessionFacts } from "../ports.ts";
import type { ImportFacts } from "../protocols/door.ts";
import { arrive, contiguous, type Sequence } from "../session/sequence.ts";

const WHY = "It was imported from a file; there never was a link here.";

/** Counts what is imported, as the session would have counted it while it was live. The result is over: nothing can be sent in it. */
export function createImportedFacts(
	sessionId: string,
	name: string,
	counts: ImportFacts["counts"],
): { take(draft: EntryDraft): void; facts(): SessionFacts } {
	const sequence: Sequence = { epoch: 1, high: 0, missing: [], cursor: 0, gaps: [], duplicates: 0, conflicts: 0, sequencing: "unknown" };
	let received = 0;
	let sent = 0;
	let findings = 0;
	let nextTurn = 1;
	let acked = 0;
	let lastHeardAtMs: number | null = null;

	function takeFrame({ dir, type, body, atMs, epoch, sequence: n }: EntryDraft): void {
		if (dir === "out") {
			sent++;
			const said = typeof body === "string" ? (counts?.(type, body) ?? {}) : {};
			nextTurn = Math.max(nextTurn, (said.turn ?? 0) + 1);
			acked = Math.max(acked, said.acked ?? 0);
			return;
		}
		received++;
		lastHeardAtMs = atMs;
		if (n === undefined) return;
		if (epoch !== undefined && epoch !== sequence.epoch) {
			Object.assign(sequence, { epoch, high: 0, missing: [], cursor: 0 });
			acked = 0;
		}
		if (arrive(sequence, n).kind === "duplicate") sequence.duplicates++;
	}

	return {
		take(draft) {
			findings += draft.findings?.length ?? 0;
			if (draft.kind === "frame" && (draft.opcode === "text" || draft.opcode === "binary")) takeFrame(draft);
		},
		facts: () => ({
			name,
			wireSessionId: sessionId,
			epoch: sequence.epoch,
			cursor: contiguous(sequence),
			high: sequence.high,
			missing: sequence.missing,
			openRun: null,
			acked,
			nextTurn,
			nextAudioTurn: nextTurn,
			gaps: sequence.gaps,
			duplicates: sequence.duplicates,
			conflicts: sequence.conflicts,
			received,
			sent,
			findings,
			sequencing: sequence.sequencing,
			lastHeardAtMs,
			lastOutcome: { code: null, reason: "", by: "console", clean: true, meaning: WHY, next: "ended" },
			ended: true,
		}),
	};
}
