import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { BRIDGE_CLOSE, BRIDGE_PATH, type FromHost, type ToHost } from "../../../schemas/bridge.ts";
import { type CoreDoor, onBridgeEvent } from "../core-host.ts";
import { createEventOutbox } from "../event-outbox.ts";
import type { AccessToken } from "./access-token.ts";
import { isOwnRequest } from "./bind-host.ts";

/** A text of 8 MiB is at most 48 MiB once every character is escaped. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
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
export function attachWsHost(server: Server, options: WsHostOptions): { close(): void } {
	const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
	server.on("upgrade", (request, socket, head) => {
		socket.on("error", () => {}); // a peer that goes away during the upgrade is no event of ours
		if (request.url !== BRIDGE_PATH || !isOwnRequest(request, options.port(), "required"))
			return socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
		wss.handleUpgrade(request, socket, head, (window) => serveWindow(window, options));
	});
	return {
		close() {
			for (const window of wss.clients) window.terminate();
			wss.close();
		},
	};
}

function serveWindow(window: WebSocket, { core, token, helloLimitMs = HELLO_LIMIT_MS }: WsHostOptions): void {
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
		const message = isBinary ? null : readMessage(String(data));
		if (!message) return window.close(BRIDGE_CLOSE.UNREADABLE, "The message is none of this bridge's.");
		if (!stopEvents) {
			if (message.kind === "hello" && token.matches(message.token)) return welcome();
			return refuse("The key is not the one of this run. Open the link that Switchboard printed last.");
		}
		if (message.kind === "request") void answer(message.id, message.name, message.args);
	});
}

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
