import type { Finding } from "../../../../schemas/timeline.ts";
import { MAX_SEEN, MAX_SEEN_UNITS, type Match } from "./desk.ts";
import { checkEventData } from "./game-rules.ts";
import { numberIn, objectsIn, textIn } from "./read.ts";

/** Where a list of events came from. History takes the place of all before; out-of-band events have no numbers. */
export type Carrier = "new_events" | "event_history" | "match_feed" | "event";

export interface Merged {
	/** Events not seen before, in order; after a history all of them. */
	fresh: Record<string, unknown>[];
	findings: Finding[];
}

/** More findings about single events than this in one frame say nothing new. */
const MAX_FINDINGS = 8;

/**
 * Puts a frame's events into the match's one sequence. Four carriers share it; a number seen before is a repeat. Numbers must rise within a
 * frame (X16); a hole may be an event that is not for this player, so it is said and nothing is waited for.
 */
export function mergeEvents(match: Match, data: Record<string, unknown>, carrier: Carrier): Merged {
	const name = carrier === "match_feed" || carrier === "event" ? "events" : carrier;
	const events = objectsIn(data, name) ?? [];
	const merged: Merged = { fresh: [], findings: [] };
	if (carrier === "event_history") {
		match.seen.clear();
		match.seqHigh = -1;
		match.seqRestored = -1;
	}
	let before = -1;
	for (const [index, event] of events.entries()) {
		const path = `/data/${name}/${index}`;
		const seq = numberIn(event, "seq");
		const isFresh = seq === null ? takeUnnumbered(carrier, path, merged) : takeNumbered(match, event, seq, before, path, carrier, merged);
		if (seq !== null) before = Math.max(before, seq);
		if (!isFresh) continue;
		merged.fresh.push(event);
		if (match.game) merged.findings.push(...checkEventData(match.game, event, path));
	}
	merged.findings = merged.findings.slice(0, MAX_FINDINGS);
	return merged;
}

function takeUnnumbered(carrier: Carrier, path: string, merged: Merged): boolean {
	if (carrier !== "event") {
		const message = "An event of the match's log without a number; it cannot be told from a repeat.";
		merged.findings.push({ code: "event.noSeq", severity: "warning", path: `${path}/seq`, message });
	}
	return true;
}

function takeNumbered(
	match: Match,
	event: Record<string, unknown>,
	seq: number,
	before: number,
	path: string,
	carrier: Carrier,
	merged: Merged,
): boolean {
	const say = (code: string, severity: Finding["severity"], message: string) =>
		merged.findings.push({ code, severity, path: `${path}/seq`, message });
	if (seq <= before) say("event.order", "warning", `Event ${seq} stands after ${before}; numbers rise within a frame.`);
	if (carrier !== "event" && textIn(event, "ts") === null) say("event.noTime", "warning", `Event ${seq} has no time.`);
	const written = JSON.stringify(event);
	const content = written.length <= MAX_SEEN_UNITS ? written : "";
	const known = match.seen.get(seq);
	if (known !== undefined || seq <= match.seqRestored) {
		if (known && content && known !== content && !sameEvent(known, event)) {
			say("event.conflict", "warning", `Event ${seq} came before with other content; the first one counts.`);
		}
		return false;
	}
	if (seq > match.seqHigh + 1) {
		const from = match.seqHigh + 1;
		const holes = seq - from;
		say("event.gap", "info", `${holes} not seen before this, from ${from}: not for this player, or still to come.`);
	}
	match.seen.set(seq, content);
	if (match.seen.size > MAX_SEEN) forgetOldest(match);
	match.seqHigh = Math.max(match.seqHigh, seq);
	return true;
}

/** What is forgotten counts as seen by its number. */
function forgetOldest(match: Match): void {
	for (const seq of match.seen.keys()) {
		match.seen.delete(seq);
		match.seqRestored = Math.max(match.seqRestored, seq);
		return;
	}
}

/** The members in another order are the same event. */
function sameEvent(known: string, event: Record<string, unknown>): boolean {
	const sorted = (value: unknown): unknown => {
		if (Array.isArray(value)) return (value as unknown[]).map(sorted);
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(
			Object.entries(value)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([name, member]) => [name, sorted(member)]),
		);
	};
	return JSON.stringify(sorted(JSON.parse(known))) === JSON.stringify(sorted(event));
}

/** Whose doing an event is; its player may stand inside its data. */
export function actorOf(event: Record<string, unknown>): string | null {
	const data = typeof event.data === "object" && event.data !== null ? (event.data as Record<string, unknown>) : {};
	return textIn(event, "player") ?? textIn(data, "player");
}
