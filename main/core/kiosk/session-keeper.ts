import type { KioskAgentTrouble, KioskSettings } from "../../../schemas/kiosk.ts";
import type { ConnectTarget, SessionSummary } from "../../../schemas/session.ts";
import { ConsoleError } from "../errors.ts";
import type { Clock, Log, PracticeAgents, Transcripts } from "../ports.ts";
import { doorThatOffers, offering, offersOf } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";
import type { OpenFailure } from "./facts.ts";
import { pauseOf, STOPPED_PAUSES_MS } from "./plan.ts";
import { KIOSK_KEYS, objectIn } from "./settings.ts";

/** The target of a saved connection, secrets included. Rejects when it is gone or lacks secrets. */
export type TargetOfConnection = (connectionId: string) => Promise<ConnectTarget>;

export interface SessionKeeper {
	sessionId(): string | null;
	/** Null while the kiosk has none, or one that is not there any more. */
	summary(): SessionSummary | null;
	failure(): OpenFailure | null;
	isBusy(): boolean;
	/** Ends the session that is there, if any, and begins a new one. Never rejects. */
	renew(settings: KioskSettings): Promise<void>;
	/** Dials the same session again, or begins a new one when that cannot be. Never rejects. */
	connect(settings: KioskSettings): Promise<void>;
}

interface KeeperPorts {
	clock: Clock;
	log: Log;
	practice: Pick<PracticeAgents, "scenarios">;
	transcripts: Pick<Transcripts, "saveSetting">;
}

/** Which session is the kiosk's. Its id is on disk, so that a program that starts again goes on with the same one. */
export function createSessionKeeper(
	{ clock, log, practice, transcripts }: KeeperPorts,
	registry: Registry,
	targetOf: TargetOfConnection,
	stored: Record<string, string>,
	changed: () => void,
): SessionKeeper {
	const kept = objectIn(stored[KIOSK_KEYS.session]).sessionId;
	let sessionId = typeof kept === "string" && isKnown(kept) ? kept : null;
	let failure: OpenFailure | null = null;
	let failures = 0;
	let isBusy = false;

	function isKnown(id: string): boolean {
		try {
			return offersOf(registry.origin(id).protocol).kiosk;
		} catch {
			return false;
		}
	}

	function keep(id: string): void {
		sessionId = id;
		transcripts.saveSetting(KIOSK_KEYS.session, JSON.stringify({ sessionId: id }));
	}

	async function target({ connection, tapRule, placeName }: KioskSettings): Promise<ConnectTarget> {
		const found = connection.kind === "saved" ? await targetOf(connection.connectionId) : practiceTarget(connection.scenario);
		if (!offersOf(found.protocol).kiosk) throw new ConsoleError("TARGET_INVALID", `A kiosk speaks ${offering("kiosk")} only.`);
		// An id that was fixed would make every visitor one session.
		const { sessionId: _, ...rest } = found;
		const name = rest.name ?? (placeName === "" ? "Kiosk" : `Kiosk, ${placeName}`);
		return { ...rest, name, ...(tapRule === null ? {} : { tapRule }) };
	}

	function practiceTarget(scenario: string): ConnectTarget {
		const found = practice.scenarios().find((each) => each.name === scenario);
		return { ...found?.target, protocol: found?.protocol ?? doorThatOffers("kiosk").info.name, by: { kind: "practice", scenario } };
	}

	/** One act at a time; what is asked for meanwhile is asked for again by whoever still wants it. */
	async function once(act: () => Promise<void>): Promise<void> {
		if (isBusy) return;
		isBusy = true;
		try {
			await act();
			failure = null;
			failures = 0;
		} catch (thrown) {
			if (!(thrown instanceof ConsoleError)) log.error("The kiosk could not begin a session", thrown);
			const nowMs = clock.nowMs();
			failure = { ...troubleOf(thrown), sinceMs: failure?.sinceMs ?? nowMs, retryAtMs: nowMs + pauseOf(STOPPED_PAUSES_MS, failures++) };
		} finally {
			isBusy = false;
			changed();
		}
	}

	async function begin(settings: KioskSettings): Promise<void> {
		const wanted = await target(settings);
		const before = sessionId;
		keep((await registry.open(wanted)).sessionId);
		if (before !== null) end(before);
	}

	/** The new one is open by now, so nothing that goes wrong here is the visitor's matter. */
	function end(id: string): void {
		if (!registry.isLive(id)) return;
		const { status } = registry.summary(id);
		if (status.kind === "open") registry.runner(id).input({ kind: "end" });
		else if (status.kind !== "closed" && status.kind !== "closing") registry.runner(id).input({ kind: "disconnect" });
	}

	return {
		sessionId: () => sessionId,
		summary() {
			// Retention, or a hand, may have taken it away.
			if (sessionId === null || !isKnown(sessionId)) return null;
			const summary = registry.summary(sessionId);
			// Of an earlier run of the program: how that one ended is no reason to wait.
			return registry.isLive(sessionId) ? summary : { ...summary, status: { kind: "idle" } };
		},
		failure: () => failure,
		isBusy: () => isBusy,
		renew: (settings) => once(() => begin(settings)),
		connect: (settings) =>
			once(async () => {
				if (sessionId === null || !isKnown(sessionId)) return begin(settings);
				try {
					await registry.connect(sessionId);
				} catch (thrown) {
					if (!(thrown instanceof ConsoleError)) throw thrown;
					// Ended, or without its secrets after a restart: a saved connection has them.
					await begin(settings);
				}
			}),
	};
}

function troubleOf(thrown: unknown): { why: KioskAgentTrouble; code: string | null } {
	const code = thrown instanceof ConsoleError ? thrown.code : "INTERNAL";
	if (code === "CARD_UNREADABLE") return { why: "unreachable", code };
	if (code === "SECRETS_NEEDED" || code === "SECRET_NOT_KEPT") return { why: "secrets", code };
	if (code === "TARGET_INVALID" || code === "INSECURE_ADDRESS") return { why: "card", code };
	return { why: "connection", code };
}
