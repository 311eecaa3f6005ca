import type { Handlers } from "../dispatch.ts";
import type { Ports } from "../ports.ts";
import type { SchemaDesk } from "../protocols/observation-schemas.ts";
import { doorOf, offersOf } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";
import type { TemplateDesk } from "./templates.ts";

type MessageHandlers = Pick<
	Handlers,
	"message.catalogue" | "message.check" | "message.send" | "message.discard" | "draft.get" | "draft.save"
>;

export function createMessageHandlers(
	ports: Ports,
	registry: Registry,
	templates: TemplateDesk,
	schemas: Pick<SchemaDesk, "catalogue">,
): MessageHandlers {
	return {
		"message.catalogue": ({ sessionId }) => {
			const { protocol } = registry.origin(sessionId);
			const messages = doorOf(protocol).catalogue();
			return { protocol, messages: offersOf(protocol).observationSchema ? schemas.catalogue(messages) : messages };
		},
		"message.check": ({ sessionId, text }) => {
			if (!registry.isLive(sessionId)) return checkAlone(sessionId, text);
			return registry.runner(sessionId).check(text);
		},
		"message.send": async ({ sessionId, text, override = false }) => {
			const runner = registry.runner(sessionId);
			const { ordinal } = runner.send(text, override);
			// What was sent against the rules is not offered again.
			if (!override && offersOf(registry.origin(sessionId).protocol).templates) templates.remember(text);
			return runner.settled(ordinal);
		},
		"message.discard": ({ sessionId, ordinal }) => {
			registry.runner(sessionId).discard(ordinal);
			return null;
		},
		"draft.get": async ({ sessionId }) => ({ drafts: await ports.transcripts.drafts(sessionId) }),
		"draft.save": ({ sessionId, key, text }) => {
			registry.origin(sessionId); // throws for an unknown one, whose drafts nobody would ever see
			ports.transcripts.saveDraft(sessionId, key, text);
			return null;
		},
	};

	/** A stored session that is not connected: only the schema can speak. */
	function checkAlone(sessionId: string, text: string) {
		const { type, byteLength, findings } = registry.checkText(sessionId, text);
		const message = "This session is not connected. Connect it to send.";
		const all = [...findings, { code: "session.notOpen", severity: "error" as const, path: "", message }];
		return { type, byteLength, findings: all, sendable: false, nextTurn: null };
	}
}
