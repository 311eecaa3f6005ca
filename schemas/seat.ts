/** Who holds an agent's seat, and whose key is kept. */

/** What a server answered to “does anybody hold this agent's seat?”, read for people. A dial always evicts whoever holds it. */
export type SeatPresence =
	/** Nobody is connected with this key. */
	| { kind: "free" }
	/** This very console's own connection, as the server sees it. */
	| { kind: "ours" }
	/** Another client holds the seat; connecting evicts it, in the middle of a match too. */
	| { kind: "held" }
	/** The server does not take this key, or this client. */
	| { kind: "refused"; status: number }
	/** Too many questions or connections: wait. */
	| { kind: "cooldown"; retryAfterMs: number | null }
	/** The server is up and cannot answer now. */
	| { kind: "maintenance"; status: number; retryAfterMs: number | null }
	/** Nothing can be said: no such service at that address, no answer in time, an answer nobody can read. */
	| { kind: "unknown" };

export interface SeatReport {
	presence: SeatPresence;
	/** One or two sentences; what the server said in them has visible control characters and is cut. */
	text: string;
	askedAtMs: number;
	tookMs: number;
}

/** A key in the system's key store. Server and name are no secrets. */
export interface KeptKey {
	/** Host, with port where the address names one. */
	server: string;
	/** As the server called the agent. */
	agent: string;
}

/** Whose a key is: host and port in lower case, with `ws://` before it where the link is not encrypted; empty for what is no address. */
export function serverOf(url: string): string {
	const [, scheme = "", place = ""] = /^(wss?):\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url.trim()) ?? [];
	return `${scheme.toLowerCase() === "ws" ? "ws://" : ""}${place.toLowerCase()}`;
}
