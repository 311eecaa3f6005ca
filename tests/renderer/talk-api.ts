import type { StoredEntry } from "../../main/core/reading/reading.ts";
import type { OperatorApi, RequestName } from "../../schemas/ipc.ts";
import { createFakeConversations } from "../fakes/fake-conversations.ts";

const AT_MS = Date.UTC(2026, 10, 30, 14, 31);

/** A console that reads one session which the test writes, entry by entry. */
export function createTalkApi() {
	const entries: StoredEntry[] = [];
	const conversations = createFakeConversations(() => ({ entries }));
	const listeners = new Set<(change: { sessionId: string }) => void>();
	const requests: { name: RequestName; args: Record<string, unknown> }[] = [];
	const answers: Partial<Record<RequestName, (args: never) => Promise<unknown>>> = {
		"conversation.page": ({ sessionId, ...request }: { sessionId: string } & Parameters<typeof conversations.conversationPage>[1]) =>
			conversations.conversationPage(sessionId, request),
		"conversation.text": (args: { sessionId: string; index: number; from: number; count: number }) =>
			conversations.conversationText(args.sessionId, args.index, args.from, args.count),
		"conversation.locate": async (args: { sessionId: string; ordinal: number }) => ({
			index: await conversations.conversationLocate(args.sessionId, args.ordinal),
		}),
		"state.at": (args: { sessionId: string; ordinal: number | null }) => conversations.stateAt(args.sessionId, args.ordinal),
		"state.trail": (args: { sessionId: string }) => conversations.stateTrail(args.sessionId),
	};
	const api = {
		async request(name: RequestName, args: Record<string, unknown>) {
			requests.push({ name, args });
			return { ok: true, value: structuredClone(await answers[name]?.(args as never)) };
		},
		on(_name: string, listener: (change: { sessionId: string }) => void) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	} as unknown as OperatorApi;

	const waits: (() => void)[] = [];
	return {
		api,
		requests,
		pages: () => requests.filter(({ name }) => name === "conversation.page"),
		/** Adds a numbered event and answers its ordinal. */
		say(event: { type: string } & Record<string, unknown>): number {
			const ordinal = entries.length + 1;
			const text = JSON.stringify({ ...event, sequence: ordinal });
			const place = { ordinal, atMs: AT_MS + ordinal, epoch: 1, sequence: ordinal };
			entries.push({ ...place, dir: "in", kind: "frame", opcode: "text", type: event.type, text });
			return ordinal;
		},
		after(_delayMs: number, run: () => void) {
			waits.push(run);
			return () => {
				const at = waits.indexOf(run);
				if (at >= 0) waits.splice(at, 1);
			};
		},
		/** Lets everything happen that waits: requests, and looks that are due. */
		async settle() {
			for (let round = 0; round < 6; round++) {
				for (let turn = 0; turn < 30; turn++) await Promise.resolve();
				for (const run of waits.splice(0)) run();
			}
		},
		tell() {
			for (const listener of listeners) listener({ sessionId: "s" });
		},
	};
}
