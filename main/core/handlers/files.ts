import type { Handlers } from "../dispatch.ts";
import type { FileShelf } from "../files/file-shelf.ts";
import type { HandOver, Transcripts } from "../ports.ts";

export function createFileHandlers(
	shelf: FileShelf,
	handOver: HandOver,
	{ headsFile }: Pick<Transcripts, "headsFile">,
): Pick<Handlers, "file.handOver" | "file.show" | "proof.heads"> {
	return {
		"proof.heads": () => {
			const path = headsFile();
			return { fileId: path === null ? null : shelf.put(path) };
		},
		"file.handOver": ({ fileId }) => handOver.give(shelf.find(fileId)),
		"file.show": async ({ fileId }) => {
			await handOver.show(shelf.find(fileId).path);
			return null;
		},
	};
}
