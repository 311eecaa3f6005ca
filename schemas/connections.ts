/** Saved connections: named targets an operator uses again. Kept in the transcript database; the secrets in them are not. */
import type { ConnectTarget } from "./session.ts";

/** What happens with a tap while a request for `nfc` waits. */
export const TAP_RULES = ["confirm", "confirmByTap", "atOnce"] as const;
/**
 * `confirm`: a person looks at the filled form and sends it. `confirmByTap`: showing the same card again sends it.
 * `atOnce`: sent by itself, for kiosks.
 */
export type TapRule = (typeof TAP_RULES)[number];

export interface SavedConnection {
	/** UUIDv4. */
	connectionId: string;
	/** Unique among the saved ones, 1 to 128 characters. */
	name: string;
	/** Without the values of `secretHeaders`, and without a session id unless the operator fixed one. */
	target: ConnectTarget;
	/** Names of headers whose values are kept in the system's key store where there is one, else asked for each time. Never in the database. */
	secretHeaders: string[];
	createdAtMs: number;
	changedAtMs: number;
	/** Null while never used. */
	usedAtMs: number | null;
}
