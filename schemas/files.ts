/**
 * Files on their way between the console and the person at a window. A window never says a path: it names a file the console made by its id,
 * and the host's own dialog, or the browser's, decides where it goes.
 */

/** `download`: the page follows `path`, once and within a minute, and its browser saves the file. `saved`: the person chose a place for it. */
export type HandedOver =
	| { kind: "download"; path: string; name: string; bytes: number }
	| { kind: "saved"; path: string }
	| { kind: "cancelled" };

/** Where a new file goes: a name of its own in the profile, or where the person says in the host's dialog. */
export const PLACES = ["profile", "ask"] as const;
export type Place = (typeof PLACES)[number];
