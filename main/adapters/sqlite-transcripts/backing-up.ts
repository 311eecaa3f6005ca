import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { Worker } from "node:worker_threads";
import { ConsoleError } from "../../core/errors.ts";
import { systemWords } from "../files/system-words.ts";
import type { BackupData, FromBackup } from "./backup-worker.ts";
import type { Jobs } from "./jobs.ts";
import type { DatabasePlace } from "./profile-files.ts";

const workerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./backup-worker.ts", import.meta.url) : new URL("./store-backup.js", import.meta.url);

/** 2026-11-30-141205, of this computer's clock. */
function stamp(ms: number): string {
	const two = (value: number) => String(value).padStart(2, "0");
	const date = new Date(ms);
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

export interface BackingUp {
	/** Errors: JOB_RUNNING; BACKUP_FAILED when there is such a file already. */
	start(path: string | null): { jobId: number };
	/** Nothing is left of one that is under way. */
	close(): Promise<void>;
}

export function createBackingUp(options: { place: DatabasePlace; backupsDir: string; now: () => number; jobs: Jobs }): BackingUp {
	const { place, backupsDir, now, jobs } = options;
	let running: { worker: Worker; over: Promise<void> } | null = null;

	function start(given: string | null): { jobId: number } {
		const path = given ?? join(backupsDir, `transcripts-${stamp(now())}.sqlite`);
		if (!isAbsolute(path)) throw new ConsoleError("BACKUP_FAILED", `Give the whole path of the backup's file, not “${path}”.`);
		if (existsSync(path)) throw new ConsoleError("BACKUP_FAILED", `There is a file ${path} already; choose another name.`);
		const job = jobs.begin("backup", `Copying to ${path}`, () => worker.postMessage("cancel"), path);
		const worker = new Worker(workerUrl(), { workerData: { databasePath: place.path, path } satisfies BackupData, name: "store-backup" });
		worker.on("message", (message: FromBackup) => {
			if (message.kind === "progress") job.progress(message.done, message.total);
			else if (message.kind === "done") job.end("done", `The backup is in ${path}.`);
			else if (message.kind === "cancelled") job.end("cancelled", "The backup was cancelled; nothing of it was left behind.");
			else job.end("failed", `The backup ${path} could not be written: ${message.message}. Nothing of it was left behind.`);
		});
		worker.on("error", (error) => job.end("failed", `The backup stopped: ${systemWords(error)}.`));
		const over = new Promise<void>((resolve) =>
			worker.on("exit", () => {
				job.end("failed", "The backup stopped unexpectedly.");
				running = null;
				resolve();
			}),
		);
		running = { worker, over };
		return { jobId: job.jobId };
	}

	return {
		start,
		async close() {
			const stopping = running;
			if (stopping === null) return;
			stopping.worker.postMessage("cancel");
			await stopping.over;
		},
	};
}
