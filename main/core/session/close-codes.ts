import type { LinkOutcome, NextStep } from "../../../schemas/session.ts";
import type { DialFailure, SocketClose } from "../ports.ts";

/** What a close code means to people, and what follows. A protocol's table overrides the general one. */
export interface CloseRule {
	meaning: string;
	next: NextStep;
}

export type CloseTable = Readonly<Record<number, CloseRule>>;

/** RFC 6455 section 7.4.1 and the registry behind it. */
const RFC6455_CLOSE_CODES: CloseTable = {
	1000: { meaning: "Ended in the normal way.", next: "ended" },
	1001: { meaning: "The agent's server is going away.", next: "retry" },
	1002: { meaning: "One side broke the WebSocket protocol.", next: "stop" },
	1003: { meaning: "One side cannot take binary data.", next: "stop" },
	1005: { meaning: "Closed without a code.", next: "retry" },
	1006: { meaning: "Lost, no close frame.", next: "retry" },
	1007: { meaning: "Text was not valid UTF-8.", next: "stop" },
	1008: { meaning: "The agent refused what was sent, by its policy.", next: "stop" },
	1009: { meaning: "A message was too big.", next: "stop" },
	1010: { meaning: "A needed WebSocket extension is missing.", next: "stop" },
	1011: { meaning: "The agent's server failed.", next: "retry" },
	1012: { meaning: "The agent's server restarts.", next: "retry" },
	1013: { meaning: "The agent's server is too busy.", next: "retry" },
	1014: { meaning: "A gateway before the agent got no good answer.", next: "retry" },
};

/** Unknown codes below 4000 and private codes alike stop: nobody knows what a repeat would do. */
const UNKNOWN_RULE: CloseRule = { meaning: "A close code this console does not know.", next: "stop" };

/** The same code means another thing when it was this console that sent it. */
const REFUSED_HERE: CloseRule = { meaning: "This console refused what the agent sent.", next: "stop" };

export function closeOutcome(close: SocketClose, table: CloseTable): LinkOutcome {
	let rule = table[close.code] ?? RFC6455_CLOSE_CODES[close.code] ?? UNKNOWN_RULE;
	if (close.by === "console" && close.code === 1008) rule = REFUSED_HERE;
	// What this console closed by itself it does not open again by itself.
	if (close.by === "console" && !close.errorCode)
		rule = { meaning: "Closed by this console.", next: close.code === 1000 ? "ended" : "stop" };
	const outcome: LinkOutcome = {
		code: close.code,
		reason: close.reason,
		by: close.by,
		clean: close.clean,
		meaning: close.message && close.errorCode ? `${rule.meaning} ${sentence(close.message)}` : rule.meaning,
		next: rule.next,
	};
	if (close.errorCode) outcome.errorCode = close.errorCode;
	return outcome;
}

/** Refusals that time may mend; everything else needs a person. */
const RETRIED_HTTP = new Set([408, 425, 429, 500, 502, 503, 504]);
const HTTP_MEANINGS: Readonly<Record<number, string>> = {
	301: "The address has moved; redirects are not followed.",
	302: "The address has moved; redirects are not followed.",
	307: "The address has moved; redirects are not followed.",
	308: "The address has moved; redirects are not followed.",
	400: "The server did not understand the request to open a session.",
	401: "The server wants other credentials.",
	403: "The server does not let this client in.",
	404: "There is no session endpoint at this address.",
	426: "The server wants another protocol version.",
	429: "The server asks to come back later.",
	503: "The server cannot take sessions now.",
};
const RETRIED_ERRORS = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"ECONNABORTED",
	"EPIPE",
	"ETIMEDOUT",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENETDOWN",
	"EAI_AGAIN",
	"TIMEOUT",
	"PROXY_UNREACHABLE",
	"PROXY_CLOSED",
	"PROXY_502",
	"PROXY_503",
	"PROXY_504",
	"PROXY_SOCKS_Failure",
	"PROXY_SOCKS_NetworkUnreachable",
	"PROXY_SOCKS_HostUnreachable",
	"PROXY_SOCKS_ConnectionRefused",
]);
const PHASE_WORDS = {
	dns: "looking up the name",
	tcp: "connecting",
	proxy: "asking the proxy",
	tls: "setting up TLS",
	upgrade: "opening the WebSocket",
} as const;

export function dialOutcome(failure: DialFailure): LinkOutcome {
	const { httpStatus, errorCode, phase } = failure;
	const outcome: LinkOutcome = { code: null, reason: "", by: "network", clean: false, phase, errorCode, meaning: "", next: "stop" };
	if (httpStatus !== undefined) {
		outcome.httpStatus = httpStatus;
		outcome.by = "agent";
		outcome.meaning = `Refused with HTTP ${httpStatus}. ${HTTP_MEANINGS[httpStatus] ?? "The server did not open a WebSocket."}`;
		outcome.next = RETRIED_HTTP.has(httpStatus) ? "retry" : "stop";
	} else if (errorCode === "CANCELLED") {
		outcome.by = "console";
		outcome.meaning = "Cancelled before the link was open.";
	} else {
		outcome.meaning = `Failed while ${PHASE_WORDS[phase]}. ${sentence(failure.message)}`;
		outcome.next = RETRIED_ERRORS.has(errorCode) ? "retry" : "stop";
	}
	outcome.reason = failure.message;
	if (failure.certificate) outcome.certificate = failure.certificate;
	return outcome;
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
