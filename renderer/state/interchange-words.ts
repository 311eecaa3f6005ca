import {
	type CompareRow,
	type CompareSummary,
	EXPORT_FORMATS,
	type ExportFormat,
	type ImportFormat,
	type ReplayStatus,
} from "../../schemas/interchange.ts";
import type { ProtocolName } from "../../schemas/protocols.ts";
import { duration, groupCount, plural } from "./format.ts";
import { protocols } from "./protocols.ts";

const FORMAT_WORDS: Record<(typeof EXPORT_FORMATS)[number], { label: string; about: string }> = {
	jsonl: { label: "JSONL", about: "Every entry with its bytes and the proof. Can be imported and verified again." },
	har: {
		label: "HAR",
		about: "The links and their messages, as Chrome's network panel writes and reads them. Without the console's own notes.",
	},
	markdown: { label: "Report", about: "Markdown for a ticket: how it went and ended, findings, gaps, doubt, chosen entries, the head." },
};

interface OfferedFormat {
	id: ExportFormat;
	label: string;
	about: string;
	/** Of another protocol than the session's. */
	isDisabled: boolean;
}

/** What a session can be handed over in, its protocol's own formats among them. */
export function formatsFor(protocol: ProtocolName): OfferedFormat[] {
	const [jsonl, har, ...rest] = EXPORT_FORMATS.map((id) => ({ id, ...FORMAT_WORDS[id], isDisabled: false }));
	const own = protocols().flatMap(({ name, formats }) =>
		formats.map(({ id, label, about }) => ({ id, label, about, isDisabled: name !== protocol })),
	);
	return [jsonl, har, ...own, ...rest].flatMap((each) => each ?? []);
}

/** What a file that was imported is. */
export function fileWords(format: ImportFormat): string {
	if (format === "jsonl") return "An export of this console";
	if (format === "har") return "A HAR";
	return ownFormat(format)?.file ?? format;
}

/** Files of the protocols' own formats, in a sentence: `, or Alpha's lines`. */
export const ownFileWords = (): string =>
	protocols()
		.flatMap(({ formats }) => formats.map(({ file }) => `, or ${file}`))
		.join("");

const ownFormat = (id: string) =>
	protocols()
		.flatMap(({ formats }) => formats)
		.find((each) => each.id === id);

/** `48 characters in 3 entries` for people: what a rule masks. */
export const maskedWords = (values: number, entries: number): string =>
	values === 0 ? "nothing found" : `${plural(values, "value")} in ${plural(entries, "entry", "entries")}`;

export function compareWords({ same, different, onlyLeft, onlyRight }: CompareSummary): string {
	if (different + onlyLeft + onlyRight === 0)
		return same === 0 ? "Neither side has a message." : `All ${groupCount(same)} messages are alike.`;
	const parts = [
		`${groupCount(same)} alike`,
		...(different > 0 ? [`${groupCount(different)} with another payload`] : []),
		...(onlyLeft > 0 ? [`${groupCount(onlyLeft)} only left`] : []),
		...(onlyRight > 0 ? [`${groupCount(onlyRight)} only right`] : []),
	];
	return `${parts.join(", ")}.`;
}

export const ROW_WORDS: Record<CompareRow["as"], string> = {
	same: "alike",
	different: "another payload",
	left: "only left",
	right: "only right",
};

/** How much later, or sooner, the right one came; empty below what a clock can tell apart. */
export function slowerWords(slowerMs: number | null): string {
	if (slowerMs === null || Math.abs(slowerMs) < 5) return "";
	return slowerMs > 0 ? `+${duration(slowerMs)}` : `\u2212${duration(-slowerMs)}`;
}

export const isReplayOver = ({ state }: ReplayStatus): boolean => state === "over" || state === "stopped" || state === "failed";

export function replayWords({ state, sent, total, skipped }: ReplayStatus): string {
	const said = `${groupCount(sent)} of ${plural(total, "message")} said`;
	const left = skipped.length === 0 ? "" : `, ${groupCount(skipped.length)} left out`;
	switch (state) {
		case "connecting":
			return "Connecting.";
		case "playing":
			return `${said}${left}.`;
		case "over":
			return `Over: ${said}${left}.`;
		case "stopped":
			return `Stopped: ${said}${left}.`;
		case "failed":
			return "Failed.";
	}
}

/** 64 hexadecimal digits, whatever is around them when they are pasted. */
export const headIn = (pasted: string): string | null => /[0-9a-f]{64}/.exec(pasted.toLowerCase())?.[0] ?? null;
