import type { ReaderDriver } from "../../../schemas/reader.ts";
import type { DriverProblem } from "../../core/nfc/reader-facts.ts";
import type { DriverChoice } from "./messages.ts";

/** After so many ends of a running driver within the time below, the next driver has a go. */
const CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;

const PHRASE: Record<DriverProblem["phase"], string> = {
	install: "is not installed",
	load: "cannot be loaded",
	start: "cannot be started",
	run: "keeps ending",
};

export interface DriverChooser {
	/** The driver to try now, or null when each one has a problem. */
	current(): DriverChoice | null;
	/** Name and reason of that driver, for people. */
	inUse(): ReaderDriver | null;
	problems(): DriverProblem[];
	/** The current driver does not work; the next one is current. */
	reject(problem: DriverProblem): void;
	/** The current driver ran and ended against its will. */
	crashed(nowMs: number, message: string): void;
	/** All of them are tried again. */
	forget(): void;
}

/** The first driver that works, in the order given. Which one, and why not those before it, is said to the operator. */
export function createDriverChooser(choices: readonly DriverChoice[]): DriverChooser {
	let at = 0;
	let problems: DriverProblem[] = [];
	let crashesMs: number[] = [];
	const reject = (problem: DriverProblem) => {
		problems.push(problem);
		at += 1;
		crashesMs = [];
	};
	return {
		current: () => choices[at] ?? null,
		inUse() {
			const choice = choices[at];
			if (!choice) return null;
			if (problems.length === 0) return { name: choice.name, why: "The first choice, and it works." };
			return {
				name: choice.name,
				why: `${problems.map(({ driver, phase, message }) => `${driver} ${PHRASE[phase]}: ${message}`).join("; ")}.`,
			};
		},
		problems: () => problems,
		reject,
		crashed(nowMs, message) {
			crashesMs = [...crashesMs.filter((ms) => nowMs - ms < CRASH_WINDOW_MS), nowMs];
			const choice = choices[at];
			if (crashesMs.length >= CRASHES && choice && at + 1 < choices.length) reject({ driver: choice.name, phase: "run", message });
		},
		forget() {
			at = 0;
			problems = [];
		},
	};
}
