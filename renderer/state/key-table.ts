interface KeyRow {
	/** As `chordOf` names them; several do the same, or belong together. */
	chords: readonly string[];
	what: string;
	/** Instead of listing every chord: `1 to 6`. */
	shown?: string;
	/** Wherever the focus is in that part of the window, not anywhere. */
	inside?: string;
}

interface KeyGroup {
	title: string;
	keys: readonly KeyRow[];
}

/**
 * Every key of the window, in the order of the list that shows them. `useHotkeys` takes only chords that stand here, so a key that is not in
 * the list does not compile. Plain keys act outside text fields.
 */
export const KEY_GROUPS = [
	{
		title: "Anywhere",
		keys: [
			{ chords: ["?", "f1"], what: "this list" },
			{ chords: ["ctrl+n", "g c"], what: "connect to an agent" },
			{ chords: ["g s"], what: "sessions" },
			{ chords: ["g t"], what: "transcripts: every session, and back to what was found" },
			{ chords: ["g r"], what: "what waits for a person in any session, the first to end first" },
			{ chords: ["g m"], what: "the manual" },
			{ chords: ["f6", "shift+f6"], what: "next, previous part of the window" },
		],
	},
	{
		title: "Connect",
		keys: [{ chords: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], shown: "1 to 9", what: "use that saved connection" }],
	},
	{
		title: "Session",
		keys: [
			{ chords: ["c"], what: "write a message" },
			{ chords: ["ctrl+o"], what: "to the card that was read, else to the answer of what waits here; else to the session that asks" },
			{ chords: ["/", "ctrl+f"], what: "filter the timeline" },
		],
	},
	{
		title: "Timeline",
		keys: [
			{ chords: ["j", "k", "arrowdown", "arrowup"], what: "next, previous entry" },
			{ chords: ["[", "]"], what: "previous, next trouble" },
			{ chords: ["home", "end"], what: "first entry; last entry, and follow" },
			{ chords: ["pageup", "pagedown"], what: "a page up, down", inside: "list" },
			{ chords: ["arrowright", "arrowleft"], what: "open, close a fold", inside: "list" },
			{ chords: ["enter"], what: "go into the inspector" },
			{ chords: ["escape"], what: "close the inspector, or leave a field" },
		],
	},
	{
		title: "Transcripts",
		keys: [
			{ chords: ["/", "ctrl+f"], what: "search every session" },
			{ chords: ["arrowdown", "arrowup"], what: "next, previous session; from the search into the hits", inside: "list" },
			{ chords: ["enter"], what: "open the session, go to the hit", inside: "list" },
			{ chords: ["delete"], what: "remove what is chosen; it can be undone", inside: "list" },
			{ chords: ["alt+arrowdown", "alt+arrowup"], what: "next, previous hit, while one is looked at" },
		],
	},
	{
		title: "Inspector",
		keys: [
			{
				chords: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
				shown: "1 to 6",
				what: "Decoded, Raw, Hex, Findings, Delivery, Proof",
			},
			{ chords: ["arrowleft", "arrowright"], what: "fold, unfold a line", inside: "tree" },
		],
	},
	{
		title: "Composer",
		keys: [
			{ chords: ["ctrl+enter"], what: "send", inside: "composer" },
			{ chords: ["f2"], what: "more, less room", inside: "composer" },
			{ chords: ["alt+arrowup", "alt+arrowdown"], what: "messages sent before", inside: "composer" },
			{ chords: ["escape"], what: "leave the fields", inside: "composer" },
		],
	},
	{ title: "State", keys: [{ chords: ["l"], what: "state as it is now" }] },
	{
		title: "Table",
		keys: [
			{ chords: ["t"], what: "table or timeline" },
			{ chords: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], shown: "1 to 9", what: "choose a move, or a game while no match runs" },
			{ chords: ["arrowup", "arrowdown", "arrowleft", "arrowright"], what: "another amount, bid or choice; faces sideways" },
			{ chords: ["enter"], what: "send the move" },
			{ chords: ["y"], what: "confirm the match" },
			{ chords: ["n"], what: "next match that waits" },
		],
	},
] as const satisfies readonly KeyGroup[];

/** A key the window knows. */
export type Chord = (typeof KEY_GROUPS)[number]["keys"][number]["chords"][number];

const NAMES: Readonly<Record<string, string>> = {
	arrowup: "↑",
	arrowdown: "↓",
	arrowleft: "←",
	arrowright: "→",
	pageup: "Page Up",
	pagedown: "Page Down",
};

/** As it is printed on the keys: `Ctrl Enter`, `G S`, `Alt ↑`. */
export function chordWords(chord: Chord): string {
	return chord
		.split(/[+ ]/)
		.map((key) => NAMES[key] ?? key.charAt(0).toUpperCase() + key.slice(1))
		.join(" ");
}

/** The caps of one row. */
export function capsOf(row: KeyRow): string[] {
	return row.shown === undefined ? row.chords.map((chord) => chordWords(chord as Chord)) : [row.shown];
}

/**
 * The key that goes to the connect screen in this host; null when none does. An ordinary tab keeps Ctrl N for itself, a window of its own
 * (Electron, or the browser's app window) does not; the letters can be switched off.
 */
export function connectKey(hasOwnWindow: boolean, letterKeys: boolean): Chord | null {
	if (hasOwnWindow) return "ctrl+n";
	return letterKeys ? "g c" : null;
}
