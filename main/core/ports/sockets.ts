/** Links to agents, frames too large for main, and questions over HTTP. */
import type { DialPhase, PhaseTimings } from "../../../schemas/session.ts";
import type { CertificateFacts, ConnectionTrust, LinkSecurity } from "../../../schemas/trust.ts";
import type { ReadingRule } from "../protocols/door.ts";
import type { ReadFrame } from "../session/machine.ts";

export interface DialRequest {
	/** ws: or wss:, already checked by the core. */
	url: string;
	headers: Record<string, string>;
	subprotocols: string[];
	/** Largest message accepted, bytes; more closes the link with 1009. */
	maxPayloadBytes: number;
	/** Time limit of each phase, ms. */
	phaseLimitsMs: Record<DialPhase, number>;
	/** With its secrets. */
	trust: ConnectionTrust;
}

/** A dial that produced no open link. */
export interface DialFailure {
	phase: DialPhase;
	/** HTTP status when the server answered the upgrade with something else than 101. */
	httpStatus?: number;
	/** `Retry-After` of that answer, ms. */
	retryAfterMs?: number;
	/** First 4 KiB of that answer's body, text. */
	body?: string;
	/** System, TLS or `ws` error code; `TIMEOUT` when the phase's limit passed, `CANCELLED` when the console gave up. */
	errorCode: string;
	/** Whole sentences for people: what happened and what can be done. */
	message: string;
	/** What the other side showed, where that is why. */
	certificate?: CertificateFacts;
	/** Phases that were finished. */
	timings: PhaseTimings;
}

export interface SocketClose {
	code: number;
	reason: string;
	/** Bytes of the reason in the other side's close frame, lower-case hex, when they are no UTF-8: then `reason` is only a likeness. */
	reasonHex?: string;
	by: "agent" | "console" | "network";
	clean: boolean;
	/** Error code when the link broke or was failed by the console, for example `ECONNRESET`, `WS_ERR_UNSUPPORTED_MESSAGE_LENGTH`. */
	errorCode?: string;
	message?: string;
}

/**
 * Calls for one dial. After `failed` or `closed` nothing more is called. Bytes belong to the receiver only during the call; those of a large
 * frame for good.
 */
export interface SocketEvents {
	phase(phase: DialPhase): void;
	opened(info: { subprotocol: string; timings: PhaseTimings; remoteAddress: string; security: LinkSecurity }): void;
	failed(failure: DialFailure): void;
	/** `text` is null for binary frames and for text frames that are not valid UTF-8. */
	frame(opcode: "text" | "binary", bytes: Uint8Array, text: string | null): void;
	/** A frame of more than LARGE_FRAME_BYTES: nobody has looked whether it is text. */
	largeFrame(opcode: "text" | "binary", bytes: Uint8Array): void;
	/** A ping arrived; its pong has been handed to the socket already. */
	ping(payload: Uint8Array): void;
	pong(payload: Uint8Array): void;
	closed(close: SocketClose): void;
}

export interface FrameSocket {
	/** `done` is called once, with null when the socket took the bytes and with the error's words when it did not. */
	sendText(text: string, done: (error: string | null) => void): void;
	ping(payload: Uint8Array): void;
	close(code: number, reason: string): void;
	/** Drops dial or link at once. `closed` or `failed` (`CANCELLED`) follows. */
	destroy(): void;
	/** Stops and starts reading from the network. */
	pause(): void;
	resume(): void;
}

export interface Sockets {
	dial(request: DialRequest, events: SocketEvents): FrameSocket;
}

/** Reads frames that are too large for main, beside it. */
export interface FrameReader {
	/**
	 * What the protocol's `readFrame` answers, and the frame's bytes in memory that a store may keep without copying. Takes the bytes over.
	 * Never rejected: a frame that cannot be read within READING_LIMIT_MS and the memory there is comes back as one of unknown type, with a
	 * finding `budget.frame`.
	 */
	read(rule: ReadingRule, opcode: "text" | "binary", bytes: Uint8Array): Promise<{ bytes: Uint8Array; decoded: ReadFrame }>;
	/** For good; what is being read comes back unread. */
	close(): Promise<void>;
}

export interface HttpQuestion {
	/** https:, or http: where the core allowed it. */
	url: string;
	headers: Record<string, string>;
	/** Limit of the whole, ms. */
	limitMs: number;
	/** Body beyond this fails the question, bytes. */
	maxBytes: number;
	/** With its secrets. */
	trust: ConnectionTrust;
}

export type HttpAnswer =
	/** Redirects are answers: they are never followed, so no header reaches another server. */
	| { kind: "answered"; status: number; retryAfterMs: number | null; body: string }
	/** `errorCode`: system or TLS code, `TIMEOUT`, `CLOSED`, `TOO_LARGE`, `NOT_TEXT`. */
	| { kind: "failed"; errorCode: string; message: string };

/** One GET, never rejected. */
export interface Http {
	get(question: HttpQuestion): Promise<HttpAnswer>;
	/** For good: questions under way fail. */
	close(): void;
}
