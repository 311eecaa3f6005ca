import type { Delivery } from "../../../../schemas/timeline.ts";
import { addItem } from "./items.ts";
import type { Conversation, FramePlace, OwnItem, Reading } from "./state.ts";
import { isRecord } from "./values.ts";

/** An own message as it stands in the timeline. `body` is null when its text is no JSON object. */
export interface OwnMessage {
	type: string;
	body: Record<string, unknown> | null;
	delivery?: Delivery;
}

/** Deliveries that say the agent never got it under this entry. */
const NEVER_SENT: ReadonlySet<Delivery> = new Set(["discarded", "dropped"]);

/**
 * Reads an own message into the conversation: user.turn, user.observation, audio turns and response.cancel; others are not part of it.
 * An observation's data stays in its entry: it is personal and may be large.
 */
export function foldOwnMessage(talk: Conversation, message: OwnMessage, at: FramePlace): void {
	const { type, body } = message;
	const delivery = message.delivery ?? null;
	const reading: Reading = { talk, at, base: "", event: body ?? {}, findings: [] };
	talk.upToOrdinal = Math.max(talk.upToOrdinal, at.ordinal);
	switch (type) {
		case "user.turn": {
			const text = typeof body?.text === "string" ? body.text : "";
			const contexts = Array.isArray(body?.context) ? body.context.length : 0;
			const shown = { kind: "turn", turn: turnIn(body), text, contexts, delivery, messageId: null, answeredBy: null } as const;
			const item = addItem<"turn">(reading, undefined, shown);
			outsideRun(item);
			waitFor(talk, item, delivery);
			const same = talk.unechoed.get(text);
			if (same) same.push(item);
			else talk.unechoed.set(text, [item]);
			return;
		}
		case "user.observation": {
			const observed = isRecord(body?.observation) ? body.observation : {};
			const item = addItem<"observation">(reading, undefined, {
				kind: "observation",
				turn: turnIn(body),
				modality: textOrNull(observed.modality),
				interactionId: textOrNull(body?.interactionId),
				simulated: typeof observed.simulated === "boolean" ? observed.simulated : null,
				delivery,
				answeredBy: null,
			});
			outsideRun(item);
			waitFor(talk, item, delivery);
			return;
		}
		case "audio.turn.start":
		case "audio.turn.commit":
		case "audio.turn.cancel": {
			const phase = type === "audio.turn.start" ? "start" : type === "audio.turn.commit" ? "commit" : "cancel";
			const item = addItem<"audio">(reading, undefined, { kind: "audio", phase, turn: turnIn(body), delivery, answeredBy: null });
			outsideRun(item);
			if (phase === "commit") waitFor(talk, item, delivery);
			else talk.own.set(at.ordinal, item);
			return;
		}
		case "response.cancel":
			foldCancel(reading, delivery);
			return;
	}
}

function turnIn(body: Record<string, unknown> | null): number | null {
	const turn = body?.turn;
	return typeof turn === "number" && Number.isSafeInteger(turn) && turn >= 1 ? turn : null;
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A turn starts something; it does not belong to the run that happened to be open. */
function outsideRun(item: OwnItem): void {
	item.shown.run = null;
}

function waitFor(talk: Conversation, item: OwnItem, delivery: Delivery | null): void {
	talk.own.set(item.shown.frames.first, item);
	if (delivery !== null && NEVER_SENT.has(delivery)) return;
	talk.waiting.push(item);
	if (item.shown.turn !== null) talk.byTurn.set(item.shown.turn, item);
}

/** A cancel is for the run that is open; whether it did anything is known when that run ends. */
function foldCancel(reading: Reading, delivery: Delivery | null): void {
	const { talk, at } = reading;
	const { stream } = talk;
	const item = addItem<"cancel">(reading, undefined, { kind: "cancel", delivery });
	talk.own.set(at.ordinal, item);
	if (stream.phase !== "running" || !stream.run) {
		item.shown.run = null;
		return;
	}
	stream.run.cancel ??= { ordinal: at.ordinal, atMs: at.atMs, settled: "pending" };
}

/** A later word about an own message's delivery. */
export function foldDelivery(talk: Conversation, ordinal: number, delivery: Delivery): void {
	const item = talk.own.get(ordinal);
	if (!item) return;
	item.shown.delivery = delivery;
	if (NEVER_SENT.has(delivery)) talk.waiting = talk.waiting.filter((each) => each !== item);
}
