import { isPublicHeader } from "../../../schemas/rules/header-names.ts";
import { toHex } from "../nfc/bytes.ts";
import type { DialFailure, DialRequest, EntryDraft, SocketClose } from "../ports.ts";
import { secretsOfAddress } from "./address.ts";
import { createSecretMask, type SecretMask, secretForms, utf8Bytes } from "./secret-forms.ts";
import { maskSubprotocols, secretSubprotocols } from "./secret-subprotocols.ts";
import { maskedCertificate, secretsOfTrust } from "./trust.ts";

type Handshake = Pick<DialRequest, "headers" | "url" | "subprotocols" | "trust">;

/** Every value this console sent in the handshake and must never store: header values, user info, query values, keys among the subprotocols. */
export function secretsOf(request: Handshake): string[] {
	const headers = Object.entries(request.headers).flatMap(([name, value]) => (isPublicHeader(name) ? [] : [value]));
	const all = [...headers, ...secretsOfAddress(request.url), ...secretSubprotocols(request.subprotocols), ...secretsOfTrust(request.trust)];
	return [...new Set(all.filter((value) => value !== ""))];
}

const maskOfRequest = (request: Handshake): SecretMask => createSecretMask(secretForms(secretsOf(request)));

/** The header that user info of the address becomes. */
const AUTHORIZATION = /Basic [A-Za-z0-9+/=]{4}[A-Za-z0-9+/=]*/g;

/** A server's words without what this console sent it in the handshake. */
export const maskText = (text: string, request: Handshake): string => maskOfRequest(request).text(text.replace(AUTHORIZATION, "Basic …"));

/** A refusing server may repeat what it was sent; that is masked before anything of the refusal is stored or shown. */
export function maskFailure(failure: DialFailure, request: Handshake): DialFailure {
	const { text } = maskOfRequest(request);
	const mask = (words: string) => text(words.replace(AUTHORIZATION, "Basic …"));
	const { body, certificate } = failure;
	return {
		...failure,
		message: mask(failure.message),
		...(body === undefined ? {} : { body: mask(body) }),
		...(certificate === undefined ? {} : { certificate: maskedCertificate(certificate, mask) }),
	};
}

/** A close frame's words as they may be shown; its bytes are kept beside them when they say something else. */
export function maskClose(close: SocketClose, mask: SecretMask): SocketClose {
	const reason = mask.text(close.reason);
	if (reason === close.reason && close.message === undefined) return close;
	const bytes = reason === close.reason ? null : utf8Bytes(close.reason);
	return {
		...(bytes === null ? {} : { reasonHex: toHex(bytes) }),
		...close,
		reason,
		...(close.message === undefined ? {} : { message: mask.text(close.message) }),
	};
}

/**
 * What this console writes of its own: it quotes the agent, and is no frame whose bytes are to be kept. An agent's type is such a word too: it
 * stands beside the bytes, in every list and in the chained header, where no export could mask it.
 */
export function maskDraft(draft: EntryDraft, mask: SecretMask): EntryDraft {
	if (mask.isEmpty) return draft;
	const findings = draft.findings?.map((finding) => ({ ...finding, path: mask.text(finding.path), message: mask.text(finding.message) }));
	const type = draft.dir === "in" && mask.finds(draft.type) ? { type: mask.text(draft.type) } : {};
	const body = draft.dir === "local" && typeof draft.body === "string" ? { body: maskExceptBytes(draft.body, mask) } : {};
	return { ...draft, ...body, ...type, ...(findings ? { findings } : {}) };
}

/** Bytes of a close reason stand in the transcript as they came, like those of a frame. */
function maskExceptBytes(body: string, mask: SecretMask): string {
	const bytes = /"reasonHex":"[0-9a-f]*"/.exec(body);
	if (!bytes) return mask.text(body);
	return mask.text(body.slice(0, bytes.index)) + bytes[0] + mask.text(body.slice(bytes.index + bytes[0].length));
}

/** The subprotocol a server chose, as it may be stored: it was one of those offered, and what may be a key among them stays out. */
export function maskChosen(chosen: string, offered: readonly string[]): string {
	const at = offered.indexOf(chosen);
	return at === -1 ? (maskSubprotocols([chosen])[0] ?? "") : (maskSubprotocols(offered)[at] ?? "");
}
