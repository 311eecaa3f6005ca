import { readTranscriptLine } from "../../timeline/transcript-lines.ts";
import { createTranscriptWriter } from "./transcript.ts";

/**
 * Lines of the golden format from a file that may be an own export: an exported frame becomes the golden line it would be written as; its header
 * and what is no message become empty lines, so that numbers of lines stay. Frames that have no golden line come back as they are.
 */
export function* goldenLines(lines: Iterable<string>): Generator<string> {
	const writer = createTranscriptWriter();
	let isExport = false;
	let isFirst = true;
	for (const text of lines) {
		if (isFirst && text.trim() !== "") {
			isFirst = false;
			const first = readTranscriptLine(text);
			isExport = first.kind === "header";
			if (first.kind === "header") {
				yield first.isRedacted ? text : "";
				continue;
			}
		}
		if (!isExport || text.trim() === "") {
			yield text;
			continue;
		}
		const read = readTranscriptLine(text);
		if (read.kind === "frame") yield writer.line({ ...read, kind: "frame" }) ?? text;
		else yield read.kind === "bad" ? text : "";
	}
}
