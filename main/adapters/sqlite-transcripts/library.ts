import { join } from "node:path";
import { mebibytes } from "../../../schemas/rules/sizes.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { Library } from "../../core/ports.ts";
import { createBackingUp } from "./backing-up.ts";
import { createJobs, type RunningJob } from "./jobs.ts";
import { LOG_CAP_BYTES, LOG_WARN_BYTES } from "./log-size.ts";
import { type DatabasePlace, indexPathOf } from "./profile-files.ts";
import type { Reading } from "./reading.ts";
import { type CompactingNews, logSize, type Recording, sizeOnDisk } from "./recording.ts";
import { indexSize } from "./search/index-file.ts";

export interface LibraryParts {
	profileDir: string;
	place: DatabasePlace;
	now: () => number;
	reading: Reading;
	flushed(): Promise<void>;
	/** Throws when the profile is open for reading only. */
	recorder(): Recording;
	onPurged(sessionIds: string[]): void;
}

export interface StoreLibrary extends Library {
	compacting(news: CompactingNews): void;
	close(): Promise<void>;
}

/** The port `Library` over the reader, the writer and a backup thread. */
export function createLibrary(parts: LibraryParts): StoreLibrary {
	const { place, reading, flushed, recorder } = parts;
	const jobs = createJobs();
	const backingUp = createBackingUp({ place, backupsDir: join(parts.profileDir, "backups"), now: parts.now, jobs });
	const purgeListeners = new Set<(sessionIds: string[]) => void>();
	let compaction: { job: RunningJob; bytes: number } | null = null;

	async function details() {
		await flushed();
		return reading.ask("details", {});
	}

	return {
		details,
		annotate: (sessionId, { tags, note }) => recorder().intake.change({ kind: "notes", sessionId, tags, note }),
		setRemoved: (sessionIds, removedAtMs) => recorder().intake.change({ kind: "removed", sessionIds, removedAtMs }),
		async compact(mayStop) {
			const recording = recorder();
			await flushed();
			const { inSteps } = await reading.ask("pages", {});
			if (!inSteps && !mayStop) {
				const sentence =
					"This database was made by an older version: compacting rewrites it once, and recording would wait for that. Disconnect every session first.";
				throw new ConsoleError("SESSION_LIVE", sentence);
			}
			const job = jobs.begin("compact", "Taking out removed sessions and giving free room back", () => recording.stopCompacting());
			compaction = { job, bytes: sizeOnDisk(place.path) };
			recording.compact(mayStop);
			return { jobId: job.jobId };
		},
		async backup(path) {
			await flushed();
			return backingUp.start(path);
		},
		jobs: jobs.list,
		cancelJob: jobs.cancel,
		onJob: jobs.onJob,
		onPurged(listener) {
			purgeListeners.add(listener);
			return () => void purgeListeners.delete(listener);
		},
		async statistics() {
			const all = [...(await details()).values()];
			const pages = await reading.ask("pages", {});
			const times = (of: (each: (typeof all)[number]) => number | null) => all.map(of).filter((time) => time !== null);
			return {
				databasePath: place.path,
				databaseBytes: sizeOnDisk(place.path),
				walBytes: logSize(place.path),
				walWarnBytes: LOG_WARN_BYTES,
				walCapBytes: LOG_CAP_BYTES,
				freeBytes: pages.freeBytes,
				compactStops: !pages.inSteps,
				indexBytes: indexSize(indexPathOf(place.path)),
				notIndexed: pages.notIndexed,
				sessions: all.filter(({ removedAtMs }) => removedAtMs === null).length,
				removed: all.filter(({ removedAtMs }) => removedAtMs !== null).length,
				entries: pages.entries,
				findings: pages.findings,
				bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
				oldestAtMs: times(({ firstAtMs }) => firstAtMs).reduce<number | null>((oldest, at) => Math.min(oldest ?? at, at), null),
				newestAtMs: times(({ lastAtMs }) => lastAtMs).reduce<number | null>((newest, at) => Math.max(newest ?? at, at), null),
			};
		},
		compacting(news) {
			if (news.kind === "compacting") {
				compaction?.job.progress(news.done, news.total);
				if (news.gone.length === 0) return;
				parts.onPurged(news.gone);
				for (const listener of purgeListeners) listener(news.gone);
				return;
			}
			const over = compaction;
			compaction = null;
			if (over === null) return;
			const freed = Math.max(0, over.bytes - sizeOnDisk(place.path));
			if (news.outcome === "done") over.job.end("done", `${mebibytes(freed)} were given back to the disk.`);
			else if (news.outcome === "stopped") over.job.end("cancelled", "Compacting was stopped; what was done so far stays done.");
			else over.job.end("failed", `Compacting stopped: ${news.message}. Nothing was lost; it can be begun again.`);
		},
		close: backingUp.close,
	};
}
