import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FromReader, ToReader } from "./messages.ts";

/** A reader process as the console sees it. */
export interface ReaderProcess {
	readonly pid: number | undefined;
	send(message: ToReader): void;
	onMessage(listener: (message: FromReader) => void): void;
	/** `how` is a code or a signal, for people. Called once, also when it could not be started. */
	onExit(listener: (how: string) => void): void;
	/** At once, whatever it is doing. */
	kill(): void;
}

export type SpawnReader = () => ReaderProcess;

const readerFile = (): string =>
	fileURLToPath(
		import.meta.url.endsWith(".ts") ? new URL("./reader-process.ts", import.meta.url) : new URL("./reader-process.js", import.meta.url),
	);

/** Under Node: a forked child. `env` is added to the console's own environment. */
export function forkReader(env: NodeJS.ProcessEnv = {}): ReaderProcess {
	const child = fork(readerFile(), [], {
		env: { ...process.env, ...env },
		execArgv: [],
		serialization: "advanced",
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	return {
		get pid() {
			return child.pid;
		},
		send: (message) => {
			if (child.connected) child.send(message, () => {});
		},
		onMessage: (listener) => void child.on("message", listener),
		onExit(listener) {
			let isTold = false;
			const tell = (how: string) => {
				if (!isTold) listener(how);
				isTold = true;
			};
			child.once("exit", (code, signal) => tell(signal ?? `code ${code}`));
			child.once("error", (error) => tell(error.message));
		},
		kill: () => void child.kill("SIGKILL"),
	};
}

/** What is used of Electron's `utilityProcess`; handed in, so that nothing here needs Electron. */
export interface UtilityProcessModule {
	fork(
		file: string,
		args: string[],
		options: { serviceName: string; stdio: "ignore" },
	): {
		readonly pid: number | undefined;
		postMessage(message: unknown): void;
		on(event: "message", listener: (message: FromReader) => void): unknown;
		once(event: "exit", listener: (code: number) => void): unknown;
		kill(): boolean;
	};
}

/** Under Electron, whose package does not run as Node: a utility process. */
export function utilityReader(utilityProcess: UtilityProcessModule): SpawnReader {
	return () => {
		const child = utilityProcess.fork(readerFile(), [], { serviceName: "Switchboard card reader", stdio: "ignore" });
		let hasEnded = false;
		child.once("exit", () => {
			hasEnded = true;
		});
		return {
			get pid() {
				return child.pid;
			},
			send: (message) => {
				if (!hasEnded) child.postMessage(message);
			},
			onMessage: (listener) => void child.on("message", listener),
			onExit: (listener) => void child.once("exit", (code) => listener(`code ${code}`)),
			kill() {
				// Electron's own kill is a request; a call that hangs does not hear it.
				if (child.pid === undefined || hasEnded) child.kill();
				else process.kill(child.pid, "SIGKILL");
			},
		};
	};
}
