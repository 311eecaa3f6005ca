import { unescape as percentDecode } from "node:querystring";
import { CardProblem, decodeCard, MAX_CARD_BYTES, tooLarge } from "./card-problem.ts";

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches with the rules of README.md. `signal` is the time limit of the whole; what else aborts it says why with a CardProblem. */
export async function fetchCard(start: URL, signal: AbortSignal): Promise<string> {
	let url = start;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		checkAllowed(url, start);
		const response = await get(url, start, signal);
		if (!REDIRECTS.has(response.status)) return await textOf(response, signal);
		await response.body?.cancel();
		url = target(response, url);
	}
	throw new CardProblem(`it was redirected more than ${MAX_REDIRECTS} times.`);
}

/** An address as it may be shown: no credentials, no query. */
export const shownUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`;

function checkAllowed(url: URL, start: URL): void {
	const place = url === start ? "the address" : `the redirect to ${shownUrl(url)}`;
	if (url.protocol !== "https:" && url.protocol !== "http:") throw new CardProblem(`${place} is neither http:// nor https://.`);
	if (url.protocol === "http:" && !isLoopback(url)) {
		throw new CardProblem(`${place} is http://, which is allowed only to this computer; use https://.`);
	}
	if (isLoopback(url) && !isLoopback(start)) throw new CardProblem(`${place} leads from another computer back to this one.`);
}

const isLoopback = (url: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);

async function get(url: URL, start: URL, signal: AbortSignal): Promise<Response> {
	const headers: Record<string, string> = { accept: "application/json" };
	// `fetch` refuses credentials in an address. They go to no other server than the one they were given for.
	if (start.username + start.password !== "" && url.origin === start.origin) headers.authorization = basic(start);
	const bare = new URL(url);
	bare.username = "";
	bare.password = "";
	try {
		return await fetch(bare.href, { headers, redirect: "manual", signal });
	} catch (error) {
		throw problemOf(error, signal);
	}
}

const basic = (url: URL): string =>
	`Basic ${Buffer.from(`${percentDecode(url.username)}:${percentDecode(url.password)}`).toString("base64")}`;

function target(response: Response, from: URL): URL {
	const location = response.headers.get("location");
	const url = location === null ? null : URL.parse(location, from.href);
	if (url === null) throw new CardProblem(`the server answered ${response.status} without a usable place to go to.`);
	return url;
}

async function textOf(response: Response, signal: AbortSignal): Promise<string> {
	if (!response.ok) {
		await response.body?.cancel();
		throw new CardProblem(`the server answered ${`${response.status} ${response.statusText}`.trim()}.`);
	}
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	try {
		for await (const chunk of response.body ?? []) {
			chunks.push(chunk);
			bytes += chunk.length;
			// Leaving the loop cancels the rest.
			if (bytes > MAX_CARD_BYTES) throw tooLarge();
		}
	} catch (error) {
		throw error instanceof CardProblem ? error : problemOf(error, signal);
	}
	return decodeCard(Buffer.concat(chunks));
}

function problemOf(error: unknown, signal: AbortSignal): CardProblem {
	if (signal.reason instanceof CardProblem) return signal.reason;
	if (signal.aborted) return new CardProblem("the server took too long.", error);
	// `fetch` hides what happened in the cause.
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
	const words =
		cause instanceof AggregateError && cause.message === "" ? "no address of the server answers" : String((cause as Error).message);
	return new CardProblem(`${words}${code}.`, error);
}
