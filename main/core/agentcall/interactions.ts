import type { Interaction, InteractionCarrier, InteractionState } from "../../../schemas/session.ts";
import type { Finding } from "../../../schemas/timeline.ts";

/** Kept per session; older ones that are over make room. */
const KEPT = 32;
/** Client messages carry ids of at most this many characters. */
const MAX_ID_LENGTH = 128;
const MAX_PROMPT_LENGTH = 1_024;
/** A tool call's arguments longer than this are not gathered: no request needs them. */
const MAX_ARGUMENT_UNITS = 64 * 1024;

/** Requests to a person, and tool calls that may turn out to be one. */
export interface Interactions {
	list: Interaction[];
	/** Arguments of the stand-in's tool, by call, until the call ends. */
	toolCalls: Map<string, string>;
}

export function createInteractions(stored: unknown): Interactions {
	const list = Array.isArray(stored) ? (stored as Interaction[]) : [];
	return { list: list.map((each) => ({ ...each })), toolCalls: new Map() };
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

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Takes a request into account. The same id again enriches the first: what that did not say. Answers findings for the frame that carried it.
 * `serverAheadMs` is how far the agent's clock is ahead of ours, as far as known.
 */
export function request(interactions: Interactions, raw: RawRequest, offered: readonly string[], nowMs: number): Finding[] {
	const interactionId = text(raw.interactionId);
	const modality = text(raw.modality);
	const known = interactions.list.find((each) => each.interactionId === interactionId && each.state !== "ended");
	const expiresAtMs = expiryOf(raw, nowMs);
	if (known) {
		if (!known.carriers.includes(raw.carrier)) known.carriers.push(raw.carrier);
		known.prompt ||= text(raw.prompt).slice(0, MAX_PROMPT_LENGTH);
		known.modality ||= modality;
		known.expiresAtMs ??= expiresAtMs;
		known.turn ??= typeof raw.turn === "number" ? raw.turn : null;
		return [];
	}
	const findings: Finding[] = [];
	let state: InteractionState = "waiting";
	if (interactionId === "" || [...interactionId].length > MAX_ID_LENGTH) {
		state = "unanswerable";
		const message = `A request whose interactionId is ${interactionId === "" ? "empty" : `longer than ${MAX_ID_LENGTH} characters`} cannot be answered.`;
		findings.push({ code: "interaction.unanswerable", severity: "error", path: "", message });
	} else if (!offered.includes(modality)) {
		state = "notNegotiated";
		const message = `The agent asks for “${modality}”, which was not offered in session.start. It is shown and not answered by default.`;
		findings.push({ code: "modality.not_negotiated", severity: "warning", path: "", message });
	}
	interactions.list.push({
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
	});
	makeRoom(interactions);
	return findings;
}

function expiryOf(raw: RawRequest, nowMs: number): number | null {
	if (typeof raw.timeoutMs === "number" && raw.timeoutMs > 0) return nowMs + raw.timeoutMs;
	const at = typeof raw.expiresAt === "string" ? Date.parse(raw.expiresAt) : Number.NaN;
	return Number.isNaN(at) ? null : at;
}

function makeRoom(interactions: Interactions): void {
	while (interactions.list.length > KEPT) {
		const over = interactions.list.findIndex((each) => each.state !== "waiting");
		interactions.list.splice(Math.max(over, 0), 1);
	}
}

function become(interaction: Interaction, state: InteractionState, nowMs: number): void {
	interaction.state = state;
	interaction.changedAtMs = nowMs;
}

const CLOSE_REASONS: Readonly<Record<string, InteractionState>> = { answered: "answered", expired: "expired", withdrawn: "withdrawn" };

/** The agent says that a request is over. What we know better (our own answer) stays. */
export function closeRequest(interactions: Interactions, id: unknown, reason: unknown, nowMs: number): void {
	const interaction = interactions.list.find((each) => each.interactionId === id && each.state !== "ended");
	const state = CLOSE_REASONS[text(reason)];
	if (interaction && state && interaction.state !== "answered") become(interaction, state, nowMs);
}

/** Our observation with that id was handed to the store. */
export function markAnswered(interactions: Interactions, interactionId: string, turn: number | null, nowMs: number): void {
	const interaction = interactions.list.find((each) => each.interactionId === interactionId);
	if (!interaction) return;
	become(interaction, "answered", nowMs);
	interaction.answeredByTurn = turn;
}

/** Requests whose time is over now become expired; answers them. */
export function expire(interactions: Interactions, nowMs: number): Interaction[] {
	const over = interactions.list.filter((each) => each.state === "waiting" && each.expiresAtMs !== null && each.expiresAtMs <= nowMs);
	for (const each of over) become(each, "expired", nowMs);
	return over;
}

/** ms until the next request expires; null when none will. */
export function nextExpiryMs(interactions: Interactions, nowMs: number): number | null {
	const times = interactions.list.flatMap((each) => (each.state === "waiting" && each.expiresAtMs !== null ? [each.expiresAtMs] : []));
	return times.length === 0 ? null : Math.max(0, Math.min(...times) - nowMs);
}

/** The session or its numbering is over: nobody waits any more. */
export function endAll(interactions: Interactions, nowMs: number): void {
	interactions.toolCalls.clear();
	for (const each of interactions.list) if (each.state === "waiting") become(each, "ended", nowMs);
}

/** Gathers the stand-in tool's arguments; answers them when the call has ended. Other tools are not looked at. */
export function gatherToolCall(interactions: Interactions, type: string, event: Record<string, unknown>, toolName: string): unknown {
	const id = text(event.toolCallId);
	if (type === "TOOL_CALL_START" && event.toolCallName === toolName) interactions.toolCalls.set(id, "");
	const gathered = interactions.toolCalls.get(id);
	if (gathered === undefined) return undefined;
	if (type === "TOOL_CALL_ARGS" && gathered.length < MAX_ARGUMENT_UNITS) interactions.toolCalls.set(id, gathered + text(event.delta));
	if (type !== "TOOL_CALL_END") return undefined;
	interactions.toolCalls.delete(id);
	try {
		return JSON.parse(gathered) as unknown;
	} catch {
		return undefined;
	}
}
