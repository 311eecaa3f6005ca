import { ConsoleError } from "../../core/errors.ts";
import type { Interchange } from "../../core/ports.ts";
import type { SqliteTranscripts } from "../sqlite-transcripts/open.ts";

const later = async (): Promise<never> => {
	throw new ConsoleError("INTERNAL", "This is not there yet.");
};

/** Transcripts as files, on the store of a profile. */
export function createInterchange({ transcripts }: { transcripts: SqliteTranscripts }): Interchange {
	return {
		async export({ sessionId }, { format, rules }) {
			if (format !== "jsonl") return later();
			const made = await transcripts.exportJsonl(sessionId, null, rules !== null);
			return { ...made, head: "", skipped: 0, masked: [] };
		},
		preview: later,
		compare: later,
		beginUpload: later,
		addPiece: later,
		cancelUpload: async () => {},
		import: later,
		verifyFile: later,
		close: async () => {},
	};
}
