import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { CardSource } from "../../core/ports.ts";
import { CardProblem } from "./card-problem.ts";
import { fetchCard, shownUrl } from "./fetch-card.ts";

const TIME_LIMIT_MS = 10_000;
const WELL_KNOWN = "/.well-known/agent-card.json";

/**
 * Text of an agent card, at most 1 MiB of UTF-8; a byte order mark is left out. `source` is an http(s) URL: whoever has a file hands over its
 * text, so that a name in a window, a saved connection or a transcript opens no file.
 * Errors: `CARD_UNREADABLE`, naming source and reason. Credentials and query of an address never appear in it.
 */
export function createCardSource(options: { timeLimitMs?: number } = {}): CardSource {
	const { timeLimitMs = TIME_LIMIT_MS } = options;
	const closing = new AbortController();
	const limit = () => AbortSignal.any([AbortSignal.timeout(timeLimitMs), closing.signal]);
	return {
		async read(source, trust) {
			const url = urlOf(source);
			try {
				return await readUrl(url, trust, limit());
			} catch (error) {
				if (!(error instanceof CardProblem)) throw error;
				const message = `The agent card at ${shownUrl(url)} cannot be read: ${error.message}`;
				const { certificate } = error;
				throw new ConsoleError("CARD_UNREADABLE", message, {
					cause: error.cause,
					...(certificate === undefined ? {} : { detail: { certificate } }),
				});
			}
		},
		close: () => closing.abort(new CardProblem("the console is being closed.")),
	};
}

/** `C:\cards` is no address, so a scheme needs its `//`. */
function urlOf(source: string): URL {
	const text = source.trim();
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
		const message = `“${source}” is no address of an agent card. Choose or drop the card's file again, or give its http:// or https:// address.`;
		throw new ConsoleError("CARD_UNREADABLE", message);
	}
	const url = URL.parse(text);
	// Not repeated: what cannot be taken apart may hold credentials anywhere.
	if (url === null) throw new ConsoleError("CARD_UNREADABLE", "The agent card cannot be read: its address is not a valid one.");
	return url;
}

/** A bare origin says where the agent is, not where its card is: the well-known place first, then the address as given. */
async function readUrl(url: URL, trust: ConnectionTrust, signal: AbortSignal): Promise<string> {
	if (url.pathname !== "/" || url.search !== "") return fetchCard(url, trust, signal);
	const wellKnown = new URL(url);
	wellKnown.pathname = WELL_KNOWN;
	try {
		return await fetchCard(wellKnown, trust, signal);
	} catch (first) {
		if (!(first instanceof CardProblem) || signal.aborted) throw first;
		return await fetchCard(url, trust, signal).catch((second: unknown) => {
			if (!(second instanceof CardProblem)) throw second;
			throw new CardProblem(`${second.message} Nor is there one at ${WELL_KNOWN}: ${first.message}`, {
				cause: second.cause,
				...(second.certificate === undefined ? {} : { certificate: second.certificate }),
			});
		});
	}
}
