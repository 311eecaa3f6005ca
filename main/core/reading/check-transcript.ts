import type { ProtocolName } from "../../../schemas/protocols.ts";
import { utf8Length } from "../../../schemas/rules/utf8-length.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { createExactJson } from "../conversation/exact-json.ts";
import { doorOf } from "../protocols/table.ts";
import { createImportedFacts } from "../timeline/imported-facts.ts";
import { readTranscriptLine, type TranscriptFrame, type TranscriptLine } from "../timeline/transcript-lines.ts";
import { notAmong } from "./not-among.ts";
import { isUpkeep, type StoredEntry } from "./reading.ts";

export type LineFinding = Finding & { line: number };

export interface TranscriptCheck {
	/** In order of lines. */
	findings: LineFinding[];
	lines: number;
	/** Frames read. */
	messages: number;
	/** Frames without a violation of their schema. */
	valid: number;
	/** No error among the findings. */
	ok: boolean;
	/** How far the session came, by what its protocol counts. */
	counts: Record<string, unknown>;
	/** All that reading makes of it, as one JSON text. */
	view: string;
}

/** Marks numbers in the view; nobody else's text may begin with it. Only a reading that is printed needs another one. */
const MARK = "\u0000number:";

/**
 * Checks a transcript: an own export, `{dir, msg}` lines, or the protocol's own format. Lines become the entries that this console would have
 * stored, and those are read as every session is. What an own export says was found when it was recorded is part of it. Pure; paths point into the frame.
 */
export function checkTranscript(protocol: ProtocolName, lines: Iterable<string>, mark = MARK): TranscriptCheck {
	const door = doorOf(protocol);
	const reading = door.createReading({
		json: createExactJson(mark),
		generation: 1,
		textOf: () => null,
		deliveryOf: () => undefined,
	});
	const ledger = createImportedFacts("", "", door.imports.counts);
	const found = createLineFindings();
	let readForeign: ((text: string, line: number) => ForeignLine) | null = null;
	let isFirst = true;
	let line = 0;
	let messages = 0;

	function take(entry: StoredEntry, said: readonly Finding[], body: string): void {
		if (entry.kind === "frame" && (entry.opcode === "text" || entry.opcode === "binary")) messages++;
		found.add(line, said);
		ledger.take({ ...entry, monoMs: 0, body });
		if (!isUpkeep(entry, door.frames)) reading.take(entry);
		collect();
	}

	function collect(): void {
		for (const { ordinal, findings } of reading.takeFindings()) found.addNew(ordinal, findings);
	}

	function takeFrame({ dir, opcode, text, atMs }: TranscriptFrame, extra: readonly Finding[] = []): void {
		const byteLength = utf8Length(text ?? "");
		const { findings, ...recorded } = reading.asRecorded({ dir, opcode, text, atMs, byteLength });
		take({ ordinal: line, atMs, dir, kind: "frame", opcode, text, byteLength, ...recorded }, [...extra, ...findings], text ?? "");
	}

	for (const text of lines) {
		line++;
		if (text.trim() === "") continue;
		let read: TranscriptLine = readTranscriptLine(text);
		if (isFirst && read.kind !== "header") readForeign = door.createLineReader?.() ?? null;
		isFirst = false;
		let place = "";
		if (readForeign !== null) {
			const foreign = readForeign(text, line);
			found.addPlaced(line, foreign.findings);
			place = foreign.place;
			if (foreign.frame === null) continue;
			read = foreign.frame;
		}
		found.placeOf(line, place);
		switch (read.kind) {
			case "bad":
				found.addPlaced(line, [{ code: read.code, severity: "error", path: read.path, message: read.message }]);
				break;
			case "header":
				found.addPlaced(line, checkHeader(read, protocol));
				break;
			case "entry": {
				const { findings, ...entry } = read.entry;
				take({ ordinal: line, ...entry }, findings, entry.text ?? "");
				break;
			}
			case "frame":
				takeFrame(read);
				break;
			default:
		}
	}
	reading.caughtUp();
	reading.end();
	collect();
	const { cursor, acked, missing } = ledger.facts();
	const findings = found.all();
	return {
		findings,
		lines: line,
		messages,
		valid: messages - found.broken(),
		ok: !findings.some(({ severity }) => severity === "error"),
		counts: reading.counts({ cursor, acked, gaps: missing }),
		view: reading.whole(),
	};
}

/** A line of a protocol's own format. */
export interface ForeignLine {
	frame: TranscriptFrame | null;
	/** What is wrong with the line itself; paths point into the line. */
	findings: Finding[];
	/** Where the frame stands in its line. */
	place: string;
}

function checkHeader({ protocol, isRedacted }: Extract<TranscriptLine, { kind: "header" }>, wanted: ProtocolName): Finding[] {
	const found: Finding[] = [];
	if (protocol !== wanted) {
		found.push({ code: "line.protocol", severity: "error", path: "/protocol", message: `The export is of ${protocol}, not of ${wanted}.` });
	}
	if (isRedacted) {
		const message = "The content was left out of this export; only verify can check it.";
		found.push({ code: "line.redacted", severity: "error", path: "", message });
	}
	return found;
}

const isBroken = ({ code, severity }: Finding): boolean => severity === "error" && /^(?:schema|frame)\./.test(code);

/** Findings by line, whenever they come. */
function createLineFindings() {
	const byLine = new Map<number, Finding[]>();
	const places = new Map<number, string>();
	const broken = new Set<number>();

	function add(line: number, findings: readonly Finding[]): void {
		if (findings.length === 0) return;
		const place = places.get(line) ?? "";
		const known = byLine.get(line) ?? [];
		byLine.set(line, known);
		for (const finding of findings) {
			known.push(place === "" ? finding : { ...finding, path: place + finding.path });
			if (isBroken(finding)) broken.add(line);
		}
	}

	return {
		add,
		/** About the line, not the frame in it. */
		addPlaced(line: number, findings: readonly Finding[]): void {
			if (findings.length > 0) byLine.set(line, [...(byLine.get(line) ?? []), ...findings]);
		},
		/** What is told already is told once. */
		addNew(line: number, findings: readonly Finding[]): void {
			const place = places.get(line) ?? "";
			const placed = place === "" ? findings : findings.map((finding) => ({ ...finding, path: place + finding.path }));
			const fresh = notAmong(byLine.get(line) ?? [], placed);
			if (fresh.length > 0) byLine.set(line, [...(byLine.get(line) ?? []), ...fresh]);
			if (findings.some(isBroken)) broken.add(line);
		},
		/** Where the frame of that line stands in it. */
		placeOf(line: number, place: string): void {
			if (place !== "") places.set(line, place);
		},
		broken: () => broken.size,
		all(): LineFinding[] {
			return [...byLine].sort(([a], [b]) => a - b).flatMap(([line, findings]) => findings.map((finding) => ({ ...finding, line })));
		},
	};
}
