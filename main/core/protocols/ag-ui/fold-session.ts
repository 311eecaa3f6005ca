import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { isUpkeep, type StoredEntry } from "../../reading/reading.ts";
import { FRAME_KINDS } from "../agentcall/frame-kinds.ts";
import { STAND_IN_PROFILE } from "../agentcall/profile.ts";
import type { Decoded } from "./decoded.ts";
import { type Conversation, createConversation, type FramePlace, fold, foldLocal, foldOwnMessage, recordEnds } from "./fold.ts";
import { isRecord } from "./values.ts";

export interface SessionOptions {
	/** Whether this session resumes after a lost link, until a `session.start` says so. Default: no. */
	resume?: boolean;
	vendorKey?: string;
	/** How the profile reads a server frame. Default: the stand-in's. */
	decode?: (opcode: "text" | "binary", text: string | null, byteLength: number) => Decoded;
	/** Called after each frame that was read, in the order of reading: a frame that was kept back comes when it counts. */
	onRead?: (entry: StoredEntry, decoded: Decoded, findings: Finding[]) => void;
	/** Called with all that is found at an entry: its schema, and what reading it says. */
	onFound?: (ordinal: number, findings: Finding[]) => void;
}

/** Reads the entries of one session, in order of ordinal, by the rules of its numbering. */
export interface SessionReader {
	readonly talk: Conversation;
	/** Answers what reading this entry found, in the frames it made readable too. */
	take(entry: StoredEntry): Finding[];
	/** No more entries are stored: frames that are known to have been applied are read even if the entries do not say why. */
	finish(): Finding[];
	/** Nothing is recorded behind the last entry; more may come all the same. Twice is once. */
	end(): Finding[];
	/** The agent said that the session is over. */
	hasEnded(): boolean;
	/** Frames kept back because earlier ones are missing. */
	held(): number;
	/** Frames passed over: repetitions of stored ones, or others under a used number. */
	dropped(): number;
}

/** Own messages that are part of a conversation; others need not be parsed. */
const OWN_TYPES: ReadonlySet<string> = new Set([
	"user.turn",
	"user.observation",
	"response.cancel",
	"audio.turn.start",
	"audio.turn.commit",
	"audio.turn.cancel",
]);

/** The only numbering events that matter here: what was waited for will not come. */
const RELEASES: ReadonlySet<string> = new Set(["sequence.gapLost", "epoch.started"]);

export function createSessionReader(options: SessionOptions = {}): SessionReader {
	const { resume, vendorKey } = options;
	const decode = options.decode ?? STAND_IN_PROFILE.decode;
	const talk = createConversation({ resume, vendorKey: vendorKey ?? STAND_IN_PROFILE.carriers.vendorKey });
	let held: StoredEntry[] = [];
	let dropped = 0;
	let epoch: number | undefined;
	let next = 1;
	let last: FramePlace | null = null;
	let hasEnded = false;

	const placeOf = ({ ordinal, atMs, epoch, sequence, text }: StoredEntry): FramePlace => ({
		ordinal,
		atMs,
		epoch,
		sequence,
		units: text?.length ?? 0,
	});

	const tell = (ordinal: number, findings: Finding[]): Finding[] => {
		if (findings.length > 0) options.onFound?.(ordinal, findings);
		return findings;
	};

	const decoded = ({ opcode, text = null, byteLength }: StoredEntry): Decoded =>
		decode(opcode === "binary" ? "binary" : "text", text, byteLength ?? utf8Length(text ?? ""));

	/** What its schema says is said when it is stored, whenever it counts. */
	function passOver(entry: StoredEntry): void {
		tell(entry.ordinal, decoded(entry).findings);
	}

	function read(entry: StoredEntry, isKnown = false): Finding[] {
		if (entry.sequence !== undefined && entry.sequence >= next) next = entry.sequence + 1;
		const frame = decoded(entry);
		if (!isKnown) tell(entry.ordinal, frame.findings);
		const findings = fold(talk, frame, placeOf(entry));
		if (hasEnded) {
			const message = "The session had ended: nothing may follow session.ended.";
			findings.unshift({ code: "frame.afterEnd", severity: "error", path: "", message });
		}
		if (frame.kind === "control" && frame.type === "session.ended") hasEnded = true;
		options.onRead?.(entry, frame, findings);
		return tell(entry.ordinal, findings);
	}

	/** Reads what was kept back, in the order of its numbers: all of it, or as far as it follows without a hole. */
	function release(all: boolean): Finding[] {
		if (held.length === 0) return [];
		held.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
		const findings: Finding[] = [];
		let at = 0;
		for (; at < held.length; at++) {
			const entry = held[at];
			if (!entry || (!all && entry.sequence !== undefined && entry.sequence > next)) break;
			findings.push(...read(entry, true));
		}
		held = held.slice(at);
		return findings;
	}

	function takeFrame(entry: StoredEntry): Finding[] {
		if (entry.delivery === "dropped") {
			dropped++;
			passOver(entry);
			return [];
		}
		if (entry.epoch !== epoch) {
			const findings = release(true);
			epoch = entry.epoch;
			next = 1;
			return [...findings, ...takeNumbered(entry)];
		}
		return takeNumbered(entry);
	}

	function takeNumbered(entry: StoredEntry): Finding[] {
		const { sequence, delivery } = entry;
		if (sequence === undefined) return read(entry);
		const wasHeld = delivery === "held" || delivery === "applied";
		// One of several holes is filled while another is still waited for.
		const isEarly = held.length > 0 && sequence > next;
		if (sequence > next && (wasHeld || isEarly)) {
			held.push(entry);
			passOver(entry);
			return [];
		}
		const findings = read(entry);
		return held.length === 0 ? findings : [...findings, ...release(false)];
	}

	function takeLocal(entry: StoredEntry): Finding[] {
		const findings = RELEASES.has(entry.type) ? release(true) : [];
		// The program that recorded up to here is gone; this one takes the session up.
		if (entry.type === "session.resumed") findings.push(...cutAtLast());
		findings.push(...tell(entry.ordinal, foldLocal(talk, entry.type, bodyOf(entry) ?? {}, placeOf(entry))));
		return findings;
	}

	function cutAtLast(): Finding[] {
		return last === null ? [] : tell(last.ordinal, recordEnds(talk, last));
	}

	function takeOwn(entry: StoredEntry): void {
		const { type, delivery } = entry;
		if (OWN_TYPES.has(type)) foldOwnMessage(talk, { type, body: bodyOf(entry), delivery }, placeOf(entry));
		else if (type === "session.start") talk.resume = bodyOf(entry)?.resumeFromSequence !== undefined;
		else if (type === "session.end" && delivery !== "discarded") talk.isOver = true;
	}

	function takeEntry(entry: StoredEntry): Finding[] {
		if (entry.dir === "local") return takeLocal(entry);
		if (entry.kind !== "frame" || (entry.opcode !== undefined && entry.opcode !== "text" && entry.opcode !== "binary")) return [];
		if (entry.dir === "in") return takeFrame(entry);
		takeOwn(entry);
		return [];
	}

	return {
		talk,
		take(entry) {
			if (isUpkeep(entry, FRAME_KINDS)) return [];
			const findings = takeEntry(entry);
			last = placeOf(entry);
			return findings;
		},
		finish() {
			if (!held.some((entry) => entry.delivery === "applied")) return [];
			return release(true);
		},
		end: cutAtLast,
		hasEnded: () => hasEnded,
		held: () => held.length,
		dropped: () => dropped,
	};
}

function bodyOf(entry: StoredEntry): Record<string, unknown> | null {
	try {
		const body: unknown = JSON.parse(entry.text ?? "");
		return isRecord(body) ? body : null;
	} catch {
		return null;
	}
}
