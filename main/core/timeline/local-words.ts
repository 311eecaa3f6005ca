import type { LocalEvent, LocalEventName } from "../../../schemas/local-events.ts";
import { maskUid, TAP_FAILURES, type TapFailure } from "../../../schemas/reader.ts";
import { securityWords } from "../../../schemas/rules/security-words.ts";
import { visibleText } from "../../../schemas/rules/visible-text.ts";
import type { LinkSecurity } from "../../../schemas/trust.ts";
import { type Body, bodyOf, counted, joined, listOf, numberOf, quoted, shortTime, textOf } from "./words.ts";

/** Bodies come from a database that an older version may have written, so each member is read as if it could be missing. */
const WORDS: { [N in LocalEventName]: (body: Body) => string } = {
	"session.opened": (body) => joined([textOf(body, "endpoint"), textOf(body, "profile") && `profile ${textOf(body, "profile")}`]),
	"session.resumed": (body) => `Taken up again at ${textOf(body, "cursor")}, next turn ${textOf(body, "nextTurn")}`,
	"link.dialling": (body) => joined([`Try ${textOf(body, "attempt")}`, textOf(body, "endpoint")]),
	"link.open": linkOpen,
	"link.failed": (body) => joined([meaning(body), next(body), phases(bodyOf(body, "timings"))], " "),
	"link.closed": (body) => joined([meaning(body), reason(bodyOf(body, "outcome")), next(body)], " "),
	"link.retry": (body) => `Next try in ${shortTime(numberOf(body, "delayMs") ?? 0)}`,
	"link.stale": (body) => {
		const missed = numberOf(body, "missedPongs") ?? 0;
		return joined([`Nothing heard for ${shortTime(numberOf(body, "silentMs") ?? 0)}`, missed > 0 && `${counted(missed, "pong")} missed`]);
	},
	"link.gap": linkGap,
	"sequence.gap": (body) => `${missing(body)}, ${DECISIONS.get(textOf(body, "decision")) ?? ""}`,
	"sequence.gapHealed": (body) => `${missing(body)}, came`,
	"sequence.gapLost": (body) => `${missing(body)}, given up; nothing above is acknowledged`,
	"epoch.started": (body) => joined([`Numbering starts again, epoch ${textOf(body, "epoch")}`, textOf(body, "why")], ": "),
	"clock.jumped": (body) => {
		const byMs = numberOf(body, "byMs") ?? 0;
		return `The clock jumped ${byMs < 0 ? "back" : "ahead"} by ${shortTime(Math.abs(byMs))}`;
	},
	"turn.unknown": (body) => joined([message(body), "may have arrived"]),
	"turn.settled": (body) => joined([joined([message(body), textOf(body, "as")], " "), textOf(body, "why")], ": "),
	"request.expired": (body) => `Time is over for ${textOf(body, "what")} ${textOf(body, "requestId")}; nothing was sent`,
	"table.restored": (body) => {
		const count = listOf(body, "matches").length;
		return `${count} ${count === 1 ? "match" : "matches"} left open by an earlier run`;
	},
	"seat.asked": (body) => joined(["Asked who holds the seat", textOf(body, "text")], ": "),
	"key.kept": (body) => `The key of ${textOf(body, "agent")} at ${textOf(body, "server")} is in the system's key store`,
	"key.notKept": (body) => `The key is not kept. ${textOf(body, "why")}`,
	"interaction.expired": (body) => `The request ${textOf(body, "interactionId")} for ${textOf(body, "modality")} expired unanswered`,
	"tap.read": tapRead,
	"tap.failed": (body) => failureWords(bodyOf(body, "failure")),
	"tap.confirmed": (body) => joined([CONFIRMED_BY.get(textOf(body, "by")) ?? "", answersWords(body)]),
	"tap.dropped": (body) => joined([DROPPED.get(textOf(body, "why")) ?? "", answersWords(body)]),
	"reader.state": (body) => joined([textOf(body, "cause"), textOf(body, "wayOn")], " "),
	"reader.apdus": (body) => {
		const kept = listOf(body, "exchanges").length;
		const leftOut = numberOf(body, "leftOut") ?? 0;
		return joined([counted(kept, "command"), leftOut > 0 && `${leftOut} more left out`, textOf(body, "reader")]);
	},
	"operator.connect": () => "Connect",
	"operator.disconnect": () => "Disconnect",
	"operator.end": () => "End session",
	"operator.discard": (body) => joined(["Discarded", message(body)], " "),
	"practice.complaint": (body) => textOf(body, "complaint"),
};

/** What a local entry says; empty when the event is not known. */
export function localWords(event: LocalEvent["event"] | (string & {}), body: Body): string {
	return Object.hasOwn(WORDS, event) ? WORDS[event as LocalEventName](body) : "";
}

const DECISIONS: ReadonlyMap<string, string> = new Map([
	["hold", "held back until they come"],
	["resume", "the link is taken up again to fetch them"],
	["giveUp", "given up"],
]);

const PHASES = [
	["dns", "name"],
	["tcp", "TCP"],
	["proxy", "proxy"],
	["tls", "TLS"],
	["upgrade", "upgrade"],
] as const;

/** `name 3, TCP 21, TLS 44, upgrade 16`. */
function phases(timings: Body): string {
	return joined(
		PHASES.map(([phase, word]) => {
			const tookMs = numberOf(timings, phase);
			return tookMs === null ? null : `${word} ${Math.round(tookMs)}`;
		}),
	);
}

function linkOpen(body: Body): string {
	const timings = bodyOf(body, "timings");
	const totalMs = PHASES.reduce((sum, [phase]) => sum + (numberOf(timings, phase) ?? 0), 0);
	const said = joined([`${Math.round(totalMs)} ms`, phases(timings)], ": ");
	const secured = securityWords(bodyOf(body, "security") as Partial<LinkSecurity>).map((part) => visibleText(part));
	return joined([said, ...secured, textOf(body, "remoteAddress"), textOf(body, "subprotocol")]);
}

const NEXT_WORDS: ReadonlyMap<string, string> = new Map([
	["stop", "Not tried again by itself."],
	["ask", "You decide what comes next."],
]);

/** The outcome in one plain sentence. */
function meaning(body: Body): string {
	return textOf(bodyOf(body, "outcome"), "meaning");
}

/** What the console does about it; a next try has a row of its own. */
function next(body: Body): string {
	return NEXT_WORDS.get(textOf(bodyOf(body, "outcome"), "next")) ?? "";
}

function reason(outcome: Body): string {
	const words = textOf(outcome, "reason");
	return words === "" ? "" : quoted(words);
}

function linkGap(body: Body): string {
	const forMs = (numberOf(body, "toMs") ?? 0) - (numberOf(body, "fromMs") ?? 0);
	const from = numberOf(body, "resumedFrom");
	const then = from === null ? "not resumed" : `resumed from ${from}`;
	return joined([`No link for ${shortTime(forMs)}, ${then}.`, textOf(body, "cause")], " ");
}

/** `3 missing after 610`. */
function missing(body: Body): string {
	const from = numberOf(body, "from") ?? 0;
	const to = numberOf(body, "to") ?? from;
	return `${to - from + 1} missing after ${from - 1}`;
}

function message(body: Body): string {
	const turn = numberOf(body, "turn");
	return joined([textOf(body, "type"), turn !== null && `turn ${turn}`], " ");
}

const CONFIRMED_BY: ReadonlyMap<string, string> = new Map([
	["person", "Confirmed by a person"],
	["sameCard", "Confirmed by the same card again"],
	["rule", "Sent at once, as this session is set"],
]);

const DROPPED: ReadonlyMap<string, string> = new Map([
	["replaced", "Not sent: another card took its place"],
	["discarded", "Discarded, nothing was sent"],
	["notShownAgain", "Not sent: the card was not shown again in time"],
	["requestOver", "Not sent: its request was over first"],
	["moved", "Used for another session"],
]);

const answersWords = (body: Body): string => {
	const id = textOf(body, "interactionId");
	return id && `for ${id}`;
};

/** Of the number only what tells cards apart. */
function tapRead(body: Body): string {
	const tap = bodyOf(body, "tap");
	const ndef = bodyOf(tap, "ndef");
	return joined([
		textOf(tap, "tagType"),
		tap.isRandomUid === true ? "random number" : maskUid(textOf(tap, "uid")),
		tap.ndef !== undefined && counted(listOf(ndef, "records").length, "record"),
		tap.simulated === true && "simulated",
		answersWords(body),
	]);
}

function failureWords(failure: Body): string {
	const reason = textOf(failure, "reason");
	const means = Object.hasOwn(TAP_FAILURES, reason) ? TAP_FAILURES[reason as TapFailure] : "";
	return joined([textOf(failure, "message"), means], " ");
}
