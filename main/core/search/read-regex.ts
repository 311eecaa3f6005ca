import { type Read, Unreadable } from "./reading.ts";

/** What the engine says of an expression that goes on being typed. */
const UNFINISHED = /unterminated|missing|at end of pattern|incomplete|invalid (?:named )?(?:capture )?group|lone quantifier/i;
const FLAGS = /[a-z]*/iy;

/** `/…/flags`; the flags `i`, `m`, `s`, `u` and `v` are JavaScript's. */
export function readRegex(text: string, start: number, wanted: boolean): Read {
	const close = closingSlash(text, start + 1);
	if (close < 0) {
		throw new Unreadable("incomplete", "This regular expression is not complete yet: it ends with a second “/”.", start, text.length);
	}
	FLAGS.lastIndex = close + 1;
	const flags = FLAGS.exec(text)?.[0] ?? "";
	const end = close + 1 + flags.length;
	const source = text.slice(start + 1, close);
	if (/\S/.test(text[end] ?? "") || /[^imsuv]/.test(flags)) {
		throw new Unreadable(
			"invalid",
			"After the expression's second “/” only the flags i, m, s, u, v can stand. Put an address or a path in quotes.",
			start,
			end,
		);
	}
	try {
		new RegExp(source, flags);
	} catch (thrown) {
		const words = (thrown instanceof Error ? thrown.message : String(thrown)).replace(/^Invalid regular expression: /, "");
		const kind = UNFINISHED.test(words) ? "incomplete" : "invalid";
		const lead = kind === "incomplete" ? "This regular expression is not complete yet" : "This regular expression cannot be used";
		throw new Unreadable(kind, `${lead}: ${words}.`, start, end);
	}
	return { condition: { kind: "regex", source, flags, wanted }, end };
}

/** The next slash that is neither escaped nor inside a class; -1 when there is none. */
function closingSlash(text: string, from: number): number {
	let isClass = false;
	for (let at = from; at < text.length; at++) {
		const character = text[at];
		if (character === "\\") at++;
		else if (character === "[") isClass = true;
		else if (character === "]") isClass = false;
		else if (character === "/" && !isClass) return at;
	}
	return -1;
}
