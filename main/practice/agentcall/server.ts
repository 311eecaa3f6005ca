import { createServer, type IncomingMessage, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { agentCard, MAX_FRAME_BYTES } from "./card.ts";
import { acceptConnection } from "./connection.ts";
import { createPacer } from "./engine/pacer.ts";
import { createSession, type FullScenario, type Session } from "./engine/session.ts";
import type { SessionStart } from "./judge/client-message.ts";
import { type Refusal, USUAL_WAYS } from "./scenario.ts";
import { findScenario } from "./scenarios/index.ts";

const CARD_PATH = "/.well-known/agent-card.json";
const PREFIX = "/agentcall/";
/** Sessions nobody is connected to, per scenario, before the oldest is forgotten. */
const KEPT_AWAY_SESSIONS = 20;

export interface AgentCallServerOptions {
	/** 0: any free one. */
	port: number;
	/** Scenario at `/`; every scenario is at `/agentcall/NAME`. */
	root: string;
	now?: () => number;
	/** Every scripted pause is multiplied by this. */
	timeScale?: number;
	/** `sessionId` is null for what came before any `session.start`. */
	onComplaint(complaint: string, scenario: string, sessionId: string | null): void;
}

export interface AgentCallServer {
	port: number;
	/** Without a name: the scenario at `/`. */
	address(scenario?: string): { url: string; card: string };
	/** The next session of the scenario is a first visit, whatever happened before. */
	expectFirstVisit(scenario: string): void;
	close(): Promise<void>;
}

/** One scenario's agent: its sessions, over all their sockets. */
interface Seat {
	scenario: FullScenario;
	sessions: Map<string, Session>;
	cutLately: boolean;
}

export async function startAgentCallServer(options: AgentCallServerOptions): Promise<AgentCallServer> {
	const pacer = createPacer(options);
	const seats = new Map<string, Seat>();
	const http = createServer((request, response) => {
		const path = pathOf(request);
		const seat = path.endsWith(CARD_PATH) ? seatAt(path.slice(0, -CARD_PATH.length) || "/") : null;
		response.setHeader("content-type", "application/json");
		if (seat) return response.end(JSON.stringify(agentCard(seat.scenario, base("ws", path), base("http", path))));
		response.statusCode = 404;
		response.end(JSON.stringify({ error: `There is nothing at ${path}. A card is at ${PREFIX}NAME${CARD_PATH}.` }));
	});
	const sockets = new WebSocketServer({
		noServer: true,
		perMessageDeflate: false,
		maxPayload: MAX_FRAME_BYTES,
		// A muted link must not answer pings, so connections answer them themselves.
		autoPong: false,
		handleProtocols: () => false,
	});
	let links = 0;

	const base = (protocol: "ws" | "http", path: string) => {
		const { port } = http.address() as AddressInfo;
		return `${protocol}://127.0.0.1:${port}${path.slice(0, -CARD_PATH.length) || "/"}`;
	};

	function seatAt(path: string): Seat | null {
		const name = path === "/" ? options.root : path.startsWith(PREFIX) ? path.slice(PREFIX.length) : "";
		return seatOf(name);
	}

	function seatOf(name: string): Seat | null {
		const known = seats.get(name);
		if (known) return known;
		const scenario = findScenario(name);
		if (!scenario) return null;
		const seat: Seat = { scenario, sessions: new Map(), cutLately: false };
		seats.set(name, seat);
		return seat;
	}

	function sessionOf(seat: Seat, { sessionId }: SessionStart): Session {
		const known = seat.sessions.get(sessionId);
		if (known) return known;
		const away = [...seat.sessions].filter(([, session]) => session.isAway());
		for (const [id, session] of away.slice(0, Math.max(0, away.length - KEPT_AWAY_SESSIONS))) {
			session.dispose();
			seat.sessions.delete(id);
		}
		const session = createSession({
			id: sessionId,
			scenario: seat.scenario,
			pacer,
			afterCut: seat.cutLately,
			complain: (complaint) => options.onComplaint(complaint, seat.scenario.name, sessionId),
			onCut: () => {
				seat.cutLately = true;
			},
		});
		seat.cutLately = false;
		seat.sessions.set(sessionId, session);
		return session;
	}

	http.on("upgrade", (request, socket: Duplex, head) => {
		// A client that drops the connection in the middle of the upgrade is not our trouble.
		socket.on("error", () => socket.destroy());
		const seat = seatAt(pathOf(request));
		if (!seat) return refuse(socket, { status: 404, headers: {}, body: "There is no practice agent at this address." });
		const refusal = seat.scenario.refuses?.(request.headers) ?? null;
		if (refusal) return refuse(socket, refusal);
		const complain = (complaint: string) => options.onComplaint(complaint, seat.scenario.name, null);
		if (request.headers["sec-websocket-protocol"] !== undefined) complain("The client offered a subprotocol although the card names none.");
		sockets.handleUpgrade(request, socket, head, (ws) => {
			acceptConnection({
				link: { id: ++links, ws, socket, muted: false, pings: 0 },
				pacer,
				pingEveryMs: seat.scenario.ways?.pingEveryMs ?? USUAL_WAYS.pingEveryMs,
				sessionOf: (start) => sessionOf(seat, start),
				complain,
			});
		});
	});

	await new Promise<void>((resolve, reject) => {
		http.once("error", reject);
		http.listen(options.port, "127.0.0.1", resolve);
	});
	const { port } = http.address() as AddressInfo;
	return {
		port,
		address(scenario) {
			const path = scenario === undefined ? "" : `${PREFIX}${scenario}`;
			return { url: `ws://127.0.0.1:${port}${path || "/"}`, card: `http://127.0.0.1:${port}${path}${CARD_PATH}` };
		},
		expectFirstVisit(scenario) {
			const seat = seatOf(scenario);
			if (seat) seat.cutLately = false;
		},
		async close() {
			for (const seat of seats.values()) for (const session of seat.sessions.values()) session.dispose();
			for (const ws of sockets.clients) ws.terminate();
			await new Promise((resolve) => {
				http.close(resolve);
				http.closeAllConnections();
			});
		},
	};
}

const pathOf = (request: IncomingMessage): string => (request.url ?? "/").split("?", 1)[0] as string;

/** Answers the upgrade request with plain HTTP and closes. */
function refuse(socket: Duplex, { status, headers, body }: Refusal): void {
	const lines = Object.entries({
		...headers,
		"Content-Type": "text/plain",
		"Content-Length": Buffer.byteLength(body),
		Connection: "close",
	});
	socket.end(
		`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
	);
}
