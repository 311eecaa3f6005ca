import {
	type Conversation,
	type ConversationOptions,
	createConversation,
	fold,
	foldLocal,
	foldOwnMessage,
} from "../../../../main/core/protocols/ag-ui/fold.ts";
import { conversationView } from "../../../../main/core/protocols/ag-ui/view.ts";
import { decodeServerFrame } from "../../../../main/core/protocols/agentcall/codec.ts";
import type { ConversationView } from "../../../../schemas/conversation.ts";
import type { Delivery, Finding } from "../../../../schemas/timeline.ts";

export type Event = { type: string } & Record<string, unknown>;

/** Reads server frames, own messages and local events the way a session does; ordinals count from 1, one second apart. */
export function talk(options: ConversationOptions = {}) {
	const conversation: Conversation = createConversation(options);
	let ordinal = 0;
	let epoch: number | undefined;
	const place = () => {
		ordinal++;
		return { ordinal, atMs: ordinal * 1_000, epoch };
	};
	return {
		conversation,
		/** Answers the findings of reading, not those of the schema. */
		agent(...events: Event[]): Finding[] {
			return events.flatMap((event) => this.frame(JSON.stringify(event)));
		},
		frame(text: string): Finding[] {
			return fold(conversation, decodeServerFrame("text", text, text.length), place());
		},
		says(body: Event, delivery: Delivery = "sent"): number {
			foldOwnMessage(conversation, { type: body.type, body, delivery }, place());
			return ordinal;
		},
		local(event: string, body: Record<string, unknown> = {}, at: { epoch?: number } = {}): void {
			if (at.epoch !== undefined) epoch = at.epoch;
			foldLocal(conversation, event, body, place());
		},
		view: (): ConversationView => conversationView(conversation),
		/** The last item of a kind. */
		item<K extends ConversationView["items"][number]["kind"]>(kind: K) {
			const items = conversationView(conversation).items.filter((item) => item.kind === kind);
			return items.at(-1) as Extract<ConversationView["items"][number], { kind: K }> | undefined;
		},
		run: () => conversationView(conversation).runs.at(-1),
	};
}

export const runStarted = (runId = "r", more: Record<string, unknown> = {}): Event => ({
	type: "RUN_STARTED",
	threadId: "t",
	runId,
	...more,
});
export const runFinished = (runId = "r", more: Record<string, unknown> = {}): Event => ({
	type: "RUN_FINISHED",
	threadId: "t",
	runId,
	...more,
});
export const codes = (findings: readonly Finding[]) => findings.map((finding) => finding.code);
