/** Where values live that must never reach the database, a log, an export or a title: header values, keys. */
export interface SecretKeeping {
	/** `keyStore`: encrypted by the system's key store, they outlive the program. `memory`: for this run of the program, then asked for again. */
	kind: "keyStore" | "memory";
	/** Which applies and why, one sentence for people. */
	why: string;
}
