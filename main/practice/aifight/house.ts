import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { House, HttpReply, Refusal } from "../house.ts";
import { createPacer } from "../pacer.ts";
import { createSeat, type Link, type Seat } from "./engine/seat.ts";
import { readUpgrade, type Visitor } from "./judge/upgrade.ts";
import { findTable } from "./scenarios/index.ts";

/** Largest message the server takes, bytes. Source: dossier section 1. */
const MAX_FRAME_BYTES = 65_536;
const PING_EVERY_MS = 30_000;
/** Least real pause between pings, however much time is scaled. */
const LEAST_PING_MS = 250;
const SILENCE_LIMIT_MS = 60_000;
/** Seats nobody is connected to before the oldest is forgotten. */
const KEPT_AWAY_SEATS = 20;

const WIRE_FAULTS: Record<string, string> = {
	WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: "A frame was larger than 65,536 bytes.",
	WS_ERR_INVALID_UTF8: "A text frame was not valid UTF-8.",
};

export interface AiFightHouseOptions {
	now?: () => number;
	/** Every pause is multiplied by this; what is said on the wire as a deadline is not. */
	timeScale?: number;
	/** Decides every deal; by chance when absent. */
	seed?: number;
	turnMs?: number | undefined;
	confirmMs?: number | undefined;
	readinessMs?: number | undefined;
	cooldownMs?: number | undefined;
	/** `room`: the part of the address after the scenario's name, null without. */
	onComplaint(complaint: string, scenario: string, room: string | null): void;
}

/** Below a table's address, as below a real server's; the first may be left out. */
const SOCKET_PATH = "/api/ws";
const PRESENCE_PATH = "/api/agents/me/presence";

/** The AIFight tables: `/aifight/NAME`, or `/aifight/NAME/ROOM` for a table of one's own. A seat is a key at a table. */
export function createAiFightHouse(options: AiFightHouseOptions): House {
	const pacer = createPacer(options);
	const seats = new Map<string, Seat>();
	const sockets = new WebSocketServer({
		noServer: true,
		perMessageDeflate: false,
		maxPayload: MAX_FRAME_BYTES,
		handleProtocols: () => false,
	});

	function tableAt(address: string) {
		const [name = "", ...others] = address.replace(/\/+$/, "").split("/");
		return { name, scenario: findTable(name), room: others.length > 0 ? decode(others.join("/")) : null };
	}

	const placeOf = (name: string, room: string | null, key: string) => `${name}/${room ?? ""}/${key}`;

	/** Whether anybody holds the seat, as the real server tells it. */
	function answer(rest: string, { headers }: IncomingMessage): HttpReply | null {
		if (!rest.endsWith(PRESENCE_PATH)) return null;
		const { name, scenario, room } = tableAt(rest.slice(0, -PRESENCE_PATH.length));
		if (!scenario) return null;
		const said = (status: number, body: object, more = {}): HttpReply => ({ status, headers: more, body: JSON.stringify(body) });
		const key = headers["x-api-key"];
		if (key === undefined || key === "") return said(401, { error: "missing api_key" });
		const refusal = scenario.refuses?.(headers) ?? null;
		if (refusal) return refusal;
		const seat = seats.get(placeOf(name, room, String(key)));
		if (seat?.isDown()) return said(503, { error: "The server is starting again." }, { "Retry-After": "1" });
		const instance = headers["x-aifight-instance"];
		return said(200, seat?.presence(instance === undefined ? null : String(instance)) ?? { connected: false, instance_matches: false });
	}

	function enter(rest: string, request: IncomingMessage, socket: Duplex, head: Buffer): Refusal | null {
		const { name, scenario, room } = tableAt(rest.endsWith(SOCKET_PATH) ? rest.slice(0, -SOCKET_PATH.length) : rest);
		if (!scenario) return { status: 404, headers: {}, body: "There is no practice table at this address." };
		const complain = (complaint: string) => options.onComplaint(complaint, name, room);
		const visitor = readUpgrade(request.headers, request.url ?? "/");
		if (visitor.key === null) {
			for (const complaint of visitor.complaints) complain(complaint);
			return { status: 401, headers: {}, body: "missing api_key" };
		}
		const refusal = scenario.refuses?.(request.headers) ?? null;
		if (refusal) return refusal;
		const place = placeOf(name, room, visitor.key);
		const seat =
			seats.get(place) ??
			takeSeat(place, { ...options, scenario, pacer, complain, seed: options.seed ?? Math.floor(Math.random() * 2 ** 31) });
		if (seat.isDown()) return { status: 503, headers: { "Retry-After": "1" }, body: "The server is starting again." };
		sockets.handleUpgrade(request, socket, head, (ws) => sit(seat, ws, visitor, complain));
		return null;
	}

	function takeSeat(place: string, how: Parameters<typeof createSeat>[0]): Seat {
		const away = [...seats].filter(([, seat]) => seat.isAway());
		for (const [other, seat] of away.slice(0, Math.max(0, away.length - KEPT_AWAY_SEATS))) {
			seat.dispose();
			seats.delete(other);
		}
		const seat = createSeat(how);
		seats.set(place, seat);
		return seat;
	}

	function sit(seat: Seat, ws: WebSocket, visitor: Visitor, complain: (complaint: string) => void): void {
		const link: Link = { ws, visitor };
		let heardAtMs = Date.now();
		ws.on("message", (data: Buffer, isBinary) => {
			if (isBinary) complain("A binary frame came: every message is a text frame.");
			else seat.received(link, data.toString("utf8"));
		});
		ws.on("pong", () => {
			heardAtMs = Date.now();
		});
		ws.on("error", (error: Error & { code?: string }) => {
			// Resets and broken pipes are the network's doing; only protocol faults are the client's.
			if (error.code?.startsWith("WS_ERR_")) complain(WIRE_FAULTS[error.code] ?? `The WebSocket protocol was broken: ${error.message}.`);
		});
		const heartbeat = setInterval(
			() => {
				if (ws.readyState !== ws.OPEN) return;
				if (Date.now() - heardAtMs > SILENCE_LIMIT_MS) {
					complain("No ping was answered for a minute.");
					ws.terminate();
				} else ws.ping();
			},
			Math.max(LEAST_PING_MS, pacer.real(PING_EVERY_MS)),
		);
		ws.on("close", () => {
			clearInterval(heartbeat);
			seat.detach(link);
		});
		seat.attach(link);
	}

	return {
		prefix: "/aifight/",
		document: () => null,
		answer,
		enter,
		close() {
			for (const seat of seats.values()) seat.dispose();
			for (const ws of sockets.clients) ws.terminate();
		},
	};
}

/** A path that is not well encoded names a room all the same. */
function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
