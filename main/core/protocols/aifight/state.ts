import type { LocalEvent } from "../../../../schemas/local-events.ts";
import type { EntryKind, Finding } from "../../../../schemas/timeline.ts";
import type { EntryDraft, SessionFacts } from "../../ports.ts";
import { type CommitQueue, createCommitQueue } from "../../session/commit-queue.ts";
import { createLink, type Link, type LinkSink } from "../../session/link.ts";
import type { MomentOfReceipt, Ref, StepEnv } from "../../session/machine.ts";
import { type Desk, deskFacts, restoreDesk } from "./desk.ts";
import type { OutboxItem } from "./outbox.ts";

export interface AiFightConfig {
	endpoint: string;
	/** Confirm matches at once. */
	autoConfirm: boolean;
	readiness: "ready" | "notReady" | "byHand";
	/** Declared in the upgrade. */
	capabilities: readonly string[];
}

/** Everything the AIFight machine knows. Owned by one machine and changed in place. */
export interface AiFightState {
	readonly config: AiFightConfig;
	readonly facts: SessionFacts;
	readonly link: Link;
	readonly desk: Desk;
	readonly commits: CommitQueue;
	nextRef: Ref;
	/** Frames whose commit returned. */
	stored: number;
	outbox: OutboxItem[];
	/** Stored messages that go to the socket once they are on disk. */
	pendingWrites: { ref: Ref; text: string }[];
	/** A welcome came in this run of the program. */
	everWelcomed: boolean;
	/** Nothing was heard on this link yet. */
	firstFrame: boolean;
	/** The server's words before a welcome. */
	refusal: string | null;
	/** The last dial met HTTP 404. */
	slowBackOff: boolean;
	/** Monotonic ms when the link opened. */
	openedMonoMs: number;
	/** Close frame to say once everything due is written. */
	leaving: { code: number; reason: string } | null;
	/** When the deadline timer is set for, ms since 1970. */
	deadlineAtMs: number | null;
	/** Something in the desk may differ from what is stored. */
	deskChanged: boolean;
	/** Requests and confirmations whose end was noted. */
	expired: Set<string>;
}

/** One step's working set. */
export interface Turn extends LinkSink {
	readonly state: AiFightState;
	readonly env: StepEnv;
}

export function createState(config: AiFightConfig, facts: SessionFacts, outbox: OutboxItem[]): AiFightState {
	return {
		config,
		facts,
		link: createLink(facts.lastHeardAtMs, facts.lastOutcome),
		desk: restoreDesk(facts.protocolFacts),
		commits: createCommitQueue(1),
		nextRef: 1,
		stored: facts.received,
		outbox,
		pendingWrites: [],
		everWelcomed: false,
		firstFrame: true,
		refusal: null,
		slowBackOff: false,
		openedMonoMs: 0,
		leaving: null,
		deadlineAtMs: null,
		deskChanged: false,
		expired: new Set(),
	};
}

/** Appends an entry; answers its ref. What must become true with its commit has to be in `facts` before. */
export function append(turn: Turn, draft: Omit<EntryDraft, "atMs" | "monoMs" | "epoch"> & Partial<MomentOfReceipt>): Ref {
	const { state, env } = turn;
	const ref = state.nextRef;
	state.nextRef = ref + 1;
	if (draft.findings) state.facts.findings += draft.findings.length;
	state.commits.push(0, state.facts.received);
	turn.out({ kind: "append", ref, draft: { atMs: env.nowMs, monoMs: env.monoMs, epoch: 1, ...draft } });
	return ref;
}

export function addFinding(turn: Turn, ref: Ref, finding: Finding): void {
	turn.state.facts.findings += 1;
	turn.out({ kind: "findings", ref, findings: [finding] });
}

const KINDS: Readonly<Record<string, EntryKind>> = { link: "link", operator: "operator", clock: "clock" };

/** Appends a local entry for something the console saw or did. */
export function note(turn: Turn, event: LocalEvent): Ref {
	const { event: type, ...body } = event;
	const kind = type === "link.gap" ? "gap" : (KINDS[type.slice(0, type.indexOf("."))] ?? "session");
	return append(turn, { dir: "local", kind, type, body: JSON.stringify(body) });
}

/** Brings the durable facts up to date; the store serialises them when it posts a transaction. */
export function syncFacts(state: AiFightState): void {
	const { facts, link } = state;
	facts.sequencing = "unsequenced";
	facts.lastHeardAtMs = link.lastHeardAtMs;
	facts.lastOutcome = link.lastOutcome;
	if (state.deskChanged) facts.protocolFacts = deskFacts(state.desk);
	state.deskChanged = false;
}

export const isOpen = (state: AiFightState): boolean => state.link.phase === "open";
