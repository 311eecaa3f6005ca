/** Bytes `text` takes as UTF-8. A lone surrogate counts 3, as the replacement character that an encoder writes in its place. */
export function utf8Length(text: string): number {
	let bytes = text.length;
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit < 0x80) continue;
		if (unit < 0x800) bytes += 1;
		else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
			// Two units, four bytes.
			bytes += 2;
			index++;
		} else bytes += 2;
	}
	return bytes;
}
