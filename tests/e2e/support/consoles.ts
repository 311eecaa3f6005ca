import { type ChildProcess, fork } from "node:child_process";
import type { FromHost, ToHost } from "./console-host.ts";
import type { Program } from "./program.ts";
import { supportFile } from "./support-file.ts";

/** Fresh consoles for the tests of one worker, all in one process, which starts with the first. */
export interface Consoles {
	open(): Promise<Program>;
	end(): Promise<void>;
}

export function createConsoles(): Consoles {
	let child: ChildProcess | null = null;
	let lastId = 0;
	const waiting = new Map<number, (message: FromHost) => void>();

	function start(): ChildProcess {
		const started = fork(supportFile("console-host"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
		started.on("message", (message: FromHost) => {
			waiting.get(message.id)?.(message);
			waiting.delete(message.id);
		});
		started.once("exit", (code, signal) => {
			if (child === started) child = null;
			for (const [id, answer] of waiting) answer({ id, error: `The process of the consoles ended with ${signal ?? code}.` });
			waiting.clear();
		});
		return started;
	}

	async function ask(what: { open: true } | { close: string }): Promise<{ url: string; profile: string }> {
		child ??= start();
		const id = ++lastId;
		child.send({ id, ...what } satisfies ToHost);
		const answer = await new Promise<FromHost>((resolve) => waiting.set(id, resolve));
		if ("error" in answer) throw new Error(answer.error);
		return answer;
	}

	return {
		async open() {
			const { url, profile } = await ask({ open: true });
			return {
				url: () => url,
				profile,
				restart: () => Promise.reject(new Error("This console shares its process: a test that kills the program has @web in its name.")),
				async stop() {
					await ask({ close: profile });
				},
			};
		},
		async end() {
			if (child === null) return;
			const ended = new Promise<void>((resolve) => child?.once("exit", () => resolve()));
			child.disconnect();
			await ended;
		},
	};
}
