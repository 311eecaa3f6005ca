import type { Finding } from "../../../schemas/timeline.ts";
import type { EntryDraft } from "../../core/ports.ts";
import type { ExportEntry, ExportHeader } from "../../core/timeline/export-lines.ts";
import { verifyJsonl } from "../sqlite-transcripts/verify-jsonl.ts";
import { type ImportSource, type OpenOptions, refuse } from "./import-source.ts";
import { numberedLines } from "./read-file.ts";

/** An own export: the checksums of its lines and its chain must hold. */
export async function openExport(path: string, { onBytes }: OpenOptions): Promise<ImportSource> {
	const proof = await verifyJsonl(path, onBytes);
	if (!proof.ok) return refuse(`line ${proof.problemLine}`, proof.problem ?? "The export does not hold.");
	const header = await headerOf(path);
	const { protocol, profile, session, createdAtMs, redacted, masked } = header;
	if (redacted && masked === undefined)
		return refuse("line 1", "An earlier version wrote this redacted export without any content, so there is nothing to import.");
	return {
		format: "jsonl",
		sessions: [{ protocol, profile, from: session, createdAtMs, endpoint: null, name: null, isRedacted: redacted }],
		async *drafts(onRead) {
			for await (const { bytes, number } of numberedLines(path, onRead)) {
				if (number > 1) yield { session: 0, draft: draftOf(JSON.parse(bytes.toString("utf8")) as ExportEntry) };
			}
		},
	};
}

async function headerOf(path: string): Promise<ExportHeader> {
	for await (const { bytes } of numberedLines(path, () => {})) {
		const header = JSON.parse(bytes.toString("utf8")) as ExportHeader;
		if (header.protocol !== "agentcall" && header.protocol !== "aifight")
			return refuse("line 1", `This version does not know the protocol “${String(header.protocol).slice(0, 64)}”.`);
		return header;
	}
	return refuse(null, "The file is empty.");
}

/** What the chain and the lines say about an entry is made anew for the session it becomes part of. */
function draftOf(entry: ExportEntry): EntryDraft {
	const { atMs, monoMs, dir, kind, opcode, type, text, base64, masked, epoch, sequence, delivery } = entry;
	const findings = masked === undefined ? entry.findings : [...(entry.findings ?? []), maskedBy(masked, entry.byteLength)];
	return { atMs, monoMs, dir, kind, opcode, type, body: text ?? Buffer.from(base64 ?? "", "base64"), epoch, sequence, delivery, findings };
}

/** Who reads an entry of a redacted export must not take what is left of it for what was said. */
const maskedBy = (rules: readonly string[], byteLength: number): Finding => ({
	code: "import.masked",
	severity: "info",
	path: "",
	message: `Masked before it was handed over (${rules.join(", ")}): these bytes are what was left of ${byteLength} that were sent.`,
});
