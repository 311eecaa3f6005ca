import path from "node:path";
import { openTranscripts } from "../../../adapters/sqlite-transcripts/open.ts";
import { createIds } from "../../../adapters/system-clock/create-ids.ts";
import { ConsoleError } from "../../../core/errors.ts";
import type { SessionOrigin, SessionWriter, Transcripts } from "../../../core/ports.ts";
import { createImportedFacts } from "../../../core/timeline/imported-facts.ts";
import { type Command, EXIT, parse } from "../command.ts";
import { type ImportSource, openImport } from "../import-source.ts";
import { print } from "../output.ts";
import { dataDir } from "../with-console.ts";

/** Bytes on their way to the disk before the file is read on. */
const PENDING_LIMIT_BYTES = 8 << 20;

export const importCommand: Command = {
	name: "import",
	usage: "FILE [--data DIR]",
	about:
		"Stores a transcript as a session of its own, marked as imported: an own jsonl export that verifies, or AIFight's golden lines. A file with a wrong line is refused whole.",
	async run(args) {
		const { values, positionals } = parse(args, { data: { type: "string" } }, ["The FILE"]);
		const file = path.resolve(positionals[0] as string);
		const source = await openImport(file);
		print(await store(source, file, dataDir(values.data)));
		return EXIT.FINE;
	},
};

async function store(source: ImportSource, file: string, profileDir: string): Promise<object> {
	const sessionId = createIds().uuid();
	const name = path.basename(file);
	const { protocol, profile, session } = source;
	const origin: SessionOrigin = {
		sessionId,
		protocol,
		profile,
		createdAtMs: source.createdAtMs,
		endpoint: `file ${name}`,
		target: { protocol, by: { kind: "url", url: `file:${name}` } },
		card: null,
		imported: { file: name, atMs: Date.now(), session },
	};
	const counts = createImportedFacts(sessionId, name.slice(0, 128));
	const transcripts = await openTranscripts({ profileDir, now: Date.now });
	try {
		const { writer } = await transcripts.open(origin, { ...counts.facts(), importing: true });
		const committed = watch(writer, transcripts);
		let entries = 0;
		let last = 0;
		for (const draft of source.drafts()) {
			last = writer.append(draft);
			counts.take(draft);
			entries++;
			if (writer.pendingBytes() > PENDING_LIMIT_BYTES) await committed(last);
		}
		await committed(last);
		// Only now it is a session: in the transaction of its last word.
		writer.setFacts(counts.facts());
		await transcripts.sessions();
		return { session: sessionId, protocol, format: source.format, from: session, entries, findings: counts.facts().findings };
	} finally {
		await transcripts.close();
	}
}

/** Waits until everything up to that ordinal is on disk. */
function watch(writer: SessionWriter, store: Pick<Transcripts, "onHealth">): (ordinal: number) => Promise<void> {
	let done = 0;
	let wake = () => {};
	let problem: string | null = null;
	// A live session waits for the disk; an import can be begun again.
	store.onHealth(({ state, message }) => {
		problem = state === "failing" ? message : null;
		wake();
	});
	writer.onCommitted(({ upToOrdinal }) => {
		done = upToOrdinal;
		wake();
	});
	return async (ordinal) => {
		while (done < ordinal) {
			if (problem !== null) throw new ConsoleError("STORE_FAILED", `${problem} Nothing was imported.`);
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
	};
}
