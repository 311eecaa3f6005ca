import type { ScenarioInfo } from "../../schemas/ipc.ts";
import type { ProtocolName } from "../../schemas/protocols.ts";
import { ConsoleError } from "../core/errors.ts";
import type { PracticeAgents } from "../core/ports.ts";
import { type AgentCallHouse, CARD_PATH, createAgentCallHouse } from "./agentcall/house.ts";
import { SCENARIOS } from "./agentcall/scenarios/index.ts";
import { type AiFightHouseOptions, createAiFightHouse } from "./aifight/house.ts";
import { TABLES } from "./aifight/scenarios/index.ts";
import { startHttpServer } from "./http-server.ts";

/** Complaints kept for one session; a client that is wrong all the time is told so often enough. */
const KEPT_COMPLAINTS = 200;
/** Protocols that have practice agents. */
export type Practised = "agentcall" | "aifight";
const DEFAULT_SCENARIO: Record<Practised, string> = { agentcall: "good", aifight: "holdem" };
export const PRACTISED = Object.keys(DEFAULT_SCENARIO) as readonly Practised[];

type Described = Required<Pick<ScenarioInfo, "name" | "title" | "about" | "group">> & Pick<ScenarioInfo, "target">;
const described =
	(protocol: ProtocolName) =>
	({ name, title, about, group, target }: Described): ScenarioInfo => ({
		name,
		title,
		about,
		group,
		protocol,
		...(target ? { target } : {}),
	});
const ALL: readonly ScenarioInfo[] = [...SCENARIOS.map(described("agentcall")), ...TABLES.map(described("aifight"))];

/** What a practice server of this protocol can play. Names are unique over all protocols. */
export function practiceScenarios(protocol?: ProtocolName): ScenarioInfo[] {
	return ALL.filter((scenario) => protocol === undefined || scenario.protocol === protocol);
}

/** Errors: PRACTICE_UNKNOWN. */
function scenarioNamed(name: string, protocol?: ProtocolName): ScenarioInfo {
	const found = practiceScenarios(protocol).find((scenario) => scenario.name === name);
	if (found) return found;
	throw new ConsoleError("PRACTICE_UNKNOWN", `There is no practice scenario "${name}"${protocol ? ` for ${protocol}` : ""}.`);
}

const pathOf = ({ name, protocol }: ScenarioInfo): string => `/${protocol}/${name}`;

/** The practice agents inside the program: one server for all of them, started with the first one asked for. */
export function createPracticeAgents(options: { now?: () => number; timeScale?: number; seed?: number } = {}): PracticeAgents {
	const complaints = new Map<string, string[]>();
	const listeners = new Set<(sessionId: string, complaint: string) => void>();
	/** The session last started on each scenario: a client without resume goes on under an id of its own. */
	const latest = new Map<string, string>();
	let server: Promise<{ port: number; agentCall: AgentCallHouse; close(): Promise<void> }> | null = null;
	let isStopped = false;

	function complain(complaint: string, scenario: string, wireId: string | null): void {
		const sessionId = wireId !== null && complaints.has(wireId) ? wireId : latest.get(scenario);
		if (sessionId === undefined) return;
		const so = complaints.get(sessionId) ?? [];
		if (so.length >= KEPT_COMPLAINTS) return;
		so.push(complaint);
		for (const listener of listeners) listener(sessionId, complaint);
	}

	async function open() {
		const agentCall = createAgentCallHouse({ ...options, onComplaint: complain });
		const aiFight = createAiFightHouse({ ...options, onComplaint: complain });
		const http = await startHttpServer({ port: 0, root: `/agentcall/${DEFAULT_SCENARIO.agentcall}`, houses: [agentCall, aiFight] });
		return { port: http.port, agentCall, close: http.close };
	}

	return {
		scenarios: () => practiceScenarios(),
		async start(name, sessionId) {
			const scenario = scenarioNamed(name);
			// A dial that was under way when the program began to end would keep it from ending.
			if (isStopped) throw new ConsoleError("SESSION_NOT_OPEN", "The practice agents are gone: the console is being closed.");
			server ??= open();
			const running = await server;
			if (!complaints.has(sessionId)) {
				complaints.set(sessionId, []);
				running.agentCall.expectFirstVisit(name);
			}
			latest.set(name, sessionId);
			const at = `127.0.0.1:${running.port}${pathOf(scenario)}`;
			// A table of its own for each session: two of them share a key, and one would take the other's seat.
			if (scenario.protocol === "aifight") return { url: `ws://${at}/${encodeURIComponent(sessionId)}/api/ws`, card: null };
			return { url: `ws://${at}`, card: `http://${at}${CARD_PATH}` };
		},
		onComplaint(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		complaints: (sessionId) => [...(complaints.get(sessionId) ?? [])],
		async stop() {
			isStopped = true;
			const running = await server?.catch(() => null);
			await running?.close();
		},
	};
}

interface TableServer {
	url: string;
	port: number;
	/** Tables have no card. */
	card?: undefined;
	close(): Promise<void>;
}

export interface PracticeServer extends Omit<TableServer, "card"> {
	card: string;
}

interface PracticeServerOptions<P extends Practised> {
	protocol: P;
	port?: number;
	scenarios?: string[];
	timeScale?: number;
	/** AIFight: decides every deal, and what is said as a deadline in place of the scenario's own. */
	table?: Pick<AiFightHouseOptions, "seed" | "turnMs" | "confirmMs" | "readinessMs" | "cooldownMs">;
	onComplaint?: (complaint: string, session: string | null) => void;
}

/**
 * A practice agent for a client outside the program, on 127.0.0.1 only. The first of `scenarios` (default `good`, or `holdem`) is at `/`, for
 * AIFight at `/api/ws` too, as on a real server; every scenario is at `/PROTOCOL/NAME`. `session` is null in a complaint about what came before `session.start`, and for AIFight, which has none.
 * Errors: PRACTICE_UNKNOWN for a scenario the protocol does not have; the system's error when the port is taken.
 */
export function startPracticeServer(options: PracticeServerOptions<"agentcall">): Promise<PracticeServer>;
export function startPracticeServer(options: PracticeServerOptions<Practised>): Promise<PracticeServer | TableServer>;
export async function startPracticeServer(options: PracticeServerOptions<Practised>): Promise<PracticeServer | TableServer> {
	const { protocol, port = 0, scenarios = [], timeScale, table, onComplaint } = options;
	const root = scenarios[0] ?? DEFAULT_SCENARIO[protocol];
	for (const name of [root, ...scenarios]) scenarioNamed(name, protocol);
	const shared = {
		...(timeScale === undefined ? {} : { timeScale }),
		onComplaint: (complaint: string, _scenario: string, session: string | null) => onComplaint?.(complaint, session),
	};
	const house = protocol === "agentcall" ? createAgentCallHouse(shared) : createAiFightHouse({ ...shared, ...table });
	const server = await startHttpServer({ port, root: `/${protocol}/${root}`, houses: [house] });
	const at = `127.0.0.1:${server.port}`;
	const running = { url: `ws://${at}/`, port: server.port, close: server.close };
	return protocol === "agentcall" ? { ...running, card: `http://${at}${CARD_PATH}` } : running;
}
