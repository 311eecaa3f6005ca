/** Every error code the console can answer with, and what each means to the person who reads it. Tests assert codes, not texts. */
export const ERROR_CODES = {
	INVALID_ARGS: "The request's arguments do not match its schema.",
	UNKNOWN_REQUEST: "There is no request of that name.",
	UNTRUSTED_SENDER: "The request did not come from the console's own window.",
	SESSION_NOT_FOUND: "No session with that id is stored on this profile.",
	SESSION_NOT_OPEN: "The session has no open link to send on.",
	SESSION_ENDED: "The session has ended and cannot be connected again.",
	ENTRY_NOT_FOUND: "No entry with that ordinal belongs to this session.",
	MESSAGE_INVALID: "The message breaks its schema or the state of the session, and no override was given.",
	MESSAGE_TOO_LARGE: "The message is larger than the largest frame the other side accepts.",
	TARGET_INVALID: "The address or the agent card cannot be used.",
	CARD_UNREADABLE: "The agent card could not be fetched or read.",
	INSECURE_ADDRESS: "ws:// is allowed only to this computer, unless the connection says otherwise.",
	STORE_LOCKED: "Another Switchboard already records on this profile.",
	STORE_NEWER: "The transcript database was written by a newer version and was left untouched.",
	STORE_DAMAGED: "The transcript database is damaged; what can still be read can be saved into a new one.",
	STORE_FAILED: "The transcript database could not be opened, read or written.",
	TAP_GONE: "That tap no longer waits: it was sent, discarded, or another card took its place.",
	SESSION_LIVE: "The session has a link, or makes one by itself; disconnect it first.",
	SEARCH_OVER: "That search is over; run it again.",
	JOB_RUNNING: "Another backup, compaction or repair is under way; wait for it or cancel it.",
	REPAIR_CANCELLED: "The repair was stopped; everything is as it was.",
	BACKUP_FAILED: "The backup could not be written; nothing of it was left behind.",
	EXPORT_FAILED: "The export could not be written.",
	IMPORT_FAILED: "The file is no transcript this console can read; nothing of it was stored.",
	IMPORT_CANCELLED: "The import was stopped; nothing of it was stored.",
	FILE_UNKNOWN: "That file was not made in this run of the program, or is not there any more.",
	NOT_IN_THIS_HOST: "That needs a dialog of the system, which this way of running the console has not.",
	UPLOAD_UNKNOWN: "There is no file of that id on its way, or it was let go.",
	REDACTION_INVALID: "A redaction rule cannot be used.",
	PRACTICE_UNKNOWN: "There is no practice scenario of that name.",
	CERTIFICATE_UNREADABLE: "The certificate file could not be read, or not with this passphrase.",
	CONNECTION_NOT_FOUND: "There is no saved connection of that id or name.",
	CONNECTION_INVALID: "The connection cannot be saved as it is; the field that is wrong is named.",
	SECRETS_NEEDED: "The saved connection has secrets that are not kept now; they must be given first.",
	SECRET_NOT_KEPT: "The system's key store did not take or remove a value.",
	KIOSK_LOCKED: "This console is a kiosk; staff unlocks it with the PIN.",
	PIN_WRONG: "That is not the kiosk's PIN.",
	PIN_WAIT: "Too many wrong PINs; no PIN is looked at until the wait is over.",
	BRIDGE_LOST: "The window lost its connection to the program after it had asked; it is not known whether the program acted.",
	BRIDGE_DOWN: "The window is not connected to the program; nothing was asked of it.",
	INTERNAL: "Something failed inside the console; the details are in its own log.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** An error as it crosses a bridge: plain, cloneable, without a stack. */
export interface WireError {
	code: ErrorCode;
	/** One sentence that names the thing, the place and the way on. */
	message: string;
	/** JSON-safe extras, for example a JSON Pointer list. */
	detail?: unknown;
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: WireError };
