/** The thread that reads large frames: bytes in, what the session's machine needs of them out. */
import { parentPort } from "node:worker_threads";
import { END, type FromThread, type ReadJob } from "./messages.ts";
import { readFrameOf } from "./read-frame.ts";

const port = parentPort;
if (port === null) throw new Error("This runs in a worker thread only.");

port.on("message", (job: ReadJob | typeof END) => {
	if (job === END) process.exit();
	const decoded = readFrameOf(job);
	try {
		port.postMessage({ ready: false, id: job.id, decoded } satisfies FromThread);
	} catch {
		// Nested too deep to be copied.
		port.postMessage({ ready: false, id: job.id, decoded: null } satisfies FromThread);
	}
});
port.postMessage({ ready: true } satisfies FromThread);
