import type { IncomingHttpHeaders } from "node:http";
import type { ScenarioInfo } from "../../../schemas/ipc.ts";
import type { Refusal } from "../house.ts";
import type { Match } from "./engine/match.ts";
import type { GameName } from "./games/game.ts";

/** How a table handles the wire and the waiting. Times on the wire are true: deadlines are not scaled, pauses are. */
export interface TableWays {
	/** In the welcome; null: no welcome ever comes. */
	serverVersion: string | null;
	leastClientVersion: readonly [number, number, number];
	/** Added to every time the server writes. */
	clockSkewMs: number;
	turnMs: number;
	/** `opponent`: the first time somebody else does not confirm. `maintenance`: once everybody confirmed, the server closes for a while. */
	confirm: "skipped" | "asked" | "opponent" | "maintenance";
	confirmMs: number;
	/** So many own confirmations missed within ten minutes close the queue for a while; null: never. */
	cooldownAfter: number | null;
	cooldownMs: number;
	/** Asks whether the agent is ready once it is in the queue. */
	asksReadiness: boolean;
	/** `late`: only after the match is over. */
	feed: "live" | "late";
	/** Bots answer before you are asked, so that nobody supersedes your request. */
	botsFirst: boolean;
	/** `missing`: the match begins without a `game_start`. */
	gameStart: "said" | "missing";
	/** Games of the matches a join brings; empty: the one joined. */
	deals: readonly GameName[];
}

export const USUAL_WAYS: TableWays = {
	serverVersion: "v1.2.0",
	leastClientVersion: [1, 2, 0],
	clockSkewMs: 0,
	turnMs: 300_000,
	confirm: "skipped",
	confirmMs: 30_000,
	cooldownAfter: null,
	cooldownMs: 300_000,
	asksReadiness: false,
	feed: "live",
	botsFirst: true,
	gameStart: "said",
	deals: [],
};

/** What a script can do with the agent's link. Everything is dropped while nobody is connected. */
export interface SeatPlay {
	/** A frame of the protocol. */
	say(type: string, data: object): void;
	/** Bytes as they are. */
	raw(frame: string | Buffer): void;
	/** Breaks the link without a close frame. */
	cut(): void;
	close(code: number, reason: string): void;
	/** Cuts, and refuses every dial with 503 for so long. */
	down(delayMs: number): void;
	/** After a scaled pause, unless the agent is gone for good. */
	later(delayMs: number, then: () => void): void;
	nowMs(): number;
}

/** What becomes of an answer that was fine. `lost`: as if it had come without its request id. */
export type Ruling = "take" | "illegal" | "illegalSilently" | "stale" | "lost";

/** One practice table. */
export interface TableScenario {
	/** kebab-case, unique among all protocols. */
	name: string;
	title: string;
	/** One sentence. */
	about: string;
	target?: ScenarioInfo["target"];
	/** In the welcome, the usual one first. */
	games?: readonly GameName[];
	ways?: Partial<TableWays>;
	/** Answers the upgrade with HTTP, or lets it through with null. */
	refuses?(headers: IncomingHttpHeaders): Refusal | null;
	/** After the welcome; `visit` counts the agent's links from 1. */
	welcomed?(play: SeatPlay, visit: number): void;
	/** Text of an `error` in place of a place in the queue. */
	refusesJoin?(play: SeatPlay, attempt: number): string | null;
	/** After `queue_joined`. */
	joined?(play: SeatPlay, attempt: number): void;
	/** After a fresh `action_request`; `count` counts those of the match from 1. */
	asked?(play: SeatPlay, match: Match, count: number): void;
	/** Judges the n-th answer of the match. */
	rules?(count: number): Ruling;
	/** After the n-th answer was taken. */
	answered?(play: SeatPlay, match: Match, count: number): void;
}
