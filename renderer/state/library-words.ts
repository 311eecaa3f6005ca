import type { LibrarySession, SessionContent, SessionOutcome } from "../../schemas/library.ts";
import type { EntryKind } from "../../schemas/timeline.ts";
import { clockMinute, duration, groupCount, plural } from "./format.ts";
import { protocolOf } from "./protocols.ts";
import { isOwnWish, outcomeCode } from "./session-words.ts";

type Meaning = "plain" | "solid" | "alarm" | "finding" | "gap" | "unknown";

interface Words<Icon extends string> {
	label: string;
	icon: Icon;
	meaning: Meaning;
}

export const OUTCOME_WORDS: Record<SessionOutcome, Words<"live" | "check" | "alarm" | "ended" | "import" | "clock">> = {
	live: { label: "Live", icon: "live", meaning: "solid" },
	ended: { label: "Ended", icon: "check", meaning: "plain" },
	lost: { label: "Link lost", icon: "alarm", meaning: "alarm" },
	refused: { label: "Refused", icon: "alarm", meaning: "alarm" },
	evicted: { label: "Evicted", icon: "ended", meaning: "alarm" },
	imported: { label: "Imported", icon: "import", meaning: "plain" },
	idle: { label: "Never linked", icon: "clock", meaning: "plain" },
};

export const CONTENT_WORDS: Record<SessionContent, Words<"gap" | "finding" | "unknown" | "nfc" | "camera" | "text">> = {
	gap: { label: "Gap", icon: "gap", meaning: "gap" },
	finding: { label: "Finding", icon: "finding", meaning: "finding" },
	unknown: { label: "Unknown delivery", icon: "unknown", meaning: "unknown" },
	tap: { label: "Tap", icon: "nfc", meaning: "plain" },
	photo: { label: "Photo", icon: "camera", meaning: "plain" },
	note: { label: "Note", icon: "text", meaning: "plain" },
};

interface LibraryBadge extends Words<"live" | "check" | "alarm" | "ended" | "import" | "clock" | "gap" | "finding" | "unknown"> {}

/** A live session is read a moment behind its recording; more than this is worth a word. */
const LIVE_UNREAD = 2_000;

/** How it ended, and what is worth a look, in few words. */
export function badgesOf(session: LibrarySession): LibraryBadge[] {
	const { outcome, lastOutcome, gaps, healedGaps, findings, unread, entries, unknown, notVerified } = session;
	const words = OUTCOME_WORDS[outcome];
	// The operator's own end without a close frame has no code to name.
	const hasCode = lastOutcome !== null && (lastOutcome.code !== null || !isOwnWish(lastOutcome));
	const code = outcome === "live" || outcome === "imported" || !hasCode ? "" : ` ${outcomeCode(lastOutcome)}`;
	const badges: LibraryBadge[] = [{ ...words, label: `${words.label.toLowerCase()}${code}` }];
	if (unknown > 0) badges.push({ label: `${unknown} unknown`, icon: "unknown", meaning: "unknown" });
	if (gaps > 0) badges.push({ label: plural(gaps, "gap"), icon: "gap", meaning: "gap" });
	else if (healedGaps > 0) badges.push({ label: `${plural(healedGaps, "gap")}, healed`, icon: "gap", meaning: "plain" });
	if (findings > 0) badges.push({ label: plural(findings, "finding"), icon: "finding", meaning: "finding" });
	// No finding says little while it is not read to its end.
	if (unread > (outcome === "live" ? LIVE_UNREAD : 0))
		badges.push({ label: readToWords({ read: entries - unread, entries }), icon: "clock", meaning: "plain" });
	if (notVerified) badges.push({ label: "certificate not verified", icon: "finding", meaning: "finding" });
	return badges;
}

/** What it is, how much and how long: the line under its name. */
export function factsOf(session: LibrarySession): string {
	const { protocol, scenario, importedFrom, importedRedacted, entries, taps, photos, firstAtMs, lastAtMs } = session;
	return [
		protocolOf(protocol).label,
		scenario && `practice “${scenario}”`,
		importedFrom && `from ${importedFrom}${importedRedacted ? " (redacted)" : ""}`,
		plural(entries, "entry", "entries"),
		firstAtMs !== null && lastAtMs !== null && lastAtMs > firstAtMs && duration(lastAtMs - firstAtMs),
		taps > 0 && plural(taps, "tap"),
		photos > 0 && plural(photos, "photo"),
	]
		.filter(Boolean)
		.join(", ");
}

const startOf = ({ firstAtMs, createdAtMs }: LibrarySession): number => firstAtMs ?? createdAtMs;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `30 Nov 14:24`; with the year when it is another than this one. */
export function whenOf(session: LibrarySession, nowMs: number): string {
	const at = new Date(startOf(session));
	const year = at.getFullYear() === new Date(nowMs).getFullYear() ? "" : ` ${at.getFullYear()}`;
	return `${at.getDate()} ${MONTHS[at.getMonth()]}${year} ${clockMinute(startOf(session))}`;
}

/** `Today`, `Yesterday`, `Friday 27 November`. */
export function dayWords(startMs: number, nowMs: number): string {
	const today = new Date(nowMs).setHours(0, 0, 0, 0);
	const at = new Date(startMs);
	const date = `${DAYS[at.getDay()]} ${at.getDate()} ${MONTHS[at.getMonth()]}`;
	if (startMs === today) return `Today, ${date}`;
	if (startMs === new Date(today - 43_200_000).setHours(0, 0, 0, 0)) return `Yesterday, ${date}`;
	return at.getFullYear() === new Date(nowMs).getFullYear() ? date : `${date} ${at.getFullYear()}`;
}

/** Rows of the list: a line for each day, then its sessions. */
export interface ListRow {
	/** Index of the session in the list; for a day that of its first one. */
	index: number;
	day: { startMs: number; count: number } | null;
}

/** Finds what a row shows, by halving over the days: a list of any length. `days` is empty where the list is not sorted by time. */
export function createListRows(total: number, days: readonly { startMs: number; count: number }[]) {
	/** Row of each day's line. */
	const starts: number[] = [];
	let row = 0;
	for (const { count } of days) {
		starts.push(row);
		row += count + 1;
	}
	const dayAt = (at: number): number => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			if ((starts[middle] as number) <= at) low = middle;
			else high = middle - 1;
		}
		return low;
	};
	return {
		length: days.length === 0 ? total : row,
		at(place: number): ListRow {
			if (days.length === 0) return { index: place, day: null };
			const day = dayAt(place);
			const index = place - day - 1;
			return starts[day] === place ? { index: index + 1, day: days[day] ?? null } : { index, day: null };
		},
	};
}

/** How far sessions were read for findings. */
export const readToWords = ({ read, entries }: { read: number; entries: number }): string =>
	`read to ${groupCount(read)} of ${groupCount(entries)}`;

/** `12`, or how far they were looked for: "none" is said only of what was read. */
export function findingsWords(findings: number, unread: number, entries: number): string {
	const count = groupCount(findings);
	return unread === 0 ? count : `${count}, ${readToWords({ read: entries - unread, entries })}`;
}

/** Why nothing stands among an entry's findings. */
export function noFindingWords(kind: EntryKind, { unread, entries }: { unread: number; entries: number }): string {
	if (kind !== "frame") return "Findings are about frames.";
	if (unread === 0) return "Its schema and the order of messages accept it, as far as this profile knows them.";
	const far = `${groupCount(entries - unread)} of ${groupCount(entries)} entries`;
	return `Its schema accepts it, as far as this profile knows it. For the order of messages ${far} were read.`;
}
