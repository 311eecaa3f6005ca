import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { BRIDGE_CLOSE, BRIDGE_PATH, type FromHost, type ToHost } from "../../../schemas/bridge.ts";
import { type CoreDoor, onBridgeEvent } from "../core-host.ts";
import { createEventOutbox } from "../event-outbox.ts";
import { isOwnRequest } from "./bind-host.ts";
import { type Key, type Keys, proofOf } from "./keys.ts";

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
const WRONG_KEY = "The key is not the one of this run. Open the link that Switchboard printed last.";
/** With more answers than this unread, no further request is taken from that window until it has read on. */
const UNREAD_LIMIT_BYTES = 16 * 1024 * 1024;

export interface WsHostOptions {
	core: CoreDoor;
	keys: Keys;
	port(): number;
	/** Asked about who says a good key: why it is not let in all the same, in at most 123 bytes, or null. */
	objection(key: Key, socket: Socket): Promise<string | null>;
	/** For tests. */
	helloLimitMs?: number;
}

export interface WsHost {
	close(): void;
	/** Windows that are in now. */
	count(): number;
	welcomedSoFar(): number;
	/** Whether it carries a window that is in. */
	carriesWindow(socket: Duplex): boolean;
	/** Ends the windows that came in with that key. `why`: at most 123 bytes, as close frames have it. */
	shutOut(key: Key, why: string): void;
}

/** Carries requests and events between the core and every window that knows a key. */
export function attachWsHost(server: Server, options: WsHostOptions): WsHost {
	const welcomed = new Map<WebSocket, { key: Key; socket: Duplex }>();
	let soFar = 0;
	const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
	server.on("upgrade", (request, socket, head) => {
		socket.on("error", () => {}); // a peer that goes away during the upgrade is no event of ours
		if (request.url !== BRIDGE_PATH || !isOwnRequest(request, options.port(), "required"))
			return socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
		wss.handleUpgrade(request, socket, head, (window) => {
			const isWelcome = serveWindow(window, request.socket, options, (key) => {
				welcomed.set(window, { key, socket });
				soFar++;
			});
			window.once("close", () => welcomed.delete(window));
			limitBeforeWelcome(window, socket, isWelcome);
		});
	});
	return {
		count: () => welcomed.size,
		welcomedSoFar: () => soFar,
		carriesWindow: (socket) => [...welcomed.values()].some((each) => each.socket === socket),
		shutOut(key, why) {
			for (const [window, { key: own }] of welcomed) if (own === key) window.close(BRIDGE_CLOSE.REFUSED, why);
		},
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
	socket: Socket,
	{ core, keys, objection, helloLimitMs = HELLO_LIMIT_MS }: WsHostOptions,
	welcomed: (key: Key) => void,
): () => boolean {
	let stopEvents: (() => void) | null = null;
	/** Said after the hello and before it was decided on; the limit of bytes holds for it. */
	let early: ToHost[] | null = null;
	/** Tells the outbox that the window has shown what was sent last: a window that is busy gets the newest of each kind, not a queue of them. */
	let taken: (() => void) | null = null;
	const post = (message: FromHost, done?: () => void) => window.send(JSON.stringify(message), () => done?.());
	const refuse = (why: string) => window.close(BRIDGE_CLOSE.REFUSED, why);
	const helloTimer = setTimeout(() => refuse("The window did not say its key in time."), helloLimitMs);

	const hello = async (token: string) => {
		const key = keys.find(token);
		if (!key) return refuse(WRONG_KEY);
		const why = await objection(key, socket);
		if (why !== null) return refuse(why);
		// Meanwhile the time may have run out, or the key.
		if (window.readyState !== window.OPEN || !keys.find(token)) return window.terminate();
		welcome(key);
		for (const message of early ?? []) take(message);
	};
	const welcome = (key: Key) => {
		clearTimeout(helloTimer);
		const outbox = createEventOutbox((events, done) => {
			taken = done;
			post({ kind: "events", events });
		});
		const unsubscribe = onBridgeEvent(core, outbox.add);
		stopEvents = () => {
			unsubscribe();
			outbox.dispose();
		};
		post({ kind: "welcome" });
		welcomed(key);
	};
	const answer = async (id: number, name: string, args: unknown): Promise<void> => {
		const result = await core.dispatch(name, args);
		post({ kind: "response", id, result }, () => {
			if (window.isPaused && window.bufferedAmount < UNREAD_LIMIT_BYTES) window.resume();
		});
		if (window.bufferedAmount >= UNREAD_LIMIT_BYTES) window.pause();
	};

	const take = (message: ToHost) => {
		if (message.kind === "request") void answer(message.id, message.name, message.args);
		if (message.kind !== "taken") return;
		taken?.();
		taken = null;
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
			if (early) return void early.push(message);
			if (message.kind === "ask") {
				const key = keys.named(message.key);
				return key ? post({ kind: "proof", proof: proofOf(key, message.nonce) }) : refuse(WRONG_KEY);
			}
			if (message.kind !== "hello") return refuse("The window did not say its key first.");
			early = [];
			return void hello(message.token);
		}
		take(message);
	});
	return () => stopEvents !== null;
}

const sizeOf = (data: RawData): number => (Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength);

/** Null for anything that is not a well-formed message; arguments are the core's to check. */
function readMessage(text: string): ToHost | null {
	try {
		const value = JSON.parse(text) as Partial<Record<"kind" | "key" | "nonce" | "token" | "id" | "name" | "args", unknown>> | null;
		if (typeof value !== "object" || value === null) return null;
		const { kind, key, nonce, token, id, name, args } = value;
		if (kind === "ask" && typeof key === "string" && typeof nonce === "string") return { kind, key, nonce };
		if (kind === "taken") return { kind };
		if (kind === "hello" && typeof token === "string") return { kind, token };
		if (kind === "request" && Number.isSafeInteger(id) && typeof name === "string") return { kind, id: id as number, name, args };
		return null;
	} catch {
		return null;
	}
}
