const LINE_FEED = 10;

export interface Line {
	/** Without the line feed. */
	bytes: Buffer;
	/** A line feed followed; false only for the last line of a file that lacks it. */
	isEnded: boolean;
}

/** Lines of a stream of bytes, exact: nothing is decoded, a carriage return is content. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
	let begun: Buffer[] = [];
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
			begun.push(chunk.subarray(start, end));
			yield { bytes: Buffer.concat(begun), isEnded: true };
			begun = [];
			start = end + 1;
		}
		if (start < chunk.length) begun.push(chunk.subarray(start));
	}
	if (begun.length > 0) yield { bytes: Buffer.concat(begun), isEnded: false };
}
