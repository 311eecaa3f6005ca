import type { MessageFate } from "../../schemas/timeline.ts";
import type { IconName } from "../components/elements/icon-shapes.tsx";

export interface FateWords {
	icon: IconName;
	text: string;
	meaning: "plain" | "unknown" | "alarm";
}

/** How far an own message came, in one sentence. */
export function fateWords({ ordinal, stored, delivery, queued }: MessageFate): FateWords {
	if (!stored) return { icon: "waiting", text: `Queued here as entry ${ordinal}: not stored yet, and not sent.`, meaning: "plain" };
	if (delivery === "queued")
		return { icon: "waiting", text: `Stored as entry ${ordinal}. It goes out when there is a link.`, meaning: "plain" };
	if (queued) return { icon: "waiting", text: `Stored as entry ${ordinal}, and on its way to the socket.`, meaning: "plain" };
	if (delivery === "discarded")
		return { icon: "x", text: `Not sent: the link was gone before entry ${ordinal} went out.`, meaning: "alarm" };
	if (delivery === "unknown")
		return { icon: "unknown", text: `Entry ${ordinal} may have arrived: the link broke before it was answered.`, meaning: "unknown" };
	return { icon: "out", text: `Sent as entry ${ordinal}.`, meaning: "plain" };
}

/** What is to be told of a message that was answered for and is not out; null when it is, or waits as it should. */
export function fateToast(what: string, fate: MessageFate): { meaning: "alarm" | "plain"; title: string; text: string } | null {
	const { meaning, text } = fateWords(fate);
	if (meaning !== "plain") return { meaning: "alarm", title: `${what} was not sent for sure`, text };
	return fate.stored ? null : { meaning: "plain", title: `${what} waits for the disk`, text };
}
