import { hash } from "node:crypto";
import path from "node:path";
import type { ProtocolName } from "../../../../schemas/protocols.ts";
import { naming, openImport } from "../../../adapters/interchange/import-source.ts";
import { openTranscripts } from "../../../adapters/sqlite-transcripts/open.ts";
import { ConsoleError } from "../../../core/errors.ts";
import {
	type ComparableEntry,
	type ComparedSide,
	compareRow,
	compareSides,
	createComparedSide,
} from "../../../core/interchange/compare-sessions.ts";
import type { EntryDraft } from "../../../core/ports.ts";
import { doorOf } from "../../../core/protocols/table.ts";
import type { ExportEntry, ExportHeader } from "../../../core/timeline/export-lines.ts";
import { type Command, EXIT, parse, wholeNumber } from "../command.ts";
import { isTranscriptFile } from "../file-or-session.ts";
import { print } from "../output.ts";
import { dataDir } from "../with-console.ts";

/** Rows that are printed unless more are asked for. */
const DEFAULT_LIMIT = 1000;

export const compare: Command = {
	name: "compare",
	usage: "ID|FILE ID|FILE [--all] [--limit N] [--data DIR]",
	about:
		"Lays two sessions, or files of transcripts, side by side: messages aligned by direction, type and turn. Prints a row for each that differs (--all: for each), at most N, then a summary. Ids, times and sequence numbers count as equal. Exit 1 when anything differs.",
	async run(args) {
		const { values, positionals } = parse(args, { all: { type: "boolean" }, limit: { type: "string" }, data: { type: "string" } }, [
			"The first ID or FILE",
			"The second ID or FILE",
		]);
		const limit = wholeNumber("--limit", values.limit) ?? DEFAULT_LIMIT;
		const [left, right] = await Promise.all(positionals.map((what) => readSide(what, values.data)));
		if (!left || !right) throw new ConsoleError("INTERNAL");
		const steps = compareSides(left.side, right.side);
		let step = steps.next();
		while (!step.done) step = steps.next();
		const comparison = step.value;
		const sides = { left: left.side, right: right.side };
		const places = values.all ? comparison.rows.keys() : comparison.different.values();
		let printed = 0;
		for (const index of places) {
			if (printed++ >= limit) break;
			const { left: a, right: b } = comparison.rows[index] as (typeof comparison.rows)[number];
			print(compareRow(comparison, index, sides, { left: left.entryAt(a), right: right.entryAt(b) }));
		}
		const told = (side: typeof left) => ({ from: side.name, frames: side.side.frames.length, lengthMs: side.side.lengthMs });
		print({ left: told(left), right: told(right), ...comparison.counts });
		return comparison.different.length === 0 ? EXIT.FINE : EXIT.FAILED;
	},
};

interface Side {
	name: string;
	side: ComparedSide;
	entryAt(at: number | null): ComparableEntry | null;
}

async function readSide(what: string, data: string | undefined): Promise<Side> {
	/** By ordinal; a program that ends afterwards may hold both sessions. */
	const entries = new Map<number, ComparableEntry>();
	let side = createComparedSide(doorOf(""));
	const begin = (protocol: ProtocolName): void => {
		side = createComparedSide(doorOf(protocol));
	};
	const take = (entry: ComparableEntry): void => {
		side.take(entry);
		entries.set(entry.ordinal, entry);
	};
	const isFile = isTranscriptFile(what);
	if (isFile) {
		const source = await naming(path.basename(what), openImport(path.resolve(what), { onBytes: () => {} }));
		begin(source.sessions[0]?.protocol ?? "");
		let line = 0;
		for await (const { draft } of source.drafts(() => {})) take(fromDraft(draft, ++line));
	} else {
		const transcripts = await openTranscripts({ profileDir: dataDir(data), now: Date.now, readOnly: true });
		try {
			let isFirst = true;
			for await (const line of transcripts.exportLines(what, null)) {
				if (isFirst) begin((JSON.parse(line) as ExportHeader).protocol);
				else take(fromExport(JSON.parse(line) as ExportEntry));
				isFirst = false;
			}
		} finally {
			await transcripts.close();
		}
	}
	const made = side.side();
	return {
		name: isFile ? path.basename(what) : what,
		side: made,
		entryAt: (at) => entries.get(at === null ? 0 : (made.frames[at]?.ordinal ?? 0)) ?? null,
	};
}

const fromExport = ({ ordinal, atMs, dir, kind, opcode, type, text, byteLength, sha256 }: ExportEntry): ComparableEntry => ({
	ordinal,
	atMs,
	dir,
	kind,
	...(opcode && { opcode }),
	type,
	text: text ?? null,
	byteLength,
	sha256,
});

function fromDraft({ atMs, dir, kind, opcode, type, body }: EntryDraft, ordinal: number): ComparableEntry {
	const text = typeof body === "string" ? body : null;
	const byteLength = typeof body === "string" ? Buffer.byteLength(body) : body.length;
	const sha256 = hash("sha256", body);
	return { ordinal, atMs, dir, kind, ...(opcode && { opcode }), type, text, byteLength, sha256 };
}
