import type { Delivery } from "../../../../schemas/timeline.ts";
import type { Ref } from "../../session/machine.ts";
import type { ClientMessageCheck } from "./client-messages.ts";
import { textIn } from "./read.ts";
import { type ClientType, isClientType } from "./schemas.ts";

/** An own message whose fate is open. */
export interface OutboxItem {
	ref: Ref;
	type: ClientType;
	/** Of a move: the request it answers, `""` when it names none. */
	requestId: string | null;
	/** An error that is probably about it came. */
	blamed: boolean;
	delivery: Extract<Delivery, "sending" | "sent" | "unknown">;
}

/** The item a message becomes; null for messages nothing ever answers. */
export function outboxItem(ref: Ref, check: Pick<ClientMessageCheck, "type" | "body">): OutboxItem | null {
	const { type, body } = check;
	if (body === null || !isClientType(type) || type === "runtime_status") return null;
	return { ref, type, requestId: type === "action" ? (textIn(body, "request_id") ?? "") : null, blamed: false, delivery: "sending" };
}

/** The item that evidence is about: of several for one request the oldest, because a server judges in order. */
export function findItem(items: readonly OutboxItem[], type: string, requestId: string | null): OutboxItem | undefined {
	return items.find((item) => item.type === type && (requestId === null || item.requestId === requestId));
}
