import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";

/** The built program as a person starts it, on a profile of its own. */
export interface Program {
	/** Address with the token; changes with each start. */
	url(): string;
	/** The desktop program's own window; absent where a browser opens the address. */
	window?: Page;
	profile: string;
	/** `kill -9`, then a new start on the same profile. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

export interface ProgramOptions {
	/** More words of the command line. */
	args?: readonly string[];
	/** The program opens its own browser (`CHROMIUM` in `env`); default: it does not. */
	opensBrowser?: boolean;
	env?: NodeJS.ProcessEnv;
	/** Called once with the profile before anything is started on it. */
	fill?(profile: string): Promise<void>;
	/** Called once with the address of an ordinary console on the same profile, before the program proper starts. */
	prepare?(url: string): Promise<void>;
}

export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
	const { args = [], opensBrowser = false, env = {}, fill, prepare } = options;
	const profile = mkdtempSync(path.join(tmpdir(), "switchboard-e2e-"));
	let child: ChildProcess;
	let url = "";

	async function start(words: readonly string[] = args, isOpening = opensBrowser): Promise<void> {
		const cli = path.resolve(import.meta.dirname, "../../../dist/cli.js");
		const started = spawn(process.execPath, [cli, "serve", ...(isOpening ? [] : ["--no-open"]), "--data", profile, ...words], {
			stdio: ["ignore", "pipe", "inherit"],
			env: { ...process.env, ...env },
		});
		child = started;
		url = await new Promise<string>((resolve, reject) => {
			createInterface({ input: started.stdout }).once("line", (line) => resolve((JSON.parse(line) as { url: string }).url));
			started.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
		});
	}

	const ended = (signal: NodeJS.Signals) =>
		new Promise<void>((resolve) => {
			if (child.exitCode !== null || child.signalCode !== null) return resolve();
			child.once("exit", () => resolve());
			child.kill(signal);
		});

	await fill?.(profile);
	if (prepare) {
		await start([], false);
		await prepare(url);
		await ended("SIGTERM");
	}
	await start();
	return {
		url: () => url,
		profile,
		async restart() {
			await ended("SIGKILL");
			await start();
		},
		async stop() {
			await ended("SIGTERM");
			rmSync(profile, { recursive: true, force: true });
		},
	};
}
