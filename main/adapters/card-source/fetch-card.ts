import { unescape as percentDecode } from "node:querystring";
import { isThisComputer } from "../../../schemas/rules/this-computer.ts";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { askHttp, type HttpGot } from "../connect/http-ask.ts";

import { DialError } from "../connect/refusal.ts";
import { CardProblem, decodeCard, MAX_CARD_BYTES, tooLarge } from "./card-problem.ts";

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches with the rules of README.md. `signal` is the time limit of the whole; what else aborts it says why with a CardProblem. */
export async function fetchCard(start: URL, trust: ConnectionTrust, signal: AbortSignal): Promise<string> {
	let url = start;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		checkAllowed(url, start, trust);
		const got = await get(url, start, trust, signal);
		if (!REDIRECTS.has(got.status)) return textOf(got);
		url = target(got, url);
	}
	throw new CardProblem(`it was redirected more than ${MAX_REDIRECTS} times.`);
}

/** An address as it may be shown: no credentials, no query. */
export const shownUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`;

function checkAllowed(url: URL, start: URL, { proxy }: ConnectionTrust): void {
	const place = url === start ? "the address" : `the redirect to ${shownUrl(url)}`;
	if (url.protocol !== "https:" && url.protocol !== "http:") throw new CardProblem(`${place} is neither http:// nor https://.`);
	if (url.protocol === "http:" && !isLoopback(url)) {
		throw new CardProblem(`${place} is http://, which is allowed only to this computer; use https://.`);
	}
	if (url.protocol === "http:" && proxy?.kind === "url" && !isLoopbackAddress(proxy.url))
		throw new CardProblem(`${place} is http:// and would go unencrypted to the proxy; use https://, or no proxy.`);
	if (isLoopback(url) && !isLoopback(start)) throw new CardProblem(`${place} leads from another computer back to this one.`);
}

const isLoopback = (url: URL): boolean => isThisComputer(url.hostname);

function isLoopbackAddress(text: string): boolean {
	const url = URL.parse(text);
	return url !== null && isThisComputer(url.hostname);
}

async function get(url: URL, start: URL, trust: ConnectionTrust, signal: AbortSignal): Promise<HttpGot> {
	const headers: Record<string, string> = {};
	const isSame = url.origin === start.origin;
	// They go to no other server than the one they were given for.
	if (start.username + start.password !== "" && isSame) headers.authorization = basic(start);
	try {
		return await askHttp({ url, headers, trust: isSame ? trust : withoutClient(trust), maxBytes: MAX_CARD_BYTES, signal });
	} catch (error) {
		throw problemOf(error, signal);
	}
}

function withoutClient({ clientCertificate: _, clientKey: __, passphrase: ___, ...trust }: ConnectionTrust): ConnectionTrust {
	return trust;
}

const basic = (url: URL): string =>
	`Basic ${Buffer.from(`${percentDecode(url.username)}:${percentDecode(url.password)}`).toString("base64")}`;

function target({ status, headers: { location } }: HttpGot, from: URL): URL {
	const url = location === undefined ? null : URL.parse(location, from.href);
	if (url === null) throw new CardProblem(`the server answered ${status} without a usable place to go to.`);
	return url;
}

function textOf({ status, statusText, body }: HttpGot): string {
	if (status < 200 || status > 299) throw new CardProblem(`the server answered ${`${status} ${statusText}`.trim()}.`);
	if (body === null) throw tooLarge();
	return decodeCard(body);
}

function problemOf(error: unknown, signal: AbortSignal): CardProblem {
	if (signal.reason instanceof CardProblem) return signal.reason;
	if (signal.aborted) return new CardProblem("the server took too long.", { cause: error });
	if (!(error instanceof DialError)) return new CardProblem(`${error instanceof Error ? error.message : String(error)}.`, { cause: error });
	const { message, certificate } = error.refusal;
	return new CardProblem(message, { cause: error, ...(certificate === undefined ? {} : { certificate }) });
}
