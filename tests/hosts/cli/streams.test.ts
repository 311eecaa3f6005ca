import { execFileSync, spawn } from "node:child_process";
import { createReadStream, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONGEST_LINE_BYTES } from "../../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { CLI, runCli } from "./run-cli.ts";

let folder: string;
let sample: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-streams-"));
	sample = path.join(folder, "lines.jsonl");
	const message = { dir: "in", msg: { type: "TEXT_MESSAGE_START", messageId: "m-1", role: "assistant" } };
	writeFileSync(sample, `${JSON.stringify(message)}\n`.repeat(3));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
	code: number | null;
	out: string;
	err: string;
}

/** The program with something on its standard input, and at most so much heap. */
function run(args: string[], feed: (stdin: NodeJS.WritableStream) => void, heapMb = 512): Promise<Ended> {
	const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${heapMb}` } });
	const ended: Ended = { code: null, out: "", err: "" };
	child.stdout.on("data", (part: Buffer) => (ended.out += String(part)));
	child.stderr.on("data", (part: Buffer) => (ended.err += String(part)));
	child.stdin.on("error", () => {});
	feed(child.stdin);
	return new Promise((resolve) => child.on("close", (code) => resolve({ ...ended, code })));
}

const lastLine = ({ out }: Ended) => JSON.parse(out.trim().split("\n").at(-1) ?? "null") as Record<string, unknown>;

describe.skipIf(process.platform === "win32")("check", () => {
	it("reads a pipe, the standard input and a named pipe like a file", async () => {
		const args = (file: string) => ["check", file, "--protocol", "agentcall"];
		const plain = lastLine(await run(args(sample), (stdin) => stdin.end()));
		for (const file of ["-", "/dev/stdin"])
			expect(lastLine(await run(args(file), (stdin) => createReadStream(sample).pipe(stdin)))).toEqual(plain);
		const fifo = path.join(folder, "fifo");
		execFileSync("mkfifo", [fifo]);
		const writer = spawn("sh", ["-c", `cat "${sample}" > "${fifo}"`]);
		expect(lastLine(await run(args(fifo), (stdin) => stdin.end()))).toEqual(plain);
		writer.kill();
	});

	it("refuses a line without an end, from a device or a file, with the limit and without holding it", async () => {
		const huge = path.join(folder, "huge.jsonl");
		const file = openSync(huge, "w");
		// A file of 2 GB that takes no room on the disk.
		writeSync(file, "x", 2 ** 31);
		for (const what of ["/dev/zero", huge]) {
			const ended = await run(["check", what, "--protocol", "agentcall"], (stdin) => stdin.end());
			expect(ended.code, ended.err).toBe(1);
			expect(ended.err).toContain(`line 1: The line has more than ${LONGEST_LINE_BYTES} bytes`);
		}
	}, 60_000);

	it("says what a folder is", async () => {
		const { code, stderr } = await runCli("check", folder, "--protocol", "agentcall");
		expect(code).toBe(2);
		expect(stderr).toContain("cannot be read");
	});
});

describe.skipIf(process.platform === "win32")("commands that read their file more than once", () => {
	it("refuse a folder, a pipe and a device by name, with the way on", async () => {
		const fifo = path.join(folder, "fifo2");
		execFileSync("mkfifo", [fifo]);
		const data = path.join(folder, "profile");
		for (const [what, words] of [
			[folder, "is a folder"],
			[fifo, "is a pipe"],
			["/dev/zero", "is a device"],
		] as const) {
			for (const args of [
				["verify", what],
				["import", what, "--data", data],
				["compare", what, sample, "--data", data],
			]) {
				const { code, stderr } = await runCli(...args);
				expect(code, args.join(" ")).toBe(2);
				expect(stderr, args.join(" ")).toContain(words);
			}
		}
	}, 60_000);
});
