import type { Finding } from "../../../../schemas/timeline.ts";
import type { Input, Ref } from "../../session/machine.ts";
import { addFinding, append, markOverride, note } from "../own-frames.ts";
import { checkClientMessage, encodeClientMessage } from "./client-messages.ts";
import { sent } from "./desk-send.ts";
import type { News } from "./news.ts";
import { findItem, type OutboxItem, outboxItem } from "./outbox.ts";
import { textIn } from "./read.ts";
import type { Turn } from "./state.ts";

/** Stores a message, folds it into the desk and hands it to the socket once it is on disk. */
function sendText(turn: Turn, type: string, text: string, body: Record<string, unknown> | null): Ref {
	const { state } = turn;
	const requestId = type === "action" && body ? (textIn(body, "request_id") ?? "") : null;
	// A move that met an error gives way to the next one for its request.
	for (const item of state.outbox.filter((each) => each.blamed && each.type === type && each.requestId === requestId)) {
		close(turn, item, "refused");
	}
	const ref = append(turn, { dir: "out", kind: "frame", opcode: "text", type, body: text, delivery: "sending" });
	state.pendingWrites.push({ ref, text });
	const item = outboxItem(ref, { type, body });
	if (item) state.outbox.push(item);
	sent(state.desk, type, body, ref);
	state.deskChanged = true;
	return ref;
}

/** A message the console sends by itself. */
export function sendOwn(turn: Turn, body: Record<string, unknown> & { type: string }): void {
	sendText(turn, body.type, encodeClientMessage(body), body);
}

/** The operator's message, already checked; `override` means its error findings were accepted knowingly. */
export function operatorSend(turn: Turn, input: Extract<Input, { kind: "send" }>): void {
	const ref = sendText(turn, input.type ?? "", input.text, input.body);
	markOverride(turn, ref, input);
}

/** The link is gone: what never reached the socket is dropped, for the server will ask anew; what did is in doubt. */
export function forgetWrites(turn: Turn): void {
	const { state } = turn;
	for (const { ref } of state.pendingWrites) {
		state.outbox = state.outbox.filter((item) => item.ref !== ref);
		turn.out({ kind: "delivery", ref, delivery: "discarded" });
	}
	state.pendingWrites = [];
	for (const item of state.outbox) {
		if (item.delivery === "unknown") continue;
		item.delivery = "unknown";
		turn.out({ kind: "delivery", ref: item.ref, delivery: "unknown" });
		note(turn, { event: "turn.unknown", type: item.type, turn: null });
	}
}

/** A new link is welcome: queue and confirmation did not survive the break, so it no longer matters what became of those messages. */
export function settleAfterBreak(turn: Turn): void {
	for (const item of turn.state.outbox.filter(({ type, delivery }) => type !== "action" && delivery === "unknown")) {
		close(turn, item, "dropped");
		note(turn, { event: "turn.settled", type: item.type, turn: null, as: "notDelivered", why: "the queue does not survive a break" });
	}
}

const REASONS: Readonly<Record<string, Pick<Finding, "code" | "severity">>> = {
	stale: { code: "action.stale", severity: "info" },
	refused: { code: "message.refused", severity: "warning" },
	lost: { code: "action.notDelivered", severity: "warning" },
};
const STALE = "It answered a request that no longer counted. Nothing is lost and nothing need be done";

/** Evidence about an own message came in. */
export function settleItem(turn: Turn, news: Extract<News, { kind: "settled" }>): void {
	const { state } = turn;
	const item = findItem(state.outbox, news.type, news.requestId);
	if (!item) return;
	const wasUnknown = item.delivery === "unknown";
	// The finding first: after a final delivery nothing more is attached to an entry.
	const reason = REASONS[news.as];
	if (reason) {
		const message =
			news.as === "stale"
				? `${STALE}: ${news.why}`
				: news.as === "refused"
					? `The server refused it: ${news.why}`
					: `It did not arrive: ${news.why}`;
		addFinding(turn, item.ref, { ...reason, path: "", message });
	}
	close(turn, item, news.as === "lost" ? "dropped" : news.as);
	if (wasUnknown && news.as !== "stale" && news.as !== "refused") {
		const as = news.as === "lost" ? "notDelivered" : "answered";
		note(turn, { event: "turn.settled", type: item.type, turn: null, as, why: news.why });
	}
}

/** An error without a name that is probably about this message; what became of it is still open. */
export function blameItem(turn: Turn, news: Extract<News, { kind: "blamed" }>): void {
	const item = findItem(turn.state.outbox, news.type, news.requestId);
	if (!item) return;
	item.blamed = true;
	addFinding(turn, item.ref, {
		code: "action.error",
		severity: "warning",
		path: "",
		message: `The server answered with an error: ${news.message}`,
	});
}

export function discardItem(turn: Turn, ref: Ref): void {
	const item = turn.state.outbox.find((each) => each.ref === ref);
	if (item?.delivery !== "unknown") return;
	close(turn, item, "discarded");
	note(turn, { event: "operator.discard", type: item.type, turn: null });
}

function close(turn: Turn, item: OutboxItem, delivery: "answered" | "stale" | "refused" | "dropped" | "discarded"): void {
	turn.state.outbox = turn.state.outbox.filter((each) => each !== item);
	turn.out({ kind: "delivery", ref: item.ref, delivery });
}

/** Messages of an earlier run whose fate is open. */
export function restoredItems(messages: readonly { ref: Ref; text: string; delivery: string }[]): OutboxItem[] {
	return messages.flatMap(({ ref, text, delivery }) => {
		const item = outboxItem(ref, checkClientMessage(text));
		return item ? [{ ...item, delivery: delivery === "unknown" ? "unknown" : "sent" } satisfies OutboxItem] : [];
	});
}
