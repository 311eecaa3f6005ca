import { ConsoleError } from "../../main/core/errors.ts";
import type { PreparedSession, ProtocolDoor } from "../../main/core/protocols/door.ts";
import { parseAddress, requireSecure } from "../../main/core/session/address.ts";
import type { FoldWords } from "../../main/core/timeline/folds.ts";
import type { MessageForm } from "../../schemas/forms.ts";
import { INBOUND_BYTES } from "../../schemas/message-size.ts";
import { OFFERS_NOTHING } from "../../schemas/protocols.ts";
import type { ConnectTarget } from "../../schemas/session.ts";
import { createParrotMachine } from "./machine.ts";
import { askedAfter, checkText, decode } from "./messages.ts";
import { createParrotReading } from "./reading.ts";

const PHASE_LIMITS_MS = { dns: 5_000, tcp: 5_000, proxy: 5_000, tls: 5_000, upgrade: 5_000 } as const;

const SAY: MessageForm = {
	type: "say",
	title: "Say a word",
	about: "The parrot says it again.",
	role: "control",
	sample: { op: "say", word: "hello" },
	form: {
		kind: "object",
		name: "",
		label: "say",
		required: true,
		open: false,
		fields: [
			{ kind: "const", name: "op", label: "op", required: true, value: "say" },
			{ kind: "text", name: "word", label: "word", required: true, multiline: false, minLength: 1, maxLength: 40 },
		],
	},
};

export const PARROT_DOOR: ProtocolDoor = {
	info: {
		name: "parrot",
		label: "Parrot",
		isKnown: true,
		profile: "1",
		standIn: null,
		offers: OFFERS_NOTHING,
		formats: [],
		addressExample: "wss://parrot.example/perch",
	},
	prepare: async (_, target) => prepare(target),
	readFrame: (_, text) => decode(text),
	unreadFrame: decode,
	createReading: createParrotReading,
	checkText,
	catalogue: () => [SAY],
	words: (type, { n, word }) => (type === "echo" ? `${n}: “${word}” again` : type === "say" ? `says “${word}”` : undefined),
	frames: {
		upkeep: ["after"],
		saidAnew: ["after"],
		foldable: [{ code: 2, type: "tick", dir: "in", family: "tick", role: "delta" }],
		secretive: [],
	},
	foldWords: createTickWords,
	replay: { saysItself: new Set(["after"]), opening: "after", goodbye: null, say: (_, text) => ({ kind: "send", text }) },
	imports: {
		recognises: (_, { op }) => op === "tick" || op === "echo" || op === "say" || op === "after",
		counts: (type, text) => (type === "after" ? { acked: askedAfter(text) ?? 0 } : {}),
	},
};

/** `ticks 3 to 17`. */
function createTickWords(): FoldWords {
	let first = "";
	let last = "";
	return {
		add(text) {
			last = String(decode(text).sequence ?? "?");
			first ||= last;
			return true;
		},
		said: (isWhole) => (isWhole ? `ticks ${first} to ${last}` : `ticks ${first} and on`),
	};
}

function prepare({ by, trust = {}, allowInsecure = false, headers = {}, subprotocols = [] }: ConnectTarget): PreparedSession {
	if (by.kind !== "url") throw new ConsoleError("TARGET_INVALID", "A parrot is reached by its address.");
	const address = parseAddress(by.url);
	requireSecure(address, allowInsecure, trust);
	return {
		name: address.host,
		endpoint: address.shown,
		card: null,
		findings: [],
		maxFrameBytes: 1_024,
		modalities: [],
		audioTurnControl: false,
		reading: { protocol: "parrot" },
		resolveDial: async () => ({
			url: by.url,
			headers,
			subprotocols,
			maxPayloadBytes: INBOUND_BYTES,
			phaseLimitsMs: PHASE_LIMITS_MS,
			trust,
		}),
		createMachine: (facts, restored) => createParrotMachine(address.shown, facts, restored),
	};
}
