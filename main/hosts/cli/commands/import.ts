import { statSync } from "node:fs";
import path from "node:path";
import { importFile } from "../../../adapters/interchange/import-file.ts";
import { naming, openImport } from "../../../adapters/interchange/import-source.ts";
import { createMemorySecrets } from "../../../adapters/secrets/create-memory-secrets.ts";
import { createSigningKey } from "../../../adapters/signing-key/create-signing-key.ts";
import { openTranscripts } from "../../../adapters/sqlite-transcripts/open.ts";
import { createIds } from "../../../adapters/system-clock/create-ids.ts";
import { ownFormats, protocolNames } from "../../../core/protocols/table.ts";
import { createHostLog } from "../../host-log.ts";
import { type Command, EXIT, oneOf, parse, UsageError } from "../command.ts";
import { noFile } from "../file-or-session.ts";
import { print, say } from "../output.ts";
import { untilSignal } from "../signals.ts";
import { dataDir, isUntouched } from "../with-console.ts";

export const importCommand: Command = {
	name: "import",
	usage: `FILE [--protocol ${protocolNames().join("|")}] [--data DIR]`,
	about: `Stores a transcript as a session of its own, marked as imported: an own jsonl export that verifies, a HAR with WebSocket messages (a session each; --protocol says what they speak)${ownFormats()
		.map(({ format }) => `, or ${format.file}`)
		.join("")}. A file with a wrong line is refused whole.`,
	async run(args) {
		const { values, positionals } = parse(args, { data: { type: "string" }, protocol: { type: "string" } }, ["The FILE"]);
		const protocol = oneOf("--protocol", values.protocol, protocolNames());
		const file = path.resolve(positionals[0] as string);
		const found = statSync(file, { throwIfNoEntry: false });
		if (!found?.isFile()) throw new UsageError(noFile(file, found));
		const asked = protocol === undefined ? {} : { protocol };
		// A profile is not made for a file that is none.
		if (isUntouched(values.data)) await naming(path.basename(file), openImport(file, { ...asked, onBytes: () => {} }));
		const transcripts = await openTranscripts({ profileDir: dataDir(values.data), now: Date.now });
		const log = createHostLog({ folder: dataDir(values.data), nowMs: Date.now });
		const key = await createSigningKey({ folder: dataDir(values.data), secrets: createMemorySecrets(), readOnly: false, log });
		// What is imported is sealed here, not left to whoever records next. A stamp of its time would say nothing of when it happened.
		transcripts.beginSealing({ key, timeStamps: { stamp: async () => null }, log });
		const signal = untilSignal();
		let isCancelled = false;
		void signal.promise.then(() => {
			isCancelled = true;
		});
		try {
			const { format, sessions } = await importFile(transcripts, {
				path: file,
				name: path.basename(file),
				...asked,
				now: Date.now,
				uuid: createIds().uuid,
				onProgress: progressOn(process.stderr),
				isCancelled: () => isCancelled,
			});
			for (const { sessionId } of sessions) await transcripts.seal(sessionId);
			for (const { sessionId, protocol: spoken, entries, findings, from } of sessions)
				print({ session: sessionId, protocol: spoken, format, from, entries, findings });
			await transcripts.close();
			return EXIT.FINE;
		} catch (thrown) {
			// Closing may say what follows from the same; the first reason tells more.
			await transcripts.close().catch(() => {});
			throw thrown;
		} finally {
			signal.dispose();
		}
	},
};

/** A line each second or so, for people who wait. */
function progressOn(stream: NodeJS.WriteStream) {
	let saidAtMs = performance.now();
	return ({ phase, bytes, totalBytes, entries }: { phase: string; bytes: number; totalBytes: number; entries: number }) => {
		if (!stream.isTTY || performance.now() - saidAtMs < 1000) return;
		saidAtMs = performance.now();
		say(`${phase} ${Math.floor((100 * bytes) / Math.max(1, totalBytes))} %, ${entries} entries`);
	};
}
