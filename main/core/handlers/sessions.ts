import { utf8Length } from "../../../schemas/rules/utf8-length.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import type { CertificatePin } from "../../../schemas/trust.ts";
import type { ConnectionDesk } from "../connections/connection-desk.ts";
import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";
import { withoutSecrets } from "../session/stored-target.ts";

type SessionHandlers = Pick<
	Handlers,
	| "session.open"
	| "session.pin"
	| "session.again"
	| "session.list"
	| "session.connect"
	| "session.disconnect"
	| "session.close"
	| "session.end"
	| "session.rename"
>;

export function createSessionHandlers(ports: Ports, registry: Registry, pinConnection: ConnectionDesk["pin"]): SessionHandlers {
	/** The same target opened twice is one recent entry; practice agents are listed elsewhere. */
	function remember(target: ConnectTarget, label: string): void {
		if (target.by.kind === "practice") return;
		const { sessionId: _, ...rest } = withoutSecrets(target);
		const place = rest.by.kind === "url" ? rest.by.url : rest.by.kind === "card" ? rest.by.source : "";
		const id = `${rest.protocol} ${rest.by.kind} ${place}`.slice(0, 128);
		ports.transcripts.saveRecent({ id, target: rest, label, usedAtMs: ports.clock.nowMs() });
	}

	return {
		"session.open": async ({ target }) => {
			const opened = await registry.open(target);
			remember(target, registry.summary(opened.sessionId).name);
			return opened;
		},
		"session.pin": async ({ sessionId, sha256, inConnection = false }) => {
			const shown = registry.summary(sessionId).lastOutcome?.certificate?.sha256;
			if (shown !== sha256)
				throw new ConsoleError("INVALID_ARGS", "The last dial was not refused for that certificate. Look at the newest refusal.");
			const pin: CertificatePin = { of: "certificate", sha256 };
			let connection: string | null = null;
			await registry.pin(sessionId, pin, async (origin) => {
				if (inConnection) connection = (await pinConnection(origin, pin)).name;
			});
			return { connection };
		},
		"session.again": ({ sessionId }) => registry.again(sessionId),
		"session.list": () => registry.summaries(),
		"session.connect": async ({ sessionId }) => {
			await registry.connect(sessionId);
			return null;
		},
		"session.disconnect": ({ sessionId }) => {
			registry.runner(sessionId).input({ kind: "disconnect" });
			return null;
		},
		"session.close": ({ sessionId, code, reason }) => {
			const allowed = code === 1000 || code >= 3000;
			if (!allowed) throw new ConsoleError("INVALID_ARGS", `A client may close with 1000 or 3000 to 4999, not ${code} (RFC 6455).`);
			const bytes = utf8Length(reason);
			if (bytes > 123) throw new ConsoleError("INVALID_ARGS", `The reason has ${bytes} bytes; a close frame carries at most 123.`);
			registry.runner(sessionId).input({ kind: "disconnect", code, reason });
			return null;
		},
		"session.end": ({ sessionId }) => {
			registry.runner(sessionId).input({ kind: "end" });
			return null;
		},
		"session.rename": async ({ sessionId, name }) => {
			await registry.rename(sessionId, name);
			return null;
		},
	};
}
