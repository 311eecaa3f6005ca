import { existsSync } from "node:fs";
import path from "node:path";
import { ingestAgainst } from "../../../bench/against.ts";
import { benchmarkNames, runBench } from "../../../bench/index.ts";
import { type Command, EXIT, parse, UsageError, wholeNumber } from "../command.ts";
import { print } from "../output.ts";

const DEFAULT_PAIRS = 5;
const DEFAULT_FRAMES = 200_000;
const MAX_PAIRS = 1_000;
const MAX_FRAMES = 10_000_000;

export const bench: Command = {
	name: "bench",
	usage: "[NAME…] | ingest --against FOLDER [--pairs N] [--frames N]",
	about:
		"Runs benchmarks and prints their ratios; exit 1 when a budget is not kept. --against: ingest of this build and of the one in the checkout FOLDER, in pairs.",
	async run(args) {
		const known = benchmarkNames();
		const options = { against: { type: "string" }, pairs: { type: "string" }, frames: { type: "string" } } as const;
		const { values, positionals } = parse(args, options, "any");
		const unknown = positionals.find((name) => !known.includes(name));
		if (unknown !== undefined) throw new UsageError(`There is no benchmark "${unknown}". There are: ${known.join(", ")}.`);
		const pairs = wholeNumber("--pairs", values.pairs, MAX_PAIRS);
		const frames = wholeNumber("--frames", values.frames, MAX_FRAMES);
		if (values.against === undefined) {
			if (pairs !== undefined || frames !== undefined) throw new UsageError("--pairs and --frames belong to --against.");
			return (await runBench(positionals.length > 0 ? positionals : known, print)) ? EXIT.FINE : EXIT.FAILED;
		}
		if (positionals.join() !== "ingest") throw new UsageError("--against belongs to ingest: bench ingest --against FOLDER.");
		if (pairs === 0 || frames === 0) throw new UsageError("--pairs and --frames begin at 1.");
		const other = path.resolve(values.against, "dist/cli.js");
		if (!existsSync(other)) throw new UsageError(`${other} is not there: build that checkout first, or name its folder.`);
		const counts = { pairs: pairs ?? DEFAULT_PAIRS, frames: frames ?? DEFAULT_FRAMES };
		return (await ingestAgainst(process.argv[1] as string, other, counts, print)) ? EXIT.FINE : EXIT.FAILED;
	},
};
