import { cutText } from "../../../schemas/rules/code-points.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { importedDelivery, MASKED_CODE } from "../../core/interchange/imported-frame.ts";
import type { EntryDraft } from "../../core/ports.ts";
import type { EntryLine, FindingInLine } from "../../core/proof/file-lines.ts";
import { isProtocol } from "../../core/protocols/table.ts";
import type { ExportHeader } from "../../core/timeline/export-lines.ts";
import { createLineShape } from "../../core/timeline/export-shape.ts";
import type { LineShape } from "../sqlite-transcripts/file-proof/line-checker.ts";
import { verifyJsonl } from "../sqlite-transcripts/verify-jsonl.ts";
import { CHANGED_WORDS, type ImportSource, type OpenOptions, refuse } from "./import-source.ts";
import { numberedLines } from "./read-file.ts";

/** Names of rules in a sentence, characters. */
const LONGEST_RULES = 200;

/** An own export of either version: the checksums of its lines, its chain, seals and signatures and the shape of every line must hold. */
export async function openExport(path: string, { onBytes }: OpenOptions): Promise<ImportSource> {
	const fitting = { 1: createLineShape(1), 2: createLineShape(2) };
	let version: unknown;
	const shape: LineShape = (part, line) => {
		if (part === "header") version = (line as { version?: unknown } | null)?.version;
		const unknown = part === "header" ? unknownProtocol(line) : null;
		// Version 2 is looked at for its shape anyway.
		return unknown ?? (version === 2 ? null : fitting[1](part, line));
	};
	const proof = await verifyJsonl(path, { onBytes, shape });
	if (!proof.holds) return refuse(`line ${proof.problemLine}`, proof.problem ?? "The export does not hold.");
	const fits = fitting[proof.version];
	const { protocol, profile, session, createdAtMs, redacted, masked } = await headerOf(path);
	if (redacted && masked === undefined)
		return refuse("line 1", "An earlier version wrote this redacted export without any content, so there is nothing to import.");
	return {
		format: "jsonl",
		sessions: [{ protocol, profile, from: session, createdAtMs, endpoint: null, name: null, isRedacted: redacted }],
		async *drafts(onRead) {
			for await (const { bytes, number } of numberedLines(path, onRead)) {
				const line = parsed(bytes);
				if (number === 1 || !isEntry(line)) continue;
				// The file may not be the one that was checked any more; what the store cannot hold must not reach it.
				if (fits("entry", line) !== null) return refuse(`line ${number}`, CHANGED_WORDS);
				yield { session: 0, draft: draftOf(line as EntryLine) };
			}
		},
	};
}

/** Seals and the end say nothing that a session of its own would keep: its seals are made anew. */
const isEntry = (line: unknown): boolean =>
	typeof line !== "object" || line === null || !(Object.hasOwn(line, "seal") || Object.hasOwn(line, "end"));

function parsed(line: Buffer): unknown {
	try {
		return JSON.parse(line.toString("utf8"));
	} catch {
		return undefined;
	}
}

function unknownProtocol(header: unknown): string | null {
	const { protocol } = header as { protocol?: unknown };
	if (typeof protocol === "string" && isProtocol(protocol)) return null;
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
function draftOf(entry: EntryLine): EntryDraft {
	const { atMs, monoMs, dir, kind, opcode, type, text, base64, masked, epoch, sequence } = entry;
	const delivery = entry.delivery && importedDelivery(dir, entry.delivery);
	// Without content there is nothing left of it, whether it says so or not.
	const rules = masked ?? (text === undefined && base64 === undefined ? [] : null);
	const said = (entry.findings ?? []).map(wordsOf);
	const findings = rules === null ? said : [...said, maskedBy(rules, entry.byteLength)];
	return { atMs, monoMs, dir, kind, opcode, type, body: text ?? Buffer.from(base64 ?? "", "base64"), epoch, sequence, delivery, findings };
}

/** A finding whose words were masked says so. */
function wordsOf(finding: FindingInLine): Finding {
	if (!("detail" in finding)) return finding;
	const { code, severity, reason } = finding;
	return {
		code,
		severity: severity as Finding["severity"],
		path: "",
		message: "Removed from this export.",
		...(reason !== undefined && { reason }),
	};
}

/** Who reads an entry of a redacted export must not take what is left of it for what was said. */
function maskedBy(rules: readonly string[], byteLength: number): Finding {
	const by = rules.length === 0 ? "" : ` (${cutText(rules.join(", "), LONGEST_RULES)})`;
	const message = `Masked before it was handed over${by}: these bytes are what was left of ${byteLength} that were sent.`;
	return { code: MASKED_CODE, severity: "info", path: "", message };
}
