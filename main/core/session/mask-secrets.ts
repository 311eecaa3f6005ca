import type { DialFailure, DialRequest } from "../ports.ts";
import { secretsOfAddress } from "./address.ts";
import { maskSubprotocols, secretSubprotocols } from "./secret-subprotocols.ts";
import { maskedCertificate, secretsOfTrust } from "./trust.ts";

/** Shorter values would mask half a page. */
const MIN_LENGTH = 4;

/** Every value this console sent in the handshake and must never store: header values, user info, query values, keys among the subprotocols. */
export function secretsOf(request: Pick<DialRequest, "headers" | "url" | "subprotocols" | "trust">): string[] {
	const headers = Object.values(request.headers).flatMap((value) => [value, value.replace(/^\S+\s+/, "")]);
	const all = [
		...headers,
		...secretsOfAddress(request.url),
		...secretSubprotocols(request.subprotocols),
		...secretsOfTrust(request.trust),
	].filter((value) => value.length >= MIN_LENGTH);
	return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** The header that user info of the address becomes. */
const AUTHORIZATION = /Basic [A-Za-z0-9+/=]{4}[A-Za-z0-9+/=]*/g;

/** A server's words without what this console sent it in the handshake. */
export const maskText = (text: string, request: DialRequest): string =>
	secretsOf(request).reduce((masked, secret) => masked.replaceAll(secret, "…"), text.replace(AUTHORIZATION, "Basic …"));

/** A refusing server may repeat what it was sent; that is masked before anything of the refusal is stored or shown. */
export function maskFailure(failure: DialFailure, request: DialRequest): DialFailure {
	const mask = (text: string) => maskText(text, request);
	const { body, certificate } = failure;
	return {
		...failure,
		message: mask(failure.message),
		...(body === undefined ? {} : { body: mask(body) }),
		...(certificate === undefined ? {} : { certificate: maskedCertificate(certificate, mask) }),
	};
}

/** The subprotocol a server chose, as it may be stored: it was one of those offered, and what may be a key among them stays out. */
export function maskChosen(chosen: string, offered: readonly string[]): string {
	const at = offered.indexOf(chosen);
	return at === -1 ? (maskSubprotocols([chosen])[0] ?? "") : (maskSubprotocols(offered)[at] ?? "");
}
