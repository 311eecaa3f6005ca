import { createTranscriptChecker } from "../../core/protocols/aifight/check-transcript.ts";
import { payloadText } from "../../core/protocols/aifight/payload-text.ts";
import { AIFIGHT_PROFILE } from "../../core/protocols/aifight/profile.ts";
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
			const checker = createTranscriptChecker();
			for await (const line of numberedLines(path, onRead)) {
				const text = lineText(line) ?? "";
				// What is about the recording and not about the frame stays with `check`.
				const findings = checker
					.line(text)
					.filter(({ path: place }) => place.startsWith("/payload"))
					.map(({ line: _, ...finding }) => ({ ...finding, path: finding.path.slice("/payload".length) }));
				const read = text.trim() === "" ? null : readTranscriptLine(text);
				if (!read?.ok) continue;
				const { direction, timestampMs, payload } = read.line;
				yield {
					session: 0,
					draft: {
						atMs: timestampMs,
						monoMs: timestampMs - startMs,
						dir: direction,
						kind: "frame",
						opcode: "text",
						type: String(payload.type).slice(0, 64),
						body: payloadText(text) ?? JSON.stringify(payload),
						findings,
						...(direction === "out" && { delivery: "sent" }),
					},
				};
			}
		},
	};
}
