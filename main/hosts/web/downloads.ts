import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { open } from "../../adapters/files/open-files.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { HandOver } from "../../core/ports.ts";
import { randomKey } from "./keys.ts";

export const DOWNLOAD_PATH = "/download/";
/** A page follows its handle at once. */
const VALID_MS = 60_000;

export interface Download {
	name: string;
	bytes: number;
	/** The bytes it had when it was taken; closes the file at its end or when it is destroyed. */
	stream(): Readable;
}

/** Files on their way to a browser, each under a handle that works once and soon. */
export interface Downloads {
	handOver: HandOver;
	/** Null for a handle of no use. */
	take(handle: string): Promise<Download | null>;
}

const NO_DIALOG = "A browser has no dialog for that. Make the file in the profile, then download it.";

export function createDownloads(): Downloads {
	const offered = new Map<string, { path: string; name: string }>();

	async function openFile(path: string): Promise<{ file: FileHandle; bytes: number } | null> {
		const file = await open(path, "r").catch(() => null);
		const stat = await file?.stat();
		if (file && stat?.isFile()) return { file, bytes: stat.size };
		await file?.close();
		return null;
	}

	return {
		handOver: {
			async give({ path, name }) {
				const opened = await openFile(path);
				if (!opened) throw new ConsoleError("FILE_UNKNOWN", `${path} is not there any more. Make it again.`);
				await opened.file.close();
				const handle = randomKey();
				offered.set(handle, { path, name });
				setTimeout(() => offered.delete(handle), VALID_MS).unref();
				return { kind: "download", path: DOWNLOAD_PATH + handle, name, bytes: opened.bytes };
			},
			askPlace: async () => {
				throw new ConsoleError("NOT_IN_THIS_HOST", NO_DIALOG);
			},
			show: async () => {
				throw new ConsoleError("NOT_IN_THIS_HOST", "A browser cannot show a file in its folder.");
			},
		},
		async take(handle) {
			const offer = offered.get(handle);
			if (!offer) return null;
			offered.delete(handle);
			const opened = await openFile(offer.path);
			if (!opened) return null;
			const { file, bytes } = opened;
			// A file that grows meanwhile would not fit the length that was said.
			return { name: offer.name, bytes, stream: () => file.createReadStream({ start: 0, end: Math.max(bytes - 1, 0) }) };
		},
	};
}
