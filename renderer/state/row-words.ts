import type { LocalEventName } from "../../schemas/local-events.ts";
import type { Ledger } from "../../schemas/session.ts";
import type { Delivery, LocalFacts, TimelineRow } from "../../schemas/timeline.ts";
import type { GlyphName, IconName } from "../components/elements/icon-shapes.tsx";
import { groupCount, plural } from "./format.ts";
import { linkEnd } from "./local-facts.ts";

/** How one row looks: everything that follows from the row alone. */
export interface RowWords {
	glyph: GlyphName;
	/** Said to those who do not see the glyph. */
	lane: string;
	meaning: "in" | "out" | "local" | "gap" | "alarm" | "finding" | "unknown" | "dim";
	/** Classes of the row, by part of the style sheet. */
	tone: string;
	type: string;
	/** Words of the console, not of the wire. */
	own: boolean;
	/** What stands under Seq: one number, or the first and last of a gap or a fold. */
	sequence: string;
	/** Said before the summary, softer: how many deltas a fold has. */
	lead: string;
	/** The sentence itself is in the background, as reasoning is. */
	soft: boolean;
	delivery: { icon?: IconName; word: string; hidden?: boolean; meaning?: "unknown" | "alarm" | "gap" } | null;
}

const LOCAL_WORDS: Record<LocalEventName, string> = {
	"session.opened": "Session opened",
	"session.resumed": "Session resumed",
	"link.dialling": "Dialling",
	"link.open": "Link open",
	"link.failed": "Dial failed",
	"link.closed": "Link closed",
	"link.retry": "Retry planned",
	"link.stale": "Link stale",
	"link.gap": "Time without link",
	"sequence.gap": "Gap",
	"sequence.gapHealed": "Gap healed",
	"sequence.gapLost": "Gap given up",
	"epoch.started": "New epoch",
	"clock.jumped": "Clock jumped",
	"turn.unknown": "Delivery unknown",
	"turn.settled": "Delivery settled",
	"interaction.expired": "Request expired",
	"request.expired": "Time is over",
	"table.restored": "Table restored",
	"tap.read": "Tap",
	"tap.failed": "Failed tap",
	"tap.confirmed": "Tap confirmed",
	"tap.dropped": "Tap not sent",
	"reader.state": "Card reader",
	"reader.apdus": "Commands to the card",
	"seat.asked": "Asked about the seat",
	"key.kept": "Key kept",
	"key.notKept": "Key not kept",
	"operator.connect": "Connect, by hand",
	"operator.disconnect": "Disconnect, by hand",
	"operator.end": "End, by hand",
	"operator.discard": "Discarded",
	"practice.complaint": "Agent objects",
};

const LINK_GLYPH: Record<string, GlyphName> = {
	"link.dialling": "dial",
	"link.open": "open",
	"link.failed": "close",
	"link.closed": "close",
	"link.stale": "close",
};

const LOST = new Set(["link.closed", "link.failed", "link.stale"]);

type DeliveryWords = NonNullable<RowWords["delivery"]>;

const DELIVERY_WORDS: Record<Delivery, DeliveryWords> = {
	queued: { icon: "waiting", word: "queued" },
	sending: { icon: "waiting", word: "sending" },
	sent: { word: "sent" },
	acknowledged: { icon: "check", word: "acknowledged", hidden: true },
	answered: { icon: "checks", word: "answered" },
	stale: { icon: "clock", word: "stale" },
	refused: { icon: "alarm", word: "refused", meaning: "alarm" },
	unknown: { icon: "unknown", word: "unknown", meaning: "unknown" },
	discarded: { icon: "x", word: "discarded" },
	dropped: { icon: "dup", word: "dropped" },
	held: { icon: "gap", word: "held" },
	applied: { word: "applied" },
};

/** What is proven about an incoming frame, beyond its own delivery word. */
export type IncomingProof = "acked" | "stored" | null;

/**
 * Acknowledged when the ledger's ack has passed its number, else stored, since it is in the list.
 * Numbers of an earlier epoch are not compared: that ack was for other frames.
 */
export function incomingProof(row: TimelineRow, ledger: Pick<Ledger, "acks" | "epoch" | "acked"> | null): IncomingProof {
	// A fold is acknowledged when its last frame is.
	const sequence = row.fold ? row.fold.lastSequence : row.sequence;
	if (row.dir !== "in" || sequence === undefined || !ledger?.acks || row.epoch !== ledger.epoch) return null;
	return sequence <= ledger.acked ? "acked" : "stored";
}

function deliveryOf(row: TimelineRow, proof: IncomingProof): DeliveryWords | null {
	// A frame that was held and then applied is as good as any other: its ack says the rest.
	if (row.delivery && row.delivery !== "applied") return DELIVERY_WORDS[row.delivery];
	if (proof === null) return null;
	return proof === "acked" ? DELIVERY_WORDS.acknowledged : { word: "stored" };
}

/** Control frames carry no content of the conversation: drawn hollow. */
function isControl(row: TimelineRow): boolean {
	return (
		row.delivery === "dropped" || row.type === "ack" || (row.dir === "in" ? row.sequence === undefined : row.type.startsWith("session."))
	);
}

function frameType(row: TimelineRow): string {
	if (row.type !== "") return row.type;
	return row.opcode === "binary" ? "binary" : row.opcode === "text" ? "no type" : (row.opcode ?? "frame");
}

const range = (from: number, to: number): string => (from === to ? String(from) : `${from}-${to}`);

function sequenceOf(row: TimelineRow): string {
	if (row.sequence === undefined) return "";
	return range(row.sequence, row.fold?.lastSequence ?? row.sequence);
}

/** Fewer can be counted by eye, and patches and calls say themselves how many they are. */
const COUNTED_DELTAS = 10;

/** How many pieces a text came in. */
function leadOf({ fold }: TimelineRow): string {
	const isText = fold !== undefined && (fold.family.startsWith("TEXT") || isThought(fold.family));
	return isText && fold.deltas >= COUNTED_DELTAS ? plural(fold.deltas, "delta") : "";
}

const isThought = (type: string): boolean => type.startsWith("REASONING") || type.startsWith("THINKING");

function frameWords(row: TimelineRow, proof: IncomingProof): RowWords {
	const isIn = row.dir === "in";
	const meaning = isIn ? "in" : "out";
	const beat = row.opcode === "ping" || row.opcode === "pong";
	const quiet = beat || row.type === "ack" || row.delivery === "dropped" || isThought(row.type);
	const tone = [
		`row--${meaning}`,
		quiet && "row--quiet",
		row.type === "RUN_STARTED" && "row--run",
		row.delivery === "unknown" && "row--doubt",
		row.findings > 0 && row.worst !== "info" && (row.worst === "error" ? "row--error" : "row--finding"),
	];
	return {
		glyph: beat ? "ping" : isControl(row) ? (isIn ? "in-c" : "out-c") : row.fold && isIn ? "in-many" : meaning,
		lane: row.fold ? `${meaning}, ${plural(row.fold.count, "entry", "entries")} in one row` : meaning,
		meaning: beat ? "dim" : meaning,
		tone: tone.filter(Boolean).join(" "),
		type: row.fold ? `${row.fold.family} ×${groupCount(row.fold.count)}` : frameType(row),
		own: false,
		sequence: sequenceOf(row),
		lead: leadOf(row),
		soft: isThought(row.type),
		delivery: deliveryOf(row, proof),
	};
}

function gapWords(row: TimelineRow, facts: LocalFacts): Partial<RowWords> {
	const healed = row.type === "sequence.gapHealed";
	const word = healed ? "healed" : row.type === "sequence.gapLost" ? "lost" : "";
	return {
		glyph: "gap",
		lane: "gap",
		meaning: "gap",
		tone: healed ? "row--local row--healed" : "row--gap",
		sequence: facts.range ? range(facts.range.from, facts.range.to) : String(row.sequence ?? ""),
		delivery: word ? { word } : null,
	};
}

/** The end of a link is an alarm only when nobody wished for it; where nobody knows it is drawn quietly. */
function linkWords(row: TimelineRow, type: string, facts: LocalFacts): Partial<RowWords> {
	const lost = LOST.has(row.type);
	const { code, wanted } = linkEnd(facts);
	const alarm = lost && (row.type === "link.stale" || wanted === false);
	const cut = lost ? "row--closing" : row.type === "link.open" ? "row--opening" : "";
	const word = facts.by ? `by ${facts.by}` : facts.attempt === undefined ? "" : `try ${facts.attempt}`;
	return {
		glyph: LINK_GLYPH[row.type] ?? "local",
		lane: "link",
		meaning: alarm ? "alarm" : "local",
		tone: `row--local ${alarm ? "row--alarm" : ""} ${cut}`,
		type: code === "" ? type : `${type} ${code}`,
		delivery: word ? { word, meaning: alarm ? "alarm" : undefined } : null,
	};
}

function localWords(row: TimelineRow): RowWords {
	const { facts = {} } = row;
	const type = LOCAL_WORDS[row.type as LocalEventName] ?? row.type;
	const plain: RowWords = {
		glyph: "local",
		lane: "local",
		meaning: "local",
		tone: "row--local",
		type,
		own: true,
		sequence: "",
		lead: "",
		soft: false,
		delivery: null,
	};
	if (row.type.startsWith("sequence.")) return { ...plain, ...gapWords(row, facts) };
	if (row.kind === "gap") return { ...plain, glyph: "gap", lane: "gap", meaning: "gap", tone: "row--gap" };
	if (row.kind === "link") return { ...plain, ...linkWords(row, type, facts) };
	if (row.type === "turn.unknown") return { ...plain, meaning: "unknown", tone: "row--local row--doubt" };
	if (row.type === "tap.failed") return { ...plain, glyph: "tap", lane: "tap", meaning: "finding" };
	if (row.kind === "reader") return { ...plain, glyph: "tap", lane: "reader" };
	if (row.kind === "tap") return { ...plain, glyph: "tap", lane: "tap" };
	if (row.kind === "operator") return { ...plain, glyph: "person", lane: "operator" };
	return plain;
}

export function rowWords(row: TimelineRow, proof: IncomingProof): RowWords {
	return row.kind === "frame" ? frameWords(row, proof) : localWords(row);
}

/** How far back a row looks for the link's state; between two link events stand few rows that are not frames. */
const LOOK_BACK = 40;

/** Whether the wire is cut at a row: the nearest row before it that says so decides. A frame proves the wire. */
export function isWireCut(rowAt: (index: number) => TimelineRow | undefined, index: number): boolean {
	for (let here = index; here >= 0 && here > index - LOOK_BACK; here--) {
		const row = rowAt(here);
		if (!row) return false;
		if (row.kind === "frame" && row.delivery !== "queued") return false;
		if (row.type === "link.open") return here === index;
		if (LOST.has(row.type)) return here !== index;
	}
	return false;
}
