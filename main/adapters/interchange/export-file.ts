import { join } from "node:path";
import type { ExportFormat, ExportMade, OrdinalRange } from "../../../schemas/interchange.ts";
import type { Interaction, SessionSummary } from "../../../schemas/session.ts";
import { ConsoleError } from "../../core/errors.ts";
import { createHarWriter } from "../../core/interchange/har-write.ts";
import { createReport } from "../../core/interchange/markdown.ts";
import type { LineFormat } from "../../core/protocols/door.ts";
import { doorOf } from "../../core/protocols/table.ts";
import type { ExportEntry, ExportHeader } from "../../core/timeline/export-lines.ts";
import { exportName } from "../sqlite-transcripts/export-name.ts";
import type { SqliteTranscripts } from "../sqlite-transcripts/open.ts";
import type { Redaction } from "../sqlite-transcripts/redacting.ts";
import { createYielder } from "../sqlite-transcripts/yielding.ts";
import { writeWholeFile } from "./whole-file.ts";

export interface ExportPlace {
	transcripts: SqliteTranscripts;
	exportsDir: string;
	version: string;
	now(): number;
}

/** One export, in a file of its own in the exports folder. */
export async function exportFile(
	{ transcripts, exportsDir, version, now }: ExportPlace,
	session: SessionSummary,
	{
		format,
		redaction,
		excerpt,
		requests,
	}: { format: ExportFormat; redaction: Redaction | null; excerpt?: OrdinalRange; requests: readonly Interaction[] | null },
): Promise<ExportMade> {
	const masked = redaction?.masked ?? [];
	if (format === "jsonl") {
		const done = await transcripts.exportJsonl(session.sessionId, null, redaction);
		return { ...done, skipped: 0, masked: redaction?.leavesMasked ?? [] };
	}
	const own = doorOf(session.protocol).lines;
	const exportedAtMs = now();
	const path = join(exportsDir, exportName(session.sessionId, exportedAtMs, redaction !== null, ENDINGS[format] ?? own?.ending ?? "txt"));
	const lines = readLines(transcripts.exportLines(session.sessionId, redaction));
	const made = { head: "", entries: 0, skipped: 0 };
	const bytes = await writeWholeFile(path, pieces());
	return { path, bytes, ...made, masked, signedBy: null };

	async function* pieces(): AsyncGenerator<string> {
		switch (format) {
			case "har": {
				const writer = createHarWriter(session, { name: "Switchboard", version }, (text) => Buffer.from(text).toString("base64"));
				yield writer.begin();
				for await (const line of lines) {
					if (line.kind === "header") made.head = line.header.head;
					else yield writer.entry(line.entry);
				}
				yield writer.end(masked, made.head);
				made.entries = writer.messages();
				made.skipped = writer.skipped();
				return;
			}
			case own?.id: {
				const writer = (own as LineFormat).write();
				for await (const line of lines) {
					if (line.kind === "header") {
						made.head = line.header.head;
						continue;
					}
					const text = writer.line({ ...line.entry, text: line.entry.text ?? null });
					if (text === null) continue;
					made.entries++;
					yield `${text}\n`;
				}
				made.skipped = writer.skipped();
				return;
			}
			case "markdown": {
				const report = createReport(session, excerpt, requests);
				for await (const line of lines) {
					if (line.kind === "header") {
						made.head = line.header.head;
						continue;
					}
					report.entry(line.entry);
					made.entries++;
				}
				yield report.end({ head: made.head, exportedAtMs, masked: redaction === null ? null : masked });
				return;
			}
			default:
				throw new ConsoleError("EXPORT_FAILED", `There is no format “${format}” for this session.`);
		}
	}
}

const ENDINGS: Readonly<Record<string, string>> = { jsonl: "jsonl", har: "har", markdown: "md" };

type ReadLine = { kind: "header"; header: ExportHeader } | { kind: "entry"; entry: ExportEntry };

/** Lines of an export, parsed; in slices, so that main goes on meanwhile. */
async function* readLines(lines: AsyncIterable<string>): AsyncGenerator<ReadLine> {
	const pause = createYielder();
	let isFirst = true;
	for await (const line of lines) {
		if (isFirst) yield { kind: "header", header: JSON.parse(line) as ExportHeader };
		else {
			const entry = JSON.parse(line) as Partial<ExportEntry>;
			yield { kind: "entry", entry: { findings: [], ...entry } as ExportEntry };
		}
		isFirst = false;
		await pause();
	}
}
