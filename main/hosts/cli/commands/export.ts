import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ConsoleError } from "../../../core/errors.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, given, oneOf, parse, UsageError } from "../command.ts";
import { asGolden, needTable } from "../golden-export.ts";
import { print, say } from "../output.ts";
import { withConsole } from "../with-console.ts";

export const exportCommand: Command = {
	name: "export",
	usage: "ID --format jsonl|aifight [--redact] [--out FILE] [--data DIR]",
	about:
		"Writes a transcript to FILE and prints a summary, or writes it to stdout. aifight: only the frames, in the format of AIFight's own transcripts.",
	async run(args) {
		const { values, positionals } = parse(
			args,
			{ format: { type: "string" }, redact: { type: "boolean" }, out: { type: "string" }, data: { type: "string" } },
			["The session's ID"],
		);
		const format = given("--format", oneOf("--format", values.format, ["jsonl", "aifight"]));
		if (format === "aifight" && values.redact) throw new UsageError("--redact leaves nothing of the format aifight; use --format jsonl.");
		const sessionId = positionals[0] as string;
		const out = values.out === undefined ? null : path.resolve(values.out);
		// Beside FILE, so that a rename makes it appear whole; never in the profile, which may be on a disk that is only read.
		const exportsDir = out === null ? mkdtempSync(path.join(tmpdir(), "switchboard-export-")) : path.dirname(out);
		try {
			return await withConsole({ data: values.data, readOnly: true, exportsDir }, async (api) => {
				if (format === "aifight") await needTable(api, sessionId);
				const whole = await ask(api, "transcript.export", { sessionId, format: "jsonl", redact: values.redact ?? false });
				const made = format === "aifight" ? await asGolden(whole.path) : whole;
				if (out === null) {
					await pipeline(createReadStream(made.path), process.stdout, { end: false });
					say(`${made.entries} entries, ${made.bytes} bytes`);
				} else {
					await rename(made.path, out).catch((thrown: Error) => {
						rmSync(made.path, { force: true });
						throw new ConsoleError("EXPORT_FAILED", `The export ${out} could not be written: ${thrown.message}.`, { cause: thrown });
					});
					print({
						session: sessionId,
						format,
						path: out,
						bytes: made.bytes,
						entries: made.entries,
						redacted: values.redact ?? false,
						...("skipped" in made && { skipped: made.skipped }),
					});
				}
				return EXIT.FINE;
			});
		} finally {
			if (out === null) rmSync(exportsDir, { recursive: true, force: true });
		}
	},
};
