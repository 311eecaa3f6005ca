import { greet } from "../desk/visitor-desk.ts";
import type { Scenario } from "../scenario.ts";

/** The header that opens `unauthorized`. Not a secret: it is named in the scenario's description. */
const PRACTICE_TOKEN = "Bearer practice";

/** Refused, turned away, thrown out, sent home. */
export const AT_THE_DOOR: readonly Scenario[] = [
	{
		name: "unauthorized",
		title: "HTTP 401",
		about: `Refuses the upgrade with 401 until the header Authorization says ${PRACTICE_TOKEN}.`,
		refuses: (headers) =>
			headers.authorization === PRACTICE_TOKEN
				? null
				: { status: 401, headers: { "WWW-Authenticate": "Bearer" }, body: "This desk wants to know who you are." },
	},
	{
		name: "unavailable",
		title: "HTTP 503",
		about: "Refuses the upgrade with 503 and asks for a pause of 2 s, each time.",
		refuses: () => ({ status: 503, headers: { "Retry-After": "2" }, body: "The desk opens again soon." }),
	},
	{
		name: "busy",
		title: "Busy",
		about: "Closes 1013 twice and lets you in the third time.",
		turnsAway: (attempt) => (attempt <= 2 ? { code: 1013, reason: "busy" } : null),
	},
	{
		name: "evicted",
		title: "Replaced by another connection",
		about: "Closes 4409 after the first run, as if someone else had taken the session.",
		async opening(play) {
			await greet(play);
			await play.sleep(500);
			await play.close(4409, "replaced_by_new_connection");
		},
	},
	{
		name: "ends",
		title: "The agent ends the session",
		about: "Says session.ended after one run and closes 4410.",
		async opening(play) {
			await greet(play);
			await play.sleep(500);
			await play.endSession("visit_over");
		},
	},
];
