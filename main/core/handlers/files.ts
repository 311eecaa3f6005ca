import type { Handlers } from "../dispatch.ts";
import type { FileShelf } from "../files/file-shelf.ts";
import type { HandOver } from "../ports.ts";

export function createFileHandlers(shelf: FileShelf, handOver: HandOver): Pick<Handlers, "file.handOver" | "file.show"> {
	return {
		"file.handOver": ({ fileId }) => handOver.give(shelf.find(fileId)),
		"file.show": async ({ fileId }) => {
			await handOver.show(shelf.find(fileId).path);
			return null;
		},
	};
}
