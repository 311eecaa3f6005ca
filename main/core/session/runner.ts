import type { MessageCheck } from "../../../schemas/ipc.ts";
import type { Delivery, Finding, MessageFate } from "../../../schemas/timeline.ts";
import { ConsoleError } from "../errors.ts";
import type { Committed, DialRequest, OutboxEntry, Ports, SessionWriter } from "../ports.ts";
import type { ReadingRule } from "../protocols/door.ts";

import type { Input, Machine, MachineView, Output, Ref, StepEnv, TimerName } from "./machine.ts";
import { maskDraft } from "./mask-secrets.ts";
import { createRefLedger } from "./ref-ledger.ts";
import { maskDeep, type SecretMask } from "./secret-forms.ts";
import { createSendWatch, SEND_ANSWER_LIMIT_MS } from "./send-watch.ts";
import { createWire } from "./wire.ts";

/** Schema check of one outgoing text, by protocol. `foreign` is what a schema found that takes the place of one of ours. */
export type CheckText = (
	text: string,
	foreign?: readonly Finding[],
) => {
	type: string | null;
	byteLength: number;
	body: Record<string, unknown> | null;
	findings: MessageCheck["findings"];
};

export interface RunnerOptions {
	ports: Pick<Ports, "clock" | "ids" | "sockets" | "frames" | "log">;
	reading: ReadingRule;
	machine: Machine;
	writer: SessionWriter;
	/** Entries stored before this run of the program. */
	entriesBefore: number;
	/** Open messages of an earlier run, with the negative refs the machine was given for them. */
	restored: { ref: Ref; entry: OutboxEntry }[];
	isNew: boolean;
	checkText: CheckText;
	/** Takes out what this console sent in a handshake. */
	secrets: { learn(request: DialRequest): void; mask(): SecretMask };
	/** Where to dial now. Rejects with a ConsoleError when that cannot be known. */
	resolveDial(): Promise<DialRequest>;
	onView(): void;
	/** What became of a message changed. */
	onDelivery(ordinal: number, delivery: Delivery): void;
	/** A message given to `send` came further. */
	onFate(fate: MessageFate): void;
	/** Committed entries, and the lowest ordinal among those that changed after they were committed. */
	onCommitted(entries: number, upToOrdinal: number, changedFrom: number): void;
}

/** Longest wait for a disk that takes nothing. */
const STORED_LIMIT_MS = 5_000;

/** Carries inputs into a session's machine and its outputs out. Decides nothing. */
export interface Runner {
	input(input: Input): void;
	view(): MachineView;
	/** Frames that arrived and that the machine has not heard of: a large one is being read. */
	waitingFrames(): number;
	entries(): number;
	/** Everything said of this session so far is on disk. */
	isStored(): boolean;
	/** Resolves once what was said of it before the call is on disk, or after a bounded time: a disk may be full. */
	stored(): Promise<void>;
	check(text: string): MessageCheck;
	/** Gives a message to the store, from where it goes to the socket; neither has it yet. Throws MESSAGE_INVALID or MESSAGE_TOO_LARGE. */
	send(text: string, override: boolean): MessageFate;
	/** What is true of a message given to `send`, once it rests or after a bounded time. */
	settled(ordinal: number, limitMs?: number): Promise<MessageFate>;
	discard(ordinal: number): void;
	/** Adds what was found about stored entries afterwards, and stores the facts. */
	addFindings(found: readonly { ordinal: number; findings: readonly Finding[] }[]): void;
	/** Stores the machine's facts after something outside the machine changed them. */
	saveFacts(): void;
	dispose(): void;
}

/** Deliveries after which nothing more is expected to change. */
const FINAL: ReadonlySet<Delivery> = new Set(["answered", "stale", "refused", "discarded", "dropped", "applied"]);

export function createRunner(options: RunnerOptions): Runner {
	const { ports, machine, writer } = options;
	const refs = createRefLedger();
	const timers = new Map<TimerName, () => void>();
	const restoredOrdinals = new Map(options.restored.map(({ ref, entry }) => [ref, entry.ordinal]));
	let changedFrom = Number.MAX_SAFE_INTEGER;
	let lastAppended = 0;
	/** The own frame appended last, and what it was appended as. */
	let lastOut = 0;
	let lastOutAs: Delivery = "sending";
	let lastRef: Ref = 0;
	let places: { ref: Ref; ordinal: number }[] = [];
	let disposed = false;
	/** Deliveries that are not on disk yet, oldest first: a message is called sent only when the store says so, too. */
	const unstored: { upTo: number; ordinal: number; delivery: Delivery }[] = [];
	const sends = createSendWatch(ports.clock, options.onFate);
	/** Who waits until that many entries are committed. */
	let storedWaits: { upTo: number; resolve(): void }[] = [];
	const { reading, secrets, resolveDial } = options;
	const wire = createWire({
		ports,
		reading,
		secrets,
		resolveDial,
		say: input,
		pendingBytes: () => writer.pendingBytes(),
		onWaiting: options.onView,
	});
	const env: StepEnv = { nowMs: 0, monoMs: 0, random: () => ports.ids.random(), uuid: () => ports.ids.uuid() };

	function input(next: Input): void {
		if (disposed) return;
		env.nowMs = ports.clock.nowMs();
		env.monoMs = ports.clock.monoMs();
		const outputs = machine.step(next, env);
		if (outputs.length > 0) {
			let durable = false;
			for (const output of outputs) {
				if (output.kind === "append" || output.kind === "delivery" || output.kind === "findings") durable = true;
			}
			maskOutcome();
			if (durable) writer.setFacts(machine.facts);
			for (const output of outputs) perform(output);
			tellPlaces();
			wire.pauseWhenBehind();
		}
		options.onView();
	}

	/** Stored as a fact and shown after every restart, when nobody knows the secrets any more. */
	function maskOutcome(): void {
		const { facts } = machine;
		if (facts.lastOutcome) facts.lastOutcome = maskDeep(facts.lastOutcome, secrets.mask().text);
	}

	/** What is said of the entry just appended is said by its ref; of older ones only those that may change later are kept. */
	const ordinalOf = (ref: Ref) => (ref === lastRef ? lastAppended : (refs.ordinalOf(ref) ?? restoredOrdinals.get(ref)));

	function tellPlaces(): void {
		const told = places;
		places = [];
		for (const { ref, ordinal } of told) input({ kind: "placed", ref, ordinal });
	}

	function perform(output: Output): void {
		switch (output.kind) {
			case "append": {
				const { dir, delivery, type } = output.draft;
				const keep = delivery !== undefined && (dir === "out" || delivery === "held" || output.draft.compare === true);
				lastAppended = writer.append(maskDraft(output.draft, secrets.mask()));
				lastRef = output.ref;
				refs.add(output.ref, lastAppended, keep && type !== "pong");
				if (dir === "out" && delivery !== undefined) {
					lastOut = lastAppended;
					lastOutAs = delivery;
				}
				break;
			}
			case "delivery": {
				const ordinal = ordinalOf(output.ref);
				if (ordinal === undefined) break;
				unstored.push({ upTo: writer.setDelivery(ordinal, output.delivery), ordinal, delivery: output.delivery });
				changedFrom = Math.min(changedFrom, ordinal);
				if (FINAL.has(output.delivery)) refs.letGo(output.ref);
				options.onDelivery(ordinal, output.delivery);
				break;
			}
			case "findings": {
				const ordinal = ordinalOf(output.ref);
				if (ordinal === undefined) break;
				writer.addFindings(ordinal, maskDeep(output.findings, secrets.mask().text));
				changedFrom = Math.min(changedFrom, ordinal);
				break;
			}
			case "place": {
				const ordinal = ordinalOf(output.ref);
				if (ordinal !== undefined) places.push({ ref: output.ref, ordinal });
				break;
			}
			case "lookUp": {
				const { lookUpId, frames } = output;
				Promise.all(frames.map((frame) => writer.compare(frame.epoch, frame.sequence, frame.body))).then(
					(comparisons) => input({ kind: "lookedUp", lookUpId, comparisons }),
					(error: unknown) => ports.log.error("A stored frame could not be compared", error),
				);
				break;
			}
			case "dial":
				wire.dial(output.dialId);
				break;
			case "write":
				wire.write(output.ref, output.text);
				break;
			case "ping":
				wire.ping(asciiBytes(output.payload));
				break;
			case "closeSocket":
				wire.close(output.code, output.reason);
				break;
			case "destroySocket":
				wire.destroy();
				break;
			case "timer":
				timers.get(output.name)?.();
				timers.set(output.name, startTimer(output.name, output.delayMs));
				break;
			case "cancelTimer":
				timers.get(output.name)?.();
				timers.delete(output.name);
				break;
		}
	}

	const startTimer = (name: TimerName, delayMs: number) =>
		ports.clock.after(delayMs, () => {
			timers.delete(name);
			input({ kind: "timer", name });
		});

	/** What the machine says, and frames that wait behind one that is being read are received, too. */
	function view(): MachineView {
		const said = machine.view();
		const waiting = wire.waitingFrames();
		return waiting === 0 ? said : { ...said, ledger: { ...said.ledger, received: said.ledger.received + waiting } };
	}

	writer.onCommitted((committed: Committed) => {
		const upToRef = refs.committed(committed.upToOrdinal);
		const comparisons = committed.comparisons.flatMap(({ ordinal, comparison }) => {
			const ref = refs.refOf(ordinal);
			return ref === undefined ? [] : [{ ref, comparison }];
		});
		const from = Math.min(changedFrom, committed.upToOrdinal);
		changedFrom = Number.MAX_SAFE_INTEGER;
		sends.committed(committed.upToOrdinal);
		const waiting = unstored.findIndex(({ upTo }) => upTo > committed.upToDelivery);
		for (const { ordinal, delivery } of unstored.splice(0, waiting === -1 ? unstored.length : waiting)) sends.delivered(ordinal, delivery);
		if (upToRef !== null) input({ kind: "persisted", upToRef, comparisons });
		for (const { ref } of comparisons) refs.letGo(ref);
		wire.pauseWhenBehind();
		options.onCommitted(entries(), committed.upToOrdinal, from);
		const reached = storedWaits.filter(({ upTo }) => upTo <= refs.committedCount());
		storedWaits = storedWaits.filter((each) => !reached.includes(each));
		for (const { resolve } of reached) resolve();
	});

	const entries = () => options.entriesBefore + refs.committedCount();

	function check(text: string): MessageCheck & { body: Record<string, unknown> | null } {
		const { type, byteLength, body, findings } = options.checkText(text);
		const all = [...findings, ...machine.checkSend(type, body, byteLength, ports.clock.nowMs())];
		return { type, byteLength, body, findings: all, sendable: !all.some(isError), nextTurn: machine.nextTurnOf(type) };
	}

	function send(text: string, override: boolean): MessageFate {
		const { type, body, findings, sendable } = check(text);
		if (!sendable && !override) {
			const first = findings.find(isError);
			const code = first?.code === "message.tooLarge" ? "MESSAGE_TOO_LARGE" : "MESSAGE_INVALID";
			throw new ConsoleError(code, first?.message, { detail: { findings } });
		}
		if (override && findings.some((finding) => finding.code === "session.notOpen" || finding.code === "session.ended")) {
			throw new ConsoleError("SESSION_NOT_OPEN", "There is no open link to send on; even an override needs one. Connect first.");
		}
		input({ kind: "send", text, type, body, override: override && !sendable, findings });
		return sends.begin(lastOut, lastOutAs);
	}

	function discard(ordinal: number): void {
		const restored = [...restoredOrdinals].find(([, each]) => each === ordinal);
		const ref = refs.refOf(ordinal) ?? restored?.[0];
		if (ref === undefined) throw new ConsoleError("ENTRY_NOT_FOUND", `Entry ${ordinal} is not a message that waits or is in doubt.`);
		input({ kind: "discard", ref });
	}

	input({ kind: options.isNew ? "created" : "restored" });

	return {
		input,
		view,
		waitingFrames: wire.waitingFrames,
		entries,
		isStored: refs.isAllCommitted,
		stored() {
			const upTo = refs.addedCount();
			if (refs.committedCount() >= upTo) return Promise.resolve();
			return new Promise((resolve) => {
				const cancel = ports.clock.after(STORED_LIMIT_MS, resolve);
				storedWaits.push({
					upTo,
					resolve() {
						cancel();
						resolve();
					},
				});
			});
		},
		check: (text) => {
			const { body: _, ...rest } = check(text);
			return rest;
		},
		send,
		settled: (ordinal, limitMs = SEND_ANSWER_LIMIT_MS) => sends.settled(ordinal, limitMs),
		discard,
		addFindings(found) {
			for (const { ordinal, findings } of found) {
				writer.addFindings(ordinal, maskDeep(findings, secrets.mask().text));
				changedFrom = Math.min(changedFrom, ordinal);
				machine.facts.findings += findings.length;
			}
			writer.setFacts(machine.facts);
			options.onView();
		},
		saveFacts: () => writer.setFacts(machine.facts),
		dispose() {
			for (const cancel of timers.values()) cancel();
			timers.clear();
			wire.destroy();
			disposed = true;
			sends.dispose();
		},
	};
}

const isError = (finding: { severity: string }) => finding.severity === "error";

/** Ping payloads of ours are ASCII. */
const asciiBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
