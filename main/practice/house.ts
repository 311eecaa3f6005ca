import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** One protocol's practice agents behind the common server. */
export interface House {
	/** `/agentcall/`: everything below is this house's. */
	prefix: string;
	/** The JSON document at `rest` below the prefix, or null. `shown` is the address asked for, host and path, without a scheme. */
	document(rest: string, shown: string): object | null;
	/** A plain GET at `rest` that is no document: an HTTP answer, or null. */
	answer?(rest: string, request: IncomingMessage): HttpReply | null;
	/** A WebSocket upgrade at `rest`: takes the socket, or answers how to refuse it. */
	enter(rest: string, request: IncomingMessage, socket: Duplex, head: Buffer): Refusal | null;
	/** Ends everything that is under way, sockets too. */
	close(): void;
}

/** An answer in place of the WebSocket upgrade. */
export type Refusal = HttpReply;

export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	body: string;
}
