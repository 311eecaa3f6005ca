/** Saved connections: named targets an operator uses again. Kept in the transcript database; the secrets in them are not. */
import type { SecretKeeping } from "./secrets.ts";
import type { ConnectTarget } from "./session.ts";

/** What happens with a tap while a request for `nfc` waits. */
export const TAP_RULES = ["confirm", "confirmByTap", "atOnce"] as const;
/**
 * `confirm`: a person looks at the filled form and sends it. `confirmByTap`: showing the same card again sends it.
 * `atOnce`: sent by itself, for kiosks.
 */
export type TapRule = (typeof TAP_RULES)[number];

/** Code points of a connection's name. */
export const MAX_CONNECTION_NAME = 128;
export const MAX_CONNECTIONS = 500;

export interface SavedConnection {
	/** UUIDv4. */
	connectionId: string;
	/** Unique among the saved ones, whatever the case of its letters; 1 to 128 characters. */
	name: string;
	/**
	 * Without the values of `secretHeaders`, and without a session id unless the operator fixed one. User info and query values of addresses are
	 * secrets, too: `…` stands in their place.
	 */
	target: ConnectTarget;
	/** Names of headers whose values are kept in the system's key store where there is one, else asked for each time. Never in the database. */
	secretHeaders: string[];
	createdAtMs: number;
	changedAtMs: number;
	/** Null while never used. */
	usedAtMs: number | null;
}

/**
 * A secret of a connection: `header:NAME`, `address` (the socket's whole address), `source` (the card's), `card` (its text, with a key in it),
 * `clientKey` (PEM), `passphrase` (of that key), `proxy` (`user:password`).
 */
export type SecretPart = `header:${string}` | "address" | "source" | "card" | "clientKey" | "passphrase" | "proxy";

export interface ListedConnection {
	connection: SavedConnection;
	/** Where it goes, one line without secrets. */
	place: string;
	/** Profile that reads the server side; a stand-in for AgentCall. */
	profile: string;
	/** Secrets it has. */
	secrets: SecretPart[];
	/** Of those, the ones that must be given before it can be used now. */
	needs: SecretPart[];
}

export interface ConnectionList {
	/** The one used last first; those never used by name. */
	connections: ListedConnection[];
	keeping: SecretKeeping;
}

export interface ConnectionDraft {
	/** Null: a new one. */
	connectionId: string | null;
	name: string;
	/** Whole, secret values included. An empty value of a secret header, and an address with `…` in it, leave what is kept as it is. */
	target: ConnectTarget;
	secretHeaders: string[];
	/** Kept values to let go. */
	forget?: SecretPart[];
}

/** Where in the form something is wrong; comes as `detail.field` of CONNECTION_INVALID. `header:NAME` names one header. */
export type ConnectionField =
	| "name"
	| "url"
	| "card"
	| "practice"
	| "subprotocols"
	| "sessionId"
	| "headers"
	| "file"
	| "trust"
	| `header:${string}`;
