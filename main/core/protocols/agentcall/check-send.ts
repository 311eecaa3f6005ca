import { sha256 } from "@noble/hashes/sha2.js";
import { pointerToken } from "../../../../schemas/rules/json-pointer.ts";
import type { AudioTurnState, Interaction, Ledger, PhysicalModality } from "../../../../schemas/session.ts";
import type { Finding, Severity } from "../../../../schemas/timeline.ts";
import { fromBase64, toHex } from "../../nfc/bytes.ts";
import { findRequest } from "./interactions.ts";
import { takesTurn, turnOf } from "./outbox.ts";

/** What the session's state says about a message that is about to be sent. */
export interface SendContext {
	linkOpen: boolean;
	started: boolean;
	ended: boolean;
	ledger: Pick<Ledger, "cursor" | "acked" | "acks">;
	nextTurn: number;
	nextAudioTurn: number;
	audioCounter: "shared" | "separate";
	audio: AudioTurnState;
	runOpen: boolean;
	cancelPending: boolean;
	modalities: readonly PhysicalModality[];
	interactions: readonly Interaction[];
	maxFrameBytes: number;
}

/** Findings beyond the schema. Errors block unless overridden; warnings and infos are only said. */
export function checkSend(context: SendContext, type: string | null, body: Record<string, unknown> | null, byteLength: number): Finding[] {
	const findings: Finding[] = [];
	const say = (severity: Severity, code: string, path: string, message: string) => findings.push({ code, severity, path, message });
	if (byteLength > context.maxFrameBytes) {
		say("error", "message.tooLarge", "", `The message has ${byteLength} bytes; the agent takes at most ${context.maxFrameBytes}.`);
	}
	if (context.ended) say("error", "session.ended", "", "The session has ended. Start a new one to go on.");
	else if (!context.linkOpen && !(takesTurn(type) && type !== "audio.turn.start")) {
		say("error", "session.notOpen", "", "There is no open link. Connect first; only user.turn and user.observation wait in the queue.");
	}
	if (type === null || body === null) return findings;
	if (takesTurn(type)) checkTurn(context, type, body, say);
	if (type === "user.turn" && context.runOpen) say("info", "turn.duringRun", "/turn", "A run is open; this turn is sent during it.");
	if (type === "user.turn") checkSpeech(body, say);
	if (type === "user.observation") checkObservation(context, body, say);
	if (type.startsWith("audio.turn.")) checkAudio(context, type, body, say);
	if (type === "ack") checkAck(context, body, say);
	if (type === "session.start" && context.started) {
		say("error", "session.alreadyStarted", "/type", "This link has said session.start already; an agent expects it once, first.");
	}
	if (type === "response.cancel") {
		if (context.cancelPending) say("warning", "cancel.pending", "", "A cancel is under way already.");
		else if (!context.runOpen) say("warning", "cancel.nothingRunning", "", "No run is open; a cancel has no effect.");
	}
	return findings;
}

type Say = (severity: Severity, code: string, path: string, message: string) => void;

function checkTurn(context: SendContext, type: string, body: Record<string, unknown>, say: Say): void {
	const turn = turnOf(body);
	if (turn === null) return;
	const separate = type === "audio.turn.start" && context.audioCounter === "separate";
	const next = separate ? context.nextAudioTurn : context.nextTurn;
	if (turn < next) say("error", "turn.notMonotonic", "/turn", `Turn ${turn} was used already; the next one is ${next}.`);
	if (turn > next) say("warning", "turn.skips", "/turn", `Turn ${turn} leaves out ${next} to ${turn - 1}; an agent may refuse that.`);
}

const SPEECH_MEMBERS: ReadonlySet<string> = new Set([
	"recognitionEngine",
	"model",
	"localeIdentifier",
	"thermalState",
	"actionableRevisionMs",
	"stableFinalMs",
]);

/** The shape is open, but the published words want measurements only: never what was said. */
function checkSpeech(body: Record<string, unknown>, say: Say): void {
	const { speechMetadata } = body;
	if (typeof speechMetadata !== "object" || speechMetadata === null) return;
	const other = Object.keys(speechMetadata).find((name) => !SPEECH_MEMBERS.has(name));
	if (other === undefined) return;
	const message = `“${other.slice(0, 60)}” is none of the six members speech metadata has; it is for measurements, never for what was said.`;
	say("warning", "speech.unknownMember", `/speechMetadata/${pointerToken(other)}`, message);
}

/** A photo's size and hash are said beside its bytes: a hand that changes one of the three must hear of it before the agent does. */
function checkPhoto(observation: Record<string, unknown>, say: Say): void {
	const { source, byteLength, sha256: said } = observation;
	const { type, value } = (typeof source === "object" && source !== null ? source : {}) as Record<string, unknown>;
	if (type !== "data" || typeof value !== "string") return;
	const held = (value.length / 4) * 3 - (value.endsWith("==") ? 2 : value.endsWith("=") ? 1 : 0);
	if (typeof byteLength === "number" && held !== byteLength)
		say("error", "photo.byteLength", "/observation/byteLength", `The photo has ${held} bytes, not ${byteLength}.`);
	if (typeof said !== "string") return;
	const hash = toHex(sha256(fromBase64(value)));
	if (hash !== said) say("error", "photo.sha256", "/observation/sha256", `The SHA-256 of the photo's bytes is ${hash}.`);
}

function checkObservation(context: SendContext, body: Record<string, unknown>, say: Say): void {
	const observation = body.observation;
	const modality = typeof observation === "object" && observation !== null ? (observation as Record<string, unknown>).modality : undefined;
	if (modality !== "nfc" && modality !== "photo") return;
	if (modality === "photo") checkPhoto(observation as Record<string, unknown>, say);
	if (!context.modalities.includes(modality)) {
		say(
			"error",
			"modality.not_negotiated",
			"/observation/modality",
			`${modality} was not offered in session.start, so the agent may refuse it.`,
		);
	}
	if (typeof body.interactionId !== "string") {
		say("info", "observation.unsolicited", "", "No interactionId: this observation answers no request.");
		return;
	}
	const asked = findRequest(context.interactions, body.interactionId);
	if (!asked) say("warning", "interaction.unknown", "/interactionId", "The agent has made no request of that id.");
	else if (asked.state !== "waiting" && asked.state !== "notNegotiated") {
		say("error", `interaction.${asked.state}`, "/interactionId", OVER[asked.state] ?? "That request is over.");
	} else if (asked.modality !== modality) {
		say("warning", "interaction.otherModality", "/observation/modality", `The request asks for ${asked.modality}, not ${modality}.`);
	}
}

const OVER: Readonly<Record<string, string>> = {
	answered: "That request was answered already; an agent takes one answer.",
	expired: "That request has expired; a late answer may be refused.",
	withdrawn: "The agent withdrew that request.",
	ended: "That request belongs to a session or numbering that is over.",
	unanswerable: "That request cannot be answered: its id is not usable.",
};

function checkAudio(context: SendContext, type: string, body: Record<string, unknown>, say: Say): void {
	const { audio } = context;
	if (audio.kind === "unavailable") {
		say("error", "audio.unavailable", "/type", audio.why);
	} else if (type !== "audio.turn.start") {
		if (audio.kind !== "open") say("error", "audio.notOpen", "/turn", "No audio turn is open; start one first.");
		else if (turnOf(body) !== audio.turn) say("error", "audio.turnMismatch", "/turn", `The open audio turn is ${audio.turn}.`);
	} else if (audio.kind === "open") {
		say("warning", "audio.stillOpen", "/turn", `Audio turn ${audio.turn} is open; it is cancelled first.`);
	}
}

function checkAck(context: SendContext, body: Record<string, unknown>, say: Say): void {
	const { cursor, acked, acks } = context.ledger;
	const sequence = body.sequence;
	if (typeof sequence !== "number") return;
	if (!acks) say("warning", "ack.noResume", "", "The agent declares no resume; it ignores acks.");
	if (sequence > cursor)
		say("error", "ack.aboveCursor", "/sequence", `Only ${cursor} and below is safely stored; ${sequence} would be a false promise.`);
	else if (sequence <= acked)
		say("error", "ack.notHigher", "/sequence", `${acked} was acknowledged already; an ack never repeats or goes back.`);
}
