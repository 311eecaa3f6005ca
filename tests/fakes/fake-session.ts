import type { Committed, Comparison, OutboxEntry, SessionFacts, SessionOrigin, SessionWriter } from "../../main/core/ports.ts";
import type { EntryDetail, Finding } from "../../schemas/timeline.ts";

/** An entry as a test wants to look at it. */
export interface FakeEntry extends Omit<EntryDetail, "base64"> {
	bytes: Uint8Array;
	committed: boolean;
}

export interface Session {
	origin: SessionOrigin;
	facts: SessionFacts;
	durableFacts: SessionFacts;
	entries: FakeEntry[];
	durable: Map<number, FakeEntry>;
	dirty: Set<number>;
	compare: number[];
	factsChanged: boolean;
	/** Calls of `setDelivery` so far. */
	deliveries: number;
	listener: (committed: Committed) => void;
}

/** What all sessions of one fake share. */
export interface World {
	nextOrdinal: number;
	/** Counts crashes; writers of an earlier generation are dead. */
	generation: number;
	/** Something waits to be committed. */
	changed(): void;
}

const OPEN_DELIVERIES = new Set(["queued", "sending", "sent", "unknown"]);
const encoder = new TextEncoder();

/** A writer for `session` that works until the fake program crashes. */
export function createFakeWriter(session: Session, world: World): SessionWriter {
	const born = world.generation;
	const alive = (): void => {
		if (born !== world.generation) throw new Error("This writer belongs to a program that crashed.");
	};
	const update = (ordinal: number, change: (entry: FakeEntry) => void): void => {
		alive();
		const entry = session.entries.find((each) => each.ordinal === ordinal);
		if (entry === undefined) throw new Error(`Session ${session.origin.sessionId} has no entry ${ordinal}.`);
		change(entry);
		session.dirty.add(ordinal);
		world.changed();
	};
	return {
		append(draft) {
			alive();
			const { body, compare, findings = [], ...rest } = draft;
			const bytes = typeof body === "string" ? encoder.encode(body) : body.slice();
			const ordinal = world.nextOrdinal++;
			session.entries.push({
				...rest,
				sessionId: session.origin.sessionId,
				ordinal,
				position: session.entries.length + 1,
				bytes,
				byteLength: bytes.length,
				text: textOf(bytes),
				summary: (textOf(bytes) ?? "").slice(0, 240),
				findings: [...findings],
				sha256: "",
				hash: "",
				previousHash: "",
				committed: false,
			});
			session.dirty.add(ordinal);
			if (compare === true) session.compare.push(ordinal);
			world.changed();
			return ordinal;
		},
		setFacts(facts) {
			alive();
			// Kept by reference: the owner changes it in place and the commit takes what is true then.
			session.facts = facts;
			session.factsChanged = true;
			world.changed();
		},
		setDelivery(ordinal, delivery) {
			session.deliveries += 1;
			update(ordinal, (entry) => {
				entry.delivery = delivery;
			});
			return session.deliveries;
		},
		addFindings: (ordinal, findings: readonly Finding[]) =>
			update(ordinal, (entry) => {
				entry.findings.push(...findings);
			}),
		pendingBytes: () => pendingOf(session).reduce((sum, entry) => sum + entry.byteLength, 0),
		async compare(epoch, sequence, body) {
			const committed = [...session.durable.values()].find((each) => isFrame(each, epoch, sequence));
			const bytes = typeof body === "string" ? encoder.encode(body) : body;
			return committed === undefined ? "absent" : sameOrNot(committed.bytes, bytes);
		},
		onCommitted(listener) {
			session.listener = listener;
		},
	};
}

export function newSession(origin: SessionOrigin, facts: SessionFacts): Session {
	return {
		origin: structuredClone(origin),
		facts: structuredClone(facts),
		durableFacts: structuredClone(facts),
		entries: [],
		durable: new Map(),
		dirty: new Set(),
		compare: [],
		factsChanged: false,
		deliveries: 0,
		listener: () => {},
	};
}

export function commitSession(session: Session): void {
	if (session.dirty.size === 0 && !session.factsChanged) return;
	session.durableFacts = structuredClone(session.facts);
	session.factsChanged = false;
	for (const entry of session.entries) {
		if (!session.dirty.has(entry.ordinal)) continue;
		entry.committed = true;
		session.durable.set(entry.ordinal, structuredClone(entry));
	}
	session.dirty.clear();
	const comparisons = session.compare.splice(0).map((ordinal) => ({ ordinal, comparison: compareWithFirst(session, ordinal) }));
	session.listener({ upToOrdinal: session.entries.at(-1)?.ordinal ?? 0, upToDelivery: session.deliveries, comparisons });
}

function compareWithFirst(session: Session, ordinal: number): Comparison {
	const entry = session.entries.find((each) => each.ordinal === ordinal);
	if (entry?.epoch === undefined || entry.sequence === undefined) return "absent";
	const { epoch, sequence } = entry;
	const first = session.entries.find((each) => each.ordinal < ordinal && isFrame(each, epoch, sequence));
	return first === undefined ? "absent" : sameOrNot(first.bytes, entry.bytes);
}

const isFrame = (entry: FakeEntry, epoch: number, sequence: number): boolean =>
	entry.dir === "in" && entry.epoch === epoch && entry.sequence === sequence;

const sameOrNot = (first: Uint8Array, second: Uint8Array): Comparison => (Buffer.compare(first, second) === 0 ? "same" : "different");

export const pendingOf = (session: Session): FakeEntry[] => session.entries.filter((entry) => !entry.committed);

export function outboxOf(session: Session): OutboxEntry[] {
	return session.entries.flatMap(({ ordinal, dir, type, text = "", delivery }) =>
		dir === "out" && delivery !== undefined && OPEN_DELIVERIES.has(delivery) ? [{ ordinal, type, text, delivery }] : [],
	);
}

function textOf(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
