import type { MessageForm } from "../../../schemas/forms.ts";
import type { CardReading } from "../../../schemas/ipc.ts";
import type { KioskPhoto } from "../../../schemas/kiosk.ts";
import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { OwnFormat, ProtocolInfo, ProtocolName } from "../../../schemas/protocols.ts";
import type { Tap } from "../../../schemas/reader.ts";
import type { KeptKey, SeatReport } from "../../../schemas/seat.ts";
import type { ConnectTarget, Interaction, PhysicalModality, SessionSummary } from "../../../schemas/session.ts";
import type { Delivery, Direction, EntryKind, Finding, Opcode } from "../../../schemas/timeline.ts";
import type { PrivatePart } from "../nfc/private-parts.ts";
import type { TapMessage } from "../nfc/tap-message.ts";
import type { DialRequest, Ports, SessionFacts, SessionOrigin } from "../ports.ts";
import type { ForeignLine } from "../reading/check-transcript.ts";
import type { ForeignFrame, Reading, ReadingOptions } from "../reading/reading.ts";
import type { Machine, MachineView, ReadFrame, Ref } from "../session/machine.ts";
import type { CheckText } from "../session/runner.ts";
import type { FoldWords } from "../timeline/folds.ts";
import type { FrameKinds } from "../timeline/frame-kinds.ts";
import type { MessageWords } from "../timeline/summary.ts";
import type { ObservationSchemas } from "./observation-schemas.ts";

/** A target worked out: enough to name, to store and to dial. */
export interface PreparedSession {
	/** Used when the operator gave none. */
	name: string;
	/** Address without secrets. */
	endpoint: string;
	card: CardReading | null;
	findings: Finding[];
	maxFrameBytes: number;
	modalities: PhysicalModality[];
	audioTurnControl: boolean;
	/** How `readFrame` is to read its frames. */
	reading: ReadingRule;
	/** Asked anew for each dial: a practice agent may have moved. */
	resolveDial(): Promise<DialRequest>;
	/** Called after each step; for what must be done outside the machine. `tell` brings it into the transcript. */
	watch?(view: MachineView, tell: (event: LocalEvent) => void): void;
	createMachine(
		facts: SessionFacts,
		restored: { ref: Ref; type: string; text: string; delivery: "queued" | "sending" | "sent" | "unknown" }[],
	): Machine;
}

/** What must be known of a session to read a frame of it elsewhere; travels by structured clone. */
export interface ReadingRule {
	protocol: ProtocolName;
	/** Where numbers stand, for a protocol that leaves it open. */
	sequenceIn?: "frame" | "metadata";
}

/** What a recorded message becomes when it is said again in another session: the numbers and ids of that session are put in. */
export interface ReplayRules {
	/** The console says these by itself on every link; the first of a link is `opening`. */
	saysItself: ReadonlySet<string>;
	opening: string | null;
	/** The goodbye, which the console says by itself when it is told to end; null without one. */
	goodbye: string | null;
	/** Of a message that is a JSON value and none of those above. */
	say(type: string, text: string, body: unknown, live: SessionSummary, memory: ReplayMemory, env: ReplayEnv): Said;
}

export interface ReplayEnv {
	uuid(): string;
	nowMs: number;
}

/** Which id of the recording is which id of the live session. */
export type ReplayMemory = Map<string, string>;

export type Said =
	| { kind: "send"; text: string }
	/** The goodbye is the console's own to say. */
	| { kind: "end" }
	| { kind: "skip"; why: string }
	/** The other side has not asked for it yet. */
	| { kind: "wait"; what: string };

/** What is known of a protocol when its frames come from a file. */
export interface ImportFacts {
	/** A message of a recording that does not say what it is can only be of this protocol. */
	recognises(type: string, message: Readonly<Record<string, unknown>>): boolean;
	/** What an own message counts: the turn it takes, the number up to which it acknowledges. */
	counts?(type: string, text: string): { turn?: number; acked?: number };
}

/** Lines of a file in a format of the protocol's own. */
export interface LineFormat extends OwnFormat {
	write(): {
		/** The entry as a line without its break; null for what the format cannot hold. Call in order of ordinals. */
		line(entry: {
			atMs: number;
			dir: Direction;
			kind: EntryKind;
			opcode?: Opcode;
			text: string | null;
			delivery?: Delivery;
		}): string | null;
		/** Messages that have no line. */
		skipped(): number;
	};
	/** Reads a line that is not blank; never throws. */
	read(line: string): { ok: true; frame: Pick<ForeignFrame, "dir" | "atMs"> & { text: string } } | { ok: false; message: string };
}

/** Messages that a person makes by holding a card to the reader or taking a photo. */
export interface Observations {
	/** Type of the message that carries one. */
	type: string;
	/** Where numbers and contents of cards, and photos, stand in it. */
	privateParts: readonly PrivatePart[];
	ofTap(tap: Tap, observationId: string): TapMessage;
	ofPhoto(photo: KioskPhoto, turn: number, stamp: { nowMs: number; observationId: string }): string;
	/** SQL over a column `body` of own entries of that type: true where it holds a photo. */
	photoSql: string;
}

/** Everything the program needs of a protocol. A third one is a third folder and one line in rooms.ts. */
export interface ProtocolDoor {
	info: ProtocolInfo;
	/** Throws TARGET_INVALID, CARD_UNREADABLE, INSECURE_ADDRESS or PRACTICE_UNKNOWN. `card` is what a stored session read earlier. */
	prepare(
		ports: Pick<Ports, "cards" | "practice" | "ids" | "secrets">,
		target: ConnectTarget,
		sessionId: string,
		card?: CardReading | null,
	): Promise<PreparedSession>;
	/** Requests of a stored session that has no link now, as its facts tell them; absent when the protocol knows none. */
	storedInteractions?(origin: SessionOrigin, facts: SessionFacts, nowMs: number): Interaction[];
	/** What a stored target lacks and this computer keeps, filled in; an own dial after a restart needs it. */
	recall?(ports: Pick<Ports, "secrets">, target: ConnectTarget, facts: SessionFacts): Promise<ConnectTarget>;
	/** Where `info.offers.cards` says so. */
	readCard?(text: string): CardReading;
	/** Where `info.offers.seat` says so: who holds it and whose keys are kept. */
	seats?: Seats;
	/** A frame as the session's machine takes it, small whatever the frame is. `text` is null for bytes that are no text. */
	readFrame(opcode: "text" | "binary", text: string | null, byteLength: number, rule: ReadingRule): ReadFrame;
	/** The same for a frame that cannot be read: of unknown type, with what its text says of type and number. `text` is null when nobody could look. */
	unreadFrame(text: string | null): ReadFrame;
	/** Reads a session: what its entries come to, and what is wrong with them. */
	createReading(options: ReadingOptions): Reading;
	/** Reads lines of the protocol's own transcripts, where it has a format of its own; lines count from 1. */
	createLineReader?(): (text: string, line: number) => ForeignLine;
	checkText: CheckText;
	catalogue(): MessageForm[];
	/** What a message says in a row of a list; undefined when its type has no words here. */
	words: MessageWords;
	/** What lists and the store must know of its frames by their type. */
	frames: FrameKinds;
	/** What frames of one family of `frames.foldable` say together, in the row they share. Absent: the row says what its first frame says. */
	foldWords?(family: string): FoldWords;
	/** Which turn a message belongs to, for a comparison: an own one says it, the agent's belong to the answer that is on. Absent: there are no turns. */
	turns?: TurnRules;
	replay: ReplayRules;
	imports: ImportFacts;
	/** A format of its own, listed in `info.formats` too. */
	lines?: LineFormat;
	/** Where `info.offers.taps` says so. */
	observations?: Observations;
	/** Where `info.offers.observationSchema` says so. */
	observationSchemas?: ObservationSchemas;
}

export interface TurnRules {
	/** Turn of an own message; null when it takes none. */
	own(value: unknown): number | null;
	/** A frame of that type opens an answer. */
	opens: string;
	/** Turn that the opening frame names; null when it names none. */
	named(value: unknown): number | null;
}

export interface Seats {
	ask(ports: Pick<Ports, "http" | "clock">, request: DialRequest): Promise<SeatReport>;
	keys(secrets: Ports["secrets"]): Promise<KeptKey[]>;
	forget(secrets: Ports["secrets"], kept: KeptKey): Promise<void>;
}
