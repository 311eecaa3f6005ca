/**
 * The kiosk: what its page is told and what it may ask. The page belongs to whoever stands in front of it, so it is told no more than it
 * draws: no address, no UID, no header, no row of a timeline. JSON-safe.
 */
import { TAP_RULES, type TapRule } from "./connections.ts";
import type { ReaderStateKind, TapFailure } from "./reader.ts";

/** `off`: an ordinary console. `locked`: a kiosk; requests outside `KIOSK_REQUESTS` are refused. `open`: a kiosk that staff has unlocked. */
export type KioskMode = "off" | "locked" | "open";

/** Whom the kiosk talks to. */
export type KioskConnection = { kind: "practice"; scenario: string } | { kind: "saved"; connectionId: string };

/** Kept on the profile. */
export interface KioskSettings {
	/** The program starts as a kiosk, also without `--kiosk`. */
	startsLocked: boolean;
	connection: KioskConnection;
	/** Null: what the connection says. */
	tapRule: TapRule | null;
	/** After a visit is done: a session of its own for the next person, or the same one goes on. */
	afterVisit: "newSession" | "sameSession";
	/** Tags of message files offered on screen; the first is the default. Empty: all there are, and the system's language first. */
	languages: string[];
	/** Where this kiosk stands, for the foot of the screen. */
	placeName: string;
	/** What is shown while nobody is asked for anything; empty: the message file's words. */
	idleText: string;
	theme: "system" | "light" | "dark";
	largeType: boolean;
	highContrast: boolean;
}

export const KIOSK_DEFAULTS: KioskSettings = {
	startsLocked: false,
	connection: { kind: "practice", scenario: "asks-for-card" },
	tapRule: null,
	afterVisit: "newSession",
	languages: [],
	placeName: "",
	idleText: "",
	theme: "system",
	largeType: false,
	highContrast: false,
};

/** Why the kiosk cannot serve anybody. Words for people come from the message files. */
export type KioskTrouble =
	| { kind: "reader"; state: ReaderStateKind }
	/** `code`: a system error, `HTTP 503`, a close code; never an address or words of the other side. */
	| { kind: "agent"; why: KioskAgentTrouble; code: string | null; retryAtMs: number | null }
	/** Recording failed, so nothing may be acknowledged. */
	| { kind: "store" };

export type KioskAgentTrouble =
	/** No answer from its server. */
	| "unreachable"
	/** Its server answered and did not let the kiosk in. */
	| "refused"
	/** Certificate, protocol or frame that stays wrong until somebody mends it. */
	| "broken"
	/** Another client took the session. */
	| "taken"
	/** The connection is not there any more. */
	| "connection"
	/** The connection's secrets are not kept: somebody has to give them again in the console. */
	| "secrets"
	/** The agent's card or the address cannot be used. */
	| "card";

/** `randomId`: a phone, or a card that makes its number up. `otherCard`: not the one to be shown again. `notSent`: read, and it could not go out. */
export type KioskTapProblem = TapFailure | "randomId" | "otherCard" | "notSent";

/** Times are ms since 1970, clock of the console's computer. `request` names what an answer is for. */
export type KioskPrompt =
	| { kind: "connecting" }
	/** Nobody is asked for anything. `canBegin`: a visit can be begun by hand. */
	| { kind: "idle"; canBegin: boolean }
	/** The agent works, or an answer is on its way. */
	| { kind: "wait"; text: KioskText | null }
	| { kind: "says"; text: KioskText }
	| {
			kind: "tap";
			request: string;
			prompt: string;
			requestedAtMs: number;
			expiresAtMs: number | null;
			/** What became of the last try, until a better one. */
			problem: KioskTapProblem | null;
	  }
	/** A card was read and goes out once it is confirmed. */
	| {
			kind: "confirmTap";
			request: string;
			/** Names this reading. */
			tap: string;
			prompt: string;
			by: "button" | "sameCard";
			/** Masked. */
			card: string;
			requestedAtMs: number;
			expiresAtMs: number | null;
			problem: KioskTapProblem | null;
	  }
	| {
			kind: "photo";
			request: string;
			prompt: string;
			requestedAtMs: number;
			expiresAtMs: number | null;
			/** The agent did not take the last one. */
			isRefused: boolean;
	  }
	/** A visit is over. The screen is free for the next person at `untilMs`. */
	| { kind: "done"; how: KioskEnd; text: KioskText | null; sinceMs: number; untilMs: number }
	| { kind: "outOfOrder"; trouble: KioskTrouble; sinceMs: number };

/** `done`: the agent took the answer and its run ended well. `failed`: the run did not. `noReply`: nothing came back in time. */
export type KioskEnd = "done" | "failed" | "noReply";

/** Words of the agent, as data. */
export interface KioskText {
	text: string;
	/** There was more. */
	isCut: boolean;
}

/** Everything the kiosk's page draws. */
export interface KioskView {
	mode: KioskMode;
	prompt: KioskPrompt;
	reader: ReaderStateKind;
	/** Chosen by the visitor; null: the default. */
	language: string | null;
	look: Pick<KioskSettings, "languages" | "placeName" | "idleText" | "theme" | "largeType" | "highContrast">;
	pin: KioskPin;
}

export interface KioskPin {
	isSet: boolean;
	/** No PIN is looked at before this time; null when one may be given now. */
	waitUntilMs: number | null;
}

/** For staff only: settings and PIN. */
export interface KioskSetup {
	mode: KioskMode;
	settings: KioskSettings;
	pin: KioskPin;
}

/** A message file as it lies on disk; whoever uses it checks it. */
export interface KioskMessageFile {
	/** Its name without `.json`, a language tag. */
	language: string;
	text: string;
}

/** Largest text of the agent that is shown, UTF-16 units. */
export const KIOSK_TEXT_UNITS = 1200;

export interface KioskRequests {
	"kiosk.view": { args: Record<string, never>; result: KioskView };
	/** Begins a visit: a new session, when `canBegin`. */
	"kiosk.begin": { args: Record<string, never>; result: null };
	/** A person's answer to `confirmTap`: sends the card's reading, or forgets it and waits for another one. */
	"kiosk.answerTap": { args: { tap: string; send: boolean }; result: null };
	/** A picture of this device's camera, JPEG. */
	"kiosk.sendPhoto": { args: KioskPhoto; result: null };
	"kiosk.setLanguage": { args: { language: string | null }; result: null };
	/** Message files of the profile, `DIR/kiosk/messages/*.json`. */
	"kiosk.messages": { args: Record<string, never>; result: KioskMessageFile[] };
	/** Errors: PIN_WRONG, PIN_WAIT. Without a PIN any is right. */
	"kiosk.unlock": { args: { pin: string }; result: null };
	/** Makes this program a kiosk, from now on or again. */
	"kiosk.lock": { args: Record<string, never>; result: null };

	/** Staff: from here on refused while locked. */
	"kiosk.setup": { args: Record<string, never>; result: KioskSetup };
	"kiosk.configure": { args: { settings: KioskSettings }; result: null };
	/** Null takes the PIN away. `current` is asked for when there is one. Errors: PIN_WRONG, PIN_WAIT. */
	"kiosk.setPin": { args: { pin: string | null; current?: string }; result: null };
	/** Leaves the session and begins a new one at once. */
	"kiosk.renew": { args: Record<string, never>; result: null };
}

export interface KioskEvents {
	/** Told at once when the mode changes, otherwise at most once per 50 ms. */
	"kiosk.changed": { view: KioskView };
}

export interface KioskPhoto {
	request: string;
	base64: string;
	byteLength: number;
	sha256: string;
	width: number;
	height: number;
}

/** What a locked kiosk's page may ask. Everything else is refused with KIOSK_LOCKED. */
export const KIOSK_REQUESTS = [
	"kiosk.view",
	"kiosk.begin",
	"kiosk.answerTap",
	"kiosk.sendPhoto",
	"kiosk.setLanguage",
	"kiosk.messages",
	"kiosk.unlock",
	"kiosk.lock",
] as const satisfies readonly (keyof KioskRequests)[];

const closed = (properties: Record<string, object>, required: string[] = Object.keys(properties)) => ({
	type: "object",
	additionalProperties: false,
	properties,
	required,
});
const nothing = closed({});
const pin = { type: "string", pattern: "^[0-9]{4,12}$" };
const name = { type: "string", minLength: 1, maxLength: 128 };
/** A language tag, as a file's name can be. */
const language = { type: "string", pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$" };

export const KIOSK_ARGS = {
	"kiosk.view": nothing,
	"kiosk.begin": nothing,
	"kiosk.answerTap": closed({ tap: name, send: { type: "boolean" } }),
	"kiosk.sendPhoto": closed({
		request: name,
		// 4 MiB as Base64.
		base64: { type: "string", minLength: 1, maxLength: 5_592_408 },
		byteLength: { type: "integer", minimum: 1, maximum: 4_194_304 },
		sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
		width: { type: "integer", minimum: 1, maximum: 16_384 },
		height: { type: "integer", minimum: 1, maximum: 16_384 },
	}),
	"kiosk.setLanguage": closed({ language: { anyOf: [language, { type: "null" }] } }),
	"kiosk.messages": nothing,
	"kiosk.unlock": closed({ pin: { type: "string", maxLength: 12 } }),
	"kiosk.lock": nothing,
	"kiosk.setup": nothing,
	"kiosk.configure": closed({
		settings: closed({
			startsLocked: { type: "boolean" },
			connection: {
				type: "object",
				required: ["kind"],
				oneOf: [
					closed({ kind: { const: "practice" }, scenario: { type: "string", minLength: 1, maxLength: 64 } }),
					closed({ kind: { const: "saved" }, connectionId: name }),
				],
			},
			tapRule: { anyOf: [{ enum: TAP_RULES }, { type: "null" }] },
			afterVisit: { enum: ["newSession", "sameSession"] },
			languages: { type: "array", maxItems: 16, uniqueItems: true, items: language },
			placeName: { type: "string", maxLength: 60 },
			idleText: { type: "string", maxLength: 400 },
			theme: { enum: ["system", "light", "dark"] },
			largeType: { type: "boolean" },
			highContrast: { type: "boolean" },
		}),
	}),
	"kiosk.setPin": closed({ pin: { anyOf: [pin, { type: "null" }] }, current: { type: "string", maxLength: 12 } }, ["pin"]),
	"kiosk.renew": nothing,
} satisfies Record<keyof KioskRequests, object>;
