/** The part of a key event that matters, so the rules can be tested without a DOM. */
export interface KeyPress {
	key: string;
	ctrlKey: boolean;
	metaKey: boolean;
	altKey: boolean;
	shiftKey: boolean;
}

/** Longest time between the two letters of `g s`, ms. */
const SEQUENCE_MS = 1200;

/** `ctrl+f`, `g`, `[`, `end`, `f6`. Shift is part of the sign it makes and named only with keys that have no sign. Cmd counts as Ctrl. */
export function chordOf(press: KeyPress): string {
	const key = press.key.toLowerCase();
	const named = key.length > 1;
	return [(press.ctrlKey || press.metaKey) && "ctrl+", press.altKey && "alt+", named && press.shiftKey && "shift+", key]
		.filter(Boolean)
		.join("");
}

/** A single sign without Ctrl or Alt: can be switched off. */
export function isLetter(chord: string): boolean {
	return chord.length === 1;
}

/** A key that means something in a text field, so it acts only outside of one: all but chords and F keys. */
export function isPlain(chord: string): boolean {
	return !chord.includes("+") && !/^f\d+$/.test(chord);
}

/**
 * Finds what a press means among the bound keys, which may be chords (`ctrl+f`) or two letters in a row (`g s`).
 * A first letter alone answers null and is remembered for a moment.
 */
export function createKeyReader(): { read(press: KeyPress, atMs: number, bound: ReadonlySet<string>): string | null } {
	let first: { letter: string; atMs: number } | null = null;
	return {
		read(press, atMs, bound) {
			const chord = chordOf(press);
			if (first && atMs - first.atMs <= SEQUENCE_MS) {
				const pair = `${first.letter} ${chord}`;
				first = null;
				if (bound.has(pair)) return pair;
			}
			first = isLetter(chord) ? { letter: chord, atMs } : null;
			return bound.has(chord) ? chord : null;
		},
	};
}
