import type { ProfileSchemas, SchemaFile } from "../../main/core/ports.ts";
import { loadObservationSchema } from "../../main/core/protocols/foreign-loading.ts";

export interface FakeSchemas extends ProfileSchemas {
	/** The file lies in the folder from now on; null takes it away. */
	put(file: string, text: string | null): void;
	/** The file cannot be read, for that reason. */
	fail(file: string, message: string): void;
	/** The system tells of a change. */
	tell(): void;
	/** The schema in force does not answer any more. */
	hang(): void;
	/** Schemas at work. */
	running(): number;
}

/** A folder in memory; schemas run in place, so they had better be harmless. */
export function createFakeSchemas(): FakeSchemas {
	const files = new Map<string, SchemaFile>();
	const listeners = new Set<() => void>();
	let hangs = false;
	let running = 0;
	return {
		folder: "/fake/profile/schemas",
		put(file, text) {
			if (text === null) files.delete(file);
			else files.set(file, { file, text, sha256: `sha-of-${text.length}` });
		},
		fail: (file, message) => void files.set(file, { file, problem: { pointer: "", message, wayOn: "Mend it." } }),
		tell() {
			for (const listener of listeners) listener();
		},
		hang() {
			hangs = true;
		},
		running: () => running,
		files: async () => [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
		onChanged(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		async load(text) {
			const loading = loadObservationSchema(text);
			if (!loading.ok) return loading;
			hangs = false;
			running += 1;
			let isOver = false;
			const { title, form, sample } = loading;
			const stop = () => {
				if (!isOver) running -= 1;
				isOver = true;
			};
			return { ok: true, schema: { title, form, sample, check: (message) => (hangs || isOver ? null : loading.check(message)), stop } };
		},
		close: () => listeners.clear(),
	};
}
