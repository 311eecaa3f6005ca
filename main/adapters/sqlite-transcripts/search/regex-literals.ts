const PLAIN = /[\p{L}\p{N} _:,@#%&=~`'"!;<>-]/u;

/**
 * Runs of plain characters that every match has, for the index. Cautious: alternatives, groups that may be absent, and anything that is not
 * plainly there give none. A wrong one would hide hits; a missing one only costs time.
 */
export function literalsOf(source: string, flags: string): string[] {
	if (source.includes("|") || /[uv]/.test(flags)) return [];
	const literals: string[] = [];
	let run = "";
	let depth = 0;
	const endRun = (): void => {
		if (run.length > 2) literals.push(run);
		run = "";
	};
	for (let at = 0; at < source.length; at++) {
		const character = source[at] as string;
		const after = source[at + 1] ?? "";
		if (character === "\\") {
			// An escaped sign stands for itself, an escaped letter for something else.
			if (depth === 0 && /[.*+?^${}()[\]\\/|-]/.test(after) && !/[?*{]/.test(source[at + 2] ?? "")) run += after;
			else endRun();
			if (/[cuxpPk]/.test(after)) return literals;
			at++;
		} else if (character === "[") {
			endRun();
			at = endOfClass(source, at);
		} else if (character === "(") {
			endRun();
			depth++;
		} else if (character === ")") {
			endRun();
			depth--;
		} else if (depth === 0 && PLAIN.test(character) && !/[?*{]/.test(after)) {
			run += character;
		} else {
			endRun();
			if (character === "{") at = Math.max(at, source.indexOf("}", at));
		}
	}
	endRun();
	return literals;
}

function endOfClass(source: string, start: number): number {
	for (let at = start + 1; at < source.length; at++) {
		if (source[at] === "\\") at++;
		else if (source[at] === "]") return at;
	}
	return source.length;
}
