/** The thread that reads large frames: bytes in, what the session's machine needs of them out. */
import { isUtf8 } from "node:buffer";
import { parentPort } from "node:worker_threads";
import { doorOf } from "../../core/protocols.ts";
import { END, type FromThread, type ReadJob } from "./messages.ts";

const port = parentPort;
if (port === null) throw new Error("This runs in a worker thread only.");

port.on("message", (job: ReadJob | typeof END) => {
	if (job === END) process.exit();
	const { id, rule, opcode, bytes, onlyName } = job;
	const isText = opcode === "text" && isUtf8(bytes);
	const text = isText ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : null;
	const door = doorOf(rule.protocol);
	const decoded = onlyName && text !== null ? door.unreadFrame(text) : door.readFrame(opcode, text, bytes.length, rule);
	port.postMessage({ ready: false, id, decoded } satisfies FromThread);
});
port.postMessage({ ready: true } satisfies FromThread);
