import type { Delivery, Direction, EntryKind, Opcode } from "../../../../schemas/timeline.ts";
import { parseJson } from "../../json/parse.ts";
import { oneLine } from "../../timeline/one-line.ts";
import { asObject, numberIn, objectIn, textIn } from "./read.ts";

/** One line of a golden transcript. `matchId` is for routing and was never on the wire. */
export interface TranscriptLine {
	timestampMs: number;
	direction: "in" | "out";
	/** Agent of the recorded side; nothing is read into it. */
	actor: string;
	matchId: string | null;
	payload: Record<string, unknown>;
}

export type ReadLine = { ok: true; line: TranscriptLine } | { ok: false; code: string; path: string; message: string };

const DIRECTIONS: Readonly<Record<string, TranscriptLine["direction"]>> = { server_to_client: "in", client_to_server: "out" };

/** The last time that a date can say. */
const LAST_TIME_MS = 8_640_000_000_000_000;

/** Reads one line of the format; never throws. Blank lines are the caller's to skip. */
export function readTranscriptLine(text: string): ReadLine {
	const fault = (code: string, path: string, message: string): ReadLine => ({ ok: false, code, path, message });
	const parsed = parseJson(text);
	if (!parsed.ok) return fault("line.json", "", `Not valid JSON: it breaks at column ${parsed.column}.`);
	const line = asObject(parsed.value);
	if (!line) return fault("line.shape", "", "A line must be a JSON object.");
	const direction = DIRECTIONS[textIn(line, "direction") ?? ""];
	if (!direction) return fault("line.direction", "/direction", "“direction” must be server_to_client or client_to_server.");
	const payload = objectIn(line, "payload");
	if (!payload) return fault("line.payload", "/payload", "“payload” must be the frame, an object.");
	if (textIn(payload, "type") === null) return fault("line.type", "/payload/type", "The frame's “type” must be text.");
	const matchId = textIn(line, "match_id");
	const timestampMs = numberIn(line, "timestamp_ms") ?? 0;
	if (!(timestampMs >= 0 && timestampMs <= LAST_TIME_MS))
		return fault("line.time", "/timestamp_ms", "“timestamp_ms” must be milliseconds since 1970.");
	return { ok: true, line: { timestampMs, direction, actor: textIn(line, "actor") ?? "", matchId, payload } };
}

/** The session id a frame belongs to: `session_id` at the end, else the envelope's, else the data's; null for frames of the whole connection. */
export function routeOf(payload: Record<string, unknown>): string | null {
	const data = objectIn(payload, "data") ?? {};
	if (payload.type === "game_over") return textIn(data, "session_id");
	return textIn(payload, "match_id") || textIn(data, "match_id");
}

/** What export needs of a timeline entry. */
export interface FrameEntry {
	atMs: number;
	dir: Direction;
	kind: EntryKind;
	opcode?: Opcode;
	text: string | null;
	delivery?: Delivery;
}

export interface TranscriptWriter {
	/** The entry as a line; null for what the format cannot hold. Call in order of ordinals. */
	line(entry: FrameEntry): string | null;
	/** Frames that are no JSON object with a type and so have no line. */
	skipped(): number;
}

/** Writes a session's frames in the golden format. Pings, local entries and messages that never reached a socket are no part of it. */
export function createTranscriptWriter(): TranscriptWriter {
	let actor = "";
	let skipped = 0;
	return {
		line({ atMs, dir, kind, opcode, text, delivery }) {
			if (dir === "local" || kind !== "frame" || (opcode !== "text" && opcode !== "binary") || delivery === "discarded") return null;
			const parsed = text === null ? null : parseJson(text);
			const payload = parsed?.ok ? asObject(parsed.value) : null;
			if (!payload || textIn(payload, "type") === null) {
				skipped++;
				return null;
			}
			if (payload.type === "welcome") actor = textIn(objectIn(payload, "data") ?? {}, "agent_id") ?? actor;
			return writeTranscriptLine({ timestampMs: Math.trunc(atMs), direction: dir, actor, payload }, text ?? "");
		},
		skipped: () => skipped,
	};
}

/**
 * One line of the format, without its line break. `match_id` is written whenever the frame says it. The payload stands there as it was written, so
 * that no digit is lost and no depth is too much; line breaks between its parts, which would end the line, become blanks.
 */
function writeTranscriptLine({ timestampMs, direction, actor, payload }: Omit<TranscriptLine, "matchId">, payloadText: string): string {
	const matchId = routeOf(payload);
	const rest = JSON.stringify({
		timestamp_ms: timestampMs,
		direction: direction === "in" ? "server_to_client" : "client_to_server",
		actor,
		...(matchId === null ? {} : { match_id: matchId }),
	});
	return oneLine(`${rest.slice(0, -1)},"payload":${payloadText.trim().replace(/[\r\n]+/g, " ")}}`);
}
