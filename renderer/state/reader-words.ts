import { maskUid, type ReaderStateKind, type ReaderStatus } from "../../schemas/reader.ts";
import { clockSecond } from "./format.ts";

/**
 * How the panel looks: `fine` needs nobody, `wait` is no alarm (a desk without a reader has no service running), `trouble` wants a person.
 */
export type ReaderMood = "fine" | "wait" | "trouble";

const WORDS: Record<ReaderStateKind, readonly [string, ReaderMood]> = {
	starting: ["Starting", "wait"],
	serviceAbsent: ["No smart-card service", "wait"],
	serviceStopped: ["Smart-card service stopped", "wait"],
	accessDenied: ["Access denied", "trouble"],
	noReader: ["None plugged in", "wait"],
	ready: ["Ready for a card", "fine"],
	busy: ["Used by another program", "trouble"],
	cardPresent: ["Card on the reader", "fine"],
	unsupportedCard: ["Card cannot be read", "trouble"],
	fault: ["Not working", "trouble"],
};

export interface ReaderPanelWords {
	/** The operator's name for it, else its model; who plugged one in knows it by that. */
	name: string;
	state: string;
	mood: ReaderMood;
	cause: string;
	wayOn: string;
	/** Label and value of what happened last. */
	facts: readonly { label: string; value: string }[];
}

export function readerWords(status: ReaderStatus): ReaderPanelWords {
	const { state, readers, lastTap, lastFailure, suppressed } = status;
	const [words, mood] = WORDS[state.kind];
	const shown = "reader" in state ? readers.find(({ name }) => name === state.reader) : undefined;
	const facts = [];
	if (lastTap)
		facts.push({
			label: "Last tap",
			value: `${clockSecond(lastTap.atMs)}, ${lastTap.isRandomUid ? "phone or random id" : maskUid(lastTap.uid)}`,
		});
	if (lastFailure) facts.push({ label: "Failed tap", value: `${clockSecond(lastFailure.atMs)}, ${FAILURE_WORDS[lastFailure.reason]}` });
	if (suppressed > 0) facts.push({ label: "Repeats left out", value: String(suppressed) });
	return {
		name: nameOf(shown ?? readers[0]),
		state: state.kind === "busy" && state.by === "kernel" ? "Held by the system" : words,
		mood,
		cause: state.cause,
		wayOn: state.wayOn,
		facts,
	};
}

/** What the operator calls it, else its model. */
const nameOf = (reader: ReaderStatus["readers"][number] | undefined) => reader?.givenName ?? reader?.model ?? "Card reader";

/** In two or three words, for a narrow column. */
const FAILURE_WORDS: Record<NonNullable<ReaderStatus["lastFailure"]>["reason"], string> = {
	lifted: "lifted too early",
	noAnswer: "no answer",
	unresponsive: "no answer",
	uidRefused: "number refused",
	readFailed: "read refused",
	readRefused: "locked",
	partialRead: "half a read",
	pastEnd: "badly written",
	wrongTlv: "badly written",
	ndefInvalid: "badly written",
	tooLong: "too long",
	unsupportedCard: "unsupported card",
	busy: "reader busy",
	readerGone: "reader gone",
};
