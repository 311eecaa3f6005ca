import { type FSWatcher, watch } from "node:fs";
import path from "node:path";
import type { ProfileSchemas, RunningSchema } from "../../core/ports.ts";
import { makeFolder } from "../sqlite-transcripts/make-folder.ts";
import { readSchemaFolder } from "./read-folder.ts";
import { runSchema, type SchemaLimits } from "./run-schema.ts";

/** A file that is being copied changes many times. */
const QUIET_MS = 300;

export interface ProfileSchemasOptions {
	profileDir: string;
	/** Nothing is made or watched: another program may hold the profile. */
	readOnly: boolean;
	limits?: SchemaLimits;
}

/** The folder `schemas` of a profile. It is made, so that there is a place to drop a file into. */
export function createProfileSchemas({ profileDir, readOnly, limits }: ProfileSchemasOptions): ProfileSchemas {
	const folder = path.join(profileDir, "schemas");
	const listeners = new Set<() => void>();
	const running = new Set<RunningSchema>();
	let timer: NodeJS.Timeout | undefined;
	const changed = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			for (const listener of listeners) listener();
		}, QUIET_MS);
		timer.unref();
	};
	const watcher = readOnly ? null : startWatching(folder, changed);
	return {
		folder,
		files: () => readSchemaFolder(folder),
		onChanged(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		async load(text) {
			const loading = await runSchema(text, limits);
			if (loading.ok) running.add(loading.schema);
			return loading;
		},
		close() {
			clearTimeout(timer);
			watcher?.close();
			listeners.clear();
			for (const schema of running) schema.stop();
			running.clear();
		},
	};
}

/** Null where the folder cannot be made or the system cannot watch it; reading it again by hand works all the same. */
function startWatching(folder: string, changed: () => void): FSWatcher | null {
	try {
		makeFolder(folder);
		const watcher = watch(folder, { persistent: false }, changed);
		watcher.on("error", () => watcher.close());
		return watcher;
	} catch {
		return null;
	}
}
