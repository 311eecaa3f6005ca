import { statSync } from "node:fs";
import { verifyJsonl } from "../../../adapters/sqlite-transcripts/verify-jsonl.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, parse } from "../command.ts";
import { print } from "../output.ts";
import { withConsole } from "../with-console.ts";

export const verify: Command = {
	name: "verify",
	usage: "ID|FILE [--data DIR]",
	about: "Recomputes a stored session or an exported file: bytes, hash chain, order, counters.",
	async run(args) {
		const { values, positionals } = parse(args, { data: { type: "string" } }, ["The session's ID or the export's FILE"]);
		const what = positionals[0] as string;
		const isFile = statSync(what, { throwIfNoEntry: false })?.isFile() ?? false;
		const report = isFile
			? await verifyJsonl(what)
			: await withConsole({ data: values.data, readOnly: true }, (api) => ask(api, "transcript.verify", { sessionId: what }));
		print(report);
		return report.ok ? EXIT.FINE : EXIT.FAILED;
	},
};
