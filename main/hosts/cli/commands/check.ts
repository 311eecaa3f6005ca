import { protocolNames } from "../../../core/protocols/table.ts";
import { checkTranscript } from "../../../core/reading/check-transcript.ts";
import { type Command, EXIT, given, oneOf, parse } from "../command.ts";
import { fileLines } from "../file-lines.ts";
import { print } from "../output.ts";

export const check: Command = {
	name: "check",
	usage: `FILE --protocol ${protocolNames().join("|")}`,
	about:
		"Checks a transcript: schemas and the rules across messages; prints one finding a line, then a summary. FILE is an own export, {“dir”, “msg”} lines, or a format of the protocol's own.",
	async run(args) {
		const { values, positionals } = parse(args, { protocol: { type: "string" } }, ["The FILE"]);
		const protocol = given("--protocol", oneOf("--protocol", values.protocol, protocolNames()));
		const { findings, lines, messages, valid, ok, counts } = checkTranscript(protocol, fileLines(positionals[0] as string));
		for (const finding of findings) print(finding);
		const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
		const found = { errors: count("error"), warnings: count("warning"), infos: count("info") };
		print({ protocol, lines, messages, valid, ...counts, ok, ...found });
		return ok ? EXIT.FINE : EXIT.FAILED;
	},
};
