import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { EXPORT_FORMATS, type OrdinalRange, type RedactionRule } from "../../../../schemas/interchange.ts";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { createReadStream, rename } from "../../../adapters/files/open-files.ts";
import { ConsoleError } from "../../../core/errors.ts";
import { strictRules } from "../../../core/interchange/redaction-rules.ts";
import { infoOf, ownFormats } from "../../../core/protocols/table.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, given, oneOf, parse, UsageError } from "../command.ts";
import { print, say } from "../output.ts";
import { withConsole } from "../with-console.ts";

export const exportCommand: Command = {
	name: "export",
	usage: `ID --format ${formats().join("|")} [--redact [--keep-words]] [--excerpt FROM-TO] [--out FILE] [--data DIR]`,
	about: `Writes a transcript to FILE and prints a summary, or writes it to stdout. har: the messages as Chrome writes them; ${ownFormats()
		.map(({ format, of }) => `${format.id}: of a session of ${of.label}. ${format.about} `)
		.join(
			"",
		)}markdown: a report for a ticket, which quotes the entries FROM to TO. --redact masks by the saved rules and all that was said; --keep-words leaves the words and masks card contents, photos and keys.`,
	async run(args) {
		const { values, positionals } = parse(
			args,
			{
				format: { type: "string" },
				redact: { type: "boolean" },
				"keep-words": { type: "boolean" },
				excerpt: { type: "string" },
				out: { type: "string" },
				data: { type: "string" },
			},
			["The session's ID"],
		);
		const format = given("--format", oneOf("--format", values.format, formats()));
		const redact = values.redact ?? false;
		if (values["keep-words"] && !redact) throw new UsageError("--keep-words goes with --redact only.");
		if (values.excerpt !== undefined && format !== "markdown") throw new UsageError("--excerpt goes with --format markdown only.");
		const excerpt = values.excerpt === undefined ? undefined : rangeOf(values.excerpt);
		const sessionId = positionals[0] as string;
		const out = values.out === undefined ? null : placeOf(values.out);
		// Beside FILE, so that a rename makes it appear whole; never in the profile, which may be on a disk that is only read.
		const exportsDir = out === null ? mkdtempSync(path.join(tmpdir(), "switchboard-export-")) : path.dirname(out);
		try {
			return await withConsole({ data: values.data, readOnly: true, exportsDir }, async (api) => {
				await needFormat(api, sessionId, format);
				const rules = redact ? await rulesOf(api, values["keep-words"] ?? false) : undefined;
				const made = await ask(api, "transcript.export", {
					sessionId,
					format,
					redact,
					...(rules && { rules }),
					...(excerpt && { excerpt }),
				});
				const { entries, bytes, head, skipped, masked, signedBy, unknownSecrets = [] } = made;
				if (format !== "jsonl" || redact) sayUnknown(unknownSecrets);
				if (format === "jsonl" && signedBy === null)
					say(
						"The file is not signed: this program cannot use the signing key of the profile. What was sealed before keeps its signatures.",
					);
				if (out === null) {
					await pipeline(createReadStream(made.path), process.stdout, { end: false });
					say(`${entries} entries, ${bytes} bytes`);
				} else {
					await rename(made.path, out).catch((thrown: Error) => {
						rmSync(made.path, { force: true });
						throw new ConsoleError("EXPORT_FAILED", `The export ${out} could not be written: ${thrown.message}.`, { cause: thrown });
					});
					print({
						session: sessionId,
						format,
						path: out,
						bytes,
						entries,
						redacted: redact,
						head,
						signedBy,
						skipped,
						...(redact && { masked }),
					});
				}
				return EXIT.FINE;
			});
		} finally {
			if (out === null) rmSync(exportsDir, { recursive: true, force: true });
		}
	},
};

/** A command knows what no key store keeps only while it has the session open. */
function sayUnknown(secrets: readonly string[]): void {
	if (secrets.length > 0) say(`Not known here: ${secrets.join(", ")}. Where the agent repeated one, it is masked only if a rule finds it.`);
}

/** The file itself where FILE is a link to it. What is no file is left alone: a rename would put a file in the place of a device. */
function placeOf(file: string): string {
	const place = path.resolve(file);
	const found = statSync(place, { throwIfNoEntry: false });
	if (found === undefined) return place;
	if (!found.isFile()) throw new UsageError(`${place} cannot be written: it is no file. Without --out the transcript goes to stdout.`);
	return realpathSync(place);
}

async function rulesOf(api: OperatorApi, keepWords: boolean): Promise<RedactionRule[]> {
	const { rules } = await ask(api, "redaction.rules", {});
	return strictRules(rules).map((rule) => (rule.id === "words" && keepWords ? { ...rule, on: false } : rule));
}

function rangeOf(text: string): OrdinalRange {
	const found = /^(\d{1,15})-(\d{1,15})$/.exec(text);
	const [from, to] = [Number(found?.[1]), Number(found?.[2])];
	if (found === null || from > to) throw new UsageError(`--excerpt takes two entry numbers like 120-140, not "${text}".`);
	return { from, to };
}

/** Errors: SESSION_NOT_FOUND; UsageError when the format is of another protocol than the session. */
async function needFormat(api: OperatorApi, sessionId: string, format: string): Promise<void> {
	const whose = ownFormats().filter((each) => each.format.id === format);
	if (whose.length === 0) return;
	const session = (await ask(api, "session.list", {})).find((each) => each.sessionId === sessionId);
	if (!session) throw new ConsoleError("SESSION_NOT_FOUND", `No session ${sessionId} is stored there.`);
	if (whose.some(({ of }) => of.name === session.protocol)) return;
	const labels = whose.map(({ of }) => of.label).join(" and ");
	throw new UsageError(`Session ${sessionId} speaks ${infoOf(session.protocol).label}; only ${labels} sessions have the format ${format}.`);
}

function formats(): string[] {
	const [jsonl, har, ...rest] = EXPORT_FORMATS;
	return [jsonl, har, ...ownFormats().map(({ format }) => format.id), ...rest];
}
