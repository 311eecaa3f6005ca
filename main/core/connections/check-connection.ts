import { type ConnectionField, MAX_CONNECTION_NAME } from "../../../schemas/connections.ts";
import { codePointLength } from "../../../schemas/rules/code-points.ts";
import { isToken } from "../../../schemas/rules/header-names.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { ConsoleError } from "../errors.ts";
import { lacksSecrets, parseAddress, requireSecure } from "../session/address.ts";
import { doubleHeader, doubleHeaderWords, trustProblem } from "../session/trust.ts";

/** RFC 9110 token. */
/** Written by the handshake itself. */
const OWN_HEADERS = /^(?:host|upgrade|connection|content-length|transfer-encoding|sec-websocket-.*)$/i;
/** What Node takes as a header's value. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function invalid(field: ConnectionField, message: string): ConsoleError {
	return new ConsoleError("CONNECTION_INVALID", message, { detail: { field } });
}

/** Code points, without white space around. Throws CONNECTION_INVALID. */
export function checkedName(name: string): string {
	const plain = name.trim();
	if (plain === "") throw invalid("name", "The connection needs a name, by which it stands in the list.");
	const length = codePointLength(plain);
	if (length > MAX_CONNECTION_NAME)
		throw invalid("name", `The name has ${length} characters; a connection's name has at most ${MAX_CONNECTION_NAME}.`);
	return plain;
}

/**
 * What can be known about a target without dialling. Throws CONNECTION_INVALID with the field; no value of a header is ever part of the words.
 * `scenarios`: names of practice agents.
 */
export function checkTarget(target: ConnectTarget, secretHeaders: readonly string[], scenarios: readonly string[]): void {
	const { by } = target;
	if (by.kind === "practice" && !scenarios.includes(by.scenario))
		throw invalid("practice", `There is no practice agent named “${by.scenario}”.`);
	if (by.kind === "url") checkAddress(by.url, target);
	if (by.kind === "card") {
		if (by.source.trim() === "") throw invalid("card", "The card needs an address, or its text.");
		if (/^wss?:/i.test(by.source))
			throw invalid("card", "ws:// and wss:// are addresses of a socket, not of a card. Save it as an address.");
		if (by.text === undefined && !/^https?:\/\//i.test(by.source.trim()))
			throw invalid("card", "The card needs an http:// or https:// address, or its text: choose or drop its file.");
		if (by.url !== undefined) checkAddress(by.url, target);
	}
	const problem = target.trust === undefined ? null : trustProblem(target.trust);
	if (problem !== null) throw invalid("trust", problem);
	checkHeaders(target.headers ?? {}, secretHeaders);
	const seen = new Set<string>();
	for (const word of target.subprotocols ?? []) {
		if (!isToken(word)) throw invalid("subprotocols", `“${word}” is not a subprotocol: no spaces, quotes or slashes.`);
		if (seen.has(word)) throw invalid("subprotocols", `The subprotocol “${word}” is there twice.`);
		seen.add(word);
	}
}

function checkAddress(url: string, { allowInsecure = false, trust }: ConnectTarget): void {
	try {
		// A mask stands for user info or a value of the query; with it the host can be read all the same.
		requireSecure(parseAddress(url), allowInsecure, trust);
	} catch (thrown) {
		throw thrown instanceof ConsoleError ? invalid("url", thrown.message) : thrown;
	}
	if (url.length > 4096) throw invalid("url", "An address has at most 4096 characters.");
	if (lacksSecrets(url) && /\s/.test(url.trim())) throw invalid("url", "An address holds no spaces.");
}

function checkHeaders(headers: Readonly<Record<string, string>>, secretHeaders: readonly string[]): void {
	const double = doubleHeader(headers);
	if (double !== null) throw invalid(`header:${double[1]}`, doubleHeaderWords(double));
	const seen = new Set<string>();
	for (const [name, value] of Object.entries(headers)) {
		if (!isToken(name)) throw invalid("headers", `“${name}” is not a header name: letters, digits and hyphens, no spaces or colon.`);
		if (OWN_HEADERS.test(name)) throw invalid(`header:${name}`, `The handshake writes ${name} itself. Remove that header.`);
		if (!HEADER_VALUE.test(value)) throw invalid(`header:${name}`, `The value of ${name} holds characters that no header can carry.`);
		seen.add(name.toLowerCase());
	}
	for (const name of secretHeaders) {
		if (!seen.has(name.toLowerCase())) throw invalid(`header:${name}`, `${name} is marked secret, but there is no such header.`);
	}
}
