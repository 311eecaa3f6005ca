/**
 * The ways in which a secret value may come back that a rule can tell, and the mask that takes it out of a text. Pure, and the one rule for all surfaces.
 * Not told: what was compressed or encrypted first, is in pieces, or was written in another way than those here.
 */

import { fromBase64, fromLatin1, toBase64, toHex, utf8 } from "../nfc/bytes.ts";
import { isProtocol } from "../protocols/table.ts";

/** Shorter values would mask half a page. */
const MIN_LENGTH = 4;
/** Shorter ones are masked as whole words only. */
const MIN_AS_PART = 8;
/** Stands where a value was taken out; the same as in addresses. */
const TAKEN_OUT = "…";

/** Words that headers and queries hold and that are nobody's secret. */
const COMMON = /^(?:true|false|null|none|keep-alive|no-cache|websocket|upgrade|gzip|deflate|identity|[\w.+-]+\/[\w.+*-]+)$/i;
const isCommon = (value: string): boolean => COMMON.test(value) || isProtocol(value.toLowerCase());

/** A text as UTF-8. `encodeURIComponent` is the one encoder every ES environment has; it throws for half a character pair. */
export function utf8Bytes(text: string): Uint8Array | null {
	try {
		return fromLatin1(
			encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
		);
	} catch {
		return null;
	}
}

/** What may stand between the letters of a word that is spelled out. */
const SPELLED_WITH = [" ", "-", ".", "_", ", ", "\n", "\\n"];

/** Read from the end, and with a sign between every two letters: by people and models that were asked not to say it. */
function disguised(plain: string): string[] {
	const letters = [...plain];
	return [letters.toReversed().join(""), ...SPELLED_WITH.map((sign) => letters.join(sign))];
}

/** Letters of Base64 for addresses. */
const forAddress = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Base64 once and twice, whatever stands around the value in the first or around that in the second. */
function base64Forms(bytes: Uint8Array): string[] {
	const once = [...base64Cores(bytes), toBase64(bytes)].filter((core) => core.length >= MIN_AS_PART);
	const forms = [...once, ...once.map(forAddress)];
	for (const inner of new Set(forms)) {
		const twice = utf8Bytes(inner);
		if (twice !== null) forms.push(...base64Cores(twice).flatMap((core) => [core, forAddress(core)]));
	}
	return forms;
}

/** Base64 of these bytes wherever they begin in a longer run: the letters that do not depend on what stands before or after. */
function base64Cores(bytes: Uint8Array): string[] {
	return [0, 1, 2].map((shift) => {
		const text = toBase64(Uint8Array.from([...new Uint8Array(shift), ...bytes])).replace(/=+$/, "");
		const from = Math.ceil((shift * 8) / 6);
		return text.slice(from, Math.floor(((shift + bytes.length) * 8) / 6));
	});
}

/** With an escape for each letter, also for those that need none: of addresses, of JSON, and of HTML by decimal and by hexadecimal numbers. */
function escapedWhole(text: string, bytes: Uint8Array): string[] {
	const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
	const points = Array.from(text, (letter) => letter.codePointAt(0) as number);
	return [
		toHex(bytes).replace(/../g, "%$&"),
		units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join(""),
		points.map((point) => `&#${point};`).join(""),
		points.map((point) => `&#x${point.toString(16)};`).join(""),
	];
}

const decoded = (part: string): string => {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
};

/** The value itself, and what it holds: a scheme's credentials, the parts of a cookie, user and password of Basic. */
function parts(value: string): string[] {
	const credentials = value.replace(/^\S+\s+/, "");
	const cookies = value.includes("=") ? value.split(/;\s*/).map((each) => each.slice(each.indexOf("=") + 1)) : [];
	const basic = /^basic\s+(\S+)$/i.exec(value)?.[1];
	const plain = basic === undefined ? null : utf8(fromBase64(basic));
	return [value, credentials, ...cookies, ...(plain === null ? [] : [plain, ...plain.split(":")])];
}

/** Forms of these values to be masked, longest first; to be compared without regard to case. */
export function secretForms(values: readonly string[]): string[] {
	const forms = new Set<string>();
	for (const value of values.flatMap(parts)) {
		for (const plain of [value, decoded(value)]) {
			if (plain.length < MIN_LENGTH || isCommon(plain)) continue;
			forms.add(plain);
			forms.add(JSON.stringify(plain).slice(1, -1));
			const bytes = utf8Bytes(plain);
			if (bytes === null) continue;
			forms.add(encodeURIComponent(plain));
			forms.add(toHex(bytes));
			for (const form of escapedWhole(plain, bytes)) forms.add(form);
			for (const form of base64Forms(bytes)) forms.add(form);
			// Of a shorter one, ordinary words would do.
			if (plain.length >= MIN_AS_PART) for (const form of disguised(plain)) forms.add(form);
		}
	}
	return [...forms].sort((a, b) => b.length - a.length);
}

export interface SecretMask {
	/** Nothing is known that could be masked. */
	isEmpty: boolean;
	text(text: string): string;
	/** As many characters as before: for texts that are asked for by place. */
	sameLength(text: string): string;
	finds(text: string): boolean;
}

/** One letter or digit beside a short value makes it another word. */
const asWord = (form: string): string => (form.length >= MIN_AS_PART ? escaped(form) : `(?<![A-Za-z0-9])${escaped(form)}(?![A-Za-z0-9])`);
const escaped = (form: string): string => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** `forms` as `secretForms` gives them. */
export function createSecretMask(forms: readonly string[]): SecretMask {
	if (forms.length === 0) return { isEmpty: true, text: (text) => text, sameLength: (text) => text, finds: () => false };
	const pattern = new RegExp(forms.map(asWord).join("|"), "gi");
	const long = forms.filter((form) => form.length >= MIN_AS_PART).map((form) => form.toLowerCase());
	const longest = Math.max(0, ...long.map((form) => form.length));

	/** Where the beginning of a value stands at the end of a text that was cut off; the text's length when none does. */
	function cutAt(text: string): number {
		const end = text.endsWith(TAKEN_OUT) ? text.length - 1 : text.length;
		const from = Math.max(0, end - longest);
		const tail = text.slice(from, end).toLowerCase();
		let first = tail.length;
		for (const form of long) {
			const at = tail.lastIndexOf(form.slice(0, MIN_LENGTH));
			if (at !== -1 && at < first && form.startsWith(tail.slice(at))) first = at;
		}
		return first === tail.length ? text.length : from + first;
	}

	return {
		isEmpty: false,
		text(text) {
			const masked = text.replace(pattern, TAKEN_OUT);
			const at = cutAt(masked);
			return at === masked.length ? masked : `${masked.slice(0, at)}${TAKEN_OUT}`;
		},
		sameLength: (text) => text.replace(pattern, (found) => "•".repeat(found.length)),
		finds: (text) => text.search(pattern) !== -1,
	};
}

/** Names of things in the console, which lead back to them: a mask would cut the thread. */
const THREADS: ReadonlySet<string> = new Set([
	"sessionId",
	"interactionId",
	"connectionId",
	"requestId",
	"confirmId",
	"uploadId",
	"kind",
	"protocol",
]);

/** Every text in a JSON-like value masked; the value itself where nothing was found. */
export function maskDeep<T>(value: T, mask: (text: string) => string): T {
	if (typeof value === "string") return mask(value) as T;
	if (Array.isArray(value)) {
		const made = value.map((each: unknown) => maskDeep(each, mask));
		return (made.some((each, index) => each !== value[index]) ? made : value) as T;
	}
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value);
	const made = entries.map(([name, each]): [string, unknown] => [name, THREADS.has(name) ? each : maskDeep(each, mask)]);
	return made.some(([, each], index) => each !== entries[index]?.[1]) ? (Object.fromEntries(made) as T) : value;
}
