import { benchmarkNames, runBench } from "../../../bench/index.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { print } from "../output.ts";

export const bench: Command = {
	name: "bench",
	usage: "[NAME…]",
	about: "Runs benchmarks and prints their ratios; exit 1 when a budget is not kept.",
	async run(args) {
		const known = benchmarkNames();
		const names = args.length > 0 ? args : known;
		const unknown = names.find((name) => !known.includes(name));
		if (unknown !== undefined) throw new UsageError(`There is no benchmark "${unknown}". There are: ${known.join(", ") || "none yet"}.`);
		return (await runBench(names, print)) ? EXIT.FINE : EXIT.FAILED;
	},
};
