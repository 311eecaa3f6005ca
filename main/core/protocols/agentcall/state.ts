import type { AudioTurnState, PhysicalModality } from "../../../../schemas/session.ts";
import type { EntryDraft, SessionFacts } from "../../ports.ts";
import { createCommitQueue } from "../../session/commit-queue.ts";
import { createLink } from "../../session/link.ts";
import type { MomentOfReceipt, Ref } from "../../session/machine.ts";
import { contiguous, type Sequence } from "../../session/sequence.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { append, type OwnState, type OwnTurn } from "../own-frames.ts";
import type { CardClaims } from "./card-mismatch.ts";
import { createInteractions, type Interactions, type Touch } from "./interactions.ts";
import { awaitsRun, type OutboxItem } from "./outbox.ts";
import type { Profile } from "./profile.ts";

/** What the session was opened with, after card and operator's policies were put together. */
export interface AgentCallConfig {
	profile: Profile;
	endpoint: string;
	resume: boolean;
	acks: boolean;
	modalities: readonly PhysicalModality[];
	/** Offered in session.start; only when the card declares explicit turns. */
	audioTurnControl: boolean;
	/** Why audio turns are unavailable, when they are. */
	audioUnavailable: string | null;
	audioCounter: "shared" | "separate";
	/** What a new link after a break says to an agent without resume. */
	afterBreak: "newSession" | "sameSession";
	maxFrameBytes: number;
	/** What the card says that behaviour may belie; null without a card. */
	card: CardClaims | null;
}

/** A frame kept back from being applied until the numbers before it came; its bytes are stored already. */
interface HeldFrame {
	ref: Ref;
	sequence: number;
	decoded: Decoded;
	bytes: number;
	/** Its entry is a repetition and stays marked as one. */
	isRepeated: boolean;
}

/** A frame whose epoch is not decided yet; see probe.ts. */
export interface ProbedFrame {
	opcode: "text" | "binary";
	body: string | Uint8Array;
	decoded: Decoded;
	atMs: number;
	monoMs: number;
}

/** Everything the AgentCall machine knows. Owned by one machine and changed in place: copying it per frame would cost more than the frame. */
export interface AgentCallState extends OwnState {
	readonly config: AgentCallConfig;
	readonly sequence: Sequence;
	/** Frames off the wire, also those still being probed. */
	received: number;
	/** Frames given to the store. */
	appended: number;
	/** Frames whose commit returned. */
	stored: number;
	/** Highest sequence acknowledged on a socket. */
	acked: number;
	/** Highest sequence whose ack was handed to the store; durable with it, so that a restart never says an ack twice. */
	ackQueued: number;
	ackTimer: boolean;
	/** A run ended: the next commit acknowledges without waiting for more. */
	ackOnCommit: boolean;
	outbox: OutboxItem[];
	/** Stored entries that go to the socket once `afterRef` is on disk. */
	pendingWrites: { ref: Ref; afterRef: Ref; text: string; type: string; sequence: number }[];
	cancelPending: boolean;
	/** What the agent asks of a person. */
	interactions: Interactions;
	/** What was done to requests at entries whose ordinal is asked for. */
	awaitingPlace: Map<Ref, Touch[]>;
	audio: AudioTurnState;
	/** What this link has heard so far: decides how a replay is read. */
	opening: {
		startedSeen: boolean;
		firstNumberSeen: boolean;
		askedResume: boolean;
		waitingForTurns: boolean;
		/** Highest turn said on this link; 0 before the first. What is lower cannot be said again. */
		highestTurn: number;
	};
	/** `same`: how many frames of this replay proved equal to stored ones. */
	probe: { queue: ProbedFrame[] /** Index of the frame to compare next. */; next: number; lookUpId: number; same: number } | null;
	nextLookUpId: number;
	held: HeldFrame[];
	heldBytes: number;
	/** Stored by an earlier run of the program and kept back by it: they count when the agent says them again. Null when there are none. */
	unapplied: { from: number; to: number } | null;
	/** Disagreements with the card that were told. */
	mismatches: Set<string>;
	gapTimer: boolean;
	gapResumes: number;
	/** The operator ended the session while so many frames were given to the store: once they are stored and acknowledged, `session.end` is said. */
	endAfter: number | null;
	/** `session.end` is said and the other side has not closed yet. */
	ending: boolean;
}

/** One step's working set. */
export type Turn = OwnTurn<AgentCallState>;

export function createState(
	config: AgentCallConfig,
	facts: SessionFacts,
	outbox: { ref: Ref; type: string; turn: number | null; text: string; delivery: OutboxItem["delivery"] }[],
): AgentCallState {
	const state: AgentCallState = {
		config,
		facts,
		link: createLink(facts.lastHeardAtMs, facts.lastOutcome),
		sequence: {
			epoch: facts.epoch,
			high: facts.high,
			missing: facts.missing,
			cursor: facts.cursor,
			gaps: facts.gaps,
			duplicates: facts.duplicates,
			conflicts: facts.conflicts,
			sequencing: facts.sequencing,
		},
		commits: createCommitQueue(1),
		nextRef: 1,
		received: facts.received,
		appended: facts.received,
		stored: facts.received,
		acked: facts.acked,
		ackQueued: facts.acked,
		ackTimer: false,
		ackOnCommit: false,
		outbox: outbox.map((item) => ({ ...item, awaitsRun: awaitsRun(item.type), wasSent: item.delivery !== "queued" })),
		pendingWrites: [],
		cancelPending: false,
		interactions: createInteractions((facts.protocolFacts as { interactions?: unknown } | undefined)?.interactions, []),
		awaitingPlace: new Map(),
		audio: config.audioUnavailable === null ? { kind: "idle" } : { kind: "unavailable", why: config.audioUnavailable },
		opening: { startedSeen: false, firstNumberSeen: false, askedResume: false, waitingForTurns: false, highestTurn: 0 },
		probe: null,
		nextLookUpId: 1,
		held: [],
		heldBytes: 0,
		unapplied: keptBack(facts),
		mismatches: new Set(),
		gapTimer: false,
		gapResumes: 0,
		endAfter: null,
		ending: false,
		leaving: null,
		contiguousNow: () => contiguous(state.sequence),
		receivedNow: () => state.appended,
		epochNow: () => state.sequence.epoch,
	};
	return state;
}

/** Frames behind a gap that was still waited for when the program stopped. */
function keptBack({ epoch, high, gaps }: SessionFacts): AgentCallState["unapplied"] {
	const gap = gaps.find((each) => each.epoch === epoch && each.state === "open");
	return gap ? { from: gap.from, to: high } : null;
}

/** Appends a frame that came in; answers its ref. */
export function appendReceived(turn: Turn, draft: Omit<EntryDraft, "atMs" | "monoMs">, at?: MomentOfReceipt): Ref {
	turn.state.appended += 1;
	return append(turn, draft, at);
}

/** Brings the durable facts up to date; they are one object, serialised by the store when it posts a transaction. */
export function syncFacts(state: AgentCallState): void {
	const { facts, sequence, link } = state;
	facts.epoch = sequence.epoch;
	facts.received = state.appended;
	facts.cursor = contiguous(sequence);
	facts.acked = state.ackQueued;
	facts.high = sequence.high;
	facts.missing = sequence.missing;
	facts.gaps = sequence.gaps;
	facts.duplicates = sequence.duplicates;
	facts.conflicts = sequence.conflicts;
	facts.sequencing = sequence.sequencing;
	facts.lastHeardAtMs = link.lastHeardAtMs;
	facts.lastOutcome = link.lastOutcome;
	facts.protocolFacts = { interactions: state.interactions.list };
}
