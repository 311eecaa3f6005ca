import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { SessionSummary } from "../../../schemas/session.ts";
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

/** Transcripts as files, on the store of a profile. */
export function createInterchange(options: InterchangeOptions): Interchange {
	const { transcripts, profileDir, version, now, exportsDir = join(profileDir, "exports") } = options;
	const uploads = createUploads(join(profileDir, "imports"));
	return {
		async export(session, { format, rules, secrets, excerpt, requests = null }) {
			// Other formats name the head of what was sealed too.
			const extent = await transcripts.exportExtent(session.sessionId);
			const surveyed = rules === null ? null : (await transcripts.survey(session.sessionId, rules, secrets, extent)).redaction;
			// Nobody asked for masks and nothing was found: the file is whole.
			const redaction = rules?.length === 0 && surveyed?.masked.every(({ values }) => values === 0) ? null : surveyed;
			return exportFile({ transcripts, exportsDir, version, now }, session, { format, redaction, requests, ...(excerpt && { excerpt }) });
		},
		preview: async (sessionId, rules, secrets) => (await transcripts.survey(sessionId, rules, secrets)).preview,
		async compare(left, right, page) {
			const made = await transcripts.compareSessions(left.sessionId, right.sessionId, page);
			const sideOf = ({ sessionId, name, protocol }: SessionSummary, side: { frames: number; lengthMs: number }) => ({
				sessionId,
				name,
				protocol,
				...side,
			});
			return {
				summary: { left: sideOf(left, made.left), right: sideOf(right, made.right), ...made.counts },
				total: made.total,
				rows: made.rows,
			};
		},
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
		verifyFile: (uploadId, known) => uploads.use(uploadId, ({ path }) => verifyJsonl(path, { ...known, ownKeys: transcripts.ownKeys() })),
		close: uploads.close,
	};
}
