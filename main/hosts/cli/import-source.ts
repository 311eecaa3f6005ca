import type { ProtocolName } from "../../../schemas/session.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { verifyJsonl } from "../../adapters/sqlite-transcripts/verify-jsonl.ts";
import { checkTranscript } from "../../core/aifight/check-transcript.ts";
import { payloadText } from "../../core/aifight/payload-text.ts";
import { AIFIGHT_PROFILE } from "../../core/aifight/profile.ts";
import { readTranscriptLine } from "../../core/aifight/transcript.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { EntryDraft } from "../../core/ports.ts";
import { EXPORT_FORMAT, type ExportEntry, type ExportHeader } from "../../core/timeline/export-lines.ts";
import { fileLines } from "./file-lines.ts";

/** A file that was looked through from beginning to end and can be imported whole. */
export interface ImportSource {
	format: "jsonl" | "aifight";
	protocol: ProtocolName;
	profile: string;
	/** Session the file names. */
	session: string | null;
	createdAtMs: number;
	/** Read from the file, one at a time. */
	drafts(): Generator<EntryDraft>;
}

const refuse = (path: string, line: number | null, message: string): never => {
	throw new ConsoleError("EXPORT_FAILED", `${path}${line === null ? "" : `, line ${line}`}: ${message} Nothing was imported.`);
};

/** Errors: EXPORT_FAILED with the line that is wrong; UsageError when the file cannot be opened. */
export async function openImport(path: string): Promise<ImportSource> {
	for (const text of fileLines(path)) {
		if (text.trim() === "") continue;
		return headerOf(text) === null ? openGolden(path) : openExport(path);
	}
	return refuse(path, null, "The file is empty.");
}

function headerOf(text: string): ExportHeader | null {
	try {
		const said = JSON.parse(text) as ExportHeader & { format?: unknown };
		return said.format === EXPORT_FORMAT ? said : null;
	} catch {
		return null;
	}
}

/** An own export: the checksums of its lines and its chain must hold. */
async function openExport(path: string): Promise<ImportSource> {
	const report = await verifyJsonl(path);
	if (!report.ok) refuse(path, report.problemLine, report.problem ?? "The export does not hold.");
	const [first = ""] = fileLines(path);
	const header = headerOf(first) as ExportHeader;
	if (header.redacted) refuse(path, 1, "The content was left out of this export, so there is nothing to import.");
	const { protocol, profile, session, createdAtMs } = header;
	function* drafts(): Generator<EntryDraft> {
		let line = 0;
		for (const text of fileLines(path)) if (line++ > 0) yield draftOf(JSON.parse(text) as ExportEntry);
	}
	return { format: "jsonl", protocol, profile, session, createdAtMs, drafts };
}

function draftOf({
	ordinal: _ordinal,
	text,
	base64,
	byteLength: _length,
	sha256: _sha,
	hash: _hash,
	...rest
}: ExportEntry & { line?: unknown }): EntryDraft {
	const { line: _line, ...draft } = rest;
	return { ...draft, body: text ?? Buffer.from(base64 ?? "", "base64") };
}

/** A golden transcript of AIFight: every line must be one; what a frame breaks is a finding, not a refusal. */
function openGolden(path: string): ImportSource {
	let firstAtMs: number | null = null;
	let line = 0;
	for (const text of fileLines(path)) {
		line++;
		if (text.trim() === "") continue;
		const read = readTranscriptLine(text);
		if (!read.ok) return refuse(path, line, read.message);
		firstAtMs ??= read.line.timestampMs;
	}
	const byLine = new Map<number, Finding[]>();
	for (const { line: at, ...finding } of checkTranscript(fileLines(path)).findings) {
		// What is about the recording and not about the frame stays with `check`.
		if (!finding.path.startsWith("/payload")) continue;
		byLine.set(at, [...(byLine.get(at) ?? []), { ...finding, path: finding.path.slice("/payload".length) }]);
	}
	const startMs = firstAtMs ?? 0;
	function* drafts(): Generator<EntryDraft> {
		let at = 0;
		for (const text of fileLines(path)) {
			at++;
			const read = text.trim() === "" ? null : readTranscriptLine(text);
			if (!read?.ok) continue;
			const { direction, timestampMs, payload } = read.line;
			const own = direction === "out" ? ({ delivery: "sent" } as const) : {};
			yield {
				atMs: timestampMs,
				monoMs: timestampMs - startMs,
				dir: direction,
				kind: "frame",
				opcode: "text",
				type: String(payload.type).slice(0, 64),
				body: payloadText(text) ?? JSON.stringify(payload),
				findings: byLine.get(at) ?? [],
				...own,
			};
		}
	}
	return { format: "aifight", protocol: "aifight", profile: AIFIGHT_PROFILE, session: null, createdAtMs: startMs, drafts };
}
