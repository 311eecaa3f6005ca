import type { Database } from "better-sqlite3";
import type { RedactionRule } from "../../../schemas/interchange.ts";
import { ConsoleError } from "../../core/errors.ts";
import { createMaskCounter } from "../../core/interchange/mask-counter.ts";
import { learnedValue, type MaskedInput, type Redactor } from "../../core/interchange/redactor.ts";
import { isStandIn } from "../../core/proof/statements.ts";
import { OPCODE_CODES } from "../../core/timeline/chain.ts";
import { checkedPart, type ExportEntry, exportEntryText, exportHeaderText, sealLine } from "../../core/timeline/export-lines.ts";
import { deliveryOf, directionOf, kindOf, MARK, opcodeOf } from "./codes.ts";
import { contentOf, type EntryReader, WHOLE_COLUMNS, type WholeEntry } from "./entry-reader.ts";
import { planOf } from "./file-proof/mask-plan.ts";
import { createMaskTally } from "./file-proof/mask-tally.ts";
import { HASH_BYTES, sha256 } from "./hashing.ts";
import type { ExportExtent, ExportMark, ExportSlice } from "./reader-requests.ts";
import { type Redaction, redactorOf, type Survey } from "./redacting.ts";
import { createSealRows } from "./seals/seal-rows.ts";
import type { SessionTail } from "./session-tail.ts";
import { someRows } from "./some-rows.ts";
import { readSession } from "./stored-json.ts";
import { createYielder } from "./yielding.ts";

/** A slice ends after this many entries or bytes of body, whichever comes first. */
const SLICE_ENTRIES = 256;
const SLICE_BYTES = 1024 * 1024;

export function createExporter(db: Database, findTail: (sessionId: string) => SessionTail, reader: EntryReader) {
	const sessionOf = db.prepare<[number], { origin: string; facts: string }>("SELECT origin, facts FROM sessions WHERE id = ?");
	const sealRows = createSealRows(db);
	const entries = db.prepare<[number, number, number], WholeEntry>(
		`SELECT ${WHOLE_COLUMNS} FROM entries WHERE session = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${SLICE_ENTRIES}`,
	);

	/** The header line. The export ends with the entry that is the last one now, however many follow while it runs. */
	function start(sessionId: string, redaction: Redaction | null, exportedAtMs: number): ExportSlice {
		const tail = findTail(sessionId);
		const stored = sessionOf.get(tail.row);
		const { origin, facts } = readSession(sessionId, stored?.origin ?? "", stored?.facts ?? "");
		const { observationSchema } = facts;
		const { protocol, profile, createdAtMs, imported, target } = origin;
		const head = headOf(tail, redaction);
		const redacted = redaction !== null;
		// An imported session was judged elsewhere, by what this profile cannot know.
		const judgedBy = isStandIn(profile) && imported === undefined ? { observationSchema: observationSchema ?? ("stand-in" as const) } : {};
		const cameFrom = imported && { imported: { session: imported.session, redacted: imported.redacted === true } };
		const said = {
			protocol,
			profile,
			...judgedBy,
			...cameFrom,
			...(target?.trust?.noVerify && imported === undefined ? { notVerified: true as const } : {}),
			session: sessionId,
			head,
			entries: tail.entries,
			redacted,
			createdAtMs,
			exportedAtMs,
		};
		const header = redaction === null ? said : { ...said, masked: redaction.masked };
		const sealed = seal(exportHeaderText(header), Buffer.alloc(HASH_BYTES));
		return { lines: [sealed.line], next: markOrEnd(0, tail.entries, sealed.checksum) };
	}

	/**
	 * Of the last seal where that covers every entry. Else of the chain of version 1; not beside masks, for masked bytes could be guessed by it: then
	 * there is none.
	 */
	function headOf(tail: SessionTail, redaction: Redaction | null): string {
		const last = sealRows.last(tail.row);
		if (last !== null && last.position === tail.entries) return last.head.toString("hex");
		return redaction === null ? tail.head.toString("hex") : "";
	}

	function slice(sessionId: string, redaction: Redaction | null, { position, lastPosition, checksum }: ExportMark): ExportSlice {
		const tail = findTail(sessionId);
		const redactor = redaction === null ? null : redactorOf(redaction);
		const lines: string[] = [];
		let at = position;
		let last: Uint8Array = checksum;
		let bytes = 0;
		for (const entry of entries.iterate(tail.row, position, lastPosition)) {
			const sealed = seal(exportEntryText(whole(entry, redactor), redactor !== null), last);
			lines.push(sealed.line);
			last = sealed.checksum;
			at = entry.position;
			bytes += entry.byteLength;
			if (bytes >= SLICE_BYTES) break;
		}
		if (lines.length === 0)
			throw new ConsoleError("EXPORT_FAILED", `Entry ${position + 1} of session ${sessionId} is missing; verify the session.`);
		return { lines, next: markOrEnd(at, lastPosition, last) };
	}

	function whole(entry: WholeEntry, redactor: Redactor | null): ExportEntry {
		const { ordinal, type, byteLength, epoch, sequence, marks } = entry;
		const findings = marks & MARK.finding ? reader.findings(ordinal) : [];
		return {
			ordinal,
			atMs: entry.at_ms,
			monoMs: entry.mono_ms,
			dir: directionOf(entry.dir),
			kind: kindOf(entry.kind),
			opcode: opcodeOf(entry.opcode),
			type,
			...leaving(entry, redactor),
			byteLength,
			sha256: entry.sha256.toString("hex"),
			epoch: epoch ?? undefined,
			sequence: sequence ?? undefined,
			findings,
			delivery: deliveryOf(entry.delivery),
			hash: entry.hash.toString("hex"),
		};
	}

	/**
	 * Looks at the whole session up to where its export will end: first for values that must go wherever they occur, then for what these rules mask.
	 * In slices, so that paging stays quick.
	 */
	async function survey(sessionId: string, rules: RedactionRule[], secrets: string[], extent: ExportExtent): Promise<Survey> {
		const tail = findTail(sessionId);
		const pause = createYielder();
		async function each(take: (entry: WholeEntry, input: MaskedInput) => void): Promise<void> {
			for (let position = 0; position < extent.entries; ) {
				const found = someRows(entries.iterate(tail.row, position, extent.entries));
				for (const entry of found) take(entry, inputOf(entry));
				const last = found.at(-1);
				if (last === undefined) return;
				position = last.position;
				await pause();
			}
		}
		const teacher = redactorOf({ rules, learned: secrets.map((value) => learnedValue("keys", value)) });
		await each((_, input) => teacher.learn(input));
		const learned = teacher.learned();
		const redactor = redactorOf({ rules, learned });
		const counter = createMaskCounter(rules);
		const tally = createMaskTally();
		await each((entry, input) => {
			const masked = redactor.mask(input);
			counter.add(entry, masked?.hits ?? []);
			tally.plan(planOf(entry.body, input.text, masked, entry.opcode === OPCODE_CODES.binary));
		});
		const counts = counter.counts();
		const preview = { entries: extent.entries, rules: counter.preview() };
		return { redaction: { rules, learned, masked: counts, leavesMasked: tally.labelled(counts), extent }, preview };
	}

	return { start, slice, survey };
}

const inputOf = ({ dir, body, byteLength }: WholeEntry): MaskedInput => {
	const content = contentOf(body);
	const common = { dir: directionOf(dir), byteLength };
	if ("text" in content) return { ...common, text: content.text };
	return { ...common, text: null, asCharacters: () => Buffer.from(content.base64, "base64").toString("latin1") };
};

/** The content as it may leave. */
function leaving(entry: WholeEntry, redactor: Redactor | null): Pick<ExportEntry, "text" | "base64" | "masked"> {
	const masked = redactor?.mask(inputOf(entry)) ?? null;
	if (masked === null) return contentOf(entry.body);
	const rules = [...new Set(masked.hits.map(({ rule }) => rule))];
	return masked.text === null ? { masked: rules } : { text: masked.text, masked: rules };
}

function markOrEnd(position: number, lastPosition: number, checksum: Uint8Array): ExportMark | null {
	return position >= lastPosition ? null : { position, lastPosition, checksum };
}

function seal(objectText: string, previous: Uint8Array): { line: string; checksum: Buffer } {
	const checked = checkedPart(objectText);
	const checksum = sha256(Buffer.concat([previous, Buffer.from(checked)]));
	return { line: sealLine(checked, checksum.toString("hex")), checksum };
}
