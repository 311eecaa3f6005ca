import { Worker } from "node:worker_threads";

/**
 * Runs beside the event loop and loads nothing: when the console is gone (its process is no longer the parent) and the event loop does not
 * end the process within a second, because a call spins or hangs, this does.
 */
const GUARD = `
	const { workerData: parent } = require("node:worker_threads");
	let since = 0;
	setInterval(() => {
		if (process.ppid === parent) return;
		since += 1;
		if (since > 2) process.kill(process.pid, "SIGKILL");
	}, 500);
`;

/** Without this, a reader process that spins inside PC/SC would outlive a console that was killed. */
export function endWhenStuckAlone(): void {
	// Windows tells no new parent, and ends the tree of a killed program through its job.
	if (process.platform === "win32") return;
	// The parent is read here: by the time the thread runs, it may have another one already.
	new Worker(GUARD, { eval: true, workerData: process.ppid }).unref();
}
