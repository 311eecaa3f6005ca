import type { Interaction, LinkOutcome, SessionStatus, SessionSummary } from "../../../schemas/session.ts";
import type { SessionFacts, SessionOrigin, StoredSession } from "../ports.ts";
import type { PreparedSession } from "../protocols/door.ts";
import type { MachineView } from "./machine.ts";
import { isNotVerified } from "./trust.ts";

export function liveSummary(
	origin: SessionOrigin,
	name: string,
	prepared: PreparedSession,
	facts: SessionFacts,
	view: MachineView,
	entries: number,
	practiceComplaints: string[],
): SessionSummary {
	return {
		...originPart(origin, name),
		...view,
		interactions: view.interactions ?? [],
		ledger: { ...view.ledger, entries, unread: unreadOf(facts, entries) },
		maxFrameBytes: prepared.maxFrameBytes,
		modalities: prepared.modalities,
		audioTurnControl: prepared.audioTurnControl,
		findings: prepared.findings,
		practiceComplaints,
	};
}

const INTERRUPTED: LinkOutcome = {
	code: null,
	reason: "",
	by: "console",
	clean: false,
	meaning: "The program stopped while the link was open.",
	next: "stop",
};

/** A session of an earlier run of the program, not connected now. */
export function storedSummary({ origin, facts, entries, open }: StoredSession, interactions: Interaction[]): SessionSummary {
	const { name, epoch, cursor, acked, gaps, duplicates, conflicts, received, sent, findings, nextTurn, sequencing, lastHeardAtMs } = facts;
	const outcome = facts.lastOutcome ?? (facts.lastHeardAtMs === null ? null : INTERRUPTED);
	const status: SessionStatus = outcome ? { kind: "closed", outcome } : { kind: "idle" };
	const resume = origin.target.resume === "always" || (origin.target.resume !== "never" && (origin.card?.resume ?? false));
	return {
		...originPart(origin, name),
		status,
		lastHeardAtMs,
		lastOutcome: outcome,
		interactions,
		openRun: null,
		cancelPending: false,
		audio: { kind: "unavailable", why: "The session is not connected." },
		ledger: {
			epoch,
			cursor,
			acked,
			acks: resume,
			resume,
			sequencing,
			gaps,
			duplicates,
			conflicts,
			received,
			stored: received,
			sent,
			// A recording of others says that a message was sent, and no more: that is no doubt of its own.
			unknown: (origin.imported ? open?.unknown : open?.doubtful) ?? 0,
			queued: open?.queued ?? 0,
			findings,
			nextTurn,
			entries,
			unread: unreadOf(facts, entries),
		},
		maxFrameBytes: origin.card?.maxFrameBytes ?? 0,
		modalities: origin.target.modalities ?? [],
		audioTurnControl: origin.target.audioTurnControl ?? false,
		findings: origin.card?.findings ?? [],
		practiceComplaints: [],
	};
}

/** Every session is read behind. */
const unreadOf = ({ readEntries }: SessionFacts, entries: number): number => Math.max(0, entries - (readEntries ?? 0));

function originPart(origin: SessionOrigin, name: string) {
	const { sessionId, protocol, profile, createdAtMs, endpoint, target, imported, replayOf } = origin;
	return {
		sessionId,
		name,
		protocol,
		profile,
		endpoint,
		by: target.by.kind,
		createdAtMs,
		...(target.by.kind === "practice" ? { scenario: target.by.scenario } : {}),
		...(target.connectionId === undefined ? {} : { connectionId: target.connectionId }),
		...(isNotVerified(target) && !imported ? { notVerified: true as const } : {}),
		...(imported ? { importedFrom: imported.file } : {}),
		...(imported?.redacted ? { importedRedacted: true } : {}),
		...(replayOf === undefined ? {} : { replayOf }),
	};
}
