/** One benchmark; prints its result as one object and answers whether it kept its budget. */
export type Benchmark = (print: (result: object) => void) => Promise<boolean>;

/** By name; `bench` without names runs all of them in this order. */
const BENCHMARKS: Record<string, Benchmark> = {};

export const benchmarkNames = (): string[] => Object.keys(BENCHMARKS);

/** Runs the named benchmarks one after the other; answers whether all kept their budgets. */
export async function runBench(names: string[], print: (result: object) => void): Promise<boolean> {
	let isKept = true;
	for (const name of names) isKept = ((await BENCHMARKS[name]?.(print)) ?? false) && isKept;
	return isKept;
}
