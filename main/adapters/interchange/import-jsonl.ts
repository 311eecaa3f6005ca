import type { Finding } from "../../../schemas/timeline.ts";
import { importedDelivery, MASKED_CODE } from "../../core/interchange/imported-frame.ts";
import { cutText } from "../../core/json/code-points.ts";
import type { EntryDraft } from "../../core/ports.ts";
import type { ExportEntry, ExportHeader } from "../../core/timeline/export-lines.ts";
import { createLineShape } from "../../core/timeline/export-shape.ts";
import { type LineShape, verifyJsonl } from "../sqlite-transcripts/verify-jsonl.ts";
import { CHANGED_WORDS, type ImportSource, type OpenOptions, refuse } from "./import-source.ts";
import { numberedLines } from "./read-file.ts";

/** Names of rules in a sentence, characters. */
const LONGEST_RULES = 200;

/** An own export: the checksums of its lines, its chain and the shape of every line must hold. */
export async function openExport(path: string, { onBytes }: OpenOptions): Promise<ImportSource> {
	const fits = createLineShape();
	const shape: LineShape = (part, line) => (part === "header" ? unknownProtocol(line) : null) ?? fits(part, line);
	const proof = await verifyJsonl(path, onBytes, undefined, shape);
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
				if (number === 1) continue;
				const entry = parsed(bytes);
				// The file may not be the one that was checked any more; what the store cannot hold must not reach it.
				if (fits("entry", entry) !== null) return refuse(`line ${number}`, CHANGED_WORDS);
				yield { session: 0, draft: draftOf(entry as ExportEntry) };
			}
		},
	};
}

function parsed(line: Buffer): unknown {
	try {
		return JSON.parse(line.toString("utf8"));
	} catch {
		return undefined;
	}
}

function unknownProtocol(header: unknown): string | null {
	const { protocol } = header as { protocol?: unknown };
	if (protocol === "agentcall" || protocol === "aifight") return null;
	return `This version does not know the protocol “${String(protocol).slice(0, 64)}”.`;
}

async function headerOf(path: string): Promise<ExportHeader> {
	for await (const { bytes } of numberedLines(path, () => {})) {
		const header = parsed(bytes);
		return header === undefined ? refuse("line 1", CHANGED_WORDS) : (header as ExportHeader);
	}
	return refuse(null, "The file is empty.");
}

/** What the chain and the lines say about an entry is made anew for the session it becomes part of. */
function draftOf(entry: ExportEntry): EntryDraft {
	const { atMs, monoMs, dir, kind, opcode, type, text, base64, masked, epoch, sequence } = entry;
	const delivery = entry.delivery && importedDelivery(dir, entry.delivery);
	// Without content there is nothing left of it, whether it says so or not.
	const rules = masked ?? (text === undefined && base64 === undefined ? [] : null);
	const findings = rules === null ? entry.findings : [...(entry.findings ?? []), maskedBy(rules, entry.byteLength)];
	return { atMs, monoMs, dir, kind, opcode, type, body: text ?? Buffer.from(base64 ?? "", "base64"), epoch, sequence, delivery, findings };
}

/** Who reads an entry of a redacted export must not take what is left of it for what was said. */
function maskedBy(rules: readonly string[], byteLength: number): Finding {
	const by = rules.length === 0 ? "" : ` (${cutText(rules.join(", "), LONGEST_RULES)})`;
	const message = `Masked before it was handed over${by}: these bytes are what was left of ${byteLength} that were sent.`;
	return { code: MASKED_CODE, severity: "info", path: "", message };
}
