import type { ScenarioInfo } from "../../schemas/ipc.ts";
import type { ProtocolName } from "../../schemas/session.ts";
import { ConsoleError } from "../core/errors.ts";
import type { PracticeAgents } from "../core/ports.ts";
import { SCENARIOS } from "./agentcall/scenarios/index.ts";
import { type AgentCallServer, startAgentCallServer } from "./agentcall/server.ts";

/** Complaints kept for one session; a client that is wrong all the time is told so often enough. */
const KEPT_COMPLAINTS = 200;
const DEFAULT_SCENARIO = "good";

/** What a practice server of this protocol can play. */
export function practiceScenarios(protocol?: ProtocolName): ScenarioInfo[] {
	return SCENARIOS.map(({ name, title, about, target }) => ({
		name,
		title,
		about,
		protocol: "agentcall" as const,
		...(target ? { target } : {}),
	})).filter((scenario) => protocol === undefined || scenario.protocol === protocol);
}

function checkScenario(name: string, protocol?: ProtocolName): void {
	if (!practiceScenarios(protocol).some((scenario) => scenario.name === name))
		throw new ConsoleError("PRACTICE_UNKNOWN", `There is no practice scenario "${name}"${protocol ? ` for ${protocol}` : ""}.`);
}

/** The practice agents inside the program: one server for all of them, started with the first one asked for. */
export function createPracticeAgents(options: { now?: () => number; timeScale?: number } = {}): PracticeAgents {
	const complaints = new Map<string, string[]>();
	const listeners = new Set<(sessionId: string, complaint: string) => void>();
	/** The session last started on each scenario: a client without resume goes on under an id of its own. */
	const latest = new Map<string, string>();
	let server: Promise<AgentCallServer> | null = null;

	function complain(complaint: string, scenario: string, wireId: string | null): void {
		const sessionId = wireId !== null && complaints.has(wireId) ? wireId : latest.get(scenario);
		if (sessionId === undefined) return;
		const so = complaints.get(sessionId) ?? [];
		if (so.length >= KEPT_COMPLAINTS) return;
		so.push(complaint);
		for (const listener of listeners) listener(sessionId, complaint);
	}

	return {
		scenarios: () => practiceScenarios(),
		async start(scenario, sessionId) {
			checkScenario(scenario);
			server ??= startAgentCallServer({ port: 0, root: DEFAULT_SCENARIO, ...options, onComplaint: complain });
			const running = await server;
			if (!complaints.has(sessionId)) {
				complaints.set(sessionId, []);
				running.expectFirstVisit(scenario);
			}
			latest.set(scenario, sessionId);
			return running.address(scenario);
		},
		onComplaint(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		complaints: (sessionId) => [...(complaints.get(sessionId) ?? [])],
		async stop() {
			const running = await server;
			server = null;
			await running?.close();
		},
	};
}

export interface PracticeServer {
	url: string;
	card: string;
	port: number;
	close(): Promise<void>;
}

/**
 * A practice agent for a client outside the program, on 127.0.0.1 only. The first of `scenarios` (default `good`) is at `/`; every scenario is at
 * `/agentcall/NAME` too. `session` is null in a complaint about what came before `session.start`.
 * Errors: PRACTICE_UNKNOWN for a scenario or protocol without an agent; the system's error when the port is taken.
 */
export async function startPracticeServer(options: {
	protocol: ProtocolName;
	port?: number;
	scenarios?: string[];
	timeScale?: number;
	onComplaint?: (complaint: string, session: string | null) => void;
}): Promise<PracticeServer> {
	const { protocol, port = 0, scenarios = [], timeScale, onComplaint } = options;
	const root = scenarios[0] ?? DEFAULT_SCENARIO;
	for (const name of [root, ...scenarios]) checkScenario(name, protocol);
	const server = await startAgentCallServer({
		port,
		root,
		...(timeScale === undefined ? {} : { timeScale }),
		onComplaint: (complaint, _scenario, session) => onComplaint?.(complaint, session),
	});
	return { ...server.address(), port: server.port, close: server.close };
}
