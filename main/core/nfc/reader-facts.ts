import type { ReaderDriver } from "../../../schemas/reader.ts";

/** What lies on one reader. `hung`: a card that stopped answering and blocks it. */
export type ReaderCondition = "empty" | "card" | "unsupported" | "mute" | "busy" | "hung" | "unavailable";

export interface ReaderSeen {
	name: string;
	condition: ReaderCondition;
	/** Of the card, lower-case hex; empty without one. */
	atr: string;
}

/** Why a driver is not in use. `install`: its package is missing; `load`: its addon does not load; `start`: it loads and does not start. */
export interface DriverProblem {
	driver: string;
	phase: "install" | "load" | "start" | "run";
	/** The error's own words, one line. */
	message: string;
}

export type ServiceCondition = "unknown" | "absent" | "stopped" | "denied" | "up";

/** What is known about the reader; `describeReader` says it in words. */
export interface ReaderFacts {
	platform: string;
	process:
		| { kind: "off" }
		| { kind: "starting" }
		| { kind: "running" }
		/** Ended against its will; `why` is the middle of a sentence: "the reader process …". */
		| { kind: "restarting"; why: string };
	driver: ReaderDriver | null;
	problems: DriverProblem[];
	service: ServiceCondition;
	readers: ReaderSeen[];
	/** Modules of the Linux kernel that hold a reader. */
	kernelModules: string[];
}
