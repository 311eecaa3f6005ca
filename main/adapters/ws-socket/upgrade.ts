import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ClientOptions, WebSocket } from "ws";
import type { DialRequest } from "../../core/ports.ts";
import { DialError } from "../connect/refusal.ts";
import type { Address } from "./address.ts";
import type { FrameSplitter } from "./frame-splitter.ts";
import { readHttpRefusal } from "./http-refusal.ts";
import { Intake } from "./intake.ts";
import { CLOSE_LIMIT_MS } from "./limits.ts";
import { LinkSocket } from "./link-socket.ts";

/** `ws` 8.23 has an option that its types do not know yet. */
interface NewerOptions {
	closeTimeout: number;
}

/**
 * The WebSocket upgrade over a connected socket. `opened` is called inside `ws`'s own `open` event, before any frame can arrive; the promise
 * settles after it. Rejects with what refused the upgrade, or with the signal's reason.
 */
export function upgrade(
	socket: Socket,
	address: Address,
	request: DialRequest,
	signal: AbortSignal,
	opened: (ws: WebSocket, frames: FrameSplitter) => void,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const intake = new Intake(socket, request.maxPayloadBytes);
		// Throws, and so rejects, for a header value or subprotocol that HTTP cannot carry. Node names the header, not its value.
		const ws = new LinkSocket(address.url, request.subprotocols, optionsFor(intake, address, request));
		let answer: IncomingMessage | null = null;
		const refuse = (error: unknown): void => {
			signal.removeEventListener("abort", abort);
			ws.terminate();
			intake.destroy();
			reject(error);
		};
		const abort = (): void => {
			// A refusal whose body trickles is still the server's answer.
			if (answer === null) refuse(signal.reason);
		};
		signal.addEventListener("abort", abort);
		ws.on("upgrade", (response) => {
			answer = response;
			intake.beginFrames();
		});
		ws.on("unexpected-response", (_request, response) => {
			answer = response;
			intake.endFrames();
			readHttpRefusal(response, signal).then(refuse, refuse);
		});
		ws.on("error", (error) => {
			if (answer === null || answer.statusCode === 101) refuse(subprotocolMismatch(request.subprotocols, answer) ?? error);
		});
		ws.once("open", () => {
			signal.removeEventListener("abort", abort);
			socket.setNoDelay();
			opened(ws, intake.frames);
			resolve();
		});
	});
}

function optionsFor(intake: Intake, address: Address, request: DialRequest): ClientOptions & NewerOptions {
	const headers: Record<string, string> = { ...request.headers };
	const authorized = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
	if (address.authorization !== null && !authorized) headers.Authorization = address.authorization;
	return {
		headers,
		// Node takes any stream here; the types of `ws` ask for a socket.
		createConnection: () => intake as Duplex as Socket,
		followRedirects: false,
		// Compressed frames would make the stored bytes differ from the wire's.
		perMessageDeflate: false,
		// `ws` would drop the bytes of an invalid text frame; the link checks instead and keeps them.
		skipUTF8Validation: true,
		// `ws` holds the limit as a 32-bit number; a larger one would mean no limit.
		maxPayload: Math.min(request.maxPayloadBytes, 2 ** 31 - 1),
		closeTimeout: CLOSE_LIMIT_MS,
		// The link answers pings itself, see link.ts.
		autoPong: false,
	};
}

function subprotocolMismatch(asked: string[], answer: IncomingMessage | null): DialError | null {
	if (answer === null) return null;
	const chosen = answer.headers["sec-websocket-protocol"];
	if (chosen === undefined ? asked.length === 0 : asked.includes(chosen)) return null;
	const wanted = asked.length === 0 ? "the console asked for none" : `the console asked for ${asked.join(", ")}`;
	const got = chosen === undefined ? "no subprotocol" : `the subprotocol ${JSON.stringify(chosen.slice(0, 64))}`;
	return new DialError({ errorCode: "WS_SUBPROTOCOL", message: `The server chose ${got}; ${wanted}.` });
}
