import type { LineFormat } from "../door.ts";
import { GOLDEN_FORMAT } from "./info.ts";
import { payloadText } from "./payload-text.ts";
import { createTranscriptWriter, readTranscriptLine } from "./transcript.ts";

/** Transcripts as the server's own tools write them: every line must be one; what a frame breaks is a finding, not a refusal. */
export const GOLDEN_LINES: LineFormat = {
	...GOLDEN_FORMAT,
	write: createTranscriptWriter,
	read(line) {
		const read = readTranscriptLine(line);
		if (!read.ok) return read;
		const { direction: dir, timestampMs: atMs, payload } = read.line;
		return { ok: true, frame: { dir, atMs, text: payloadText(line) ?? JSON.stringify(payload) } };
	},
};
