import type { Finding } from "../../../../schemas/timeline.ts";
import type { Desk, Match } from "./desk.ts";
import type { ClientType } from "./schemas.ts";

/** What a frame means to whoever folds it in. */
export type News =
	| { kind: "welcome"; again: boolean }
	/** The server speaks another major version, or refused us in its own words before any welcome. */
	| { kind: "refused"; message: string; by: "version" | "server" }
	/** What became of an own message. `requestId` null: any of that type. */
	| { kind: "settled"; type: ClientType; requestId: string | null; as: "answered" | "stale" | "refused" | "lost"; why: string }
	/** An error that is probably about this own message, which it does not settle. */
	| { kind: "blamed"; type: string; requestId: string | null; message: string }
	| { kind: "confirmAsked"; confirmId: string }
	| { kind: "readinessAsked"; requestId: string }
	| { kind: "started"; match: Match }
	| { kind: "asked"; match: Match }
	| { kind: "events"; match: Match; events: Record<string, unknown>[]; replaces: boolean }
	/** `players` null: could not be read. */
	| { kind: "table"; match: Match; state: Record<string, unknown>; players: Record<string, unknown>[] | null }
	| { kind: "over"; match: Match; data: Record<string, unknown> }
	| { kind: "error"; message: string }
	/** The frame repeats one that was taken already. */
	| { kind: "repeats" };

export interface Received {
	findings: Finding[];
	news: News[];
}

/** A frame's name (ordinal or line) and its time by the local clock; `live` is false when an old recording is read, whose clock nobody knows. */
export interface Moment {
	at: number;
	nowMs: number;
	live: boolean;
	/** Extra types of frames this connection asked for. */
	capabilities?: readonly string[];
}

/** Folds the data of one message in. */
export type Handler = (desk: Desk, data: Record<string, unknown>, out: Received, moment: Moment) => void;

/** Says what became of an own message. */
export function settle(
	desk: Desk,
	out: Received,
	type: ClientType,
	as: "answered" | "stale" | "refused" | "lost",
	why: string,
	requestId: string | null = null,
): void {
	out.news.push({ kind: "settled", type, requestId, as, why });
	if (desk.lastSent?.type === type) desk.lastSent = null;
}

/** Adds a finding about the frame. */
export function say(out: Received, code: string, severity: Finding["severity"], path: string, message: string): void {
	out.findings.push({ code, severity, path, message });
}
