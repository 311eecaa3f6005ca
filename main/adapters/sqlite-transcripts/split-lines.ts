const LINE_FEED = 10;

export interface Line {
	/** Without the line feed. */
	bytes: Buffer;
	/** A line feed followed; false only for the last line of a file that lacks it. */
	isEnded: boolean;
}

/** A line longer than its reader takes; it is not held. */
export class LineTooLong extends Error {}

/** Lines of a stream of bytes, exact: nothing is decoded, a carriage return is content. Errors: LineTooLong beyond `mostBytes`. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, mostBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Line> {
	let begun: Buffer[] = [];
	let begunBytes = 0;
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
			begun.push(chunk.subarray(start, end));
			yield { bytes: Buffer.concat(begun), isEnded: true };
			begun = [];
			begunBytes = 0;
			start = end + 1;
		}
		if (start === chunk.length) continue;
		begun.push(chunk.subarray(start));
		begunBytes += chunk.length - start;
		if (begunBytes > mostBytes) throw new LineTooLong();
	}
	if (begun.length > 0) yield { bytes: Buffer.concat(begun), isEnded: false };
}
