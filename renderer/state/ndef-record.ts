import { URI_PREFIXES } from "../../schemas/ndef-uri-prefixes.ts";
import type { NdefDecoded } from "../../schemas/reader.ts";
import { fromBase64, toBase64 } from "./byte-text.ts";

/** A record as the observation carries it. */
export interface NdefRecordBody {
	tnf: number;
	type: string;
	/** Base64. */
	payload: string;
	decoded?: NdefDecoded;
}

/** What a record says in words; `other` when these helpers could not give the same bytes back. */
export type NdefContent = { kind: "uri"; uri: string } | { kind: "text"; lang: string; text: string } | { kind: "other" };

const WELL_KNOWN = 1;
const MAX_LANG = 63;
const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A URI record with the longest prefix the standard abbreviates. Source: NFC Forum URI RTD 1.0. */
export function uriRecord(uri: string): NdefRecordBody {
	let code = 0;
	URI_PREFIXES.forEach((prefix, at) => {
		if (uri.startsWith(prefix) && prefix.length > (URI_PREFIXES[code] ?? "").length) code = at;
	});
	const rest = utf8.encode(uri.slice((URI_PREFIXES[code] ?? "").length));
	return { tnf: WELL_KNOWN, type: "U", payload: toBase64(joined(Uint8Array.of(code), rest)), decoded: { recordType: "url", url: uri } };
}

/** A text record in UTF-8. `lang` is ASCII and at most 63 characters; more is cut. Source: NFC Forum Text RTD 1.0. */
export function textRecord(text: string, lang: string): NdefRecordBody {
	const code = lang.replace(/[^\x20-\x7e]/g, "").slice(0, MAX_LANG);
	const bytes = joined(Uint8Array.of(code.length), utf8.encode(code), utf8.encode(text));
	return {
		tnf: WELL_KNOWN,
		type: "T",
		payload: toBase64(bytes),
		decoded: { recordType: "text", encoding: "utf-8", lang: code, text },
	};
}

/** Reads a record for the helpers' fields. Whatever they would not write back byte for byte is `other` and keeps its raw fields. */
export function contentOf({ tnf, type, id, payload }: { tnf: number; type: string; id: string; payload: string }): NdefContent {
	const bytes = tnf === WELL_KNOWN && id === "" ? fromBase64(payload) : null;
	if (bytes === null || bytes.length === 0) return { kind: "other" };
	const content = type === "U" ? uriOf(bytes) : type === "T" ? textOf(bytes) : null;
	if (content === null) return { kind: "other" };
	const again = content.kind === "uri" ? uriRecord(content.uri) : textRecord(content.text, content.lang);
	return again.payload === payload ? content : { kind: "other" };
}

type Uri = Extract<NdefContent, { kind: "uri" }>;
type Text = Extract<NdefContent, { kind: "text" }>;

function uriOf(bytes: Uint8Array): Uri | null {
	const prefix = URI_PREFIXES[bytes[0] ?? 0];
	const rest = decode(bytes.subarray(1));
	return prefix === undefined || rest === null ? null : { kind: "uri", uri: prefix + rest };
}

function textOf(bytes: Uint8Array): Text | null {
	const status = bytes[0] ?? 0;
	const end = 1 + (status & 0x3f);
	if ((status & 0xc0) !== 0 || end > bytes.length) return null;
	const lang = decode(bytes.subarray(1, end));
	const text = decode(bytes.subarray(end));
	return lang === null || text === null ? null : { kind: "text", lang, text };
}

function joined(...parts: Uint8Array[]): Uint8Array {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}

function decode(bytes: Uint8Array): string | null {
	try {
		return strict.decode(bytes);
	} catch {
		return null;
	}
}
