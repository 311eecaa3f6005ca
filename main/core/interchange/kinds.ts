/**
 * What the built-in redaction rules look for. Everything here decides on names, places and shapes of values; none of it knows a protocol's
 * schema, because what a server adds of its own must be found too.
 */
import type { RedactionKind } from "../../../schemas/interchange.ts";

/** A value in a JSON text: the names around it, from the root. Indices of arrays are numbers. */
export type Steps = readonly (string | number)[];

/** `whole`: the value goes. A list: these pieces of the string go. */
export type KindVerdict = "whole" | readonly (readonly [number, number])[] | null;

const nameOf = (steps: Steps): string => {
	for (let at = steps.length - 1; at >= 0; at--) if (typeof steps[at] === "string") return steps[at] as string;
	return "";
};

/** Words of a name: `accessToken`, `access_token` and `ACCESS-TOKEN` are all `access token`. */
const wordsOf = (name: string): string =>
	name
		.replace(/([a-z0-9])([A-Z])/g, "$1 $2")
		.replace(/[^A-Za-z0-9]+/g, " ")
		.trim()
		.toLowerCase();

const UID_NAME = /^(?:(?:card|tag|nfc|badge|chip) )?(?:uid|serial(?: (?:number|no))?|serialnumber|nfcid1?|idm|csn)$/;
const NDEF_CONTENT = /^(?:payload|text|url|uri|id|id bytes|data|value|content)$/;
const KEY_NAME =
	/(?:^| )(?:pass|password|passwd|passphrase|passcode|passwort|pwd|secrets?|tokens?|apikey|api keys?|auth|authorization|credentials?|private keys?|access keys?|secret keys?|session keys?|cookies?|pin|otp|cvv|cvc|signature|bearer|jwt|csrf|xsrf)$/;
/** Where digits alone are a key; `tokens: 42` is a count. */
const NUMERIC_KEY_NAME = /(?:^| )(?:pin|otp|cvv|cvc|pass|password|passcode|passwort|pwd|secret)$/;
const ID_NAME = /(?:^| )(?:id|ids|uuid|sha256|hash|head|etag|digest|fingerprint)$/;

/** Members that hold a transcript together: names of things, ids, times, kinds. */
const STRUCTURE_NAME =
	/(?:^| )(?:type|role|ids?|uuid|modality|modalities|kind|mode|code|status|state kind|phase|op|path|tag type|technologies|mime type|media type|encoding|lang|record type|at|timestamp|time|date|name of|tool call name|step name|activity type|run id|game|version|protocol|subprotocol|profile|direction|action type)$/;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/*
 * Frames have megabytes: an expression that repeats “at least so often” (`{20,}`), or a group, overflows the stack there, `{20}` followed by `*` does not.
 */

/** Base64 of the first bytes of JPEG, PNG, WebP and GIF, then at least a hundred characters more; and data addresses of pictures. */
const PICTURE =
	/(?:data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=_-]*)|(?:(?:\/9j\/|iVBORw0KGgo|UklGR|R0lGOD)[A-Za-z0-9+/=]{100}[A-Za-z0-9+/=]*)/g;

const KEY_SHAPES: readonly RegExp[] = [
	/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
	/\b(?:Bearer|Basic|Digest|Token)\s+[A-Za-z0-9._~+/=-]{4}[A-Za-z0-9._~+/=-]*/gi,
	/\beyJ[A-Za-z0-9_-]{4}[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g,
	/\b(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abpors]|AKIA|ASIA|AIza|ya29)[-_.]?[A-Za-z0-9_.-]{8}[A-Za-z0-9_.-]*/g,
	/(?<=:\/\/)[^\s/?#@"]{1,256}(?=@)/g,
];
/** `password=x`, `"token": "x"`, `api key is x`, `?access_token=x`: the value goes, the name stays. */
const NAMED_VALUE =
	/(?<![A-Za-z0-9])((?:[A-Za-z]{1,24}[ _-]?){0,2}?(?:pass(?:word|wd|phrase|code|wort)?|pwd|secret|token|api[ _-]?key|authorization|credential|(?:private|access|session)[ _-]?key|cookie|pin|otp|signature|sig))(\\?["']?\s*(?:=|:|\bis\b)\s*\\?["']?)((?<=")[^"\\\r\n]{1,4096}|(?<=')[^'\\\r\n]{1,4096}|[^\s"'&,;}\\]{1,4096})/gi;
/** `uid: 04 A2 …`, `"serialNumber":"…"`, `card uid is …` in a text: the id goes, the name stays. */
const NAMED_UID =
	/(?<![A-Za-z0-9])(?:uid|serial(?:[ _-]?(?:number|no))?|nfcid1?|idm|csn)(?:\\?["']?\s*[:=]\s*\\?["']?|\s+is\s+)((?:[0-9a-f]{2}[: -]?){3,63}[0-9a-f]{2}|[^\s"'&,;}\\]{4,256})/gi;
const RUN = /[A-Za-z0-9+/_=.~-]{20}[A-Za-z0-9+/_=.~-]*/g;
/** No name of a thing, made of words with signs between them, is longer. */
const LONGEST_NAME = 256;

/**
 * A run of signs that nobody would say: at least 32 hexadecimal digits, or at least 20 signs of three sorts. Ids are told by their shape (UUID)
 * or by their name.
 */
function isKeyLike(run: string): boolean {
	if (run.length < 20 || UUID.test(run)) return false;
	if (run.length >= 32 && /^[0-9a-f]+$/i.test(run)) return true;
	const sorts = [/[a-z]/, /[A-Z]/, /\d/].filter((sort) => sort.test(run)).length;
	return sorts === 3 && !(run.length <= LONGEST_NAME && /^[A-Za-z]+(?:[._-][A-Za-z0-9]+)+$/.test(run));
}

function keys(steps: Steps, value: string, isNumber: boolean): KindVerdict {
	const words = wordsOf(nameOf(steps));
	if (isNumber) return NUMERIC_KEY_NAME.test(words) ? "whole" : null;
	if (KEY_NAME.test(words) && value !== "") return "whole";
	return keyPieces(value, ID_NAME.test(words));
}

/** Places of the values that a text names, `said` being the end of what was found. */
function namedPieces(value: string, named: RegExp, said: number): [number, number][] {
	return [...value.matchAll(named)].map((found) => {
		const end = found.index + found[0].length;
		return [end - (found[said] ?? "").length, end];
	});
}

const namedKeys = (value: string) => namedPieces(value, NAMED_VALUE, 3);

/** Ids of cards that a text names; a word without a digit is no id. */
const namedUids = (value: string) => namedPieces(value, NAMED_UID, 1).filter(([start, end]) => /\d/.test(value.slice(start, end)));

/** Pieces of a text that look like keys. */
export function keyPieces(value: string, isId = false): readonly (readonly [number, number])[] | null {
	if (value.length < 4) return null;
	const pieces = namedKeys(value);
	for (const shape of KEY_SHAPES) for (const { 0: found, index } of value.matchAll(shape)) pieces.push([index, index + found.length]);
	if (!isId) for (const { 0: run, index } of value.matchAll(RUN)) if (isKeyLike(run)) pieces.push([index, index + run.length]);
	return pieces.length === 0 ? null : pieces;
}

function pictures(steps: Steps, value: string): KindVerdict {
	const [parent, name] = steps.filter((step) => typeof step === "string").slice(-2);
	if (parent === "source" && name === "value") return "whole";
	if (value.length < 22) return null;
	const pieces = [...value.matchAll(PICTURE)].map(({ 0: found, index }) => [index, index + found.length] as const);
	return pieces.length === 0 ? null : pieces;
}

/** Facts of local entries are the console's own; only these are words of somebody else. */
const LOCAL_WORDS = /^(?:reason|reasonHex|detail|body|message|complaint|text|note)$/;

function words(steps: Steps, value: string, isNumber: boolean, isLocal: boolean): KindVerdict {
	if (isNumber || value === "") return null;
	const name = nameOf(steps);
	if (isLocal) return LOCAL_WORDS.test(name) ? "whole" : null;
	if (steps.length > 0 && STRUCTURE_NAME.test(wordsOf(name)) && isStructure(name, value)) return null;
	return "whole";
}

/** A name that holds the transcript together says something short without blanks; what is longer is somebody's words under that name. */
const isStructure = (name: string, value: string): boolean =>
	value.length <= 128 && (!/\s/.test(value) || DATE.test(value)) && (!isKeyLike(value) || ID_NAME.test(wordsOf(name)));

/** Commands to a card and its responses hold its number and what is written on it. */
const isExchange = (steps: Steps, isLocal: boolean): boolean =>
	isLocal && steps[0] === "exchanges" && /^(?:command|response)$/.test(nameOf(steps));

const isCardContent = (steps: Steps, isLocal: boolean): boolean =>
	(steps.includes("ndef") && NDEF_CONTENT.test(wordsOf(nameOf(steps)))) || isExchange(steps, isLocal);

/** As a number a short one is a count or a place in a list. */
const isShortNumber = (value: string, isNumber: boolean): boolean => isNumber && value.length < 6;

function uids(steps: Steps, value: string, isNumber: boolean, isLocal: boolean): KindVerdict {
	if (value === "" || isShortNumber(value, isNumber)) return null;
	if (UID_NAME.test(wordsOf(nameOf(steps))) || isExchange(steps, isLocal)) return "whole";
	const pieces = isNumber ? [] : namedUids(value);
	return pieces.length === 0 ? null : pieces;
}

/** What a built-in rule says about one value. `isLocal`: the entry is the console's own note. */
export function judge(of: RedactionKind, steps: Steps, value: string, isNumber: boolean, isLocal: boolean): KindVerdict {
	switch (of) {
		case "uid":
			return uids(steps, value, isNumber, isLocal);
		case "ndef":
			return !isNumber && value !== "" && isCardContent(steps, isLocal) ? "whole" : null;
		case "photo":
			return isNumber ? null : pictures(steps, value);
		case "keys":
			return keys(steps, value, isNumber);
		case "words":
			return words(steps, value, isNumber, isLocal);
	}
}

/**
 * What is masked wherever else it occurs, for an agent repeats a card's id or a password in its words: values masked whole because of their name or
 * place, and pieces named in a text that are no plain words. Costs less than the full look.
 */
export function worthLearning(of: RedactionKind, steps: Steps, value: string, isNumber: boolean): string[] {
	if (of !== "uid" && of !== "keys" && of !== "ndef") return [];
	const isWhole = of === "keys" ? !isNumber && KEY_NAME.test(wordsOf(nameOf(steps))) : judge(of, steps, value, isNumber, false) === "whole";
	if (isWhole) return isLong(of, value) ? [value] : [];
	if (isNumber || of === "ndef") return [];
	const pieces = of === "keys" ? namedKeys(value) : namedUids(value);
	return pieces.map(([start, end]) => value.slice(start, end)).filter((piece) => isLong(of, piece) && /\d/.test(piece));
}

const isLong = (of: "uid" | "keys" | "ndef", value: string): boolean =>
	of === "keys" ? value.length >= 6 && value.length <= 4096 : value.length >= 8 && (of === "uid" || value.length <= 512);
