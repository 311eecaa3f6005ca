import type { ApduExchange, Tap, TapFailed } from "../../../schemas/reader.ts";
import type { DriverProblem, ReaderFacts, ReaderSeen } from "../../core/nfc/reader-facts.ts";

/** To the reader process. Both ways travel by structured clone or as JSON. */
export type ToReader =
	/** First of all. `module` is where a driver other than the two built-in ones lies. */
	| { kind: "begin"; driver: DriverChoice; limits: CardLimits }
	/** Whether each command and response is told. */
	| { kind: "log"; on: boolean };

export type FromReader =
	/** Its event loop turns. */
	| { kind: "beat" }
	/** The addon is in. What follows needs the service. */
	| { kind: "loaded" }
	/** The driver runs. */
	| { kind: "started" }
	| { kind: "problem"; problem: DriverProblem }
	| { kind: "facts"; service: ReaderFacts["service"]; readers: ReaderSeen[]; kernelModules: string[] }
	| { kind: "tap"; tap: Tap }
	| { kind: "tapFailed"; failure: TapFailed }
	| { kind: "apdu"; exchange: ApduExchange }
	/** It ends itself, to be started afresh: its connection to the service is gone, or a card holds a call for ever. */
	| { kind: "ending"; why: "serviceLost" | "cardHung" };

export interface DriverChoice {
	name: string;
	module?: string;
}

/** Time limits of one card, ms. */
export interface CardLimits {
	connectMs: number;
	apduMs: number;
}

export const CARD_LIMITS: CardLimits = { connectMs: 2000, apduMs: 1000 };
/** How often the reader process says that it lives, ms. */
export const BEAT_MS = 250;
