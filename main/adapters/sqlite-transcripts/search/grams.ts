/**
 * What the index knows of a text: every three characters that stand together in it, in lower case, as numbers of 20 bits. Two different
 * threes may share a number: the index only says where a text may stand, and whoever searches looks at the entry itself.
 *
 * Threes, not words: people look for parts of ids, of JSON and of words, and Chinese, Japanese and Korean have no spaces between words.
 * There one or two characters say much, so these scripts are also kept by ones and twos.
 */

const BITS = 20;
const SALT = { one: 0x51ed270b, two: 0x2545f491, three: 0 } as const;
/** From here on (CJK radicals) until the surrogates, and the surrogates themselves, a character is kept by ones and twos too. */
const FIRST_WIDE = 0x2e80;

const mix = (a: number, b: number, c: number, salt: number): number =>
	Math.imul(Math.imul(a, 961) + Math.imul(b, 31) + c + salt, 0x9e3779b1) >>> (32 - BITS);

/** Calls `take` with the number of every three, and of ones and twos where those count. `text` is in lower case. */
function eachGram(text: string, take: (gram: number) => void): void {
	let a = 0;
	let b = 0;
	for (let at = 0; at < text.length; at++) {
		const c = text.charCodeAt(at);
		if (at > 1) take(mix(a, b, c, SALT.three));
		if (c >= FIRST_WIDE) {
			take(mix(0, 0, c, SALT.one));
			if (b >= FIRST_WIDE) take(mix(0, b, c, SALT.two));
		}
		a = b;
		b = c;
	}
}

/** Collects the grams of many texts, each once. */
export interface GramSet {
	add(text: string): void;
	/** As the index takes it: one word a gram. The set is empty afterwards. */
	take(): string;
}

export function createGramSet(): GramSet {
	/** Number of the set that held a gram last: emptying it costs nothing. */
	const heldBy = new Uint32Array(2 ** BITS);
	let set = 1;
	let words: string[] = [];
	return {
		add(text) {
			eachGram(text, (gram) => {
				if (heldBy[gram] === set) return;
				heldBy[gram] = set;
				words.push(gram.toString(36));
			});
		},
		take() {
			const said = words.join(" ");
			words = [];
			set++;
			return said;
		},
	};
}

/** More say hardly anything new, and each costs a look into the index. */
const MOST_WANTED = 32;

/** Words of the index that every text with `text` in it has; none when it is too short to say anything. */
export function wantedGrams(text: string): string[] {
	const grams = new Set<string>();
	const lower = text.toLowerCase();
	eachGram(lower, (gram) => grams.add(gram.toString(36)));
	const all = [...grams];
	if (all.length <= MOST_WANTED) return all;
	const step = all.length / MOST_WANTED;
	return Array.from({ length: MOST_WANTED }, (_, i) => all[Math.floor(i * step)] as string);
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const SHORT: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** A text as JSON means it, where it has escapes; null where it has none. A person looks for “café”, however the agent wrote it. */
export function withoutEscapes(text: string): string | null {
	if (!text.includes("\\")) return null;
	return text.replace(ESCAPE, (_, code: string | undefined, sign: string) =>
		code === undefined ? (SHORT[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
	);
}
