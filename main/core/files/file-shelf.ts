import { ConsoleError } from "../errors.ts";
import type { Ids } from "../ports.ts";

/** More than anybody hands over in one run; the oldest is forgotten first and stays where it is. */
const MOST_FILES = 1000;

/** Files this run of the program made, by the ids that windows know them by. An id says nothing and can be made up by nobody. */
export interface FileShelf {
	/** The same file has the same id. */
	put(path: string): string;
	/** Errors: FILE_UNKNOWN. */
	find(fileId: string): { path: string; name: string };
}

export function createFileShelf(ids: Pick<Ids, "uuid">): FileShelf {
	const byId = new Map<string, string>();
	const byPath = new Map<string, string>();
	return {
		put(path) {
			const known = byPath.get(path);
			if (known !== undefined) return known;
			const fileId = ids.uuid();
			byId.set(fileId, path);
			byPath.set(path, fileId);
			const [oldest] = byId;
			if (byId.size > MOST_FILES && oldest) {
				byId.delete(oldest[0]);
				byPath.delete(oldest[1]);
			}
			return fileId;
		},
		find(fileId) {
			const path = byId.get(fileId);
			if (path === undefined) throw new ConsoleError("FILE_UNKNOWN");
			return { path, name: path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1) };
		},
	};
}
