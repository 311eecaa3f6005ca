import type { WebSocket } from "ws";
import type { Pacer } from "../pacer.ts";
import type { Link } from "./engine/outgoing.ts";
import type { Session } from "./engine/session.ts";
import { readClientMessage, type SessionStart } from "./judge/client-message.ts";

export interface ConnectionOptions {
	link: Link;
	pacer: Pacer;
	pingEveryMs: number;
	/** One message is read this often; 0 is as fast as they come. */
	readEveryMs: number;
	/** The session a `session.start` belongs to, new or known. */
	sessionOf(start: SessionStart): Session;
	/** For faults seen before the session is known. */
	complain(complaint: string): void;
}

/** What `ws` says when it fails a link because of what the client sent. */
const WIRE_FAULTS: Record<string, string> = {
	WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: "A frame was larger than the card's maxFrameBytes.",
	WS_ERR_INVALID_UTF8: "A text frame was not valid UTF-8.",
};

/** One socket: finds its session with the first frame and hands everything over. */
export function acceptConnection({ link, pacer, pingEveryMs, readEveryMs, sessionOf, complain }: ConnectionOptions): void {
	const { ws } = link;
	let session: Session | null = null;
	const say = (complaint: string, code: string) => {
		if (session) session.refuse(complaint, code);
		else {
			complain(complaint);
			send(ws, { type: "error", code, message: complaint });
		}
	};

	function first(frame: string): void {
		const read = readClientMessage(frame);
		if (!read.ok) say(`The first frame must be session.start, but ${read.problem}.`, read.code);
		else if (read.message.type !== "session.start") say(`The first frame must be session.start, not ${read.message.type}.`, "bad_message");
		else {
			session = sessionOf(read.message);
			session.attach(link, read.message);
		}
	}

	let slowTimer: NodeJS.Timeout | undefined;
	const waiting: { data: Buffer; isBinary: boolean }[] = [];
	/** Reads what came, one at a time when the agent is slow; meanwhile nothing is taken from the network. */
	function readSlowly(): void {
		const next = waiting.shift();
		if (!next) {
			ws.resume();
			return;
		}
		read(next.data, next.isBinary);
		slowTimer = setTimeout(readSlowly, pacer.real(readEveryMs));
	}

	ws.on("message", (data: Buffer, isBinary) => {
		// The first message opens the session; a link that is not opened would be given up.
		if (readEveryMs === 0 || session === null) {
			read(data, isBinary);
			return;
		}
		waiting.push({ data, isBinary });
		if (!ws.isPaused) {
			ws.pause();
			slowTimer = setTimeout(readSlowly, pacer.real(readEveryMs));
		}
	});
	function read(data: Buffer, isBinary: boolean): void {
		if (link.muted) return;
		const frame = data.toString("utf8");
		if (isBinary) say("A binary frame came: every message is a text frame.", "bad_message");
		else if (session) session.received(link, frame);
		else first(frame);
	}
	ws.on("ping", (payload) => {
		if (!link.muted && ws.readyState === ws.OPEN) ws.pong(payload);
	});
	ws.on("error", (error: Error & { code?: string }) => {
		// Resets and broken pipes are the network's doing; only protocol faults are the client's.
		if (!error.code?.startsWith("WS_ERR_")) return;
		const complaint = WIRE_FAULTS[error.code] ?? `The WebSocket protocol was broken: ${error.message}.`;
		if (session) session.refuse(complaint, "too_large");
		else complain(complaint);
	});

	const heartbeat = setInterval(
		() => {
			if (!link.muted && ws.readyState === ws.OPEN) ws.ping(String(++link.pings));
		},
		Math.max(1, pacer.real(pingEveryMs)),
	);
	ws.on("close", () => {
		clearInterval(heartbeat);
		clearTimeout(slowTimer);
		session?.detach(link);
	});
}

function send(ws: WebSocket, frame: object): void {
	if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(frame));
}
