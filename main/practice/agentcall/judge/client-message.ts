import { type Check, choice, integer, isObject, list, record, text } from "../../shape.ts";
import { observation } from "./observation.ts";

export interface SessionStart {
	type: "session.start";
	sessionId: string;
	resumeFromSequence?: number;
	clientCapabilities?: { physicalObservations?: { modalities: string[] }; audioTurnControl?: { mode: "explicit" } };
}
export interface UserTurn {
	type: "user.turn";
	turn: number;
	text: string;
	context?: { description: string; value: string }[];
}
export interface UserObservation {
	type: "user.observation";
	turn: number;
	interactionId?: string;
	observation: { modality: "nfc" | "photo"; uid?: string; byteLength?: number; simulated?: boolean; source?: { mimeType: string } };
}
export interface AudioTurn {
	type: "audio.turn.start" | "audio.turn.commit" | "audio.turn.cancel";
	turn: number;
}
export type ClientMessage =
	| SessionStart
	| UserTurn
	| UserObservation
	| AudioTurn
	| { type: "response.cancel" }
	| { type: "session.end" }
	| { type: "ack"; sequence: number };

const turn = integer(1);
const context = list(record({ description: text(1, 1024), value: text(0, 8192) }), 16);

const speechMetadata = record(
	{},
	{
		recognitionEngine: text(0, 64),
		model: text(0, 128),
		localeIdentifier: text(0, 32),
		thermalState: text(0, 32),
		actionableRevisionMs: integer(0),
		stableFinalMs: integer(0),
	},
);

const clientCapabilities = record(
	{},
	{
		physicalObservations: record({ modalities: list(choice("nfc", "photo"), 2, true) }),
		audioTurnControl: record({ mode: choice("explicit") }, {}, true),
	},
);

/** The nine client messages. Source: the public client schema 0.1 (Part A), with the stand-in's observation in the place it leaves open. */
const SHAPES: Record<ClientMessage["type"], Check> = {
	"session.start": record({ sessionId: text(1, 128) }, { resumeFromSequence: integer(0), clientCapabilities }),
	"user.turn": record({ turn, text: text(1, 65_536) }, { speechMetadata, context }),
	"user.observation": record({ turn, observation }, { interactionId: text(1, 128), context }),
	"audio.turn.start": record({ type: text(1, 64), turn }, {}, true),
	"audio.turn.commit": record({ type: text(1, 64), turn }, {}, true),
	"audio.turn.cancel": record({ type: text(1, 64), turn }, {}, true),
	"response.cancel": record({}),
	"session.end": record({}),
	ack: record({ sequence: integer(1) }),
};

export type ReadMessage =
	| { ok: true; message: ClientMessage }
	| { ok: false; code: "bad_message" | "unknown_type"; problem: string; turn?: number };

/** Reads one text frame from a client. Nothing is thrown; `problem` is a phrase without a full stop. */
export function readClientMessage(frame: string): ReadMessage {
	const bad = (problem: string): ReadMessage => ({ ok: false, code: "bad_message", problem });
	if (frame === "") return bad("the frame is empty");
	let value: unknown;
	try {
		value = JSON.parse(frame);
	} catch {
		return bad("the frame is not JSON");
	}
	if (!isObject(value)) return bad("the frame is not one JSON object");
	const type = value.type;
	if (typeof type !== "string") return bad("/type must be a string");
	if (!Object.hasOwn(SHAPES, type))
		return { ok: false, code: "unknown_type", problem: `there is no client message ${JSON.stringify(type.slice(0, 64))}` };
	const problem = SHAPES[type as ClientMessage["type"]](value, "");
	if (problem === null) return { ok: true, message: value as unknown as ClientMessage };
	const named = value.turn;
	return {
		...bad(`${type}: ${problem}`),
		...(Number.isSafeInteger(named) && (named as number) >= 1 ? { turn: named as number } : {}),
	} as ReadMessage;
}
