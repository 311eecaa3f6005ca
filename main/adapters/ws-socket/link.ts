import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { ConsoleError } from "../../core/errors.ts";
import { LARGE_FRAME_BYTES } from "../../core/limits.ts";
import type { DialRequest, FrameSocket, SocketClose, SocketEvents } from "../../core/ports.ts";
import { codeOf, wordsOf } from "../connect/refusal.ts";
import type { AnnouncedSize, FrameSplitter } from "./frame-splitter.ts";
import { CLOSE_LIMIT_MS, MAX_PENDING_PONGS } from "./limits.ts";
import { tooLargeWords } from "./too-large.ts";

/** RFC 6455 7.4.1, what the console says when `ws` refuses a frame. Codes not listed are protocol errors, 1002. */
const CLOSE_CODES: Record<string, number> = {
	WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
	WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
	WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008,
	PING_FLOOD: 1008,
};

/**
 * The open link. Every frame costs one check and one decode; nothing is allocated for it but its text. `closed` is called exactly once and
 * last, `socket` belongs to the link.
 */
export function createLink(ws: WebSocket, frames: FrameSplitter, socket: Socket, request: DialRequest, events: SocketEvents): FrameSocket {
	let asked: { code: number; reason: string } | null = null;
	let refusal: Error | null = null;
	let networkError: Error | null = null;
	let pendingPongs = 0;
	let ended = false;

	const ponged = (): void => {
		pendingPongs -= 1;
	};

	ws.on("message", (data: Buffer, isBinary: boolean) => {
		const bytes = frames.next();
		const opcode = isBinary ? "binary" : "text";
		if (bytes !== null && bytes.length > LARGE_FRAME_BYTES) return events.largeFrame(opcode, bytes);
		const whole = bytes === null ? data : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
		events.frame(opcode, whole, !isBinary && isUtf8(whole) ? whole.toString() : null);
	});
	ws.on("ping", (payload: Buffer) => {
		if (ws.readyState === WebSocket.OPEN) pong(payload);
		events.ping(payload);
	});
	ws.on("pong", (payload: Buffer) => events.pong(payload));
	ws.on("error", (error) => {
		refusal ??= error;
	});
	// `ws` hears of a broken connection and keeps the reason to itself.
	socket.on("error", (error) => {
		networkError ??= error;
	});
	ws.once("close", (code, reason) => {
		end();
		events.closed(withBytes(verdict(code, reason), reason));
	});

	/**
	 * Done here and not by `ws`, which gives up without a word at 60 waiting pongs: two packets full of pings exceed that although the agent
	 * reads well.
	 */
	function pong(payload: Buffer): void {
		if (pendingPongs < MAX_PENDING_PONGS) {
			pendingPongs += 1;
			ws.pong(payload, true, ponged);
			return;
		}
		const message = `The agent sends pings and left ${MAX_PENDING_PONGS} pongs unread.`;
		refusal = Object.assign(new Error(message), { code: "PING_FLOOD" });
		ws.terminate();
	}

	/** Nothing may be called any more, not even for frames that wait in a buffer. */
	function end(): void {
		ended = true;
		for (const name of ["message", "ping", "pong", "close"]) ws.removeAllListeners(name);
	}

	function verdict(code: number, bytes: Buffer): SocketClose {
		const reason = bytes.toString();
		if (refusal !== null) return refused(refusal, request.maxPayloadBytes, frames.refusedSize);
		const answered = code !== 1006;
		if (asked !== null) return answered ? farewell(asked, code, reason) : unanswered(asked, networkError);
		if (answered && !isUtf8(bytes)) return notText(code, reason);
		if (answered) return { code, reason, by: "agent", clean: true };
		if (networkError === null) return broken(undefined, "The connection ended without a close frame.");
		return broken(codeOf(networkError), wordsOf(networkError));
	}

	return {
		sendText(text, done) {
			ws.send(text, (error) => done(error ? wordsOf(error) : null));
		},
		ping(payload) {
			if (ws.readyState === WebSocket.OPEN) ws.ping(payload);
		},
		close(code, reason) {
			checkClose(code, reason);
			if (ws.readyState !== WebSocket.OPEN) return;
			asked = { code, reason };
			ws.close(code, reason);
		},
		destroy() {
			if (ended) return;
			end();
			ws.terminate();
			queueMicrotask(() => events.closed(byConsole(1006, "CANCELLED", "The console dropped the link.")));
		},
		pause: () => ws.pause(),
		resume: () => ws.resume(),
	};
}

/** Words that no text can hold stand beside it as they came. */
const withBytes = (close: SocketClose, bytes: Buffer): SocketClose =>
	isUtf8(bytes) ? close : { ...close, reasonHex: bytes.toString("hex") };

const notText = (code: number, reason: string): SocketClose => ({
	code: 1007,
	reason,
	by: "console",
	clean: false,
	errorCode: "CLOSE_REASON_NOT_UTF8",
	message: `The agent closed with ${code} and a reason that is not valid UTF-8.`,
});

const broken = (errorCode: string | undefined, message: string): SocketClose => ({
	code: 1006,
	reason: "",
	by: "network",
	clean: false,
	errorCode,
	message,
});

const byConsole = (code: number, errorCode: string, message: string): SocketClose => ({
	code,
	reason: "",
	by: "console",
	clean: false,
	errorCode,
	message,
});

function refused(error: Error, maxPayloadBytes: number, size: AnnouncedSize | null): SocketClose {
	const errorCode = codeOf(error) ?? "WS_ERR";
	const code = CLOSE_CODES[errorCode] ?? 1002;
	if (errorCode === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") return byConsole(code, errorCode, tooLargeWords(maxPayloadBytes, size));
	if (code === 1009) return byConsole(code, errorCode, "The agent announced a frame of more than 2^53 bytes.");
	if (errorCode === "PING_FLOOD") return byConsole(code, errorCode, error.message);
	if (code === 1008) return byConsole(code, errorCode, "The agent sent a message in more fragments than are taken here.");
	return byConsole(code, errorCode, `The agent broke the WebSocket protocol: ${wordsOf(error)}.`);
}

/** The agent answered the console's close; RFC 6455 has it repeat the code, but some say another. */
function farewell(asked: { code: number; reason: string }, code: number, reason: string): SocketClose {
	const close: SocketClose = { ...asked, by: "console", clean: true };
	if (code !== asked.code && code !== 1005) close.message = `The agent answered with ${code} ${JSON.stringify(reason)}.`;
	return close;
}

function unanswered(asked: { code: number; reason: string }, error: Error | null): SocketClose {
	const message = error === null ? `The agent did not answer the close within ${CLOSE_LIMIT_MS} ms.` : wordsOf(error);
	return { ...asked, by: "console", clean: false, errorCode: codeOf(error), message };
}

/** Refused here with words, because `ws` would throw in the middle of closing. */
function checkClose(code: number, reason: string): void {
	const sendable = code >= 3000 ? code <= 4999 : code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code);
	if (!Number.isInteger(code) || !sendable) throw new ConsoleError("INVALID_ARGS", `A close frame cannot carry the code ${code}.`);
	const bytes = Buffer.byteLength(reason);
	if (bytes > 123) throw new ConsoleError("INVALID_ARGS", `A close reason has at most 123 bytes; this one has ${bytes}.`);
}
