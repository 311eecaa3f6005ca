import { block } from "./block.ts";
import { ingest } from "./ingest.ts";
import { memory } from "./memory.ts";
import { search } from "./search.ts";
import { tap } from "./tap.ts";
import { window } from "./window/index.ts";

export interface Benchmark {
	name: string;
	about: string;
	/** Prints one object per measured thing; answers whether every budget was kept. */
	run(print: (line: object) => void): Promise<boolean>;
}

const BENCHMARKS: readonly Benchmark[] = [ingest, block, memory, search, tap, window];

export const benchmarkNames = (): string[] => BENCHMARKS.map((each) => each.name);

/** Runs the named ones in order; answers whether all kept their budgets. */
export async function runBench(names: readonly string[], print: (line: object) => void): Promise<boolean> {
	let ok = true;
	for (const each of BENCHMARKS) if (names.includes(each.name)) ok = (await each.run(print)) && ok;
	return ok;
}
