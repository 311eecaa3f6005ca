import { URI_PREFIXES } from "../../../schemas/ndef-uri-prefixes.ts";
import type { NdefDecoded } from "../../../schemas/reader.ts";
import { latin1, utf8, utf16 } from "./bytes.ts";
import { parseRaw, type RawRecord } from "./ndef-records.ts";

/** Limits of the observation's schema; what is longer stays in the payload only. */
const MAX_TEXT = 32_768;
const MAX_URL = 8192;
const MAX_LANG = 63;
const MAX_NAME = 255;

/** The same bytes as words, or undefined when they are none. Never throws: the record itself is whole either way. */
export function decodeRecord(record: RawRecord): NdefDecoded | undefined {
	const decoded = decode(record);
	const fits: NdefDecoded = {};
	const keep = (name: keyof NdefDecoded, limit: number) => {
		const value = decoded[name];
		if (value !== undefined && value.length <= limit) fits[name] = value;
	};
	keep("recordType", MAX_NAME);
	keep("mediaType", MAX_NAME);
	keep("encoding", 32);
	keep("lang", MAX_LANG);
	keep("text", MAX_TEXT);
	keep("url", MAX_URL);
	return Object.keys(fits).length > 0 ? fits : undefined;
}

function decode(record: RawRecord): NdefDecoded {
	const type = latin1(record.type);
	switch (record.tnf) {
		case 0:
			return { recordType: "empty" };
		case 1:
			return decodeWellKnown(type, record.payload);
		case 2:
			return { recordType: "mime", mediaType: type, ...textOf(type, record.payload) };
		case 3:
			return { recordType: "absolute-url", url: type };
		case 4:
			return { recordType: type.toLowerCase(), ...plainText(record.payload) };
		default:
			return { recordType: "unknown" };
	}
}

function decodeWellKnown(type: string, payload: Uint8Array): NdefDecoded {
	switch (type) {
		case "U": {
			const rest = utf8(payload.subarray(1));
			const prefix = URI_PREFIXES[payload[0] ?? 0] ?? "";
			return rest === null || payload.length === 0 ? { recordType: "url" } : { recordType: "url", url: prefix + rest };
		}
		case "T":
			return decodeText(payload);
		case "Sp":
			return decodeSmartPoster(payload);
		default:
			return { recordType: /^[a-z0-9]/.test(type) ? `:${type}` : type };
	}
}

/** Status byte: bit 7 the encoding, bits 5 to 0 the length of the language code. */
function decodeText(payload: Uint8Array): NdefDecoded {
	const [status] = payload;
	if (status === undefined) return { recordType: "text" };
	const langEnd = 1 + (status & 0x3f);
	if (langEnd > payload.length) return { recordType: "text" };
	const isUtf16 = (status & 0x80) !== 0;
	const text = (isUtf16 ? utf16 : utf8)(payload.subarray(langEnd));
	const named = { recordType: "text", lang: latin1(payload.subarray(1, langEnd)), encoding: isUtf16 ? "utf-16" : "utf-8" };
	return text === null ? named : { ...named, text };
}

/** A message within a record: its address, and its first title. */
function decodeSmartPoster(payload: Uint8Array): NdefDecoded {
	try {
		const inner = parseRaw(payload).filter(({ tnf }) => tnf === 1);
		const url = inner.find(({ type }) => latin1(type) === "U");
		const title = inner.find(({ type }) => latin1(type) === "T");
		return {
			...(title && decodeText(title.payload)),
			...(url && decodeWellKnown("U", url.payload)),
			recordType: "smart-poster",
		};
	} catch {
		return { recordType: "smart-poster" };
	}
}

const isTextType = (mediaType: string) => /^text\/|[/+](json|xml)($|;)|^application\/(json|xml)/i.test(mediaType);

function textOf(mediaType: string, payload: Uint8Array): NdefDecoded {
	return isTextType(mediaType) ? plainText(payload) : {};
}

function plainText(payload: Uint8Array): NdefDecoded {
	const text = utf8(payload);
	// Bytes that happen to be UTF-8 and are full of control characters are no words.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	return text === null || text === "" || /[\u0000-\u0008\u000e-\u001f]/.test(text) ? {} : { text, encoding: "utf-8" };
}
