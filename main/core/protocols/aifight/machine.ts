/**
 * The AIFight client as a machine: inputs in, outputs out, no I/O. The rules of the game room are in the desk; this one joins it with the link,
 * the store and the clock.
 * Source: AIFight protocol v1 (v1.2.0); README.md has the choices.
 */
import type { Finding } from "../../../../schemas/timeline.ts";
import type { SessionFacts } from "../../ports.ts";
import type { InputTable } from "../../session/input-table.ts";
import { type LinkPolicy, linkHeard, linkStatus } from "../../session/link.ts";
import type { Input, Machine, MachineView, TimerName } from "../../session/machine.ts";
import { append, createStep, failIfNoText, isOpen, note, receiveHeartbeat, settleWritten, writeStored } from "../own-frames.ts";
import { matchConfirm, runtimeStatus } from "./client-messages.ts";
import { decodeServerMessage } from "./codec.ts";
import { noteExpired, scheduleDeadline } from "./deadlines.ts";
import type { Decoded } from "./decoded.ts";
import { blameItem, discardItem, forgetWrites, operatorSend, restoredItems, sendOwn, settleAfterBreak, settleItem } from "./deliver.ts";
import { loseLink } from "./desk.ts";
import { receive } from "./desk-receive.ts";
import { checkSending } from "./desk-send.ts";
import { createExit } from "./exit.ts";
import type { News } from "./news.ts";
import { judgeOutcome } from "./outcome.ts";
import { AIFIGHT_PROFILE, BACK_OFF, CLOSE_CODES, GOOD_LINK_MS, SLOW_BACK_OFF, WELCOME_LIMIT_MS } from "./profile.ts";
import { type AiFightConfig, type AiFightState, createState, syncFacts, type Turn } from "./state.ts";
import { tableStatus } from "./status.ts";

const NO_AUDIO = { kind: "unavailable", why: "AIFight has no audio turns." } as const;

export type RestoredMessage = Parameters<typeof restoredItems>[0][number];

export function createAiFightMachine(config: AiFightConfig, facts: SessionFacts, restored: readonly RestoredMessage[] = []): Machine {
	const state = createState(config, facts, restoredItems(restored));
	const { link, desk } = state;
	const policy: LinkPolicy = {
		endpoint: config.endpoint,
		closeCodes: CLOSE_CODES,
		get backOff() {
			return state.slowBackOff ? SLOW_BACK_OFF : BACK_OFF;
		},
		judge(outcome, ended) {
			const { refusal, everWelcomed } = state;
			state.slowBackOff = "phase" in ended && ended.httpStatus === 404;
			return judgeOutcome(outcome, ended, { refusal, everWelcomed, ended: facts.ended });
		},
	};
	const exit = createExit(policy, lost);
	const heeds: InputTable<Turn> = {
		created: (turn) =>
			void note(turn, { event: "session.opened", protocol: "aifight", profile: AIFIGHT_PROFILE, endpoint: config.endpoint }),
		restored: takeUp,
		disconnect: (turn, { code = 1000, reason = "operator disconnected" }) => exit.leave(turn, code, reason),
		end: exit.end,
		suspend: exit.suspend,
		send: operatorSend,
		discard: (turn, { ref }) => discardItem(turn, ref),
		note: (turn, { event }) => void note(turn, event),
		frame: receiveFrame,
		ping: receiveHeartbeat,
		pong: receiveHeartbeat,
		written: (turn, input) =>
			settleWritten(
				turn,
				state.outbox.find(({ ref }) => ref === input.ref),
				input,
			),
		persisted(turn, { upToRef }) {
			const values = state.commits.commit(upToRef);
			if (values) state.stored = values.received;
			writeStored(turn, upToRef);
			exit.written(turn);
		},
		timer: (turn, { name }) => timer(turn, name),
	};

	const step = createStep<AiFightState>(state, {
		policy,
		heeds,
		before({ env }, input) {
			// A link that lived was no flap; waking up is no failure. Either way the next try is the first.
			if ((isOpen(state) && env.monoMs - state.openedMonoMs >= GOOD_LINK_MS) || input.kind === "clockJumped") link.attempt = 0;
		},
		opened,
		lost,
		after(turn) {
			scheduleDeadline(turn);
			syncFacts(state);
		},
	});

	function opened(turn: Turn): void {
		state.firstFrame = true;
		state.refusal = null;
		state.openedMonoMs = turn.env.monoMs;
		if (link.brokenSince) {
			const { atMs, cause } = link.brokenSince;
			note(turn, { event: "link.gap", fromMs: atMs, toMs: turn.env.nowMs, cause, resumedFrom: null, epoch: 1 });
			link.brokenSince = null;
		}
		turn.out({ kind: "timer", name: "startWait", delayMs: WELCOME_LIMIT_MS });
	}

	/** A frame off the wire: kept whatever it is, then read. */
	function receiveFrame(turn: Turn, input: Extract<Input, { kind: "frame" }>): void {
		linkHeard(link, turn.env.nowMs);
		facts.received += 1;
		state.deskChanged = true;
		const decoded = (input.decoded as Decoded | undefined) ?? decodeServerMessage(input.opcode, input.text, input.bytes.length);
		const { findings } = decoded;
		const at = state.nextRef;
		const news = decoded.kind === "message" ? fold(decoded, at, turn.env.nowMs) : [];
		checkFirst(decoded);
		const repeats = news.some(({ kind }) => kind === "repeats");
		if (repeats) facts.duplicates += 1;
		append(turn, {
			dir: "in",
			kind: "frame",
			opcode: input.opcode,
			type: decoded.type,
			body: input.bytes,
			findings,
			...(input.at ?? {}),
			...(repeats ? { delivery: "dropped" as const } : {}),
		});
		for (const each of news) heedNews(turn, each);
		if (decoded.kind === "invalid") failIfNoText(turn, findings);
	}

	function fold(decoded: Extract<Decoded, { kind: "message" }>, at: number, atMs: number): News[] {
		const { findings, news } = receive(desk, decoded, { at, nowMs: atMs, live: true, capabilities: config.capabilities });
		decoded.findings.push(...findings);
		return news;
	}

	/** The first frame of a link is a welcome, or a refusal in words. */
	function checkFirst(decoded: Decoded): void {
		if (!state.firstFrame) return;
		state.firstFrame = false;
		if (decoded.type === "welcome" || decoded.type === "error") return;
		const message = "The first frame of a link must be a welcome. It is used all the same.";
		decoded.findings.push({ code: "welcome.missing", severity: "warning", path: "", message });
	}

	function heedNews(turn: Turn, news: News): void {
		switch (news.kind) {
			case "welcome":
				state.everWelcomed = true;
				turn.out({ kind: "cancelTimer", name: "startWait" });
				settleAfterBreak(turn);
				return;
			case "refused":
				state.refusal = news.message;
				if (news.by === "version") exit.giveUp(turn, news.message, "protocol version", "stop");
				return;
			case "settled":
				settleItem(turn, news);
				return;
			case "blamed":
				blameItem(turn, news);
				return;
			case "confirmAsked":
				if (config.autoConfirm) sendOwn(turn, matchConfirm(news.confirmId));
				return;
			case "readinessAsked":
				answerReadiness(turn, news.requestId);
				return;
			default:
				return;
		}
	}

	function answerReadiness(turn: Turn, requestId: string): void {
		if (config.readiness === "byHand") return;
		const isReady = config.readiness === "ready";
		const checkedAt = new Date(turn.env.nowMs).toISOString();
		sendOwn(turn, runtimeStatus(requestId, isReady, checkedAt, isReady ? undefined : "paused by the operator"));
	}

	function timer(turn: Turn, name: TimerName): void {
		if (name === "deadline") noteExpired(turn);
		if (name === "flush" || name === "endWait") exit.closeNow(turn);
		if (name === "startWait" && isOpen(state) && !desk.welcomed) {
			if (state.refusal !== null) exit.giveUp(turn, `The server refused: “${state.refusal}”`, "refused", "stop");
			else exit.giveUp(turn, `No welcome came within ${WELCOME_LIMIT_MS / 1000} s.`, "no welcome", "retry");
		}
	}

	function takeUp(turn: Turn): void {
		const matches = [...desk.matches.values()].map(({ sessionId, game }) => ({ sessionId, game }));
		if (matches.length > 0) note(turn, { event: "table.restored", matches });
		forgetWrites(turn);
	}

	function lost(turn: Turn): void {
		state.deskChanged = true;
		forgetWrites(turn);
		loseLink(desk);
		for (const name of ["startWait", "flush", "endWait"] as const) turn.out({ kind: "cancelTimer", name });
		state.leaving = null;
		if (!facts.ended) return;
		exit.stopRetry(turn);
	}

	function view(): MachineView {
		const { received, sent, findings, nextTurn, duplicates } = facts;
		return {
			status: linkStatus(link),
			lastHeardAtMs: link.lastHeardAtMs,
			lastOutcome: link.lastOutcome,
			...(link.security === null ? {} : { security: link.security }),
			openRun: null,
			cancelPending: false,
			audio: NO_AUDIO,
			table: tableStatus(desk),
			ledger: {
				epoch: 1,
				cursor: 0,
				acked: 0,
				acks: false,
				resume: false,
				sequencing: "unsequenced",
				gaps: [],
				duplicates,
				conflicts: 0,
				received,
				stored: state.stored,
				sent,
				unknown: state.outbox.filter((item) => item.delivery === "unknown").length,
				queued: state.pendingWrites.length,
				findings,
				nextTurn,
			},
		};
	}

	function checkSend(type: string | null, body: Record<string, unknown> | null, byteLength: number, nowMs: number): Finding[] {
		const findings = checkSending(desk, type, body, byteLength, nowMs);
		const fault = (code: string, message: string) => findings.unshift({ code, severity: "error", path: "", message });
		if (facts.ended) fault("session.ended", "The session has ended. Start a new one to go on.");
		else if (!isOpen(state)) fault("session.notOpen", "There is no open link. Connect first; nothing is queued, for the server asks anew.");
		else if (!desk.welcomed) fault("session.notWelcomed", "The server has not said welcome yet.");
		return findings;
	}

	return { step, facts, view, checkSend, nextTurnOf: () => null };
}
