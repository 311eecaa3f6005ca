import type { WireError } from "../../schemas/errors.ts";
import type { RecentTarget } from "../../schemas/ipc.ts";
import { clockMinute } from "./format.ts";
import type { SteadySession } from "./steady-session.ts";

/** What happened with its name, then what it means, then the way on. */
export interface FailureWords {
	title: string;
	/** The console's own sentence. */
	text: string;
	wayOn: string;
	/** Whether something may have happened all the same. */
	isUnknown: boolean;
}

export function failureWords(error: WireError, what: string): FailureWords {
	const words = (title: string, wayOn: string, isUnknown = false): FailureWords => ({ title, text: error.message, wayOn, isUnknown });
	switch (error.code) {
		case "CARD_UNREADABLE":
			return words(
				`The card could not be read: ${what}`,
				"Open the address in a browser, or drop the card's file here. Nothing was dialled and no session was opened.",
			);
		case "INSECURE_ADDRESS":
			return words("ws:// is refused to another computer", "Write wss://, or allow ws:// under Advanced. Nothing was dialled.");
		case "TARGET_INVALID":
			return words(`${what} cannot be used`, "Change the address or the options and try again. Nothing was dialled.");
		case "CONNECTION_INVALID":
			return words(`${what} was not taken`, "Nothing was changed. Mend what is named, then try again.");
		case "CONNECTION_NOT_FOUND":
			return words(`${what} is not saved any more`, "It may have been removed in another window. Nothing was dialled.");
		case "SECRET_NOT_KEPT":
			return words(
				`A secret of ${what} was not kept`,
				"The connection is as it was before. Unlock the system’s key store, or leave the value empty and type it when it is used.",
			);
		case "PRACTICE_UNKNOWN":
			return words(`There is no practice agent “${what}”`, "Choose another one from the list.");
		case "SESSION_ENDED":
			return words("That session has ended", "Leave the session id empty for a new session. The transcript of the old one stays.");
		case "STORE_LOCKED":
		case "STORE_NEWER":
		case "STORE_FAILED":
			return words("No session can be recorded", "Without a place to store frames nothing is dialled: what arrives must be kept first.");
		case "BRIDGE_DOWN":
			return words("Not connected to the program", "Nothing was dialled. The form stays as it is; connect once the program answers again.");
		case "BRIDGE_LOST":
			return words(
				"Whether it opened is not known",
				"The program was lost while it was asked. When it answers again, the list of sessions shows whether there is a new one.",
				true,
			);
		default:
			return words(`${what} did not open`, "Nothing is lost: the form stays as it is. Try again.");
	}
}

/** When a saved connection was used. */
export function usedWords(usedAtMs: number | null, nowMs: number): string {
	return usedAtMs === null ? "never used" : `used ${dayWords(usedAtMs, nowMs)}`;
}

/** When it was used, and how that went if the session is still known. */
export function recentWords(recent: RecentTarget, nowMs: number, session: SteadySession | null): string {
	const when = dayWords(recent.usedAtMs, nowMs);
	if (!session) return when;
	if (session.ledger.unknown > 0) return `${when}, ${session.ledger.unknown} unknown`;
	const { status } = session;
	if (status.kind === "closed" && status.outcome.code !== null) return `${when}, ended ${status.outcome.code}`;
	return status.kind === "open" ? `${when}, open now` : when;
}

function dayWords(atMs: number, nowMs: number): string {
	const day = dayDistance(atMs, nowMs);
	if (day <= 1) return `${day === 1 ? "yesterday" : "today"} ${clockMinute(atMs)}`;
	const at = new Date(atMs);
	return `${at.getDate()} ${MONTHS[at.getMonth()]}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Days between two local dates. */
function dayDistance(fromMs: number, toMs: number): number {
	const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
	return Math.round((midnight(toMs) - midnight(fromMs)) / 86_400_000);
}

/** Where it leads, as one line. */
export function recentPlace(recent: RecentTarget): string {
	const { by } = recent.target;
	switch (by.kind) {
		case "practice":
			return "inside this program";
		case "card":
			return by.source;
		case "url":
			return by.url;
	}
}
