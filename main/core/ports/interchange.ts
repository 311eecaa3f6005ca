/** Transcripts as files, and files on their way to a person. */
import type { HandedOver } from "../../../schemas/files.ts";
import type {
	ComparePage,
	ExportFormat,
	ExportMade,
	FileProof,
	ImportDone,
	ImportProgress,
	OrdinalRange,
	RedactionPreview,
	RedactionRule,
	UploadBegun,
} from "../../../schemas/interchange.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { Interaction, SessionSummary } from "../../../schemas/session.ts";

/** Transcripts written to files and read from them, looked at as if redacted, and laid side by side. */
export interface Interchange {
	/** Writes a file that appears only when whole. `rules` are applied as they are; null masks nothing. Errors: EXPORT_FAILED, REDACTION_INVALID. */
	export(
		session: SessionSummary,
		/** `secrets`: values known to be secret, masked wherever they occur once there are rules. `requests`: what a report lists of them. */
		order: {
			format: ExportFormat;
			rules: RedactionRule[] | null;
			secrets: string[];
			excerpt?: OrdinalRange;
			requests?: readonly Interaction[] | null;
		},
	): Promise<ExportMade>;
	/** Errors: REDACTION_INVALID. */
	preview(sessionId: string, rules: RedactionRule[], secrets: string[]): Promise<RedactionPreview>;
	compare(
		left: SessionSummary,
		right: SessionSummary,
		page: { from: number; count: number; onlyDifferences: boolean },
	): Promise<ComparePage>;
	beginUpload(name: string, bytes: number): Promise<UploadBegun>;
	/** Errors: UPLOAD_UNKNOWN, IMPORT_FAILED when more comes than was said. */
	addPiece(uploadId: string, base64: string): Promise<void>;
	/** Ends what is done with it, and removes it. */
	cancelUpload(uploadId: string): Promise<void>;
	/** All of it or nothing. Errors: UPLOAD_UNKNOWN, IMPORT_FAILED, IMPORT_CANCELLED, STORE_FAILED. */
	import(uploadId: string, protocol: ProtocolName | undefined, onProgress: (progress: ImportProgress) => void): Promise<ImportDone>;
	/** `head`, `key`: noted elsewhere; then only what they bind counts as proven. Errors: UPLOAD_UNKNOWN. */
	verifyFile(uploadId: string, known?: { head?: string; key?: string }): Promise<FileProof>;
	/** Stops what is under way and removes what was uploaded. */
	close(): Promise<void>;
}

/** How the person at a window gets files and says where new ones go. It is the host's own way: a path never comes from a window. */
export interface HandOver {
	/** Rejects with FILE_UNKNOWN when it is not there any more, EXPORT_FAILED when it cannot be copied. */
	give(file: { path: string; name: string }): Promise<HandedOver>;
	/** Asks where a new file goes; null when the person chose nothing. Rejects with NOT_IN_THIS_HOST. */
	askPlace(suggestedName: string): Promise<string | null>;
	/** In the system's file manager. Rejects with NOT_IN_THIS_HOST. */
	show(path: string): Promise<void>;
}
