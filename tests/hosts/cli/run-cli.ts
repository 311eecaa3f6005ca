import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

export const CLI = path.resolve(import.meta.dirname, "../../../dist/cli.js");
if (!existsSync(CLI)) throw new Error("dist/ is built first: npm run build");

export type Line = Record<string, unknown>;

export interface Finished {
	code: number | null;
	/** stdout, one object a line. */
	lines: Line[];
	stderr: string;
}

export interface Running {
	child: ChildProcess;
	/** The first line on stdout. */
	ready: Promise<Line>;
	finished: Promise<Finished>;
}

/** Starts the built program as a person or a script would. */
export function startCli(
	args: string[],
	{
		node = process.execPath,
		before = [],
		program = CLI,
		env = {},
	}: { node?: string /** Arguments before the program. */; before?: string[]; program?: string; env?: Record<string, string> } = {},
): Running {
	const child = spawn(node, [...before, program, ...args], {
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "", ...env },
	});
	const lines: Line[] = [];
	let stderr = "";
	child.stderr.on("data", (part: Buffer) => {
		stderr += String(part);
	});
	const ready = new Promise<Line>((resolve, reject) => {
		createInterface({ input: child.stdout }).on("line", (text) => {
			const line = JSON.parse(text) as Line;
			lines.push(line);
			resolve(line);
		});
		child.on("close", () => reject(new Error(`It ended without a line: ${stderr}`)));
	});
	ready.catch(() => {}); // whoever waits for it hears
	const finished = new Promise<Finished>((resolve) => child.on("close", (code) => resolve({ code, lines, stderr })));
	return { child, ready, finished };
}

export const runCli = (...args: string[]): Promise<Finished> => startCli(args).finished;

/** A Node that is too old for the program, if this machine has one. */
export function findOldNode(): string | null {
	for (const file of ["/usr/bin/node", "/usr/local/bin/node"]) {
		if (!existsSync(file)) continue;
		const major = Number(/^v(\d+)/.exec(execFileSync(file, ["--version"], { encoding: "utf8" }))?.[1]);
		if (major < 22) return file;
	}
	return null;
}
