/**
 * What every machine does in the same way, whatever it speaks: entries get their refs, own messages are written once they are stored, notes get
 * their kind, a link is left politely. A protocol's state is its own; these functions need only the part of it that `OwnState` names.
 */
import type { LocalEvent, LocalEventName } from "../../../schemas/local-events.ts";
import type { LinkOutcome } from "../../../schemas/session.ts";
import type { EntryKind, Finding } from "../../../schemas/timeline.ts";
import type { EntryDraft, SessionFacts } from "../ports.ts";
import type { CommitQueue } from "../session/commit-queue.ts";
import { heedInput, type InputTable } from "../session/input-table.ts";
import { abandon, type Link, type LinkPolicy, type LinkSink, linkHeard, linkStep } from "../session/link.ts";
import type { Input, Machine, MomentOfReceipt, Output, Ref, StepEnv } from "../session/machine.ts";

/** An own message that goes to the socket once entry `afterRef`, or its own, is on disk. */
export interface PendingWrite {
	ref: Ref;
	afterRef?: Ref;
	text: string;
}

export interface OwnState {
	readonly facts: SessionFacts;
	readonly link: Link;
	readonly commits: CommitQueue;
	nextRef: Ref;
	/** The operator wants the link gone once everything due is written; the close frame to say. */
	leaving: { code: number; reason: string } | null;
	pendingWrites: PendingWrite[];
	/** What holds once an entry appended now is committed: the highest contiguous number, and frames received. */
	contiguousNow(): number;
	receivedNow(): number;
	epochNow(): number;
}

/** One step's working set. */
export interface OwnTurn<S extends OwnState = OwnState> extends LinkSink {
	readonly state: S;
	readonly env: StepEnv;
}

export const isOpen = ({ link }: Pick<OwnState, "link">): boolean => link.phase === "open";

/** Appends an entry; answers its ref. Everything that must become true with its commit has to be in the state and its facts before. */
export function append(turn: OwnTurn, draft: Omit<EntryDraft, "atMs" | "monoMs">, at?: MomentOfReceipt): Ref {
	const { state, env } = turn;
	const ref = state.nextRef;
	state.nextRef = ref + 1;
	if (draft.findings) state.facts.findings += draft.findings.length;
	state.commits.push(state.contiguousNow(), state.receivedNow());
	turn.out({
		kind: "append",
		ref,
		draft: { atMs: at?.atMs ?? env.nowMs, monoMs: at?.monoMs ?? env.monoMs, epoch: state.epochNow(), ...draft },
	});
	return ref;
}

export function addFinding(turn: OwnTurn, ref: Ref, finding: Finding): void {
	turn.state.facts.findings += 1;
	turn.out({ kind: "findings", ref, findings: [finding] });
}

/** A message was sent although something speaks against it. */
export function markOverride(turn: OwnTurn, ref: Ref, { override, findings }: Extract<Input, { kind: "send" }>): void {
	if (!override) return;
	for (const finding of findings) addFinding(turn, ref, finding);
	const codes = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
	const message = `Sent on purpose although: ${codes.join(", ") || "nothing speaks against it"}.`;
	addFinding(turn, ref, { code: "operator.override", severity: "info", path: "", message });
}

const NOTE_KINDS: Partial<Record<LocalEventName, EntryKind>> = {
	"link.gap": "gap",
	"sequence.gap": "gap",
	"sequence.gapHealed": "gap",
	"sequence.gapLost": "gap",
};
/** By the word before the dot; what is not here is about the session. */
const KIND_OF_PREFIX: Readonly<Record<string, EntryKind>> = {
	link: "link",
	operator: "operator",
	clock: "clock",
	tap: "tap",
	reader: "reader",
};

/** Appends a local entry for something the console saw or did. */
export function note(turn: OwnTurn, event: LocalEvent, findings?: Finding[]): Ref {
	const { event: type, ...body } = event;
	const kind = NOTE_KINDS[type] ?? KIND_OF_PREFIX[type.slice(0, type.indexOf("."))] ?? "session";
	return append(turn, { dir: "local", kind, type, body: JSON.stringify(body), ...(findings ? { findings } : {}) });
}

/** A ping or pong: recorded, hidden by default, proof that the link lives. */
export function receiveHeartbeat(turn: OwnTurn, { kind, bytes }: Extract<Input, { kind: "ping" | "pong" }>): void {
	linkHeard(turn.state.link, turn.env.nowMs);
	append(turn, { dir: "in", kind: "frame", opcode: kind, type: kind, body: bytes });
	if (kind === "ping") append(turn, { dir: "out", kind: "frame", opcode: "pong", type: "pong", body: bytes, delivery: "sent" });
}

/** RFC 6455 section 8.1: a text frame that is no text fails the connection. The bytes are kept; nobody can say what they meant. */
export function failIfNoText(turn: OwnTurn, findings: readonly Finding[]): void {
	if (findings[0]?.reason === "utf8") turn.out({ kind: "closeSocket", code: 1007, reason: "text frame is not valid UTF-8" });
}

/** Writes what is safely stored. Call after each commit. `written` is told of each. */
export function writeStored<W extends PendingWrite>(
	turn: OwnTurn<OwnState & { pendingWrites: W[] }>,
	upToRef: Ref,
	written: (write: W) => void = () => {},
): void {
	const { state } = turn;
	for (let next = state.pendingWrites[0]; next !== undefined && (next.afterRef ?? next.ref) <= upToRef; next = state.pendingWrites[0]) {
		state.pendingWrites.shift();
		written(next);
		state.facts.sent += 1;
		turn.out({ kind: "write", ref: next.ref, text: next.text });
	}
}

/** The socket has it, or it may have been lost: `item` is the own message, where its fate is followed. */
export function settleWritten(
	turn: OwnTurn,
	item: { delivery: string } | undefined,
	{ ref, error }: Extract<Input, { kind: "written" }>,
): void {
	if (item && item.delivery !== "sending") return;
	const delivery = error === null ? "sent" : "unknown";
	if (item) item.delivery = delivery;
	turn.out({ kind: "delivery", ref, delivery });
}

/** How long a disconnect waits for what is due to be stored and written. */
const FLUSH_LIMIT_MS = 500;

const CANCELLED: LinkOutcome = {
	code: null,
	reason: "",
	by: "console",
	clean: false,
	errorCode: "CANCELLED",
	meaning: "Cancelled by the operator.",
	next: "stop",
};

/** Leaving a link: what is due is stored and written first, for a bounded time; then a close frame is said. */
export interface Leaving<T extends OwnTurn> {
	/** Waits at most `limitMs` for what is due. */
	leave(turn: T, code: number, reason: string, limitMs?: number): void;
	/** The operator disconnects. */
	disconnect(turn: T, code: number, reason: string): void;
	/** Says the close frame that `leave` asked for. */
	closeNow(turn: T): void;
	/** More is stored and written: closes when nothing is due any more. */
	written(turn: T): void;
	/** There is no open link to be polite on: stops dialling or waiting, or waiting for a close frame. */
	dropNow(turn: T): void;
	/** The session is over: nothing dials again. */
	stopRetry(turn: T): void;
}

interface LeavingRules<T> {
	/** Nothing is due any more. Default: what was to be written is. */
	isSettled?(turn: T): boolean;
	/** Says what must still be said before the close. */
	flush?(turn: T): void;
}

/** `lost` is called when the link is gone at once. */
export function createLeaving<T extends OwnTurn>(
	policy: LinkPolicy,
	lost: (turn: T) => void,
	{ isSettled = ({ state }) => state.pendingWrites.length === 0, flush = () => {} }: LeavingRules<T> = {},
): Leaving<T> {
	function closeNow(turn: T): void {
		const { state } = turn;
		const { leaving } = state;
		if (!leaving) return;
		state.leaving = null;
		turn.out({ kind: "cancelTimer", name: "flush" });
		if (!isOpen(state)) return;
		state.link.phase = "closing";
		state.link.sinceMs = turn.env.nowMs;
		turn.out({ kind: "closeSocket", code: leaving.code, reason: leaving.reason });
	}

	function dropNow(turn: T): void {
		turn.state.leaving = null;
		if (abandon(turn.state.link, { ...CANCELLED }, turn.env, policy, turn).kind === "lost") lost(turn);
	}

	function leave(turn: T, code: number, reason: string, limitMs = FLUSH_LIMIT_MS): void {
		turn.state.leaving = { code, reason };
		flush(turn);
		if (isSettled(turn)) closeNow(turn);
		else turn.out({ kind: "timer", name: "flush", delayMs: limitMs });
	}

	return {
		leave,
		disconnect(turn, code, reason) {
			note(turn, { event: "operator.disconnect" });
			if (isOpen(turn.state)) leave(turn, code, reason);
			else dropNow(turn);
		},
		closeNow,
		written(turn) {
			if (turn.state.leaving && isSettled(turn)) closeNow(turn);
		},
		dropNow,
		stopRetry(turn) {
			const { link } = turn.state;
			link.retryAtMs = null;
			turn.out({ kind: "cancelTimer", name: "retry" });
			if (link.lastOutcome) link.lastOutcome = { ...link.lastOutcome, next: "ended" };
		},
	};
}

export interface StepRules<T> {
	policy: LinkPolicy;
	heeds: InputTable<T>;
	/** Before the link hears the input. */
	before?(turn: T, input: Input): void;
	opened(turn: T): void;
	lost(turn: T): void;
	/** After everything: timers, durable facts. */
	after(turn: T): void;
}

/** A machine's step: the link hears the input first, then the protocol's own table. */
export function createStep<S extends OwnState>(
	state: S,
	{ policy, heeds, before, opened, lost, after }: StepRules<OwnTurn<S>>,
): Machine["step"] {
	let outputs: Output[] = [];
	const out = (output: Output) => {
		outputs.push(output);
	};
	return (input, env) => {
		outputs = [];
		const turn: OwnTurn<S> = { state, env, out, note: (event) => void note(turn, event) };
		if (input.kind === "connect") note(turn, { event: "operator.connect" });
		before?.(turn, input);
		const event = linkStep(state.link, input, env, policy, turn);
		if (event.kind === "opened") opened(turn);
		if (event.kind === "lost") lost(turn);
		heedInput(heeds, state.link, turn, input);
		after(turn);
		return outputs;
	};
}
