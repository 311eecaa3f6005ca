import type { EntryDetail } from "../../schemas/timeline.ts";
import { clockTime, duration } from "./format.ts";
import type { IncomingProof } from "./row-words.ts";

/** One station in the life of an entry. `todo`: may still come. `lost`: the console cannot know. */
export interface LifeStep {
	name: string;
	/** Short, for the line at the foot. */
	when: string;
	/** A sentence, for the tab. */
	about: string;
	state: "done" | "todo" | "lost" | "bad";
}

const after = (fromMs: number, atMs: number): string => `+${duration(Math.max(0, atMs - fromMs))}`;

function stored(entry: EntryDetail): LifeStep {
	const at = entry.storedAtMs;
	return at === undefined
		? {
				name: "Stored",
				when: "earlier run",
				about: "Committed in an earlier run of the console; the time of that commit is not kept.",
				state: "done",
			}
		: { name: "Stored", when: after(entry.atMs, at), about: `${after(entry.atMs, at)}: the commit that holds it returned.`, state: "done" };
}

function shown(entry: EntryDetail, shownAtMs: number | null): LifeStep {
	return shownAtMs === null
		? { name: "Shown", when: "from store", about: "It was already stored when this window looked.", state: "done" }
		: {
				name: "Shown",
				when: after(entry.atMs, shownAtMs),
				about: `${after(entry.atMs, shownAtMs)}: first on this window's list.`,
				state: "done",
			};
}

/** Its number came before, its content did not: no duplicate. */
const isConflict = ({ findings }: EntryDetail): boolean => findings.some(({ code }) => code.endsWith(".conflict"));

function incoming(entry: EntryDetail, proof: IncomingProof): LifeStep | null {
	if (entry.delivery === "dropped") {
		return {
			name: "Dropped",
			...(isConflict(entry)
				? {
						when: "conflict",
						about: "The same number came before with other content, which counts. This one is kept here and not applied.",
						state: "bad",
					}
				: { when: "duplicate", about: "The same frame was stored before. It is kept here and not applied again.", state: "done" }),
		};
	}
	if (entry.delivery === "held") {
		return { name: "Held", when: "waits", about: "Kept back until the frames before it have come. Its bytes are stored.", state: "todo" };
	}
	if (proof === "acked") {
		return {
			name: "Acked",
			when: "covered",
			about: "An acknowledgement that covers its number went out after it was stored.",
			state: "done",
		};
	}
	if (proof === "stored") return { name: "Acked", when: "not yet", about: "No acknowledgement has covered its number yet.", state: "todo" };
	return null;
}

function outgoing(entry: EntryDetail): LifeStep[] {
	// When is not kept: the entry was written before.
	const sent: LifeStep = { name: "Sent", when: "on the wire", about: "Its bytes were handed to the socket.", state: "done" };
	switch (entry.delivery) {
		case "queued":
			return [{ ...sent, when: "waits", about: "Waits for a link. It was given to no socket yet.", state: "todo" }];
		case "sending":
			return [{ ...sent, when: "now", about: "It is being handed to the socket.", state: "todo" }];
		case "sent":
			// Nobody answers an ack.
			if (entry.type === "ack") return [sent];
			return [sent, { name: "Answered", when: "no proof", about: "Nothing has come back that proves it arrived.", state: "todo" }];
		case "acknowledged":
			return [sent, { name: "Acknowledged", when: "proven", about: "The agent said that it has it.", state: "done" }];
		case "answered":
			return [sent, { name: "Answered", when: "proven", about: "The agent answered it, so it arrived.", state: "done" }];
		case "stale":
			return [sent, { name: "Stale", when: "too late", about: "The agent had moved on when it arrived.", state: "done" }];
		case "refused":
			return [
				sent,
				{ name: "Refused", when: "by agent", about: "The agent refused it. The refusal is an entry of its own.", state: "bad" },
			];
		case "unknown":
			return [
				{ ...sent, when: "not known", about: "The link or the program ended while it was handed to the socket, or after.", state: "lost" },
				{
					name: "Unknown",
					when: "ask or wait",
					about: "It may have arrived; it is not sent again by itself.",
					state: "lost",
				},
			];
		case "discarded":
			return [{ name: "Discarded", when: "by you", about: "The operator took it back before it was sent.", state: "done" }];
		case "dropped":
			return [
				sent,
				{
					name: "Not arrived",
					when: "proven",
					about: "The agent did not have it; it was sent again as an entry of its own.",
					state: "done",
				},
			];
		default:
			return [sent];
	}
}

/** What is proven about an entry, in order. Local entries were observed, not received. */
export function entryLife(entry: EntryDetail, proof: IncomingProof, shownAtMs: number | null): LifeStep[] {
	const time = clockTime(entry.atMs);
	if (entry.dir === "out") {
		const queued: LifeStep = {
			name: "Queued",
			when: time.slice(6),
			about: `${time}: given to the transcript, before any socket.`,
			state: "done",
		};
		// A pong goes out at once: its entry follows.
		return entry.opcode === "pong" ? [stored(entry), ...outgoing(entry)] : [queued, stored(entry), ...outgoing(entry)];
	}
	const start: LifeStep =
		entry.dir === "in"
			? { name: "Received", when: time.slice(6), about: `${time}, ${entry.byteLength} bytes off the wire.`, state: "done" }
			: { name: "Observed", when: time.slice(6), about: `${time}, by the console itself.`, state: "done" };
	const last = entry.dir === "in" ? incoming(entry, proof) : null;
	return [start, stored(entry), shown(entry, shownAtMs), ...(last ? [last] : [])];
}
