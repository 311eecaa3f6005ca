import { WebSocketServer } from "ws";
import type { House } from "../house.ts";
import { createPacer } from "../pacer.ts";
import { agentCard, MAX_FRAME_BYTES } from "./card.ts";
import { acceptConnection } from "./connection.ts";
import { createSession, type FullScenario, type Session } from "./engine/session.ts";
import type { SessionStart } from "./judge/client-message.ts";
import { USUAL_WAYS } from "./scenario.ts";
import { findScenario } from "./scenarios/index.ts";

export const CARD_PATH = "/.well-known/agent-card.json";
/** Sessions nobody is connected to, per scenario, before the oldest is forgotten. */
const KEPT_AWAY_SESSIONS = 20;

export interface AgentCallHouseOptions {
	now?: () => number;
	/** Every scripted pause is multiplied by this. */
	timeScale?: number;
	/** `sessionId` is null for what came before any `session.start`. */
	onComplaint(complaint: string, scenario: string, sessionId: string | null): void;
}

export interface AgentCallHouse extends House {
	/** The next session of the scenario is a first visit, whatever happened before. */
	expectFirstVisit(scenario: string): void;
}

/** One scenario's agent: its sessions, over all their sockets. */
interface Seat {
	scenario: FullScenario;
	sessions: Map<string, Session>;
	cutLately: boolean;
}

/** The AgentCall agents, one path a scenario: `/agentcall/NAME`, its card below. */
export function createAgentCallHouse(options: AgentCallHouseOptions): AgentCallHouse {
	const pacer = createPacer(options);
	const seats = new Map<string, Seat>();
	const sockets = new WebSocketServer({
		noServer: true,
		perMessageDeflate: false,
		maxPayload: MAX_FRAME_BYTES,
		// A muted link must not answer pings, so connections answer them themselves.
		autoPong: false,
		handleProtocols: () => false,
	});
	let links = 0;

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

	return {
		prefix: "/agentcall/",
		document(rest, shown) {
			const seat = rest.endsWith(CARD_PATH) ? seatOf(rest.slice(0, -CARD_PATH.length)) : null;
			// The agent at / is asked for with a path that is nothing but the card's.
			const base = shown.slice(0, -CARD_PATH.length);
			const at = base.includes("/") ? base : `${base}/`;
			return seat ? agentCard(seat.scenario, `ws://${at}`, `http://${at}`) : null;
		},
		enter(rest, request, socket, head) {
			const seat = seatOf(rest);
			if (!seat) return { status: 404, headers: {}, body: "There is no practice agent at this address." };
			const refusal = seat.scenario.refuses?.(request.headers) ?? null;
			if (refusal) return refusal;
			const complain = (complaint: string) => options.onComplaint(complaint, seat.scenario.name, null);
			if (request.headers["sec-websocket-protocol"] !== undefined)
				complain("The client offered a subprotocol although the card names none.");
			sockets.handleUpgrade(request, socket, head, (ws) => {
				acceptConnection({
					link: { id: ++links, ws, socket, muted: false, pings: 0 },
					pacer,
					pingEveryMs: seat.scenario.ways?.pingEveryMs ?? USUAL_WAYS.pingEveryMs,
					readEveryMs: seat.scenario.ways?.readEveryMs ?? USUAL_WAYS.readEveryMs,
					sessionOf: (start) => sessionOf(seat, start),
					complain,
				});
			});
			return null;
		},
		expectFirstVisit(scenario) {
			const seat = seatOf(scenario);
			if (seat) seat.cutLately = false;
		},
		close() {
			for (const seat of seats.values()) for (const session of seat.sessions.values()) session.dispose();
			for (const ws of sockets.clients) ws.terminate();
		},
	};
}
