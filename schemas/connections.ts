/** Saved connections: named targets an operator uses again. Kept in the transcript database; the secrets in them are not. */
import { connectionId, sessionId } from "./ids.ts";
import type { SecretKeeping } from "./secrets.ts";
import { type ConnectTarget, connectTarget } from "./session.ts";
import { gives, list, nullable, type Of, object, optional, recordOf, request, string } from "./shapes.ts";

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
/** Any text is let in: a part that a connection does not have is never looked for. */
const secretPart = string<SecretPart>({ minLength: 1, maxLength: 256 });
/** Secrets as a person typed them. */
export const secretValues = recordOf(secretPart, string({ maxLength: 1048576 }), 80);

export interface ListedConnection {
	connection: SavedConnection;
	/** Where it goes, one line without secrets. */
	place: string;
	/** Profile that reads the server side. */
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

const connectionDraft = object({
	/** Null: a new one. */
	connectionId: nullable(connectionId),
	name: string({ maxLength: 4 * MAX_CONNECTION_NAME }),
	/** Whole, secret values included. An empty value of a secret header, and an address with `…` in it, leave what is kept as it is. */
	target: connectTarget,
	secretHeaders: list(string({ minLength: 1, maxLength: 256 }), { maxItems: 64 }),
	/** Kept values to let go. */
	forget: optional(list(secretPart, { maxItems: 80 })),
});
export interface ConnectionDraft extends Of<typeof connectionDraft> {}

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

export const CONNECTION_REQUESTS = {
	"connection.list": request({}, gives<ConnectionList>()),
	/** Errors: CONNECTION_INVALID with `detail.field`, SECRET_NOT_KEPT; nothing is saved then. */
	"connection.save": request({ connection: connectionDraft }, gives<SavedConnection>()),
	/** Kept secrets are copied, too. */
	"connection.duplicate": request({ connectionId }, gives<SavedConnection>()),
	"connection.remove": request({ connectionId }, gives<null>()),
	/** Brings back what was removed in this run of the program, with its secrets. */
	"connection.restore": request({ connectionId }, gives<SavedConnection>()),
	/**
	 * Opens a session, or goes on with the stored one of that id. `values` are secrets typed for it; they are kept as `keeping` says.
	 * Errors: SECRETS_NEEDED with `detail.needs`, and those of `session.open`.
	 */
	"connection.open": request(
		{ connectionId, values: optional(secretValues), sessionId: optional(sessionId) },
		gives<{ sessionId: string }>(),
	),
	/** A file to hand on, without secrets. */
	"connection.export": request({ connectionId }, gives<{ fileName: string; text: string }>()),
	"connection.import": request({ text: string({ maxLength: 4 * 1024 * 1024 }) }, gives<SavedConnection>()),
};
