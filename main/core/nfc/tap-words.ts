import type { InteractionState } from "../../../schemas/session.ts";
import type { TapPhase } from "../../../schemas/tap.ts";
import type { Delivery } from "../../../schemas/timeline.ts";

/** What a person is told in each phase, and in two cases that share one. */
export const PHASE_WORDS: Readonly<Record<TapPhase | "random" | "notShownAgain", string>> = {
	offered: "No request waits. It can be sent as an observation nobody asked for, or discarded.",
	choose: "Several requests wait for a tap. Choose the one this card answers.",
	confirm: "Look at what was read and confirm it.",
	random: "A phone or a random number, which is no identity: use a card. If it is confirmed, it is sent without a number.",
	showAgain: "Take the card away, and hold the same one to the reader again to confirm. Another card takes its place.",
	notShownAgain: "The card was not shown again in time. Nothing was sent; tap again.",
	sending: "On its way: stored first, then sent.",
	sent: "Sent.",
	failed: "It was not sent.",
	expired: "Its time is over. Nothing was sent.",
};

/** Why a tap has no request to answer any more. */
export const REQUEST_OVER: Readonly<Record<InteractionState, string>> = {
	waiting: "The request waits.",
	notNegotiated: "The request asks for something that was not offered.",
	answered: "The request was answered meanwhile. This tap was not sent.",
	expired: "The request expired before the tap was confirmed. Nothing was sent.",
	withdrawn: "The agent withdrew the request. Nothing was sent.",
	unanswerable: "The request cannot be answered.",
	ended: "The session that asked is over. Nothing was sent.",
};

export const DELIVERY_WORDS: Readonly<Partial<Record<Delivery, string>>> = {
	queued: "It waits here, and goes out when the link is back.",
	sent: "Sent.",
	acknowledged: "Sent, and the agent has it.",
	answered: "Sent, and the agent answers.",
	unknown: "The link broke while it went out. It may have arrived; it is not sent again by itself.",
	refused: "The agent refused it.",
	stale: "It came too late for the agent.",
	discarded: "The link was gone before it went out. It was not sent.",
};

/** Null for what changes nothing about the tap. */
export function phaseOfDelivery(delivery: Delivery): TapPhase | null {
	switch (delivery) {
		case "queued":
		case "sending":
			return "sending";
		case "sent":
		case "acknowledged":
		case "answered":
			return "sent";
		case "unknown":
		case "refused":
		case "stale":
		case "discarded":
			return "failed";
		default:
			return null;
	}
}
