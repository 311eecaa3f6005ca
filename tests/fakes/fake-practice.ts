import { ConsoleError } from "../../main/core/errors.ts";
import type { PracticeAgents } from "../../main/core/ports.ts";
import type { ScenarioInfo } from "../../schemas/ipc.ts";

export interface FakePractice extends PracticeAgents {
	/** The agent finds fault with what this client sent. */
	complain(sessionId: string, complaint: string): void;
	readonly started: { scenario: string; sessionId: string }[];
}

const SCENARIOS: ScenarioInfo[] = [
	{ name: "steady", title: "Steady agent", about: "Answers every turn.", protocol: "agentcall", target: {} },
	{ name: "table", title: "A table", about: "Deals and waits for actions.", protocol: "aifight" },
];

/** Scenario `steady` (with a card) and `table` (without); others reject with PRACTICE_UNKNOWN. No server runs. */
export function createFakePractice(scenarios: ScenarioInfo[] = SCENARIOS): FakePractice {
	const complaints = new Map<string, string[]>();
	const listeners = new Set<(sessionId: string, complaint: string) => void>();
	const started: FakePractice["started"] = [];
	return {
		started,
		scenarios: () => scenarios,
		async start(scenario, sessionId) {
			const found = scenarios.find((each) => each.name === scenario);
			if (found === undefined) throw new ConsoleError("PRACTICE_UNKNOWN", `There is no practice scenario named ${scenario}.`);
			started.push({ scenario, sessionId });
			const base = `127.0.0.1:4100/${scenario}`;
			return { url: `ws://${base}`, card: found.protocol === "agentcall" ? `http://${base}/card.json` : null };
		},
		onComplaint(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		complaints: (sessionId) => complaints.get(sessionId) ?? [],
		complain(sessionId, complaint) {
			complaints.set(sessionId, [...(complaints.get(sessionId) ?? []), complaint]);
			for (const listener of listeners) listener(sessionId, complaint);
		},
		async stop() {},
	};
}
