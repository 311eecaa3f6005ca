/** Length in Unicode code points, as JSON Schema counts; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
	let pairs = 0;
	for (let index = 0; index < text.length - 1; index++) {
		if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
			pairs++;
			index++;
		}
	}
	return text.length - pairs;
}

/** At most `units` UTF-16 units of `text`, never half a character. */
export function cutText(text: string, units: number): string {
	if (text.length <= units) return text;
	const splitsPair = units > 0 && (text.charCodeAt(units - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(units) & 0xfc00) === 0xdc00;
	return text.slice(0, splitsPair ? units - 1 : units);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** True when `text` holds half a surrogate pair and so cannot be written as UTF-8. */
export function hasLoneSurrogate(text: string): boolean {
	return LONE_SURROGATE.test(text);
}
