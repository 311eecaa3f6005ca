import { rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { BrowserWindow, Dialog, Shell } from "electron";
import { createReadStream, open, rename } from "../../adapters/files/open-files.ts";
import { systemWords } from "../../adapters/files/system-words.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { HandOver } from "../../core/ports.ts";

export interface FileDialogsOptions {
	dialog: Pick<Dialog, "showSaveDialog">;
	shell: Pick<Shell, "showItemInFolder">;
	/** The console's window now; a dialog stands before it. */
	window(): BrowserWindow | null;
	/** Where the dialog begins: the person's downloads. */
	folder: string;
}

/** Files go where the person says in the system's own dialog. A page that was taken over can open that dialog and neither fill nor read it. */
export function createFileDialogs({ dialog, shell, window, folder }: FileDialogsOptions): HandOver {
	async function askPlace(name: string): Promise<string | null> {
		const before = window();
		const wanted = { defaultPath: path.join(folder, name), properties: ["showOverwriteConfirmation" as const] };
		const { canceled, filePath } = before ? await dialog.showSaveDialog(before, wanted) : await dialog.showSaveDialog(wanted);
		return canceled || filePath === "" ? null : filePath;
	}
	return {
		askPlace,
		async give({ path: from, name }) {
			const to = await askPlace(name);
			if (to === null) return { kind: "cancelled" };
			if (path.resolve(to) === path.resolve(from)) return { kind: "saved", path: to };
			const unfinished = `${to}.${process.pid}.partial`;
			try {
				// For the owner's eyes only, like what it is made from. A file that is replaced goes only for a whole one.
				const copy = await open(unfinished, "wx", 0o600);
				await pipeline(createReadStream(from), copy.createWriteStream());
				await rename(unfinished, to);
			} catch (thrown) {
				await rm(unfinished, { force: true });
				const words = systemWords(thrown);
				throw new ConsoleError("EXPORT_FAILED", `The file could not be saved as ${to}: ${words}. It still lies at ${from}.`, {
					cause: thrown,
				});
			}
			return { kind: "saved", path: to };
		},
		show: async (file) => shell.showItemInFolder(file),
	};
}
