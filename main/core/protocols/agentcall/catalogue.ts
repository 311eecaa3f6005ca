import type { AutoNumber, FieldModel, MessageForm } from "../../../../schemas/forms.ts";
import { createFormModel } from "../../forms/form-model.ts";
import { CLIENT_REFS, CLIENT_SCHEMA, type ClientMessageType, DEFINITION_OF } from "./client-schema.ts";

interface Words {
	title: string;
	about: string;
	role: MessageForm["role"];
	sample: Record<string, unknown>;
	standIn?: string;
}

const CONTEXT = [{ description: "Site", value: "Gate 3" }];

const WORDS: Record<ClientMessageType, Words> = {
	"user.turn": {
		title: "Say something",
		about: "Says something to the agent as the person, with facts that go along with it.",
		role: "turn",
		sample: { turn: 1, text: "Please check badge 42 again. The visitor says it was replaced yesterday.", context: CONTEXT },
	},
	"user.observation": {
		title: "Present a card or photo",
		about: "Hands the agent an NFC tap or a photo, in answer to its request or without one.",
		role: "turn",
		sample: {
			turn: 1,
			observation: {
				modality: "nfc",
				observationId: "0b9d5f0e-6c1f-4f0e-9a53-1f2f6f6f7a10",
				observedAt: "2026-12-01T10:00:20.100Z",
				simulated: true,
				device: { name: "Console simulator", kind: "simulator" },
				uid: "04a2b31c5d6e80",
				technologies: ["NFC-A"],
				tagType: "NTAG215",
				ndef: {
					records: [
						{
							tnf: 1,
							type: "U",
							payload: "BGV4YW1wbGUuY29tL2IvNDI=",
							decoded: { recordType: "url", url: "https://example.com/b/42" },
						},
					],
				},
			},
		},
		standIn:
			"The observation's own schema is not public. This form follows a stand-in of this console; a real server may want another shape.",
	},
	"response.cancel": {
		title: "Stop the answer",
		about: "Asks the agent to stop what it is answering now; the conversation goes on.",
		role: "control",
		sample: {},
	},
	"session.end": {
		title: "End session",
		about: "Tells the agent that the session is over; it cannot be taken up again afterwards.",
		role: "control",
		sample: {},
	},
	"audio.turn.start": {
		title: "Start talking",
		about: "Forgets audio that was not handed over and opens a spoken turn.",
		role: "audio",
		sample: { turn: 1 },
	},
	"audio.turn.commit": {
		title: "Finish talking",
		about: "Hands the open spoken turn over; the agent works on it at once.",
		role: "audio",
		sample: { turn: 1 },
	},
	"audio.turn.cancel": {
		title: "Take back talking",
		about: "Throws the open spoken turn away; the conversation does not move.",
		role: "audio",
		sample: { turn: 1 },
	},
	"session.start": {
		title: "Start session",
		about: "Opens or resumes the session on this link; the console sends it by itself as the first message.",
		role: "control",
		sample: {
			sessionId: "5f1c0a9e-2d4b-4c8e-9a37-6b1de0f3c214",
			resumeFromSequence: 0,
			clientCapabilities: { physicalObservations: { modalities: ["nfc", "photo"] } },
		},
	},
	ack: {
		title: "Acknowledge",
		about: "Tells the agent up to which sequence everything is safely stored; the console sends it by itself.",
		role: "ack",
		sample: { sequence: 1 },
	},
};

/** Root members the console fills in unless they are edited. */
const AUTO: Readonly<Record<string, AutoNumber>> = { turn: "nextTurn", sequence: "cursor", resumeFromSequence: "cursor" };
/** Where `turn` is another number than the next one. */
const AUDIO_TURN: Readonly<Partial<Record<ClientMessageType, AutoNumber>>> = {
	"audio.turn.start": "nextAudioTurn",
	"audio.turn.commit": "openAudioTurn",
	"audio.turn.cancel": "openAudioTurn",
};

let made: MessageForm[] | undefined;

/** Every message a client of AgentCall can send, with its form; made once. */
export function clientMessageCatalogue(): MessageForm[] {
	made ??= Object.entries(WORDS).map(([name, words]) => {
		const type = name as ClientMessageType;
		const form = withConsoleRules(type, createFormModel(CLIENT_SCHEMA, CLIENT_REFS, `#/$defs/${DEFINITION_OF[type]}`));
		return { type, ...words, form, sample: { type, ...words.sample } };
	});
	return structuredCopy(made);
}

/** What the schema does not say: who fills in a number, and that recognition data is sent with its six named members only. */
export function withConsoleRules(type: ClientMessageType, form: FieldModel): FieldModel {
	if (form.kind !== "object") return form;
	const fields = form.fields.map((field): FieldModel => {
		const auto = field.name === "turn" ? (AUDIO_TURN[type] ?? AUTO.turn) : AUTO[field.name];
		if (field.kind === "integer" && auto !== undefined) return { ...field, auto };
		if (field.kind === "object" && field.name === "speechMetadata") return { ...field, open: false };
		return field;
	});
	return { ...form, fields };
}

/** The catalogue is JSON; a caller that changes its copy changes no other's. */
function structuredCopy(forms: MessageForm[]): MessageForm[] {
	return JSON.parse(JSON.stringify(forms)) as MessageForm[];
}
