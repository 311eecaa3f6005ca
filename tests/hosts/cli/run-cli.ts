import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { PROGRAMS_FOLDER } from "../../programs.ts";

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

/** Commands that read, write and end: what the built program does with them is done in the test's process, without the start of another. */
const IN_PROCESS = ["--help", "check", "compare", "export", "import", "search", "session list", "session show", "session view", "verify"];
const require = createRequire(import.meta.url);

/** Loaded by Node itself: it is bundled, and no module of the test's. */
const runCommand = (args: string[]): Promise<number> => {
	const { runCommand: run } = require(path.join(PROGRAMS_FOLDER, "run-command.mjs")) as { runCommand(argv: string[]): Promise<number> };
	return run(args);
};

/** One at a time: what is written meanwhile is theirs. */
let before: Promise<unknown> = Promise.resolve();

async function inProcess(args: string[]): Promise<Finished> {
	const said = { stdout: "", stderr: "" };
	const streams = ["stdout", "stderr"] as const;
	const kept = streams.map((name) => process[name].write);
	for (const name of streams)
		process[name].write = (part: Uint8Array | string, ...rest: unknown[]) => {
			said[name] += typeof part === "string" ? part : Buffer.from(part).toString();
			const done = rest.at(-1);
			if (typeof done === "function") done();
			return true;
		};
	try {
		const code = await runCommand(args);
		const lines = said.stdout.split("\n").filter((text) => text !== "");
		return { code, lines: lines.map((text) => JSON.parse(text) as Line), stderr: said.stderr };
	} finally {
		for (const [at, name] of streams.entries()) process[name].write = kept[at] as typeof process.stdout.write;
	}
}

export const runCli = (...args: string[]): Promise<Finished> => startCli(args).finished;

/** The same for tests of what a command reads and says: without another process where the command allows it. */
export function runHere(...args: string[]): Promise<Finished> {
	if (!IN_PROCESS.some((name) => args.slice(0, name.split(" ").length).join(" ") === name)) return runCli(...args);
	const done = before.then(() => inProcess(args));
	before = done.catch(() => {});
	return done;
}

/** A Node that is too old for the program, if this machine has one. */
export function findOldNode(): string | null {
	for (const file of ["/usr/bin/node", "/usr/local/bin/node"]) {
		if (!existsSync(file)) continue;
		const major = Number(/^v(\d+)/.exec(execFileSync(file, ["--version"], { encoding: "utf8" }))?.[1]);
		if (major < 22) return file;
	}
	return null;
}
