import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { KioskMessageFile } from "../../../schemas/kiosk.ts";
import type { KioskFiles } from "../../core/ports.ts";
import { readFile } from "../files/open-files.ts";

const MAX_FILES = 16;
const MAX_BYTES = 64 * 1024;
/** A language tag; nothing that could lead out of the folder. */
const FILE = /^([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3})\.json$/;

/** Message files in `kiosk/messages` of the profile; none when there is no such folder. What is in them is for the reader to judge. */
export function createKioskFiles(profileDir: string): KioskFiles {
	const folder = path.join(profileDir, "kiosk", "messages");
	return {
		async messages() {
			const names = await readdir(folder).catch(() => []);
			const files = names.sort().flatMap((name) => {
				const language = FILE.exec(name)?.[1];
				return language === undefined ? [] : [{ language, file: path.join(folder, name) }];
			});
			const read = await Promise.all(files.slice(0, MAX_FILES).map(({ language, file }) => readOne(language, file)));
			return read.filter((each) => each !== null);
		},
	};
}

async function readOne(language: string, file: string): Promise<KioskMessageFile | null> {
	try {
		const found = await stat(file);
		if (!found.isFile() || found.size > MAX_BYTES) return null;
		// Some editors put a byte order mark before the JSON.
		return { language, text: (await readFile(file, "utf8")).replace(/^\ufeff/, "") };
	} catch {
		return null; // gone meanwhile, or not ours to read
	}
}
