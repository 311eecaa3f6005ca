import type { FromReader, ToReader } from "./messages.ts";

/** The way to the console, from inside the reader process. */
export interface ParentPort {
	/** `done` is called when the message is out. */
	send(message: FromReader, done?: () => void): void;
	onMessage(listener: (message: ToReader) => void): void;
	/** The console is gone. */
	onClosed(listener: () => void): void;
}

/** As Electron's utility processes have it; Node's own types do not know it. */
interface ElectronPort {
	postMessage(message: unknown): void;
	on(event: "message", listener: (event: { data: ToReader }) => void): void;
}

export function openParentPort(): ParentPort {
	const { parentPort } = process as NodeJS.Process & { parentPort?: ElectronPort };
	if (parentPort)
		return {
			send(message, done) {
				parentPort.postMessage(message);
				if (done) setImmediate(done);
			},
			onMessage: (listener) => parentPort.on("message", ({ data }) => listener(data)),
			// Electron ends its utility processes itself.
			onClosed() {},
		};
	return {
		// A console that is gone hears nothing, and its going is told below.
		send: (message, done) => void process.send?.(message, () => done?.()),
		onMessage: (listener) => void process.on("message", listener),
		onClosed: (listener) => void process.once("disconnect", listener),
	};
}
