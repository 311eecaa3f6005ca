import { ConsoleError } from "../../core/errors.ts";
import type { Interchange } from "../../core/ports.ts";
import type { SqliteTranscripts } from "../sqlite-transcripts/open.ts";

const later = async (): Promise<never> => {
	throw new ConsoleError("INTERNAL", "This is not there yet.");
};

/** Transcripts as files, on the store of a profile. */
export function createInterchange({ transcripts }: { transcripts: SqliteTranscripts }): Interchange {
	return {
		async export({ sessionId }, { format, rules, secrets }) {
			if (format !== "jsonl") return later();
			const redaction = rules === null ? null : (await transcripts.survey(sessionId, rules, secrets)).redaction;
			const made = await transcripts.exportJsonl(sessionId, null, redaction);
			return { ...made, skipped: 0, masked: redaction?.masked ?? [] };
		},
		preview: async (sessionId, rules, secrets) => (await transcripts.survey(sessionId, rules, secrets)).preview,
		compare: later,
		beginUpload: later,
		addPiece: later,
		cancelUpload: async () => {},
		import: later,
		verifyFile: later,
		close: async () => {},
	};
}
