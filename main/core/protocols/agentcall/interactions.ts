import { codePointLength } from "../../../../schemas/rules/code-points.ts";
import type { Interaction, InteractionCarrier, InteractionState, LinkOutcome } from "../../../../schemas/session.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { inWords } from "../../schema/describe-violation.ts";
import { createGatheredCalls, type GatheredCalls } from "./gather-call.ts";

/** Kept per session; older ones that are over make room. */
const KEPT = 32;
/** Client messages carry ids of at most this many characters. */
const MAX_ID_LENGTH = 128;
const MAX_PROMPT_LENGTH = 1_024;
/** Of an id or a modality, UTF-16 units: one that is longer names nothing that could be answered, and is stored with each change. */
const MAX_KEPT_UNITS = 512;

/** Entries that may be named as having carried one request; an agent that repeats itself for ever must not fill memory. */
const MAX_ASKED = 8;

/** What the entry that is being read did to a request. */
export interface Touch {
	interaction: Interaction;
	as: "asked" | "ended";
}

/** Requests to a person, and tool calls that may turn out to be one. */
export interface Interactions {
	list: Interaction[];
	/** What was done since somebody took it out, for owners that know entries; null for those that do not. */
	touched: Touch[] | null;
	/** What a request was before our answer, in case that does not count. */
	before: WeakMap<Interaction, { state: InteractionState; answeredByTurn: number | null; ended: number | null }>;
	/** Arguments of the stand-in's tool, by call, until they are whole. */
	toolCalls: GatheredCalls;
	/** More wait than are kept; said once. */
	isFull: boolean;
	/** Those asked in the newest run of this start of the program. */
	ofRun: Set<Interaction>;
}

export function createInteractions(stored: unknown, touched: Touch[] | null = null): Interactions {
	return { list: readStored(stored), touched, before: new WeakMap(), toolCalls: createGatheredCalls(), isFull: false, ofRun: new Set() };
}

/** Requests as an earlier run stored them; copies, and whole even if an older version did not know entries yet. */
export function readStored(stored: unknown): Interaction[] {
	const list = Array.isArray(stored) ? (stored as Interaction[]) : [];
	return list.map((each) => copyOf({ ...each, ordinals: each.ordinals ?? { asked: [], ended: null } }));
}

export function copyOf(interaction: Interaction): Interaction {
	const { asked, ended } = interaction.ordinals;
	return { ...interaction, carriers: [...interaction.carriers], ordinals: { asked: [...asked], ended } };
}

/** Names the entry at which something was done. */
export function placeTouches(touches: readonly Touch[], ordinal: number): void {
	for (const { interaction, as } of touches) {
		const { ordinals } = interaction;
		if (as === "ended") ordinals.ended = ordinal;
		else if (ordinals.asked.length < MAX_ASKED && !ordinals.asked.includes(ordinal)) ordinals.asked.push(ordinal);
	}
}

/** A request as one of its carriers said it; nothing is believed yet. */
export interface RawRequest {
	interactionId: unknown;
	modality: unknown;
	prompt: unknown;
	expiresAt: unknown;
	timeoutMs: unknown;
	turn: unknown;
	carrier: InteractionCarrier;
}

/** What a person cannot do anything about any more. */
const OVER: ReadonlySet<InteractionState> = new Set(["answered", "expired", "withdrawn"]);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The request of that id; the newest, because an agent may use an id again in another numbering. */
export function findRequest<T extends Pick<Interaction, "interactionId">>(list: readonly T[], interactionId: unknown): T | undefined {
	const kept = typeof interactionId === "string" ? interactionId.slice(0, MAX_KEPT_UNITS) : interactionId;
	return list.findLast((each) => each.interactionId === kept);
}

/**
 * Takes a request into account. The same id again enriches the first: what that did not say. Answers findings for the frame that carried it.
 */
export function request(interactions: Interactions, raw: RawRequest, offered: readonly string[], nowMs: number): Finding[] {
	const interactionId = text(raw.interactionId).slice(0, MAX_KEPT_UNITS);
	const modality = text(raw.modality).slice(0, MAX_KEPT_UNITS);
	const known = interactions.list.find((each) => each.interactionId === interactionId && each.state !== "ended");
	const expiresAtMs = expiryOf(raw, nowMs);
	if (known) {
		if (!known.carriers.includes(raw.carrier)) known.carriers.push(raw.carrier);
		known.prompt ||= text(raw.prompt).slice(0, MAX_PROMPT_LENGTH);
		known.modality ||= modality;
		known.expiresAtMs ??= expiresAtMs;
		known.turn ??= typeof raw.turn === "number" ? raw.turn : null;
		interactions.touched?.push({ interaction: known, as: "asked" });
		if (!OVER.has(known.state)) return [];
		const message = `The request ${inWords(interactionId)} is over (${known.state}); asked again under its id it stays so. To ask anew takes a new id.`;
		return [{ code: "interaction.repeated", severity: "warning", path: "", message }];
	}
	const findings: Finding[] = [];
	let state: InteractionState = "waiting";
	if (interactionId === "" || codePointLength(interactionId) > MAX_ID_LENGTH) {
		state = "unanswerable";
		const message = `A request whose interactionId is ${interactionId === "" ? "empty" : `longer than ${MAX_ID_LENGTH} characters`} cannot be answered.`;
		findings.push({ code: "interaction.unanswerable", severity: "error", path: "", message });
	} else if (!offered.includes(modality)) {
		state = "notNegotiated";
		const message = `The agent asks for “${modality}”, which was not offered in session.start. It is shown and not answered by default.`;
		findings.push({ code: "modality.not_negotiated", severity: "warning", path: "", message });
	}
	const asked: Interaction = {
		interactionId,
		modality,
		prompt: text(raw.prompt).slice(0, MAX_PROMPT_LENGTH),
		requestedAtMs: nowMs,
		expiresAtMs,
		turn: typeof raw.turn === "number" ? raw.turn : null,
		carriers: [raw.carrier],
		state,
		answeredByTurn: null,
		changedAtMs: nowMs,
		ordinals: { asked: [], ended: null },
	};
	interactions.list.push(asked);
	if (raw.carrier !== "frame") interactions.ofRun.add(asked);
	interactions.touched?.push({ interaction: asked, as: "asked" });
	return [...findings, ...makeRoom(interactions)];
}

/** A time that is none (`-1`, `soon`) sets no limit; the check of the fields names it. */
function expiryOf(raw: RawRequest, nowMs: number): number | null {
	if (typeof raw.timeoutMs === "number" && raw.timeoutMs > 0) return nowMs + raw.timeoutMs;
	const at = typeof raw.expiresAt === "string" ? Date.parse(raw.expiresAt) : Number.NaN;
	return Number.isNaN(at) ? null : at;
}

function makeRoom(interactions: Interactions): Finding[] {
	const wasFull = interactions.isFull;
	interactions.isFull = false;
	while (interactions.list.length > KEPT) {
		const over = interactions.list.findIndex((each) => each.state !== "waiting");
		interactions.isFull = over === -1;
		for (const gone of interactions.list.splice(Math.max(over, 0), 1)) interactions.ofRun.delete(gone);
	}
	if (wasFull || !interactions.isFull) return [];
	const message = `More than ${KEPT} requests wait at the same time. The newest ${KEPT} are listed; of the others the timeline tells, and they can be answered by a message of one's own.`;
	return [{ code: "budget.requests", severity: "warning", path: "", message }];
}

function become({ touched }: Interactions, interaction: Interaction, state: InteractionState, nowMs: number): void {
	interaction.state = state;
	interaction.changedAtMs = nowMs;
	interaction.ordinals.ended = null;
	if (state !== "waiting") touched?.push({ interaction, as: "ended" });
}

const CLOSE_REASONS: ReadonlyMap<unknown, InteractionState> = new Map([
	["answered", "answered"],
	["expired", "expired"],
	["withdrawn", "withdrawn"],
]);

/**
 * The agent says that a request is over; for a reason that nobody knows, or none, it is over all the same (`ended`). What we know better (our
 * own answer) stays. Answers whether the reason is a known one.
 */
export function closeRequest(interactions: Interactions, id: unknown, reason: unknown, nowMs: number): boolean {
	const interaction = findRequest(interactions.list, id);
	const state = CLOSE_REASONS.get(reason);
	if (interaction && interaction.state !== "answered" && interaction.state !== "ended")
		become(interactions, interaction, state ?? "ended", nowMs);
	return state !== undefined;
}

/** The run broke off: what was asked in it waits for nobody any more. That it finished ends nothing, for a run never waits for its client. */
export function runFailed(interactions: Interactions, nowMs: number): void {
	for (const each of interactions.ofRun) if (each.state === "waiting") become(interactions, each, "ended", nowMs);
	interactions.ofRun.clear();
}

/** A new run: interrupts that nobody answered are let go by it, as AG-UI has it; what was asked otherwise waits on. */
export function runStarted(interactions: Interactions, nowMs: number): void {
	interactions.ofRun.clear();
	for (const each of interactions.list) {
		if (each.state === "waiting" && each.carriers.every((carrier) => carrier === "interrupt")) become(interactions, each, "ended", nowMs);
	}
}

/** Our observation with that id was handed to the store. */
export function markAnswered(interactions: Interactions, interactionId: string, turn: number | null, nowMs: number): void {
	const interaction = findRequest(interactions.list, interactionId);
	if (!interaction) return;
	const { state, answeredByTurn, ordinals } = interaction;
	interactions.before.set(interaction, { state, answeredByTurn, ended: ordinals.ended });
	become(interactions, interaction, "answered", nowMs);
	interaction.answeredByTurn = turn;
}

/** What an error's code says about the request it is about. Any other code leaves it as it was before the answer. */
const REFUSALS: Readonly<Record<string, InteractionState>> = {
	interaction_expired: "expired",
	unknown_interaction: "ended",
	interaction_answered: "answered",
};

/**
 * Our answer did not count: it was discarded before it was sent (`code` null), or refused. What the request was before is remembered for one
 * run of the program; after that it is what it would be if it were asked now.
 */
export function takeAnswerBack(
	interactions: Interactions,
	turn: number,
	code: string | null,
	offered: readonly string[],
	nowMs: number,
): void {
	const interaction = interactions.list.findLast((each) => each.state === "answered" && each.answeredByTurn === turn);
	const said = code !== null && Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
	if (!interaction || said === "answered") return;
	if (said) {
		interaction.answeredByTurn = null;
		become(interactions, interaction, said, nowMs);
		return;
	}
	const asked = { state: offered.includes(interaction.modality) ? "waiting" : "notNegotiated", answeredByTurn: null, ended: null } as const;
	const { state, answeredByTurn, ended } = interactions.before.get(interaction) ?? asked;
	interaction.state = state;
	interaction.answeredByTurn = answeredByTurn;
	interaction.changedAtMs = nowMs;
	interaction.ordinals.ended = ended;
}

/** The agent's error is about a request: one that has expired there is over here too. */
export function heedRequestError(interactions: Interactions, id: unknown, code: unknown, nowMs: number): void {
	const interaction = findRequest(interactions.list, id);
	if (interaction?.state === "waiting" && code === "interaction_expired") become(interactions, interaction, "expired", nowMs);
}

/** One request whose time is over becomes expired; answers it, null when there is none. One at a time, because each has a note of its own. */
export function expireOne(interactions: Interactions, nowMs: number): Interaction | null {
	const over = interactions.list.find((each) => each.state === "waiting" && each.expiresAtMs !== null && each.expiresAtMs <= nowMs);
	if (!over) return null;
	become(interactions, over, "expired", nowMs);
	return over;
}

/** ms until the next request expires; null when none will. */
export function nextExpiryMs(interactions: Interactions, nowMs: number): number | null {
	const times = interactions.list.flatMap((each) => (each.state === "waiting" && each.expiresAtMs !== null ? [each.expiresAtMs] : []));
	return times.length === 0 ? null : Math.max(0, Math.min(...times) - nowMs);
}

/**
 * Whether nobody waits any more once a link or a dial ended like that: the session is over, or the other side will not have it. What this
 * console closed can be connected again, and its requests wait for that.
 */
export function linkEndsRequests(outcome: unknown): boolean {
	const { next, by } = (outcome ?? {}) as Partial<LinkOutcome>;
	return next === "ended" || (next === "stop" && by !== "console");
}

/** The session or its numbering is over: nobody waits any more. */
export function endAll(interactions: Interactions, nowMs: number): void {
	interactions.toolCalls.clear();
	interactions.ofRun.clear();
	for (const each of interactions.list) if (each.state === "waiting") become(interactions, each, "ended", nowMs);
}
