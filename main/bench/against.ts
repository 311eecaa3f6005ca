import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { median, round2 } from "./numbers.ts";
import { startPeer } from "./peer.ts";
import { SPOKEN } from "./spoken.ts";

const BYTES_PER_FRAME = 400;
/** Another build may be this much cheaper, by the middle one of the pairs' ratios. */
const BUDGET = 1.05;

/** At its end a program says what its threads took; a `data:` module works with any version of the program. */
const SAY_CPU = `import { writeSync } from "node:fs";
process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(2, "\\n" + JSON.stringify({ cpuMicroseconds: user + system }) + "\\n"); });`;

/**
 * The command `session run` of this build and of another one, in pairs, each first in every other pair: processor time of the whole command, its
 * start and what it reads behind the recording included. Answers whether this build takes at most 5 % more, by the middle one of the pairs.
 * Errors: throws, with what the command said, when one ends before all frames are stored.
 */
export async function ingestAgainst(
	ownProgram: string,
	otherProgram: string,
	{ pairs, frames }: { pairs: number; frames: number },
	print: (line: object) => void,
): Promise<boolean> {
	const ratios: number[] = [];
	for (let pair = 1; pair <= pairs; pair += 1) {
		const oursFirst = pair % 2 === 1;
		const first = await runOnce(oursFirst ? ownProgram : otherProgram, frames);
		const second = await runOnce(oursFirst ? otherProgram : ownProgram, frames);
		const [ours, other] = oursFirst ? [first, second] : [second, first];
		ratios.push(ours / other);
		print({ bench: "ingest", pair, oursCpuMicrosecondsPerFrame: round2(ours), otherCpuMicrosecondsPerFrame: round2(other) });
	}
	const cpuRatioToOther = median(ratios);
	const ok = cpuRatioToOther <= BUDGET;
	print({
		bench: "ingest",
		against: otherProgram,
		frames,
		bytesPerFrame: BYTES_PER_FRAME,
		pairs,
		cpuRatioToOther: round3(cpuRatioToOther),
		lowest: round3(Math.min(...ratios)),
		highest: round3(Math.max(...ratios)),
		limits: { cpuRatioToOther: BUDGET },
		ok,
	});
	return ok;
}

/** Processor time of one command, microseconds a frame. */
async function runOnce(program: string, frames: number): Promise<number> {
	const data = await mkdtemp(path.join(tmpdir(), "switchboard-bench-"));
	const peer = await startPeer(frames, BYTES_PER_FRAME);
	try {
		const address = ["--protocol", SPOKEN, "--url", peer.url, "--resume", "always", "--ack", "always"];
		const args = ["session", "run", ...address, "--until", `count:${frames}`, "--timeout", "600000", "--data", data];
		const sayCpu = `data:text/javascript,${encodeURIComponent(SAY_CPU)}`;
		const { code, said, counters } = await runProgram(["--import", sayCpu, program, ...args]);
		const cpu = /\{"cpuMicroseconds":(\d+)\}\s*$/.exec(said)?.[1];
		if (code !== 0 || cpu === undefined || (counters.stored ?? 0) < frames) {
			throw new Error(`${program} ended with ${code} and ${counters.stored ?? "no"} frames stored: ${said.slice(-2_000)}`);
		}
		return Number(cpu) / frames;
	} finally {
		peer.stop();
		await rm(data, { recursive: true, force: true });
	}
}

function runProgram(args: string[]): Promise<{ code: number | null; said: string; counters: { stored?: number } }> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
		let printed = "";
		let said = "";
		child.stdout.on("data", (piece) => {
			printed += piece;
		});
		child.stderr.on("data", (piece) => {
			said += piece;
		});
		child.once("error", reject);
		child.once("close", (code) => {
			const last = printed.trimEnd().split("\n").at(-1) ?? "";
			resolve({ code, said, counters: last.startsWith("{") ? (JSON.parse(last) as { stored?: number }) : {} });
		});
	});
}

const round3 = (value: number) => Math.round(value * 1_000) / 1_000;
