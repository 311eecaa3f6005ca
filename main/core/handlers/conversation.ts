import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { infoOf } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";

type ConversationHandlers = Pick<
	Handlers,
	"conversation.page" | "conversation.text" | "conversation.locate" | "conversation.whole" | "state.at" | "state.trail"
>;

/** `looked`: somebody looks at a session that may not be read to its end. */
export function createConversationHandlers(
	{ transcripts }: Ports,
	registry: Registry,
	looked: (sessionId: string) => void,
): ConversationHandlers {
	const lookedAt = new Set<string>();

	/** Unknown ids answer SESSION_NOT_FOUND; a protocol without conversations, INVALID_ARGS. */
	function talking(sessionId: string): string {
		const { label, offers } = infoOf(registry.origin(sessionId).protocol);
		if (offers.conversation) return sessionId;
		throw new ConsoleError("INVALID_ARGS", `Session “${sessionId}” has no conversation: ${label}.`);
	}
	return {
		"conversation.page": async ({ sessionId, ...request }) => {
			const page = await transcripts.conversationPage(talking(sessionId), request, await registry.isEnded(sessionId));
			if (!lookedAt.has(sessionId) && !registry.isLive(sessionId) && transcripts.health().state !== "readOnly") looked(sessionId);
			lookedAt.add(sessionId);
			return page;
		},
		"conversation.text": ({ sessionId, index, from, count }) => transcripts.conversationText(talking(sessionId), index, from, count),
		"conversation.locate": async ({ sessionId, ordinal }) => ({ index: await transcripts.conversationLocate(talking(sessionId), ordinal) }),
		"conversation.whole": async ({ sessionId, ordinal }) => ({
			text: await transcripts.whole(talking(sessionId), ordinal, await registry.isEnded(sessionId)),
		}),
		"state.at": ({ sessionId, ordinal }) => transcripts.stateAt(talking(sessionId), ordinal),
		"state.trail": ({ sessionId }) => transcripts.stateTrail(talking(sessionId)),
	};
}
