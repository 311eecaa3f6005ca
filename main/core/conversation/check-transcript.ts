import { utf8Length } from "../../../schemas/rules/utf8-length.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { createSessionReader } from "../protocols/ag-ui/fold-session.ts";
import { heedControl, heedEvent } from "../protocols/agentcall/carriers.ts";
import { checkSend } from "../protocols/agentcall/check-send.ts";
import { checkClientMessage } from "../protocols/agentcall/client-messages.ts";
import { decodeServerFrame } from "../protocols/agentcall/codec.ts";
import type { Decoded } from "../protocols/agentcall/decoded.ts";
import { createInteractions, endAll, expireOne, markAnswered } from "../protocols/agentcall/interactions.ts";
import { takesTurn, turnOf } from "../protocols/agentcall/outbox.ts";
import { STAND_IN_PROFILE } from "../protocols/agentcall/profile.ts";
import { inWords } from "../schema/describe-violation.ts";
import { arrive, contiguous, type Sequence, startEpoch } from "../session/sequence.ts";
import { readTranscriptLine, type TranscriptFrame } from "../timeline/transcript-lines.ts";

export type LineFinding = Finding & { line: number };

export interface ConversationCheck {
	findings: LineFinding[];
	lines: number;
	/** Frames read. */
	messages: number;
	/** Frames without a schema violation. */
	valid: number;
	/** The server's numbers at the end, in the last epoch. */
	cursor: number;
	acked: number;
	gaps: [number, number][];
	/** `session.ended` was said. */
	ended: boolean;
	/** No error among the findings. */
	ok: boolean;
}

/** Numbers whose bytes are kept to compare a repetition with. */
const KEPT_TEXTS = 20_000;

/**
 * Checks an AgentCall transcript, an own export or `{dir, msg}` lines: every frame against its schema, the server's numbers, the client's turns
 * and acks, requests and their answers, and the order of AG-UI events. Pure; paths point into the frame.
 */
export function checkConversation(lines: Iterable<string>): ConversationCheck {
	const findings: LineFinding[] = [];
	const checker = createChecker();
	let line = 0;
	let messages = 0;
	let valid = 0;
	for (const text of lines) {
		line++;
		if (text.trim() === "") continue;
		const say = (found: readonly Finding[]) => findings.push(...found.map((finding) => ({ ...finding, line })));
		const read = readTranscriptLine(text);
		switch (read.kind) {
			case "bad":
				say([{ code: read.code, severity: "error", path: read.path, message: read.message }]);
				break;
			case "header":
				say(checkHeader(read));
				break;
			case "local":
				checker.local(read.type, read.text, read.atMs, line, read.entryKind);
				break;
			case "frame": {
				messages++;
				const found = checker.frame(read, line);
				say(found);
				if (!found.some(({ code, severity }) => severity === "error" && /^(schema|frame)\./.test(code))) valid++;
				break;
			}
			default:
		}
	}
	findings.push(...checker.end().map((finding) => ({ ...finding, line })));
	const { sequence, acked, ended } = checker.state();
	return {
		findings,
		lines: line,
		messages,
		valid,
		cursor: contiguous(sequence),
		acked,
		gaps: sequence.missing,
		ended,
		ok: !findings.some(({ severity }) => severity === "error"),
	};
}

/** The last run has no end of its own: nothing may be taken for its outcome. */
function unfinishedRun({ runs }: ReturnType<typeof createSessionReader>["talk"]): Finding[] {
	const run = runs.at(-1);
	if (run === undefined || (run.outcome.kind !== "open" && run.outcome.kind !== "truncated")) return [];
	const message = `The run ${inWords(run.runId ?? "nobody named")} has no end: neither RUN_FINISHED nor RUN_ERROR came. It is cut off.`;
	return [{ code: "agui.runCutOff", severity: "warning", path: "", message }];
}

function checkHeader({ protocol, isRedacted }: { protocol: string; isRedacted: boolean }): Finding[] {
	const found: Finding[] = [];
	if (protocol !== "agentcall") {
		found.push({ code: "line.protocol", severity: "error", path: "/protocol", message: `The export is of ${protocol}, not of agentcall.` });
	}
	if (isRedacted) {
		found.push({
			code: "line.redacted",
			severity: "error",
			path: "",
			message: "The content was left out of this export; only verify can check it.",
		});
	}
	return found;
}

function createChecker() {
	const sequence: Sequence = { epoch: 1, high: 0, missing: [], cursor: 0, gaps: [], duplicates: 0, conflicts: 0, sequencing: "unknown" };
	const interactions = createInteractions([]);
	const reader = createSessionReader({ resume: true });
	const texts = new Map<number, string>();
	let acked = 0;
	let started = false;
	let ended = false;
	let nextTurn = 1;
	let runOpen = false;
	let cancelPending = false;
	let audioOffered = false;
	let audioTurn: number | null = null;
	let modalities: ("nfc" | "photo")[] = [];

	function newEpoch(): void {
		startEpoch(sequence);
		texts.clear();
		acked = 0;
	}

	function takeNumber(n: number, text: string): Finding[] {
		const arrival = arrive(sequence, n);
		const path = "/sequence";
		if (arrival.kind === "duplicate") {
			const first = texts.get(n);
			if (first === text)
				return [{ code: "sequence.duplicate", severity: "info", path, message: `${n} came before, with the same bytes.` }];
			if (first === undefined)
				return [
					{ code: "sequence.duplicate", severity: "warning", path, message: `${n} came before; its bytes are too far back to compare.` },
				];
			return [
				{ code: "sequence.conflict", severity: "error", path, message: `${n} came before, with other bytes. The first frame counts.` },
			];
		}
		texts.set(n, text);
		if (texts.size > KEPT_TEXTS) texts.delete(texts.keys().next().value ?? 0);
		if (arrival.kind !== "ahead") return [];
		const { from, to } = arrival;
		const message = `${to - from + 1} missing: the agent went from ${from - 1} to ${n}.`;
		return [{ code: "sequence.gap", severity: "warning", path, message }];
	}

	function server(frame: TranscriptFrame, line: number): Finding[] {
		const decoded = decodeServerFrame(frame.opcode, frame.text, utf8Length(frame.text ?? ""));
		const found: Finding[] = [...decoded.findings];
		if (ended)
			found.push({
				code: "frame.afterEnd",
				severity: "error",
				path: "",
				message: "The session had ended: nothing may follow session.ended.",
			});
		const before = sequence.duplicates;
		if (decoded.sequence !== undefined && frame.text !== null) {
			const numbered = takeNumber(decoded.sequence, frame.text);
			found.push(...numbered);
			// A repetition counts once.
			if (numbered.some(({ code }) => code === "sequence.duplicate" || code === "sequence.conflict")) return found;
		}
		sequence.duplicates = before;
		found.push(...heed(decoded, frame.atMs));
		const entry = {
			ordinal: line,
			atMs: frame.atMs,
			dir: "in" as const,
			kind: "frame" as const,
			opcode: frame.opcode,
			type: decoded.type,
			text: frame.text,
		};
		found.push(...reader.take({ ...entry, epoch: sequence.epoch, sequence: decoded.sequence }));
		return found;
	}

	function heed(decoded: Decoded, atMs: number): Finding[] {
		while (expireOne(interactions, atMs));
		if (decoded.kind === "event") {
			if (decoded.type === "RUN_STARTED") runOpen = true;
			if (decoded.type === "RUN_FINISHED" || decoded.type === "RUN_ERROR") {
				runOpen = false;
				cancelPending = false;
			}
			const base = decoded.framing === "enveloped" ? "/event" : "";
			const heeding = { names: STAND_IN_PROFILE.carriers, offered: modalities, nowMs: atMs, base };
			return heedEvent(interactions, decoded.type, decoded.event, heeding);
		}
		if (decoded.kind !== "control") return [];
		if (decoded.type === "session.started" && decoded.body.resumed !== true && sequence.high > 0) newEpoch();
		if (decoded.type === "session.ended") {
			ended = true;
			endAll(interactions, atMs);
		}
		return heedControl(interactions, decoded.type, decoded.body, { offered: modalities, nowMs: atMs });
	}

	function client(frame: TranscriptFrame, line: number): Finding[] {
		const text = frame.text ?? "";
		const { type, body, findings, byteLength } = checkClientMessage(text);
		const rules = checkSend(
			{
				linkOpen: true,
				// A link that broke begins anew; a transcript of plain messages does not say where.
				started: false,
				ended,
				ledger: { cursor: contiguous(sequence), acked, acks: true },
				nextTurn,
				nextAudioTurn: nextTurn,
				audioCounter: "shared",
				audio: !audioOffered
					? { kind: "unavailable", why: "Explicit audio turns were not offered in session.start." }
					: audioTurn === null
						? { kind: "idle" }
						: { kind: "open", turn: audioTurn },
				runOpen,
				cancelPending,
				modalities,
				interactions: interactions.list,
				maxFrameBytes: STAND_IN_PROFILE.limits.outboundBytes,
			},
			type,
			body,
			byteLength,
		);
		const found = [...findings, ...rules];
		if (!started && type !== "session.start" && type !== null) {
			found.push({
				code: "session.notStarted",
				severity: "error",
				path: "/type",
				message: "The first message of a client is session.start.",
			});
		}
		if (body && type !== null) takeOwn(type, body, frame.atMs);
		reader.take({ ordinal: line, atMs: frame.atMs, dir: "out", kind: "frame", opcode: "text", type: type ?? "", text, delivery: "sent" });
		return found;
	}

	function takeOwn(type: string, body: Record<string, unknown>, atMs: number): void {
		const turn = turnOf(body);
		if (type === "session.start") {
			started = true;
			const offered = body.clientCapabilities as
				| { physicalObservations?: { modalities?: ("nfc" | "photo")[] }; audioTurnControl?: unknown }
				| undefined;
			modalities = offered?.physicalObservations?.modalities ?? [];
			audioOffered = offered?.audioTurnControl !== undefined;
		}
		if (takesTurn(type) && turn !== null) nextTurn = Math.max(nextTurn, turn + 1);
		if (type === "audio.turn.start") audioTurn = turn;
		if (type === "audio.turn.commit" || type === "audio.turn.cancel") audioTurn = null;
		if (type === "response.cancel") cancelPending = runOpen;
		if (type === "ack" && typeof body.sequence === "number") acked = Math.max(acked, body.sequence);
		if (type === "user.observation" && typeof body.interactionId === "string") markAnswered(interactions, body.interactionId, turn, atMs);
	}

	return {
		frame(frame: TranscriptFrame, line: number): Finding[] {
			if (frame.delivery === "discarded") return [];
			return frame.dir === "in" ? server(frame, line) : client(frame, line);
		},
		local(type: string, text: string | null, atMs: number, line: number, kind: Parameters<typeof reader.take>[0]["kind"]) {
			if (type === "epoch.started") newEpoch();
			reader.take({ ordinal: line, atMs, dir: "local", kind, type, text, epoch: sequence.epoch });
		},
		end: () => [...reader.finish(), ...unfinishedRun(reader.talk)],
		state: () => ({ sequence, acked, ended }),
	};
}
