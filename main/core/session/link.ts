/**
 * The link of one session: dial, open, alive, lost, again. Protocol-free; the protocol machine owns one and reacts to what `linkStep` says.
 * One dial at a time: anything heard about an older dial is late and is ignored here, its socket is destroyed by the runner.
 */
import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { DialPhase, LinkOutcome, SessionStatus } from "../../../schemas/session.ts";
import type { LinkSecurity } from "../../../schemas/trust.ts";
import type { DialFailure, SocketClose } from "../ports.ts";
import { type BackOff, backOffDelayMs } from "./back-off.ts";
import { type CloseTable, closeOutcome, dialOutcome } from "./close-codes.ts";
import { createKeepAlive, heard, KEEP_ALIVE_INTERVAL_MS, type KeepAlive, onKeepAliveTimer, PROBE_LIMIT_MS } from "./keep-alive.ts";
import type { Input, Output, StepEnv } from "./machine.ts";

export interface LinkPolicy {
	endpoint: string;
	backOff: BackOff;
	closeCodes: CloseTable;
	/** The protocol's last word on how a link or a dial ended, before anything follows from it. */
	judge?(outcome: LinkOutcome, ended: SocketClose | DialFailure): LinkOutcome;
}

export interface Link {
	phase: "down" | "dialling" | "open" | "closing";
	/** Number of the newest dial. */
	dialId: number;
	/** Dials since the link last did useful work. */
	attempt: number;
	dialPhase: DialPhase;
	sinceMs: number;
	retryAtMs: number | null;
	/** Server's own wish for the next try, ms. */
	retryAfterMs: number;
	lastHeardAtMs: number | null;
	lastOutcome: LinkOutcome | null;
	/** Null while no link is open. */
	security: LinkSecurity | null;
	/** Since when there was no link, and why; null before the first link and while one is open. */
	brokenSince: { atMs: number; cause: string } | null;
	keepAlive: KeepAlive;
	paused: boolean;
	everDialled: boolean;
}

export const createLink = (lastHeardAtMs: number | null, lastOutcome: LinkOutcome | null): Link => ({
	phase: "down",
	dialId: 0,
	attempt: 0,
	dialPhase: "dns",
	sinceMs: 0,
	retryAtMs: null,
	retryAfterMs: 0,
	lastHeardAtMs,
	lastOutcome,
	security: null,
	brokenSince: lastOutcome && lastHeardAtMs !== null ? { atMs: lastHeardAtMs, cause: lastOutcome.meaning } : null,
	keepAlive: createKeepAlive(),
	paused: false,
	everDialled: false,
});

/** What the protocol machine must know. */
export type LinkEvent = { kind: "none" } | { kind: "opened" } | { kind: "lost"; outcome: LinkOutcome };
const NOTHING: LinkEvent = { kind: "none" };

/** Where a step puts its outputs and local entries. */
export interface LinkSink {
	out(output: Output): void;
	note(event: LocalEvent): void;
}

export function linkStep(link: Link, input: Input, env: StepEnv, policy: LinkPolicy, sink: LinkSink): LinkEvent {
	switch (input.kind) {
		case "connect":
			if (link.phase === "down") {
				link.attempt = 0;
				dial(link, env, policy, sink);
			}
			return NOTHING;
		case "phase":
			if (isCurrent(link, input.dialId, "dialling")) link.dialPhase = input.phase;
			return NOTHING;
		case "opened":
			return opened(link, input, env, sink);
		case "failed": {
			if (!isCurrent(link, input.dialId, "dialling")) return NOTHING;
			const outcome = judged(policy, dialOutcome(input.failure), input.failure);
			link.retryAfterMs = input.failure.retryAfterMs ?? 0;
			const { phase, timings, message, body } = input.failure;
			sink.note({ event: "link.failed", attempt: link.attempt, outcome, phase, timings, detail: message, ...(body ? { body } : {}) });
			return lost(link, outcome, env, policy, sink);
		}
		case "closed":
			if (input.dialId !== link.dialId || (link.phase !== "open" && link.phase !== "closing")) return NOTHING;
			return closed(
				link,
				judged(policy, closeOutcome(input.close, policy.closeCodes), input.close),
				env,
				policy,
				sink,
				input.close.reasonHex,
			);
		case "timer":
			if (input.name === "retry" && link.phase === "down") dial(link, env, policy, sink);
			if (input.name === "keepAlive") return keepAliveTimer(link, env, policy, sink);
			return NOTHING;
		case "clockJumped":
			return clockJumped(link, input.byMs, env, policy, sink);
		case "paused":
			link.paused = input.on;
			if (!input.on) heard(link.keepAlive);
			return NOTHING;
		default:
			return NOTHING;
	}
}

const judged = (policy: LinkPolicy, outcome: LinkOutcome, ended: SocketClose | DialFailure) => policy.judge?.(outcome, ended) ?? outcome;

/** Call for every byte that came in on the current link. */
export function linkHeard(link: Link, nowMs: number): void {
	link.lastHeardAtMs = nowMs;
	heard(link.keepAlive);
}

const isCurrent = (link: Link, dialId: number, phase: Link["phase"]) => dialId === link.dialId && link.phase === phase;

function dial(link: Link, env: StepEnv, policy: LinkPolicy, sink: LinkSink): void {
	sink.out({ kind: "cancelTimer", name: "retry" });
	link.phase = "dialling";
	link.dialId += 1;
	link.attempt += 1;
	link.dialPhase = "dns";
	link.sinceMs = env.nowMs;
	link.retryAtMs = null;
	link.retryAfterMs = 0;
	link.everDialled = true;
	sink.note({ event: "link.dialling", attempt: link.attempt, endpoint: policy.endpoint });
	sink.out({ kind: "dial", dialId: link.dialId });
}

function opened(link: Link, input: Extract<Input, { kind: "opened" }>, env: StepEnv, sink: LinkSink): LinkEvent {
	if (!isCurrent(link, input.dialId, "dialling")) return NOTHING;
	link.phase = "open";
	link.sinceMs = env.nowMs;
	link.keepAlive = createKeepAlive();
	link.paused = false;
	linkHeard(link, env.nowMs);
	const { timings, remoteAddress, subprotocol, security } = input;
	link.security = security;
	sink.note({ event: "link.open", attempt: link.attempt, timings, remoteAddress, subprotocol, security });
	sink.out({ kind: "timer", name: "keepAlive", delayMs: KEEP_ALIVE_INTERVAL_MS });
	return { kind: "opened" };
}

function closed(link: Link, outcome: LinkOutcome, env: StepEnv, policy: LinkPolicy, sink: LinkSink, reasonHex?: string): LinkEvent {
	sink.note({ event: "link.closed", outcome, ...(reasonHex === undefined ? {} : { reasonHex }) });
	return lost(link, outcome, env, policy, sink);
}

function lost(link: Link, outcome: LinkOutcome, env: StepEnv, policy: LinkPolicy, sink: LinkSink): LinkEvent {
	const wasOpen = link.phase === "open" || link.phase === "closing";
	link.phase = "down";
	link.security = null;
	link.sinceMs = env.nowMs;
	link.lastOutcome = outcome;
	// Without a close frame the link was gone at some time after the last byte, not when we noticed.
	if (wasOpen) link.brokenSince = { atMs: outcome.clean ? env.nowMs : (link.lastHeardAtMs ?? env.nowMs), cause: outcome.meaning };
	sink.out({ kind: "cancelTimer", name: "keepAlive" });
	if (outcome.next === "retry") {
		const delayMs = backOffDelayMs(policy.backOff, link.attempt, env.random(), link.retryAfterMs);
		link.retryAtMs = env.nowMs + delayMs;
		sink.note({ event: "link.retry", attempt: link.attempt + 1, delayMs });
		sink.out({ kind: "timer", name: "retry", delayMs });
	}
	return { kind: "lost", outcome };
}

/** Ends the link or the dial for a reason of our own without waiting for anyone; a `polite` end says a close frame with the outcome's code. */
export function abandon(link: Link, outcome: LinkOutcome, env: StepEnv, policy: LinkPolicy, sink: LinkSink, polite = false): LinkEvent {
	if (link.phase === "down") {
		sink.out({ kind: "cancelTimer", name: "retry" });
		if (link.retryAtMs === null) return NOTHING;
		link.retryAtMs = null;
		link.lastOutcome = outcome;
		return NOTHING;
	}
	sink.out(
		polite && outcome.code !== null ? { kind: "closeSocket", code: outcome.code, reason: outcome.reason } : { kind: "destroySocket" },
	);
	return closed(link, outcome, env, policy, sink);
}

function keepAliveTimer(link: Link, env: StepEnv, policy: LinkPolicy, sink: LinkSink): LinkEvent {
	if (link.phase !== "open" && link.phase !== "closing") return NOTHING;
	// While reading is paused for the store's sake nothing can be heard; that silence is ours.
	if (link.paused) heard(link.keepAlive);
	if (onKeepAliveTimer(link.keepAlive) === "ping") {
		sink.out({ kind: "ping", payload: `switchboard ${link.keepAlive.pingsSent}` });
		sink.out({ kind: "timer", name: "keepAlive", delayMs: KEEP_ALIVE_INTERVAL_MS });
		return NOTHING;
	}
	const silentMs = env.nowMs - (link.lastHeardAtMs ?? env.nowMs);
	sink.note({ event: "link.stale", silentMs, missedPongs: link.keepAlive.unanswered });
	return abandon(link, deadOutcome(silentMs), env, policy, sink);
}

const deadOutcome = (silentMs: number): LinkOutcome => ({
	code: 1006,
	reason: "",
	by: "network",
	clean: false,
	errorCode: "NO_PONG",
	meaning: `Nothing was heard for ${Math.round(silentMs / 1000)} s, not even an answer to a ping. The link is dead.`,
	next: "retry",
});

function clockJumped(link: Link, byMs: number, env: StepEnv, policy: LinkPolicy, sink: LinkSink): LinkEvent {
	// 0: the system said that it woke up, and the clock itself shows no jump to tell of.
	if (byMs !== 0) sink.note({ event: "clock.jumped", byMs });
	if (byMs < 0) return NOTHING;
	if (link.phase === "down" && link.retryAtMs !== null) dial(link, env, policy, sink);
	if (link.phase === "open" || link.phase === "closing") {
		link.keepAlive.probing = true;
		link.keepAlive.unanswered += 1;
		link.keepAlive.pingsSent += 1;
		sink.out({ kind: "ping", payload: `switchboard ${link.keepAlive.pingsSent}` });
		sink.out({ kind: "timer", name: "keepAlive", delayMs: PROBE_LIMIT_MS });
	}
	return NOTHING;
}

export function linkStatus(link: Link): SessionStatus {
	switch (link.phase) {
		case "dialling":
			return { kind: "dialling", attempt: link.attempt, phase: link.dialPhase, sinceMs: link.sinceMs };
		case "open":
			return { kind: "open", sinceMs: link.sinceMs, attempt: link.attempt };
		case "closing":
			return { kind: "closing", sinceMs: link.sinceMs };
		case "down":
			if (!link.lastOutcome) return { kind: "idle" };
			if (link.retryAtMs === null) return { kind: "closed", outcome: link.lastOutcome };
			return { kind: "waiting", retryAtMs: link.retryAtMs, attempt: link.attempt + 1, outcome: link.lastOutcome };
	}
}
