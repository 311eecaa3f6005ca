import type { MessageForm } from "../../../schemas/forms.ts";
import type { CardReading } from "../../../schemas/ipc.ts";
import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { ConnectTarget, Interaction, PhysicalModality, ProtocolName } from "../../../schemas/session.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import type { DialRequest, Ports, SessionFacts, SessionOrigin } from "../ports.ts";
import type { ForeignLine } from "../reading/check-transcript.ts";
import type { Reading, ReadingOptions } from "../reading/reading.ts";
import type { Machine, MachineView, ReadFrame, Ref } from "../session/machine.ts";
import type { CheckText } from "../session/runner.ts";

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
	/** AgentCall: where numbers stand. */
	sequenceIn?: "frame" | "metadata";
}

/** The small set of things each protocol gives the core. A third protocol is a third folder and one line in main/core/protocols/table.ts. */
export interface ProtocolDoor {
	name: ProtocolName;
	profile: string;
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
	readCard(text: string): CardReading;
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
}
