import { maskUid, type NdefRecord, type ReaderStatus, type Tap } from "../../schemas/reader.ts";
import type { PendingTap, TapPhase } from "../../schemas/tap.ts";
import type { TapRule } from "../../schemas/tap-rule.ts";
import { byteSize, plural } from "./format.ts";

export interface TapWords {
	title: string;
	/** It can still be sent or discarded. */
	isOpen: boolean;
	/** How the bar looks: a person is asked, it is done, it is over. */
	mood: "asks" | "works" | "done" | "over";
	/** Word of the button that sends it; null where there is none. */
	confirm: string | null;
}

const WORDS: Readonly<Record<TapPhase, Omit<TapWords, "isOpen">>> = {
	offered: { title: "A card nobody asked for", mood: "asks", confirm: "Send unasked" },
	choose: { title: "Which request is this card for?", mood: "asks", confirm: null },
	confirm: { title: "Card read. Confirm it", mood: "asks", confirm: "Confirm" },
	showAgain: { title: "Card read. Show it again", mood: "asks", confirm: "Confirm by hand" },
	sending: { title: "Tap on its way", mood: "works", confirm: null },
	sent: { title: "Tap sent", mood: "done", confirm: null },
	failed: { title: "Tap not sent", mood: "over", confirm: null },
	expired: { title: "Tap not sent", mood: "over", confirm: null },
};

export function tapWords({ phase, sendable }: Pick<PendingTap, "phase" | "sendable">): TapWords {
	const words = WORDS[phase];
	const isOpen = words.mood === "asks";
	return { ...words, isOpen, confirm: sendable ? words.confirm : null };
}

/** The number as a list shows it, or in full when somebody asks for it. */
export function uidShown({ uid, isRandomUid }: Pick<Tap, "uid" | "isRandomUid">, isRevealed: boolean): string {
	if (isRandomUid) return "phone or random number, left out";
	return isRevealed ? (uid.toUpperCase().match(/../g) ?? []).join(" ") : maskUid(uid);
}

export interface RecordLine {
	/** What kind of record: `Address`, `Text, en`, `image/png`. */
	label: string;
	/** What it says; null when its bytes are no words. */
	text: string | null;
	/** Of its payload. */
	size: string;
}

const KINDS: Readonly<Record<string, string>> = {
	url: "Address",
	"absolute-url": "Address",
	text: "Text",
	"smart-poster": "Smart poster",
	empty: "Empty record",
	unknown: "Unknown record",
};

function labelOf({ tnf, type, decoded }: NdefRecord): string {
	const kind = KINDS[decoded?.recordType ?? ""];
	if (kind !== undefined) return decoded?.lang ? `${kind}, ${decoded.lang}` : kind;
	if (tnf === 2) return decoded?.mediaType ?? type;
	return type === "" ? "Record" : `${tnf === 4 ? "External" : "Record"} ${type}`;
}

/** Bytes of Base64 with padding. */
const payloadBytes = (payload: string): number => Math.floor((payload.replace(/=+$/, "").length * 3) / 4);

/** The records of a tag, one line each: decoded where they are words. Advisory; the payload is what is sent. */
export function recordLines({ ndef }: Pick<Tap, "ndef">): RecordLine[] {
	return (ndef?.records ?? []).map((record) => {
		const { decoded, payload } = record;
		const said = [decoded?.text, decoded?.url].filter((part) => part !== undefined && part !== "");
		return { label: labelOf(record), text: said.length > 0 ? said.join(" · ") : null, size: byteSize(payloadBytes(payload)) };
	});
}

/** `3 records`, `no records on it`, or why there are none. */
export function ndefShown({ ndef, ndefNote }: Pick<Tap, "ndef" | "ndefNote">): string {
	if (!ndef) return ndefNote ?? "not formatted for records";
	return ndef.records.length === 0 ? "formatted, and empty" : plural(ndef.records.length, "record");
}

export const TAP_RULE_WORDS: Readonly<Record<TapRule, string>> = {
	confirm: "A tap waits for your confirmation",
	confirmByTap: "Showing the same card again confirms a tap",
	atOnce: "A tap is sent at once",
};

const HINTS: Readonly<Record<TapRule, string>> = {
	confirm: "The next tap fills it in.",
	confirmByTap: "The next tap fills it in; the same card again sends it.",
	atOnce: "The next tap is sent at once.",
};

/** What the next tap does; that none can come while the reader does not work. */
export function tapHint({ state }: Pick<ReaderStatus, "state">, rule: TapRule): string {
	const works = state.kind === "ready" || state.kind === "cardPresent" || state.kind === "unsupportedCard";
	return works ? HINTS[rule] : "No card can be read now; see the reader on the left.";
}
