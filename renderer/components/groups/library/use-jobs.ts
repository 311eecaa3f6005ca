import { useEffect, useState } from "react";
import type { LibraryJob } from "../../../../schemas/library.ts";
import { useApi } from "../../../hooks/console-context.ts";

/** Long jobs of this run of the program, newest first, as they go. */
export function useJobs(): readonly LibraryJob[] {
	const api = useApi();
	const [jobs, setJobs] = useState<readonly LibraryJob[]>([]);
	useEffect(() => {
		const put = (job: LibraryJob) =>
			setJobs((before) => [job, ...before.filter(({ jobId }) => jobId !== job.jobId)].sort((a, b) => b.jobId - a.jobId));
		const stop = api.on("library.job", ({ job }) => put(job));
		void api.request("library.jobs", {}).then((answer) => {
			if (answer.ok) setJobs((before) => [...before, ...answer.value.filter(({ jobId }) => !before.some((job) => job.jobId === jobId))]);
		});
		return stop;
	}, [api]);
	return jobs;
}
