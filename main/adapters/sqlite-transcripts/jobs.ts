import type { LibraryJob } from "../../../schemas/library.ts";
import { ConsoleError } from "../../core/errors.ts";

/** Finished jobs remembered. */
const REMEMBERED = 20;
/** Progress is told at most this often. */
const TELL_MS = 150;

export interface RunningJob {
	jobId: number;
	progress(done: number, total: number, message?: string): void;
	end(state: "done" | "cancelled" | "failed", message: string): void;
}

export interface Jobs {
	/** Errors: JOB_RUNNING. `cancel` is called at most once, and may take a moment; the job ends when it says so. */
	begin(kind: LibraryJob["kind"], message: string, cancel: () => void, path?: string): RunningJob;
	list(): LibraryJob[];
	cancel(jobId: number): void;
	onJob(listener: (job: LibraryJob) => void): () => void;
}

/** Long work, one at a time: two that move the same pages would only wait for each other. */
export function createJobs(): Jobs {
	const jobs: LibraryJob[] = [];
	const listeners = new Set<(job: LibraryJob) => void>();
	let running: { job: LibraryJob; cancel: (() => void) | null } | null = null;
	let nextId = 1;

	const tell = (job: LibraryJob): void => {
		for (const listener of listeners) listener({ ...job });
	};

	return {
		begin(kind, message, cancel, path) {
			if (running !== null) throw new ConsoleError("JOB_RUNNING", `A ${running.job.kind} is under way; wait for it or cancel it.`);
			const job: LibraryJob = { jobId: nextId++, kind, state: "running", done: 0, total: 0, message, ...(path !== undefined && { path }) };
			running = { job, cancel };
			jobs.unshift(job);
			jobs.splice(REMEMBERED);
			tell(job);
			let toldAtMs = performance.now();
			return {
				jobId: job.jobId,
				progress(done, total, said) {
					Object.assign(job, { done, total, ...(said !== undefined && { message: said }) });
					if (job.state !== "running" || performance.now() - toldAtMs < TELL_MS) return;
					toldAtMs = performance.now();
					tell(job);
				},
				end(state, said) {
					if (job.state !== "running") return;
					Object.assign(job, {
						state,
						message: said,
						...(state === "done" && { done: Math.max(job.done, job.total), total: Math.max(job.done, job.total) }),
					});
					running = null;
					tell(job);
				},
			};
		},
		list: () => jobs.map((job) => ({ ...job })),
		cancel(jobId) {
			if (running?.job.jobId !== jobId) return;
			running.cancel?.();
			running.cancel = null;
		},
		onJob(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
