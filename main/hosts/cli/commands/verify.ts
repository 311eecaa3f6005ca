import { statSync } from "node:fs";
import { verifyJsonl } from "../../../adapters/sqlite-transcripts/verify-jsonl.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, parse, UsageError } from "../command.ts";
import { print } from "../output.ts";
import { withConsole } from "../with-console.ts";

export const verify: Command = {
	name: "verify",
	usage: "ID|FILE [--head HEX] [--data DIR]",
	about:
		"Recomputes a stored session or an exported file: bytes, hash chain, order, counters. --head compares the head of the chain with one that was noted elsewhere.",
	async run(args) {
		const { values, positionals } = parse(args, { data: { type: "string" }, head: { type: "string" } }, [
			"The session's ID or the export's FILE",
		]);
		const wanted = values.head?.trim().toLowerCase();
		if (wanted !== undefined && !/^[0-9a-f]{64}$/.test(wanted)) throw new UsageError("--head takes 64 hexadecimal digits.");
		const what = positionals[0] as string;
		const isFile = statSync(what, { throwIfNoEntry: false })?.isFile() ?? false;
		const report = isFile
			? await verifyJsonl(what)
			: await withConsole({ data: values.data, readOnly: true }, (api) => ask(api, "transcript.verify", { sessionId: what }));
		const isOther = wanted !== undefined && report.ok && report.head !== wanted;
		const problem = isOther
			? `The chain holds, but its head is not the one given: ${report.entries} entries end in ${report.head}.`
			: report.problem;
		print({ ...report, ok: report.ok && !isOther, problem, ...(wanted !== undefined && { headMatches: report.head === wanted }) });
		return report.ok && !isOther ? EXIT.FINE : EXIT.FAILED;
	},
};
