/**
 * A recording of another program as this console would have recorded it: numbers, epochs and repetitions of the server, and what speaks against
 * each message of the client.
 */

import { cutText } from "../../../../schemas/rules/code-points.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import type { ForeignFrame, RecordedFrame } from "../../reading/reading.ts";
import { arrive, contiguous, type Sequence, startEpoch } from "../../session/sequence.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { checkSend } from "./check-send.ts";
import { checkClientMessage } from "./client-messages.ts";
import { conflictFinding, gapFinding } from "./numbering.ts";
import { takesTurn, turnOf } from "./outbox.ts";
import { STAND_IN_PROFILE } from "./profile.ts";
import type { ReadRequests } from "./read-requests.ts";

/** Numbers whose bytes are kept to compare a repetition with. */
const KEPT_TEXTS = 20_000;
const MAX_TYPE = 64;

/** `hasEnded`: the agent said `session.ended`. */
export function createForeignRecorder(requests: ReadRequests, hasEnded: () => boolean): (frame: ForeignFrame) => RecordedFrame {
	const sequence: Sequence = { epoch: 1, high: 0, missing: [], cursor: 0, gaps: [], duplicates: 0, conflicts: 0, sequencing: "unknown" };
	const texts = new Map<number, string | null>();
	let acked = 0;
	let started = false;
	let nextTurn = 1;
	let runOpen = false;
	let cancelPending = false;
	let audioOffered = false;
	let audioTurn: number | null = null;

	function takeNumber(n: number, text: string | null): { isRepeated: boolean; findings: Finding[] } {
		const arrival = arrive(sequence, n);
		if (arrival.kind !== "duplicate") {
			texts.set(n, text);
			if (texts.size > KEPT_TEXTS) texts.delete(texts.keys().next().value ?? 0);
			return { isRepeated: false, findings: arrival.kind === "ahead" ? [gapFinding(arrival.from, arrival.to)] : [] };
		}
		const first = texts.get(n);
		if (first !== undefined && first !== text) return { isRepeated: true, findings: [conflictFinding()] };
		const what = first === text ? "with the same bytes." : "; its bytes are too far back to compare.";
		const message = first === text ? `${n} came before, ${what}` : `${n} came before${what}`;
		return {
			isRepeated: true,
			findings: [{ code: "sequence.duplicate", severity: first === text ? "info" : "warning", path: "/sequence", message }],
		};
	}

	function server({ opcode, text, byteLength }: ForeignFrame): RecordedFrame {
		const decoded = STAND_IN_PROFILE.decode(opcode, text, byteLength);
		const { type, sequence: n } = decoded;
		const { isRepeated, findings } = n === undefined ? { isRepeated: false, findings: [] } : takeNumber(n, text);
		if (!isRepeated) heed(decoded);
		const place = { epoch: sequence.epoch, ...(n !== undefined && { sequence: n }) };
		return { type, ...place, findings, ...(isRepeated && { delivery: "dropped" as const }) };
	}

	/** As far as it changes what the client may say. */
	function heed(decoded: Decoded): void {
		const { type } = decoded;
		if (type === "RUN_STARTED") runOpen = true;
		if (type === "RUN_FINISHED" || type === "RUN_ERROR") {
			runOpen = false;
			cancelPending = false;
		}
		if (decoded.kind !== "control" || type !== "session.started" || decoded.body.resumed === true || sequence.high === 0) return;
		startEpoch(sequence);
		texts.clear();
		acked = 0;
	}

	function client({ text }: ForeignFrame): RecordedFrame {
		const { type, body, findings, byteLength } = checkClientMessage(text ?? "");
		const rules = checkSend(
			{
				linkOpen: true,
				// A link that broke begins anew; a transcript of plain messages does not say where.
				started: false,
				ended: hasEnded(),
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
				modalities: requests.offered() as ("nfc" | "photo")[],
				interactions: requests.list(),
				maxFrameBytes: STAND_IN_PROFILE.limits.outboundBytes,
			},
			type,
			body,
			byteLength,
		);
		const found = [...findings, ...rules];
		if (!started && type !== "session.start" && type !== null) {
			const message = "The first message of a client is session.start.";
			found.push({ code: "session.notStarted", severity: "error", path: "/type", message });
		}
		if (body && type !== null) takeOwn(type, body);
		return { type: cutText(type ?? "", MAX_TYPE), epoch: sequence.epoch, delivery: "sent", findings: found };
	}

	function takeOwn(type: string, body: Record<string, unknown>): void {
		const turn = turnOf(body);
		if (type === "session.start") {
			started = true;
			audioOffered = (body.clientCapabilities as { audioTurnControl?: unknown } | undefined)?.audioTurnControl !== undefined;
		}
		if (takesTurn(type) && turn !== null) nextTurn = Math.max(nextTurn, turn + 1);
		if (type === "audio.turn.start") audioTurn = turn;
		if (type === "audio.turn.commit" || type === "audio.turn.cancel") audioTurn = null;
		if (type === "response.cancel") cancelPending = runOpen;
		if (type === "ack" && typeof body.sequence === "number") acked = Math.max(acked, body.sequence);
	}

	return (frame) => (frame.dir === "in" ? server(frame) : client(frame));
}
