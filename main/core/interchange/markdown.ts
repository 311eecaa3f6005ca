/**
 * A report for a ticket, in plain Markdown: what session it was, how it went and ended, what was found, what is missing or in doubt, chosen entries,
 * and the head of the chain by which the whole can be checked. Words of the other side stand in code only, where nothing of them acts.
 */
import type { MaskedCount, OrdinalRange } from "../../../schemas/interchange.ts";
import type { Interaction, SessionSummary } from "../../../schemas/session.ts";
import type { Severity } from "../../../schemas/timeline.ts";
import { doorOf, infoOf } from "../protocols/table.ts";
import type { ExportEntry } from "../timeline/export-lines.ts";
import { summarize } from "../timeline/summary.ts";
import { visibleStart } from "../timeline/visible-text.ts";
import { isoTime } from "./iso-time.ts";
import { requestLine } from "./request-lines.ts";
import { createSpan } from "./steady-time.ts";

/** A ticket is read by people: beyond these a report counts instead of listing. */
const LIMITS = { story: 100, findings: 40, places: 8, unknown: 100, requests: 100, excerpt: 200, characters: 4000 } as const;

export interface ReportWriter {
	/** Every entry of the session, in order. */
	entry(entry: ExportEntry): void;
	end(closing: { head: string; exportedAtMs: number; masked: readonly MaskedCount[] | null }): string;
	/** Entries quoted. */
	quoted(): number;
}

interface Found {
	severity: Severity;
	count: number;
	places: number[];
	message: string;
}

/** `requests`: to a person, as reading tells them; null where the protocol knows none. */
export function createReport(
	session: SessionSummary,
	excerpt: OrdinalRange | undefined,
	requests: readonly Interaction[] | null = null,
): ReportWriter {
	const { words, frames } = doorOf(session.protocol);
	const summaryOf = ({ dir, kind, opcode, type, text, byteLength }: ExportEntry): string =>
		summarize({ dir, kind, opcode, type, text: text ?? null, byteLength }, words, frames.secretive);
	const story: string[] = [];
	const findings = new Map<string, Found>();
	const unknown: string[] = [];
	const quotes: string[] = [];
	let storyLeft = 0;
	let unknownLeft = 0;
	let quotesLeft = 0;
	let entries = 0;
	const time = createSpan(session.importedFrom === undefined);
	let firstAtMs: number | null = null;
	let lastAtMs = 0;

	function addStory(entry: ExportEntry, line: string): void {
		if (story.length < LIMITS.story) story.push(`- ${timeOf(entry.atMs)} (entry ${entry.ordinal}) ${line}`);
		else storyLeft++;
	}

	function addQuote(entry: ExportEntry): void {
		if (quotes.length >= LIMITS.excerpt) {
			quotesLeft++;
			return;
		}
		const way = entry.dir === "in" ? "from the agent" : entry.dir === "out" ? "to the agent" : "noted here";
		const parts = [
			`**${entry.ordinal}**`,
			timeOf(entry.atMs),
			way,
			code(entry.type || (entry.opcode ?? entry.kind)),
			...(entry.sequence === undefined ? [] : [`sequence ${entry.sequence}`]),
			`${entry.byteLength} bytes`,
			...(entry.delivery === undefined ? [] : [entry.delivery]),
			...(entry.masked === undefined ? [] : [`masked: ${entry.masked.map(code).join(", ")}`]),
		];
		quotes.push(`${parts.join(" · ")}\n\n${contentOf(entry)}`);
	}

	return {
		entry(entry) {
			entries++;
			firstAtMs ??= entry.atMs;
			lastAtMs = entry.atMs;
			time.take(entry);
			for (const { code: found, severity, message } of entry.findings) {
				const known = findings.get(found) ?? { severity, count: 0, places: [], message };
				findings.set(found, known);
				known.count++;
				if (known.places.length < LIMITS.places) known.places.push(entry.ordinal);
			}
			if (entry.dir === "local" && entry.kind !== "tap" && entry.kind !== "photo")
				addStory(entry, code(`${entry.type} ${summaryOf(entry)}`.trim()));
			if (entry.dir === "out" && entry.delivery === "unknown") {
				if (unknown.length < LIMITS.unknown)
					unknown.push(`- entry ${entry.ordinal}, ${timeOf(entry.atMs)}, ${code(entry.type)} ${code(summaryOf(entry))}`);
				else unknownLeft++;
			}
			if (excerpt && entry.ordinal >= excerpt.from && entry.ordinal <= excerpt.to) addQuote(entry);
		},
		end({ head, exportedAtMs, masked }) {
			const parts = [
				`# Session report: ${code(session.name)}`,
				overview(session, { entries, firstAtMs, lastAtMs, lasted: lastedWords(time.span()) }, masked !== null),
				section("How it went", story, storyLeft, "Nothing was noted besides the messages."),
				section("Findings", findingLines(findings), Math.max(0, findings.size - LIMITS.findings), noFindings(session)),
				...(requests === null ? [] : [requestSection(session, requests, masked !== null)]),
				section("Gaps", gapLines(session), 0, "None: every number the agent gave arrived."),
				section("Messages in doubt", unknown, unknownLeft, "None: the fate of every own message is known."),
				...(excerpt
					? [
							`## Entries ${excerpt.from} to ${excerpt.to}\n\n${quotes.join("\n\n") || "None of this session's entries has such a number."}${more(quotesLeft)}`,
						]
					: []),
				proof(session, head, entries, exportedAtMs, masked),
			];
			return `${parts.join("\n\n")}\n`;
		},
		quoted: () => quotes.length,
	};
}

function overview(
	session: SessionSummary,
	{ entries, firstAtMs, lastAtMs, lasted }: { entries: number; firstAtMs: number | null; lastAtMs: number; lasted: string },
	isRedacted: boolean,
): string {
	const { ledger, lastOutcome } = session;
	const info = infoOf(session.protocol);
	const standIn =
		info.standIn !== null && session.profile === info.profile
			? ` (profile ${code(session.profile)}: the server side is read with a stand-in of this console)`
			: ` (${code(session.profile)})`;
	const rows: [string, string][] = [
		["Session", code(session.sessionId)],
		["Protocol", `${info.isKnown ? info.label : code(info.label)}${standIn}`],
		[
			"Server",
			`${code(session.endpoint)}${session.notVerified ? ", **certificate not verified**: the connection was set to believe whoever answers" : ""}`,
		],
		...(session.importedFrom === undefined
			? []
			: [["Imported from", `${code(session.importedFrom)}${session.importedRedacted ? ", a redacted export" : ""}`] as [string, string]]),
		...(session.replayOf === undefined ? [] : [["Replay of", code(session.replayOf)] as [string, string]]),
		["From", firstAtMs === null ? "no entry" : timeOf(firstAtMs)],
		["To", firstAtMs === null ? "no entry" : `${timeOf(lastAtMs)} (${lasted})`],
		["Outcome", lastOutcome === null ? "the link was never lost" : outcomeWords(lastOutcome, isRedacted)],
		["Entries", String(entries)],
		["Received, stored, sent", `${ledger.received}, ${ledger.stored}, ${ledger.sent}`],
		["Cursor, acknowledged", `${ledger.cursor}, ${ledger.acked}`],
		["Duplicates, conflicts", `${ledger.duplicates}, ${ledger.conflicts}`],
	];
	return `| | |\n| --- | --- |\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join("\n")}`;
}

/** The reason is in the other side's words, and the meaning may repeat them. */
function outcomeWords({ code: closeCode, reason, by, meaning }: NonNullable<SessionSummary["lastOutcome"]>, isRedacted: boolean): string {
	const ended = closeCode === null ? "no link was open" : `closed with ${closeCode} by the ${by}`;
	if (isRedacted) return `${ended}.`;
	return `${ended}${reason === "" ? "" : `, reason ${code(reason)}`}. ${code(meaning)}`;
}

function requestSection(session: SessionSummary, requests: readonly Interaction[], isRedacted: boolean): string {
	const lines = requests.slice(0, LIMITS.requests).map((request) => requestLine(request, code, isRedacted));
	const { unread, entries } = session.ledger;
	const none = unread === 0 ? "None was made." : `None in the ${entries - unread} of ${entries} entries that were read.`;
	return section("Requests to a person", lines, requests.length - lines.length, none);
}

/** "None" takes that everything was read. */
function noFindings({ ledger: { unread, entries } }: SessionSummary): string {
	return unread === 0 ? "None." : `None in the ${entries - unread} of ${entries} entries that were read.`;
}

function findingLines(findings: ReadonlyMap<string, Found>): string[] {
	const order = { error: 0, warning: 1, info: 2 };
	const sorted = [...findings].sort(([, a], [, b]) => order[a.severity] - order[b.severity] || b.count - a.count);
	return sorted.slice(0, LIMITS.findings).map(([found, { severity, count, places, message }]) => {
		const where = `${places.join(", ")}${count > places.length ? ", …" : ""}`;
		return `- ${severity}, ${count} ×: ${code(found)} at entry ${where}: ${code(message)}`;
	});
}

const gapLines = ({ ledger }: SessionSummary): string[] =>
	ledger.gaps.map(({ epoch, from, to, state }) => `- sequence ${from}${to === from ? "" : ` to ${to}`} of epoch ${epoch}: ${state}`);

function proof(
	session: SessionSummary,
	head: string,
	entries: number,
	exportedAtMs: number,
	masked: readonly MaskedCount[] | null,
): string {
	const lines = [
		...(head === ""
			? ["- no head: the session was not sealed when this was written, and another head would let masked text be guessed"]
			: [
					`- head of the chain after ${entries} entries: ${code(head)}`,
					`- check the session, or a jsonl export of it: ${code(`verify ID|FILE --head ${head}`)} (ID is ${code(session.sessionId)})`,
				]),
		`- written ${timeOf(exportedAtMs)}`,
	];
	if (masked !== null) {
		const said = masked
			.filter(({ values }) => values > 0)
			.map(({ label, values, entries: at }) => `${code(label)}: ${values} in ${at} entries`);
		lines.push(`- masked in this report and counted over the session: ${said.join("; ") || "nothing was found to mask"}`);
	}
	return `## Proof\n\n${lines.join("\n")}`;
}

const section = (title: string, lines: readonly string[], left: number, none: string): string =>
	`## ${title}\n\n${lines.length === 0 ? none : lines.join("\n")}${more(left)}`;
const more = (left: number): string => (left === 0 ? "" : `\n\n… and ${left} more, not listed here.`);

function contentOf({ text, base64, masked, opcode }: ExportEntry): string {
	if (text === undefined && base64 === undefined) return masked ? "(left out)" : "(empty)";
	if (text === undefined) return `${opcode === "text" ? "Not valid UTF-8" : "Binary"}, base64:\n\n${fence(cut(base64 ?? ""))}`;
	return text === "" ? "(empty)" : fence(cut(text));
}

const cut = (text: string): string =>
	text.length <= LIMITS.characters ? text : `${text.slice(0, LIMITS.characters)}\n… ${text.length - LIMITS.characters} more characters`;

/** A block that no text inside can end. Characters that act or hide are shown; line feeds stay. */
function fence(text: string): string {
	const shown = text
		.split("\n")
		.map((line) => visibleStart(line, LIMITS.characters * 8))
		.join("\n");
	const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(({ 0: run }) => run.length));
	const marks = "`".repeat(longest + 1);
	return `${marks}\n${shown}\n${marks}`;
}

/** Words of the wire inside a line: code that no text inside can end, nor a table's cell. */
function code(text: string): string {
	const shown = visibleStart(text, 500).replaceAll("|", "¦");
	const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(({ 0: run }) => run.length));
	const marks = "`".repeat(longest + 1);
	const pad = shown.startsWith("`") || shown.endsWith("`") || shown === "" ? " " : "";
	return `${marks}${pad}${shown}${pad}${marks}`;
}

const timeOf = isoTime;

/** Times of the lines are the wall clock's; this one is measured. */
function lastedWords({ ms, runs, setBackMs }: { ms: number; runs: number; setBackMs: number }): string {
	const parts = [
		lengthOf(ms),
		...(runs > 1 ? [`in ${runs} runs of the program, the time between them not counted`] : []),
		...(setBackMs > 0 ? [`the clock went back by ${lengthOf(setBackMs)} meanwhile; the order is that of the entries' numbers`] : []),
	];
	return parts.join("; ");
}

function lengthOf(ms: number): string {
	const seconds = Math.round(ms / 1000);
	if (seconds < 1) return `${Math.round(ms)} ms`;
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
	return `${hours > 0 ? `${hours} h ` : ""}${hours + minutes > 0 ? `${minutes} min ` : ""}${seconds % 60} s`;
}
