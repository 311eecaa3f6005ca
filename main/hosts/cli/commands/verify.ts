import { verifyJsonl } from "../../../adapters/sqlite-transcripts/verify-jsonl.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, parse, UsageError } from "../command.ts";
import { isTranscriptFile } from "../file-or-session.ts";
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
		const isFile = isTranscriptFile(what);
		const report = isFile
			? await verifyJsonl(what, undefined, wanted)
			: await withConsole({ data: values.data, readOnly: true }, (api) =>
					ask(api, "transcript.verify", { sessionId: what, ...(wanted !== undefined && { head: wanted }) }),
				);
		const { headAt, ...rest } = report;
		if (wanted === undefined) {
			print(rest);
			return report.ok ? EXIT.FINE : EXIT.FAILED;
		}
		// A head noted while the session was live is one of its entries' hashes: everything up to there is the same.
		const isThere = report.head === wanted || typeof headAt === "number";
		const problem =
			report.ok && !isThere
				? `The chain holds, but no entry of it has the head given: ${report.entries} entries end in ${report.head}.`
				: report.problem;
		print({ ...rest, ok: report.ok && isThere, problem, headMatches: report.head === wanted, headAt: headAt ?? null });
		return report.ok && isThere ? EXIT.FINE : EXIT.FAILED;
	},
};
