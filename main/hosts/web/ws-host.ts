import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { BRIDGE_CLOSE, BRIDGE_PATH, type FromHost, type ToHost } from "../../../schemas/bridge.ts";
import { type CoreDoor, onBridgeEvent } from "../core-host.ts";
import { createEventOutbox } from "../event-outbox.ts";
import type { AccessToken } from "./access-token.ts";
import { isOwnRequest } from "./bind-host.ts";

/** The largest text a request takes is 8 Mi characters, six bytes each when all of them need an escape; more is a flood. */
const MAX_MESSAGE_BYTES = 49 * 1024 * 1024;
/** Who has not said the key yet gets no more than a key takes. */
const MAX_HELLO_BYTES = 4096;
/** Longest header of a frame from a client. */
const FRAME_HEADER_BYTES = 14;
/** RFC 6455: message too big. */
const TOO_BIG = 1009;
/** A window has this long to say its key. */
const HELLO_LIMIT_MS = 5000;
/** With more answers than this unread, no further request is taken from that window until it has read on. */
const UNREAD_LIMIT_BYTES = 16 * 1024 * 1024;

export interface WsHostOptions {
	core: CoreDoor;
	token: AccessToken;
	port(): number;
	/** For tests. */
	helloLimitMs?: number;
}

/** Carries requests and events between the core and every window that knows the key. */
export function attachWsHost(server: Server, options: WsHostOptions): { close(): void; count(): number; welcomedSoFar(): number } {
	const welcomed = new Set<WebSocket>();
	let soFar = 0;
	const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
	server.on("upgrade", (request, socket, head) => {
		socket.on("error", () => {}); // a peer that goes away during the upgrade is no event of ours
		if (request.url !== BRIDGE_PATH || !isOwnRequest(request, options.port(), "required"))
			return socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
		wss.handleUpgrade(request, socket, head, (window) => {
			const isWelcome = serveWindow(window, options, () => {
				welcomed.add(window);
				soFar++;
			});
			window.once("close", () => welcomed.delete(window));
			limitBeforeWelcome(window, socket, isWelcome);
		});
	});
	return {
		count: () => welcomed.size,
		welcomedSoFar: () => soFar,
		close() {
			for (const window of wss.clients) window.terminate();
			wss.close();
		},
	};
}

/** Counts what comes off the wire, so that an unfinished message is refused too, before it fills memory. */
function limitBeforeWelcome(window: WebSocket, socket: Duplex, isWelcome: () => boolean): void {
	let bytes = 0;
	const count = (part: Buffer) => {
		if (isWelcome()) return void socket.off("data", count);
		bytes += part.length;
		if (bytes > MAX_HELLO_BYTES + FRAME_HEADER_BYTES && window.readyState === window.OPEN) refuseTooBig(window);
	};
	socket.on("data", count);
}

function refuseTooBig(window: WebSocket): void {
	window.close(TOO_BIG, `Before its key is known a window may say ${MAX_HELLO_BYTES} bytes.`);
}

/** Answers whether the window has said its key. */
function serveWindow(
	window: WebSocket,
	{ core, token, helloLimitMs = HELLO_LIMIT_MS }: WsHostOptions,
	welcomed: () => void,
): () => boolean {
	let stopEvents: (() => void) | null = null;
	const post = (message: FromHost, done?: () => void) => window.send(JSON.stringify(message), () => done?.());
	const refuse = (why: string) => window.close(BRIDGE_CLOSE.REFUSED, why);
	const helloTimer = setTimeout(() => refuse("The window did not say its key in time."), helloLimitMs);

	const welcome = () => {
		clearTimeout(helloTimer);
		const outbox = createEventOutbox((events, done) => post({ kind: "events", events }, done));
		const unsubscribe = onBridgeEvent(core, outbox.add);
		stopEvents = () => {
			unsubscribe();
			outbox.dispose();
		};
		post({ kind: "welcome" });
		welcomed();
	};
	const answer = async (id: number, name: string, args: unknown) => {
		const result = await core.dispatch(name, args);
		post({ kind: "response", id, result }, () => {
			if (window.isPaused && window.bufferedAmount < UNREAD_LIMIT_BYTES) window.resume();
		});
		if (window.bufferedAmount >= UNREAD_LIMIT_BYTES) window.pause();
	};

	window.on("error", () => {}); // `close` follows and says all there is to say
	window.on("close", () => {
		clearTimeout(helloTimer);
		stopEvents?.();
	});
	window.on("message", (data, isBinary) => {
		if (window.readyState !== window.OPEN) return; // refused already
		if (!stopEvents && sizeOf(data) > MAX_HELLO_BYTES) return refuseTooBig(window);
		const message = isBinary ? null : readMessage(String(data));
		if (!message) return window.close(BRIDGE_CLOSE.UNREADABLE, "The message is none of this bridge's.");
		if (!stopEvents) {
			if (message.kind === "hello" && token.matches(message.token)) return welcome();
			return refuse("The key is not the one of this run. Open the link that Switchboard printed last.");
		}
		if (message.kind === "request") void answer(message.id, message.name, message.args);
	});
	return () => stopEvents !== null;
}

const sizeOf = (data: RawData): number => (Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength);

/** Null for anything that is not a well-formed message; arguments are the core's to check. */
function readMessage(text: string): ToHost | null {
	try {
		const value = JSON.parse(text) as Partial<Record<"kind" | "token" | "id" | "name" | "args", unknown>> | null;
		if (typeof value !== "object" || value === null) return null;
		const { kind, token, id, name, args } = value;
		if (kind === "hello" && typeof token === "string") return { kind, token };
		if (kind === "request" && Number.isSafeInteger(id) && typeof name === "string") return { kind, id: id as number, name, args };
		return null;
	} catch {
		return null;
	}
}
