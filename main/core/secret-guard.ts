/** What windows, scripts and the log are told: an agent may repeat what it was sent in the handshake, and nothing but the transcript itself shows that. */
import type { Events, RequestName, Requests } from "../../schemas/ipc.ts";
import type { CoreListener } from "./create-core.ts";
import type { Handlers } from "./dispatch.ts";
import { ConsoleError } from "./errors.ts";
import type { Log } from "./ports.ts";
import type { KnownSecrets } from "./session/known-secrets.ts";
import { maskDeep, type SecretMask } from "./session/secret-forms.ts";

type Masks = { [N in RequestName]?: (value: Requests[N]["result"], args: Requests[N]["args"]) => Requests[N]["result"] };

export interface SecretGuard {
	/** `recall` learns what a stored session was opened with, as far as that is kept. */
	handlers(handlers: Handlers, recall: (sessionId: string) => Promise<unknown>): Handlers;
	listener(listener: CoreListener): CoreListener;
}

export function createSecretGuard(secrets: KnownSecrets): SecretGuard {
	const masked = <T>(value: T, mask: SecretMask): T => (mask.isEmpty ? value : maskDeep(value, mask.text));
	const whole = <T>(value: T): T => masked(value, secrets.all());
	/** A list over sessions: each with its own, since the same word may be nothing in another. */
	const each = <T extends { sessionId: string }>(list: T[]): T[] => list.map((one) => masked(one, secrets.of(one.sessionId)));

	const results: Masks = {
		"session.list": each,
		"timeline.rows": (page, { sessionId }) => masked(page, secrets.of(sessionId)),
		// The transcript itself: every byte, and a word about it.
		"timeline.entry": (entry, { sessionId }) =>
			secrets.of(sessionId).finds(`${entry.text ?? ""}${entry.base64 ?? ""}`) ? { ...entry, holdsSecret: true } : entry,
		"search.run": (answer) => ({ ...answer, hits: answer.hits.map((hit) => maskedHit(hit, secrets.of(hit.sessionId))) }),
		"search.more": (answer) => ({ ...answer, hits: answer.hits.map((hit) => maskedHit(hit, secrets.of(hit.sessionId))) }),
		"library.list": whole,
		"library.session": whole,
		// Texts are asked for by place there, so every place stays.
		"conversation.page": (page, { sessionId }) => sameLength(page, secrets.of(sessionId)),
		"conversation.text": (piece, { sessionId }) => sameLength(piece, secrets.of(sessionId)),
		// JSON texts, whose values are looked at by place; they stay JSON.
		"conversation.whole": (whole, { sessionId }) => sameLength(whole, secrets.of(sessionId)),
		"state.at": (view, { sessionId }) => sameLength(view, secrets.of(sessionId)),
		"state.trail": (trail, { sessionId }) => sameLength(trail, secrets.of(sessionId)),
		"table.view": (reading, { sessionId }) => masked(reading, secrets.of(sessionId)),
		"table.whole": (view, { sessionId }) => masked(view, secrets.of(sessionId)),
		"redaction.preview": (preview, { sessionId }) => masked(preview, secrets.of(sessionId)),
		"compare.run": whole,
		"card.read": whole,
		"seat.ask": whole,
		"seat.askAt": whole,
		"replay.start": whole,
		"replay.stop": whole,
		"replay.status": whole,
	};

	/** Marks are places in the snippet. */
	function maskedHit<H extends { snippet: string }>(hit: H, mask: SecretMask): H {
		return mask.isEmpty ? hit : { ...masked(hit, mask), snippet: mask.sameLength(hit.snippet) };
	}
	const sameLength = <T>(value: T, mask: SecretMask): T => (mask.isEmpty ? value : maskDeep(value, mask.sameLength));

	/** Sessions of earlier runs that were asked after; forgotten when a connection changes, which may have been given its secrets. */
	const recalled = new Map<string, Promise<unknown>>();
	async function recallOnce(recall: (sessionId: string) => Promise<unknown>, sessionIds: readonly string[]): Promise<void> {
		for (const sessionId of sessionIds) {
			if (!recalled.has(sessionId))
				recalled.set(
					sessionId,
					recall(sessionId).catch(() => {}),
				);
			await recalled.get(sessionId);
		}
	}

	return {
		handlers(handlers, recall) {
			const guarded = Object.entries(handlers).map(([name, handler]) => {
				const mask = results[name as RequestName] as ((value: unknown, args: unknown) => unknown) | undefined;
				const run = async (args: unknown) => {
					try {
						const value = await (handler as (args: unknown) => unknown)(args);
						if (!mask) return value;
						await recallOnce(recall, sessionsIn(args, value));
						return mask(value, args);
					} catch (thrown) {
						throw maskedError(thrown, secrets.all());
					}
				};
				return [name, run];
			});
			return Object.fromEntries(guarded) as Handlers;
		},
		listener: (listener) => (name, payload) => {
			if (name === "session.changed") {
				const { session } = payload as Events["session.changed"];
				listener("session.changed", { session: masked(session, secrets.of(session.sessionId)) });
			} else if (name === "connections.changed") {
				recalled.clear();
				listener(name, payload);
			} else if (name === "kiosk.changed" || name === "replay.changed") listener(name, whole(payload));
			else listener(name, payload);
		},
	};
}

/** Whose words an answer holds: the session that was asked about, the two compared, or those of the hits. */
function sessionsIn(args: unknown, value: unknown): string[] {
	const { sessionId } = (args ?? {}) as { sessionId?: unknown };
	if (typeof sessionId === "string") return [sessionId];
	const { left, right } = (args ?? {}) as { left?: unknown; right?: unknown };
	if (typeof left === "string" && typeof right === "string") return [left, right];
	const { hits } = (value ?? {}) as { hits?: unknown };
	return Array.isArray(hits) ? [...new Set(hits.map((hit: { sessionId: string }) => hit.sessionId))] : [];
}

function maskedError(thrown: unknown, mask: SecretMask): unknown {
	if (!(thrown instanceof ConsoleError) || mask.isEmpty) return thrown;
	return new ConsoleError(thrown.code, mask.text(thrown.message), { cause: thrown.cause, detail: maskDeep(thrown.detail, mask.text) });
}

/** The console's own log, without them. */
export function maskedLog(log: Log, secrets: Pick<KnownSecrets, "all">): Log {
	const clean = (detail: unknown): unknown => {
		const mask = secrets.all();
		if (mask.isEmpty || detail === undefined) return detail;
		return detail instanceof Error ? mask.text(detail.stack ?? String(detail)) : maskDeep(detail, mask.text);
	};
	return {
		warn: (message, detail) => log.warn(secrets.all().text(message), clean(detail)),
		error: (message, detail) => log.error(secrets.all().text(message), clean(detail)),
	};
}
