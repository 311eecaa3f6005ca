import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ConsoleError } from "../../core/errors.ts";
import type { Interchange } from "../../core/ports.ts";
import type { SqliteTranscripts } from "../sqlite-transcripts/open.ts";
import { verifyJsonl } from "../sqlite-transcripts/verify-jsonl.ts";
import { exportFile } from "./export-file.ts";
import { importFile } from "./import-file.ts";
import { createUploads } from "./uploads.ts";

export interface InterchangeOptions {
	transcripts: SqliteTranscripts;
	profileDir: string;
	/** Where exports go. Default: `exports` in the profile. */
	exportsDir?: string;
	/** Of this program; a HAR names who wrote it. */
	version: string;
	/** ms since 1970. */
	now(): number;
}

const later = async (): Promise<never> => {
	throw new ConsoleError("INTERNAL", "This is not there yet.");
};

/** Transcripts as files, on the store of a profile. */
export function createInterchange(options: InterchangeOptions): Interchange {
	const { transcripts, profileDir, version, now, exportsDir = join(profileDir, "exports") } = options;
	const uploads = createUploads(join(profileDir, "imports"));
	return {
		async export(session, { format, rules, secrets, excerpt }) {
			const redaction = rules === null ? null : (await transcripts.survey(session.sessionId, rules, secrets)).redaction;
			return exportFile({ transcripts, exportsDir, version, now }, session, { format, redaction, ...(excerpt && { excerpt }) });
		},
		preview: async (sessionId, rules, secrets) => (await transcripts.survey(sessionId, rules, secrets)).preview,
		compare: later,
		beginUpload: async (name, bytes) => ({ uploadId: await uploads.begin(name, bytes) }),
		addPiece: uploads.add,
		cancelUpload: uploads.cancel,
		import: (uploadId, protocol, onProgress) =>
			uploads.use(uploadId, ({ name, path, isCancelled }) =>
				importFile(transcripts, {
					path,
					name,
					...(protocol && { protocol }),
					now,
					uuid: randomUUID,
					onProgress: (progress) => onProgress({ uploadId, ...progress }),
					isCancelled,
				}),
			),
		verifyFile: (uploadId) => uploads.use(uploadId, ({ path }) => verifyJsonl(path)),
		close: uploads.close,
	};
}
