import type { LinkOutcome, SessionStatus } from "../../schemas/session.ts";
import { assertNever } from "./assert-never.ts";
import { clockMinute, duration, shortAge } from "./format.ts";
import { protocolOf } from "./protocols.ts";
import type { SteadySession } from "./steady-session.ts";

/** What the window says about a session in one glance: an icon, a word, and one more fact. */
export interface SessionWords {
	icon: "live" | "waiting" | "retry" | "ended" | "unknown" | "alarm" | "link";
	meaning: "plain" | "alarm" | "unknown" | "waiting";
	/** Short enough for the status strip. */
	link: string;
	/** For the list of sessions. */
	state: string;
	detail: string;
	/** Nothing more will happen by itself and nothing is wrong. */
	ended: boolean;
}

const PHASE = { dns: "name", tcp: "TCP", proxy: "proxy", tls: "TLS", upgrade: "upgrade" } as const;

/** `1006`, or where the dial stopped. */
export function outcomeCode(outcome: LinkOutcome): string {
	if (outcome.code !== null) return String(outcome.code);
	if (outcome.httpStatus !== undefined) return `HTTP ${outcome.httpStatus}`;
	return outcome.errorCode ?? (outcome.phase ? PHASE[outcome.phase] : "no link");
}

/** The operator's own disconnect is no alarm. A link the console broke because of an error (a frame too large, a dead link) is one. */
export function isOwnWish(outcome: Pick<LinkOutcome, "by" | "errorCode">): boolean {
	return outcome.by === "console" && (outcome.errorCode === undefined || outcome.errorCode === "CANCELLED");
}

/** `in 3 s`, `in 59 min`, never below zero: for a narrow column. */
function retryIn(retryAtMs: number, nowMs: number): string {
	const leftMs = retryAtMs - nowMs;
	if (leftMs <= 0) return "now";
	return leftMs < 90_000 ? `in ${Math.ceil(leftMs / 1000)} s` : `in ${shortAge(leftMs)}`;
}

/** The same of a session whose program cannot be asked since then: what was, and that nobody knows what is. */
export function wordsWhileLost(words: SessionWords, sinceMs: number): SessionWords {
	if (words.ended) return words;
	return {
		...words,
		icon: "unknown",
		meaning: "unknown",
		link: "not known",
		state: "Not known",
		detail: `${words.state} at ${clockMinute(sinceMs)}`,
	};
}

function statusWords(status: SessionStatus, nowMs: number): SessionWords {
	switch (status.kind) {
		case "idle":
			return { icon: "ended", meaning: "plain", link: "not dialled", state: "Not connected", detail: "", ended: true };
		case "dialling":
			return {
				icon: "waiting",
				meaning: "plain",
				link: `${PHASE[status.phase]}, ${duration(Math.max(0, nowMs - status.sinceMs))}`,
				state: "Dialling",
				detail: status.attempt > 1 ? `try ${status.attempt}, ${PHASE[status.phase]}` : PHASE[status.phase],
				ended: false,
			};
		case "open":
			return { icon: "live", meaning: "plain", link: "open", state: "Live", detail: "", ended: false };
		case "closing":
			return { icon: "waiting", meaning: "plain", link: "closing", state: "Closing", detail: "", ended: false };
		case "waiting": {
			const when = retryIn(status.retryAtMs, nowMs);
			return {
				icon: "retry",
				meaning: "alarm",
				link: when,
				state: `Reconnecting ${when}`,
				detail: outcomeCode(status.outcome),
				ended: false,
			};
		}
		case "closed": {
			const code = outcomeCode(status.outcome);
			if (status.outcome.next === "ended") {
				return { icon: "ended", meaning: "plain", link: `ended ${code}`, state: `Ended ${code}`, detail: "", ended: true };
			}
			if (status.outcome.next === "ask") {
				return {
					icon: "waiting",
					meaning: "waiting",
					link: `asks, ${code}`,
					state: "Decide",
					detail: status.outcome.meaning,
					ended: false,
				};
			}
			const own = isOwnWish(status.outcome);
			return {
				icon: own ? "ended" : "alarm",
				meaning: own ? "plain" : "alarm",
				link: `closed ${code}`,
				state: own ? "Disconnected" : `Stopped ${code}`,
				detail: own ? "" : status.outcome.meaning,
				ended: own,
			};
		}
		default:
			return assertNever(status);
	}
}

/** Doubt about a message outranks a link that is fine. */
export function sessionWords(session: SteadySession, nowMs: number): SessionWords {
	const words = statusWords(session.status, nowMs);
	if (session.ledger.unknown > 0 && words.meaning === "plain") {
		const count = session.ledger.unknown;
		return {
			...words,
			icon: "unknown",
			meaning: "unknown",
			state: "Delivery unknown",
			detail: count === 1 ? "1 message" : `${count} messages`,
			ended: false,
		};
	}
	return words;
}

/** The profile's name says that it is a stand-in; `ProtocolInfo.standIn` says why. */
export function protocolWords(session: SteadySession): string {
	const from = session.importedFrom;
	if (from === undefined) return ownWords(session);
	return `${ownWords(session)}, imported from ${from}${session.importedRedacted ? " (redacted)" : ""}`;
}

function ownWords({ protocol, profile }: SteadySession): string {
	const { label } = protocolOf(protocol);
	return profile === "" ? label : `${label}, profile ${profile}`;
}

/** Heard nothing for longer than two pings and some: said in words, in the colour of an alarm. */
export const STALE_AFTER_MS = 65_000;
