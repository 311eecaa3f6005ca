/**
 * The kiosk: what its page is told and what it may ask. The page belongs to whoever stands in front of it, so it is told no more than it
 * draws: no address, no UID, no header, no row of a timeline. JSON-safe.
 */
import { scenarioName, sha256 } from "./ids.ts";
import type { ReaderStateKind, TapFailure } from "./reader.ts";
import {
	boolean,
	constant,
	gives,
	integer,
	list,
	nullable,
	type Of,
	object,
	optional,
	request,
	string,
	type Value,
	variants,
	word,
} from "./shapes.ts";
import { TAP_RULES } from "./tap-rule.ts";

/** `off`: an ordinary console. `locked`: a kiosk; requests outside `KIOSK_REQUESTS` are refused. `open`: a kiosk that staff has unlocked. */
export type KioskMode = "off" | "locked" | "open";

const name = string({ minLength: 1, maxLength: 128 });
/** A language tag, as a file's name can be. */
const language = string({ pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$" });

/** Whom the kiosk talks to. */
const kioskConnection = variants(
	object({ kind: constant("practice"), scenario: scenarioName }),
	object({ kind: constant("saved"), connectionId: name }),
);
export type KioskConnection = Of<typeof kioskConnection>;

/** Kept on the profile. */
const kioskSettings = object({
	/** The program starts as a kiosk, also without `--kiosk`. */
	startsLocked: boolean,
	connection: kioskConnection,
	/** Null: what the connection says. */
	tapRule: nullable(word(...TAP_RULES)),
	/** After a visit is done: a session of its own for the next person, or the same one goes on. */
	afterVisit: word("newSession", "sameSession"),
	/** Tags of message files offered on screen; the first is the default. Empty: all there are, and the system's language first. */
	languages: list(language, { maxItems: 16, uniqueItems: true }),
	/** Where this kiosk stands, for the foot of the screen. */
	placeName: string({ maxLength: 60 }),
	/** What is shown while nobody is asked for anything; empty: the message file's words. */
	idleText: string({ maxLength: 400 }),
	theme: word("system", "light", "dark"),
	largeType: boolean,
	highContrast: boolean,
});
export interface KioskSettings extends Of<typeof kioskSettings> {}

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

/** 4 MiB. */
const MOST_PHOTO_BYTES = 4_194_304;

const photo = {
	request: name,
	base64: string({ minLength: 1, maxLength: 4 * Math.ceil(MOST_PHOTO_BYTES / 3) }),
	byteLength: integer(1, MOST_PHOTO_BYTES),
	sha256,
	width: integer(1, 16_384),
	height: integer(1, 16_384),
};
export interface KioskPhoto extends Value<typeof photo> {}

export const KIOSK_REQUESTS = {
	"kiosk.view": request({}, gives<KioskView>()),
	/** Begins a visit: a new session, when `canBegin`. */
	"kiosk.begin": request({}, gives<null>()),
	/** A person's answer to `confirmTap`: sends the card's reading, or forgets it and waits for another one. */
	"kiosk.answerTap": request({ tap: name, send: boolean }, gives<null>()),
	/** A picture of this device's camera, JPEG. */
	"kiosk.sendPhoto": request(photo, gives<null>()),
	"kiosk.setLanguage": request({ language: nullable(language) }, gives<null>()),
	/** Message files of the profile, `DIR/kiosk/messages/*.json`. */
	"kiosk.messages": request({}, gives<KioskMessageFile[]>()),
	/** Errors: PIN_WRONG, PIN_WAIT. Without a PIN any is right. */
	"kiosk.unlock": request({ pin: string({ maxLength: 12 }) }, gives<null>()),
	/** Makes this program a kiosk, from now on or again. */
	"kiosk.lock": request({}, gives<null>()),

	/** Staff: from here on refused while locked. */
	"kiosk.setup": request({}, gives<KioskSetup>()),
	"kiosk.configure": request({ settings: kioskSettings }, gives<null>()),
	/** Null takes the PIN away. `current` is asked for when there is one. Errors: PIN_WRONG, PIN_WAIT. */
	"kiosk.setPin": request(
		{ pin: nullable(string({ pattern: "^[0-9]{4,12}$" })), current: optional(string({ maxLength: 12 })) },
		gives<null>(),
	),
	/** Leaves the session and begins a new one at once. */
	"kiosk.renew": request({}, gives<null>()),
};

export interface KioskEvents {
	/** Told at once when the mode changes, otherwise at most once per 50 ms. */
	"kiosk.changed": { view: KioskView };
}

/** What a locked kiosk's page may ask. Everything else is refused with KIOSK_LOCKED. */
export const KIOSK_PAGE_MAY_ASK = [
	"kiosk.view",
	"kiosk.begin",
	"kiosk.answerTap",
	"kiosk.sendPhoto",
	"kiosk.setLanguage",
	"kiosk.messages",
	"kiosk.unlock",
	"kiosk.lock",
] as const satisfies readonly (keyof typeof KIOSK_REQUESTS)[];
