import { randomUUID } from "node:crypto";
import { type FileHandle, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConsoleError } from "../../core/errors.ts";
import { open } from "../files/open-files.ts";
import { systemWords } from "../files/system-words.ts";
import { makeFolder } from "../sqlite-transcripts/make-folder.ts";

interface Upload {
	name: string;
	path: string;
	bytes: number;
	written: number;
	file: FileHandle;
	isCancelled: boolean;
	/** Nobody may remove the file while it is read. */
	inUse: Promise<unknown> | null;
}

export interface ReadyUpload {
	name: string;
	path: string;
	isCancelled(): boolean;
}

export interface Uploads {
	begin(name: string, bytes: number): Promise<string>;
	/** In order. Errors: UPLOAD_UNKNOWN, IMPORT_FAILED when more comes than was said, or the disk refuses. */
	add(uploadId: string, base64: string): Promise<void>;
	/** Lends the whole file. It stays afterwards unless `use` says that it is done with. Errors: UPLOAD_UNKNOWN, IMPORT_FAILED when something is missing. */
	use<T>(uploadId: string, use: (upload: ReadyUpload) => Promise<T>): Promise<T>;
	/** Ends its use and removes it; unknown ids are gone already. */
	cancel(uploadId: string): Promise<void>;
	close(): Promise<void>;
}

/** Files on their way from a window, in a folder that is empty when the program starts and when it ends. */
export function createUploads(folder: string): Uploads {
	const uploads = new Map<string, Upload>();
	let isClean: Promise<void> | null = null;

	function find(uploadId: string): Upload {
		const upload = uploads.get(uploadId);
		if (upload === undefined || upload.isCancelled) throw new ConsoleError("UPLOAD_UNKNOWN");
		return upload;
	}

	async function cancel(uploadId: string): Promise<void> {
		const upload = uploads.get(uploadId);
		if (upload === undefined) return;
		upload.isCancelled = true;
		await upload.inUse?.catch(() => {});
		uploads.delete(uploadId);
		await upload.file.close().catch(() => {});
		await rm(upload.path, { force: true });
	}

	return {
		async begin(name, bytes) {
			isClean ??= rm(folder, { recursive: true, force: true });
			await isClean;
			makeFolder(folder);
			const uploadId = randomUUID();
			const path = join(folder, uploadId);
			uploads.set(uploadId, { name, path, bytes, written: 0, file: await open(path, "w", 0o600), isCancelled: false, inUse: null });
			return uploadId;
		},
		async add(uploadId, base64) {
			const upload = find(uploadId);
			const piece = Buffer.from(base64, "base64");
			if (upload.written + piece.length > upload.bytes)
				throw new ConsoleError("IMPORT_FAILED", `More of ${upload.name} came than the ${upload.bytes} bytes that were announced.`);
			upload.written += piece.length;
			try {
				await upload.file.write(piece);
			} catch (cause) {
				const words = systemWords(cause);
				throw new ConsoleError("IMPORT_FAILED", `${upload.name} could not be written to the profile: ${words}.`, { cause });
			}
		},
		async use(uploadId, use) {
			const upload = find(uploadId);
			if (upload.written !== upload.bytes)
				throw new ConsoleError(
					"IMPORT_FAILED",
					`Of ${upload.name} ${upload.written} of ${upload.bytes} bytes came. Choose the file again.`,
				);
			const using = use({ name: upload.name, path: upload.path, isCancelled: () => upload.isCancelled });
			upload.inUse = using;
			try {
				return await using;
			} finally {
				upload.inUse = null;
			}
		},
		cancel,
		async close() {
			await Promise.all([...uploads.keys()].map(cancel));
			if (isClean !== null) await rm(folder, { recursive: true, force: true });
		},
	};
}
