import { createReadStream } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, given, oneOf, parse } from "../command.ts";
import { print, say } from "../output.ts";
import { withConsole } from "../with-console.ts";

export const exportCommand: Command = {
	name: "export",
	usage: "ID --format jsonl [--redact] [--out FILE] [--data DIR]",
	about: "Writes a transcript to FILE and prints a summary, or writes it to stdout.",
	async run(args) {
		const { values, positionals } = parse(
			args,
			{ format: { type: "string" }, redact: { type: "boolean" }, out: { type: "string" }, data: { type: "string" } },
			["The session's ID"],
		);
		const format = given("--format", oneOf("--format", values.format, ["jsonl"]));
		const sessionId = positionals[0] as string;
		return withConsole({ data: values.data, readOnly: true }, async (api) => {
			const made = await ask(api, "transcript.export", { sessionId, format, redact: values.redact ?? false });
			if (values.out === undefined) {
				await pipeline(createReadStream(made.path), process.stdout, { end: false });
				await rm(made.path);
				say(`${made.entries} entries, ${made.bytes} bytes`);
			} else {
				const out = path.resolve(values.out);
				await move(made.path, out);
				print({ session: sessionId, format, path: out, bytes: made.bytes, entries: made.entries, redacted: values.redact ?? false });
			}
			return EXIT.FINE;
		});
	},
};

/** A rename where both are on one disk; else a copy under another name first, so that FILE appears only when whole. */
async function move(from: string, to: string): Promise<void> {
	try {
		await rename(from, to);
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code !== "EXDEV") throw thrown;
		await copyFile(from, `${to}.part`);
		await rename(`${to}.part`, to);
		await rm(from);
	}
}
