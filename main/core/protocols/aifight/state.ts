import type { SessionFacts } from "../../ports.ts";
import { createCommitQueue } from "../../session/commit-queue.ts";
import { createLink } from "../../session/link.ts";
import type { OwnState, OwnTurn } from "../own-frames.ts";
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
export interface AiFightState extends OwnState {
	readonly config: AiFightConfig;
	readonly desk: Desk;
	/** Frames whose commit returned. */
	stored: number;
	outbox: OutboxItem[];
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
	/** When the deadline timer is set for, ms since 1970. */
	deadlineAtMs: number | null;
	/** Something in the desk may differ from what is stored. */
	deskChanged: boolean;
	/** Requests and confirmations whose end was noted. */
	expired: Set<string>;
}

/** One step's working set. */
export type Turn = OwnTurn<AiFightState>;

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
		// Its frames have no numbers.
		contiguousNow: () => 0,
		receivedNow: () => facts.received,
		epochNow: () => 1,
		deadlineAtMs: null,
		deskChanged: false,
		expired: new Set(),
	};
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
