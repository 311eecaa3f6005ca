import { randomUUID } from "node:crypto";
import { createExactJson } from "../../core/conversation/exact-json.ts";
import { payloadText } from "../../core/protocols/aifight/payload-text.ts";
import { AIFIGHT_PROFILE } from "../../core/protocols/aifight/profile.ts";
import { createAiFightReading } from "../../core/protocols/aifight/reading.ts";
import { readTranscriptLine } from "../../core/protocols/aifight/transcript.ts";
import { type ImportSource, type OpenOptions, refuse } from "./import-source.ts";
import { lineText, numberedLines } from "./read-file.ts";

/** A golden transcript of AIFight: every line must be one; what a frame breaks is a finding, not a refusal. */
export async function openGolden(path: string, { onBytes }: OpenOptions): Promise<ImportSource> {
	let firstAtMs: number | null = null;
	for await (const line of numberedLines(path, onBytes)) {
		const text = lineText(line) ?? refuse(`line ${line.number}`, "The line is no UTF-8.");
		if (text.trim() === "") continue;
		const read = readTranscriptLine(text);
		if (!read.ok) return refuse(`line ${line.number}`, read.message);
		firstAtMs ??= read.line.timestampMs;
	}
	if (firstAtMs === null) return refuse(null, "The file is empty.");
	const startMs = firstAtMs;
	const session = { protocol: "aifight" as const, profile: AIFIGHT_PROFILE, from: null, createdAtMs: startMs, endpoint: null, name: null };
	return {
		format: "aifight",
		sessions: [session],
		async *drafts(onRead) {
			// What the frames come to is read when they are stored; only what the client said is held against the table here.
			const reading = createAiFightReading({
				json: createExactJson(randomUUID()),
				generation: 1,
				textOf: () => null,
				deliveryOf: () => undefined,
			});
			for await (const line of numberedLines(path, onRead)) {
				const text = lineText(line) ?? "";
				const read = text.trim() === "" ? null : readTranscriptLine(text);
				if (!read?.ok) continue;
				const { direction, timestampMs, payload } = read.line;
				const body = payloadText(text) ?? JSON.stringify(payload);
				const frame = { atMs: timestampMs, dir: direction, opcode: "text", text: body, byteLength: Buffer.byteLength(body) } as const;
				const { findings, ...recorded } = reading.asRecorded(frame);
				reading.take({ ordinal: line.number, kind: "frame", ...frame, ...recorded });
				reading.takeFindings();
				yield {
					session: 0,
					draft: {
						atMs: timestampMs,
						monoMs: timestampMs - startMs,
						dir: direction,
						kind: "frame",
						opcode: "text",
						body,
						findings,
						...recorded,
					},
				};
			}
		},
	};
}
