/** All sessions of this profile: stored ones, and the live ones with their runners. */

import type { ProtocolName } from "../../../schemas/protocols.ts";
import { isPublicHeader } from "../../../schemas/rules/header-names.ts";
import type { ConnectTarget, SessionSummary } from "../../../schemas/session.ts";
import type { TapRule } from "../../../schemas/tap-rule.ts";
import type { Delivery, MessageFate } from "../../../schemas/timeline.ts";
import type { CertificatePin } from "../../../schemas/trust.ts";
import { ConsoleError } from "../errors.ts";
import type { DialRequest, Ports, SessionFacts, SessionOrigin, StoredSession } from "../ports.ts";
import type { PreparedSession } from "../protocols/door.ts";
import type { SchemaDesk } from "../protocols/observation-schemas.ts";
import { doorOf, offersOf } from "../protocols/table.ts";
import type { Found } from "../reading/reading.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import { newFacts } from "./new-facts.ts";
import { type CheckText, createRunner, type Runner } from "./runner.ts";
import { cardWithoutSecrets, missingSecrets, withoutSecrets } from "./stored-target.ts";
import { liveSummary, storedSummary } from "./summary.ts";
import { pinned, requireUsable } from "./trust.ts";

interface LiveSession {
	origin: SessionOrigin;
	facts: SessionFacts;
	prepared: PreparedSession;
	runner: Runner;
	/** With its secrets: in memory only. */
	target: ConnectTarget;
}

/** Of a session to be. */
interface More {
	/** The session whose messages it will say again. */
	replayOf?: string;
	/** What was read in the card already. */
	card?: SessionOrigin["card"];
}

export interface RegistryEvents {
	/** A stored target with the secrets that are kept for its saved connection. */
	withKept(target: ConnectTarget): Promise<ConnectTarget>;
	/** Learns what every dial holds. */
	secrets: KnownSecrets;
	/** Which schema judges what is sent. */
	schemas: Pick<SchemaDesk, "status" | "findings">;
	changed(sessionId: string): void;
	timeline(sessionId: string, entries: number, upToOrdinal: number, changedFrom: number): void;
	delivered(sessionId: string, ordinal: number, delivery: Delivery): void;
	fate(sessionId: string, fate: MessageFate): void;
}

export interface Registry {
	/** `replayOf`: the session whose messages a new one will say again. */
	open(target: ConnectTarget, more?: { replayOf?: string }): Promise<{ sessionId: string }>;
	/** A new session with the target of this one. */
	again(sessionId: string): Promise<{ sessionId: string }>;
	connect(sessionId: string): Promise<void>;
	/** Believes that certificate alone from now on, after a restart too, and dials again. `before` runs once nothing speaks against it. */
	pin(sessionId: string, pin: CertificatePin, before?: (origin: SessionOrigin) => Promise<void>): Promise<void>;
	/** Throws SESSION_NOT_FOUND for unknown ids, SESSION_NOT_OPEN for stored ones that are not live. */
	runner(sessionId: string): Runner;
	/** A live session's runner, or the stored session made live without dialling. */
	activate(sessionId: string): Promise<Runner>;
	/** Where a session made live before would dial now, secrets and all: never to be stored or shown. */
	dialRequest(sessionId: string): Promise<DialRequest>;
	/** The same for a target nobody opened. Throws like `open`. */
	dialRequestOf(target: ConnectTarget): Promise<DialRequest>;
	rename(sessionId: string, name: string): Promise<void>;
	/** Takes in sessions that came into the store by another way than `open`: imports. */
	adoptStored(): Promise<void>;
	setTapRule(sessionId: string, rule: TapRule): Promise<void>;
	/**
	 * Stores what was found about stored entries of a session, live or not, and that so many of its entries were read; `isEnd`: and what is open at
	 * the last one.
	 */
	addFindings(sessionId: string, found: readonly Found[], readEntries: number, isEnd: boolean): Promise<void>;
	summary(sessionId: string): SessionSummary;
	summaries(): SessionSummary[];
	/** Of the live ones only, in no order. */
	liveSummaries(): SessionSummary[];
	/** Removed ones too, in no order. */
	all(): SessionSummary[];
	origin(sessionId: string): SessionOrigin;
	isLive(sessionId: string): boolean;
	/**
	 * Header values, query values, user info and keys it was opened with, in every form to be masked, and what of them is not known: those of
	 * earlier runs are only where their connection's secrets are kept. Never stored.
	 */
	secrets(sessionId: string): Promise<{ forms: string[]; unknown: string[] }>;
	/** It has a link, makes one, or will by itself. */
	isLinked(sessionId: string): boolean;
	/** Nothing more of it is being recorded by itself, here or by another program, and all that was is stored. */
	isEnded(sessionId: string): Promise<boolean>;
	/** Resolves once what was said of it before the call is on disk, or after a bounded time. */
	stored(sessionId: string): Promise<void>;
	/** What is open at its last entry is still to be read as cut off: a program that was killed left it. */
	hasOpenEnd(sessionId: string): boolean;
	/** Takes a session out of the lists, or back into them. It stays readable. */
	hide(sessionId: string, hidden: boolean): void;
	/** It is gone for good. */
	forget(sessionId: string): void;
	/** What the schemas say about a message of that session, connected or not. */
	checkText(sessionId: string, text: string): ReturnType<CheckText>;
	/** Another schema judges observations from now on. */
	schemaChanged(): void;
	clockJumped(byMs: number): void;
	/** The computer is about to sleep. */
	suspend(): void;
	/** Resolves when no frame that arrived waits to be read, or after `limitMs`. */
	heardAll(limitMs: number): Promise<void>;
	dispose(): void;
}

/** How often is looked whether large frames are read, when the program ends. */
const HEARD_LOOK_MS = 10;

export async function createRegistry(ports: Ports, events: RegistryEvents): Promise<Registry> {
	const stored = new Map<string, StoredSession>((await ports.transcripts.sessions()).map((session) => [session.origin.sessionId, session]));
	const live = new Map<string, LiveSession>();
	const hidden = new Set<string>();
	/** Sessions being made live; a second request waits for the first instead of making another. */
	const starting = new Map<string, Promise<LiveSession>>();
	/** A session that is being made live when the program ends must not come to life on a store that is closed. */
	let isDisposed = false;

	async function open(target: ConnectTarget, more: More = {}): Promise<{ sessionId: string }> {
		const sessionId = target.sessionId ?? ports.ids.uuid();
		// Before anything is asked with them: an error may repeat them.
		events.secrets.learnTarget(sessionId, target);
		if (hidden.has(sessionId)) throw removed(sessionId);
		const running = live.get(sessionId) ?? (await starting.get(sessionId));
		if (!(running && isLinked(running)) && stored.get(sessionId)?.facts.ended) throw ended(sessionId);
		const session = running && isLinked(running) ? running : await start(sessionId, target, more);
		session.runner.input({ kind: "connect" });
		return { sessionId };
	}

	const isLinked = ({ runner }: LiveSession): boolean => ["open", "dialling", "closing"].includes(runner.view().status.kind);

	function start(sessionId: string, target: ConnectTarget, more: More = {}): Promise<LiveSession> {
		const begun = starting.get(sessionId) ?? makeLive(sessionId, target, more).finally(() => starting.delete(sessionId));
		starting.set(sessionId, begun);
		return begun;
	}

	async function makeLive(sessionId: string, target: ConnectTarget, { replayOf, card }: More): Promise<LiveSession> {
		const known = stored.get(sessionId);
		if (known && known.origin.protocol !== target.protocol) {
			const { protocol } = known.origin;
			throw new ConsoleError(
				"TARGET_INVALID",
				`Session “${sessionId}” speaks ${protocol}, not ${target.protocol}. Leave its id out for a new one.`,
			);
		}
		requireUsable(target);
		const door = doorOf(target.protocol);
		const prepared = await door.prepare(ports, target, sessionId, known?.origin.card ?? card);
		if (isDisposed) throw closing();
		const origin: SessionOrigin = known?.origin ?? {
			sessionId,
			protocol: target.protocol,
			profile: door.info.profile,
			createdAtMs: ports.clock.nowMs(),
			endpoint: prepared.endpoint,
			target: withoutSecrets({ ...target, sessionId }),
			card: prepared.card && cardWithoutSecrets(prepared.card),
			...(replayOf === undefined ? {} : { replayOf }),
		};
		// Address, secrets and policies given anew take the place of those that did not work; the session goes on as after a restart.
		live.get(sessionId)?.runner.dispose();
		const opened = await ports.transcripts.open(origin, known?.facts ?? newFacts(sessionId, target.name ?? prepared.name));
		if (isDisposed) throw closing();
		const facts = opened.session.facts;
		// Said anew; what the session was first opened with does not undo a later choice.
		if (known && target !== known.origin.target && target.tapRule) facts.tapRule = target.tapRule;
		if (door.info.offers.observationSchema) noteSchema(facts);
		const restored = opened.outbox.map((entry, index) => ({ ref: -1 - index, entry }));
		const machine = prepared.createMachine(
			facts,
			restored.map(({ ref, entry: { type, text, delivery } }) => ({ ref, type, text, delivery: openDelivery(delivery) })),
		);
		let session: LiveSession | null = null;
		const runner = createRunner({
			ports,
			machine,
			reading: prepared.reading,
			writer: opened.writer,
			entriesBefore: opened.session.entries,
			restored,
			isNew: opened.created,
			checkText: (text) => checkText(target.protocol, text),
			secrets: { learn: (request) => events.secrets.learn(sessionId, request), mask: () => events.secrets.of(sessionId) },
			resolveDial: prepared.resolveDial,
			onDelivery: (ordinal, delivery) => events.delivered(sessionId, ordinal, delivery),
			onFate: (fate) => events.fate(sessionId, fate),
			onView: () => {
				events.changed(sessionId);
				const live = session;
				if (live) prepared.watch?.(live.runner.view(), (event) => live.runner.input({ kind: "note", event }));
			},
			onCommitted: (entries, upToOrdinal, changedFrom) => {
				events.timeline(sessionId, entries, upToOrdinal, changedFrom);
				events.changed(sessionId);
			},
		});
		session = { origin: opened.session.origin, facts: machine.facts, prepared, runner, target };
		live.set(sessionId, session);
		stored.set(sessionId, { ...opened.session, facts: machine.facts });
		events.changed(sessionId);
		return session;
	}

	function checkText(protocol: ProtocolName, text: string): ReturnType<CheckText> {
		return doorOf(protocol).checkText(text, offersOf(protocol).observationSchema ? events.schemas.findings(text) : undefined);
	}

	/** What a session was written under, for its exports. */
	function noteSchema(facts: SessionFacts): void {
		const { observation } = events.schemas.status();
		if (observation.kind === "standIn") delete facts.observationSchema;
		else facts.observationSchema = { file: observation.file, id: observation.id, sha256: observation.sha256 };
	}

	async function activate(sessionId: string): Promise<Runner> {
		if (hidden.has(sessionId)) throw removed(sessionId);
		const running = live.get(sessionId) ?? (await starting.get(sessionId));
		if (running) return running.runner;
		const known = find(sessionId);
		if (known.facts.ended) throw ended(sessionId);
		return (await start(sessionId, await recalled(known))).runner;
	}

	/** What a stored session was opened with. Errors: TARGET_INVALID names the secrets that are not kept. */
	async function recalled(known: StoredSession): Promise<ConnectTarget> {
		const target = await withAllKept(known);
		events.secrets.learnTarget(known.origin.sessionId, target);
		const missing = missingSecrets(target);
		if (missing.length > 0) {
			const what = missing.join(", ");
			throw new ConsoleError("TARGET_INVALID", `Secrets are not stored: give ${what} again under Connect, with this session's id.`, {
				detail: { missing },
			});
		}
		return target;
	}

	async function withAllKept({ origin, facts }: StoredSession): Promise<ConnectTarget> {
		const kept = await events.withKept(facts.pin === undefined ? origin.target : pinned(origin.target, facts.pin));
		return (await doorOf(origin.protocol).recall?.(ports, kept, facts)) ?? kept;
	}

	async function again(sessionId: string): Promise<{ sessionId: string }> {
		const known = find(sessionId);
		if (known.origin.imported !== undefined) throw ended(sessionId);
		const { sessionId: _, ...target } = live.get(sessionId)?.target ?? (await recalled(known));
		const { by } = target;
		// The text of a file is not kept: what was read in it then serves again.
		const wasFile = by.kind === "card" && by.text === undefined && !/^https?:/i.test(by.source);
		return open({ ...target, name: known.facts.name }, wasFile ? { card: known.origin.card } : {});
	}

	function find(sessionId: string): StoredSession {
		const known = stored.get(sessionId);
		if (!known) throw new ConsoleError("SESSION_NOT_FOUND", `No session “${sessionId}” is stored on this profile.`);
		return known;
	}

	function summaryOfStored(known: StoredSession): SessionSummary {
		const { origin, facts } = known;
		return storedSummary(known, doorOf(origin.protocol).storedInteractions?.(origin, facts, ports.clock.nowMs()) ?? []);
	}

	function summary(sessionId: string): SessionSummary {
		const session = live.get(sessionId);
		if (!session) return { ...summaryOfStored(find(sessionId)), ...tapRuleOf(find(sessionId)) };
		const complaints = session.origin.target.by.kind === "practice" ? ports.practice.complaints(sessionId) : [];
		const { origin, facts, prepared, runner } = session;
		return { ...liveSummary(origin, facts.name, prepared, facts, runner.view(), runner.entries(), complaints), ...tapRuleOf(session) };
	}

	async function addFindings(sessionId: string, found: readonly Found[], readEntries: number, isEnd: boolean): Promise<void> {
		const known = find(sessionId);
		const session = live.get(sessionId);
		const mark = (facts: SessionFacts): void => {
			facts.readEntries = Math.max(facts.readEntries ?? 0, readEntries);
			if (isEnd) facts.readEndAt = readEntries;
		};
		if (session) {
			mark(session.facts);
			session.runner.addFindings(found);
			return;
		}
		const { writer } = await ports.transcripts.open(known.origin, known.facts);
		if (isDisposed || !stored.has(sessionId) || live.has(sessionId)) return;
		let from = Number.MAX_SAFE_INTEGER;
		for (const { ordinal, findings } of found) {
			writer.addFindings(ordinal, findings);
			known.facts.findings += findings.length;
			from = Math.min(from, ordinal);
		}
		mark(known.facts);
		writer.setFacts(known.facts);
		events.changed(sessionId);
	}

	function mayHear(sessionId: string): boolean {
		const session = live.get(sessionId);
		return starting.has(sessionId) || (session !== undefined && (isLinked(session) || session.runner.view().status.kind === "waiting"));
	}

	/** Changes durable facts of a session, live or not. */
	async function changeFacts(sessionId: string, change: (facts: SessionFacts) => void): Promise<void> {
		const known = find(sessionId);
		change(known.facts);
		const session = live.get(sessionId);
		if (session) session.runner.saveFacts();
		else (await ports.transcripts.open(known.origin, known.facts)).writer.setFacts(known.facts);
		events.changed(sessionId);
	}

	return {
		open,
		again,
		addFindings,
		activate,
		checkText: (sessionId, text) => checkText(find(sessionId).origin.protocol, text),
		schemaChanged() {
			for (const [sessionId, { origin, facts, runner }] of live) {
				if (!offersOf(origin.protocol).observationSchema) continue;
				noteSchema(facts);
				runner.saveFacts();
				events.changed(sessionId);
			}
		},
		dialRequest(sessionId) {
			const session = live.get(sessionId);
			if (!session) throw new ConsoleError("SESSION_NOT_OPEN", "This session is stored and not connected. Connect it first.");
			return session.prepared.resolveDial();
		},
		dialRequestOf: async (target) => {
			events.secrets.learnTarget(null, target);
			requireUsable(target);
			return (await doorOf(target.protocol).prepare(ports, target, ports.ids.uuid())).resolveDial();
		},
		summary,
		async connect(sessionId) {
			const runner = await activate(sessionId);
			if (find(sessionId).facts.ended) throw ended(sessionId);
			runner.input({ kind: "connect" });
		},
		async pin(sessionId, pin, before = async () => {}) {
			const known = find(sessionId);
			if (known.facts.ended) throw ended(sessionId);
			const target = live.get(sessionId)?.target ?? (await recalled(known));
			const running = live.get(sessionId);
			if (running && isLinked(running)) throw new ConsoleError("SESSION_LIVE");
			await before(known.origin);
			known.facts.pin = pin;
			const session = await start(sessionId, pinned(target, pin));
			session.facts.pin = pin;
			session.runner.saveFacts();
			session.runner.input({ kind: "connect" });
		},
		runner(sessionId) {
			find(sessionId);
			const session = live.get(sessionId);
			if (!session) throw new ConsoleError("SESSION_NOT_OPEN", "This session is stored and not connected. Connect it first.");
			return session.runner;
		},
		async adoptStored() {
			for (const session of await ports.transcripts.sessions()) {
				const { sessionId } = session.origin;
				if (stored.has(sessionId)) continue;
				stored.set(sessionId, session);
				events.changed(sessionId);
			}
		},
		rename: (sessionId, name) =>
			changeFacts(sessionId, (facts) => {
				facts.name = name;
			}),
		setTapRule: (sessionId, rule) =>
			changeFacts(sessionId, (facts) => {
				facts.tapRule = rule;
			}),
		liveSummaries: () => [...live.keys()].map(summary),
		summaries: () =>
			[...stored.keys()]
				.filter((id) => !hidden.has(id))
				.map(summary)
				.sort((a, b) => b.createdAtMs - a.createdAtMs || (a.sessionId < b.sessionId ? -1 : 1)),
		all: () => [...stored.keys()].map(summary),
		origin: (sessionId) => find(sessionId).origin,
		isLive: (sessionId) => live.has(sessionId),
		async secrets(sessionId) {
			const known = find(sessionId);
			if (!live.has(sessionId)) {
				const kept = await withAllKept(known);
				events.secrets.learnTarget(sessionId, kept);
				return { forms: events.secrets.forms(sessionId), unknown: missingSecrets(withoutPublic(kept)) };
			}
			return { forms: events.secrets.forms(sessionId), unknown: [] };
		},
		isLinked: mayHear,
		stored: async (sessionId) => live.get(sessionId)?.runner.stored(),
		async isEnded(sessionId) {
			find(sessionId);
			if (mayHear(sessionId) || live.get(sessionId)?.runner.isStored() === false) return false;
			return live.has(sessionId) || !(await ports.transcripts.recordedElsewhere()).includes(sessionId);
		},
		hasOpenEnd(sessionId) {
			const { facts, entries } = find(sessionId);
			return !live.has(sessionId) && facts.openRun !== null && facts.readEndAt !== entries;
		},
		hide(sessionId, isHidden) {
			find(sessionId);
			if (isHidden) hidden.add(sessionId);
			else hidden.delete(sessionId);
		},
		forget(sessionId) {
			live.get(sessionId)?.runner.dispose();
			live.delete(sessionId);
			stored.delete(sessionId);
			hidden.delete(sessionId);
		},
		clockJumped(byMs) {
			for (const session of live.values()) session.runner.input({ kind: "clockJumped", byMs });
		},
		suspend() {
			for (const session of live.values()) session.runner.input({ kind: "suspend" });
		},
		async heardAll(limitMs) {
			const untilMs = ports.clock.monoMs() + limitMs;
			const isBehind = () => [...live.values()].some(({ runner }) => runner.waitingFrames() > 0);
			while (isBehind() && ports.clock.monoMs() < untilMs) await new Promise<void>((resolve) => ports.clock.after(HEARD_LOOK_MS, resolve));
		},
		dispose() {
			isDisposed = true;
			for (const session of live.values()) session.runner.dispose();
			live.clear();
		},
	};
}

/** Where cards are asked for. */
const tapRuleOf = ({ origin, facts }: Pick<StoredSession, "origin" | "facts">) =>
	offersOf(origin.protocol).taps ? { tapRule: facts.tapRule ?? origin.target.tapRule ?? "confirm" } : {};
const removed = (sessionId: string) =>
	new ConsoleError("SESSION_NOT_FOUND", `Session “${sessionId}” was removed. Restore it in the library first.`);

/** A value everybody sends is missed by nobody. */
const withoutPublic = (target: ConnectTarget): ConnectTarget =>
	target.headers
		? { ...target, headers: Object.fromEntries(Object.entries(target.headers).filter(([name]) => !isPublicHeader(name))) }
		: target;

const closing = () => new ConsoleError("SESSION_NOT_OPEN", "The console is being closed.");

const ended = (sessionId: string) =>
	new ConsoleError("SESSION_ENDED", `Session “${sessionId}” has ended. Start a new one; the old transcript stays as it is.`);

function openDelivery(delivery: string): "queued" | "sending" | "sent" | "unknown" {
	return delivery === "queued" || delivery === "sending" || delivery === "sent" ? delivery : "unknown";
}
