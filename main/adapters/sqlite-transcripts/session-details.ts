import type { Database, Statement } from "better-sqlite3";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { SessionDetails } from "../../core/ports.ts";
import { doorOf } from "../../core/protocols/table.ts";
import { DIRECTION_CODES, KIND_CODES } from "../../core/timeline/chain.ts";
import { MARK } from "./codes.ts";
import { createSessionProtocols } from "./session-protocol.ts";
import { lengthIn, SHAPES_PER_BLOB } from "./shapes.ts";
import { IS_IMPORTING, storedStrings } from "./stored-json.ts";

/** What was counted of a session so far; entries only come at its end, so counting goes on from there. */
interface Counted {
	entries: number;
	/** Bytes in whole blobs, which never change. */
	settledBytes: number;
	settledBlobs: number;
	bytes: number;
	taps: number;
	photos: number;
	firstAtMs: number | null;
	lastAtMs: number | null;
}

interface SessionRow {
	row: number;
	sessionId: string;
	entries: number;
	tags: string | null;
	note: string | null;
	removedAtMs: number | null;
}

/** What the library's list says of every session. A session is counted once and then further; a list of hundreds costs a look at each. */
export function createSessionDetails(db: Database): () => Map<string, SessionDetails> {
	const sessions = db.prepare<[], SessionRow>(
		`SELECT id AS row, session_id AS sessionId, entries, tags, note, removed_at_ms AS removedAtMs
		 FROM sessions LEFT JOIN notes ON notes.session = sessions.id
		 WHERE coalesce(purging, 0) = 0 AND NOT ${IS_IMPORTING}`,
	);
	const blobs = db.prepare<[number, number], Buffer>("SELECT shapes FROM shapes WHERE session = ? AND blob >= ? ORDER BY blob").pluck();
	const timeAt = db.prepare<[number, number], number>("SELECT at_ms FROM entries WHERE session = ? AND position = ?").pluck();
	const kinds = db.prepare<[number, number], { kind: number; count: number }>(
		`SELECT kind, count(*) AS count FROM entries INDEXED BY entries_marked
		 WHERE session = ? AND position > ? AND marks > 0 AND marks & ${MARK.event} AND kind IN (${KIND_CODES.tap}, ${KIND_CODES.photo}) GROUP BY kind`,
	);
	const protocolOf = createSessionProtocols(db);
	const countPhotos = new Map<ProtocolName, Statement<[number, number, string], number>>();

	/** Own observations of a photo, by what the protocol says is one. The index names the own entries, so only those are read. */
	function photosIn(row: number, after: number): number {
		const protocol = protocolOf(row);
		const { observations } = doorOf(protocol);
		if (observations === undefined) return 0;
		const counting =
			countPhotos.get(protocol) ??
			db
				.prepare<[number, number, string], number>(
					`SELECT count(*) FROM entries INDEXED BY entries_by_position
					 WHERE session = ? AND position > ? AND dir = ${DIRECTION_CODES.out} AND type = ? AND ${observations.photoSql}`,
				)
				.pluck();
		countPhotos.set(protocol, counting);
		return counting.get(row, after, observations.type) ?? 0;
	}

	const counted = new Map<number, Counted>();

	function count({ row, entries }: SessionRow): Counted {
		const before = counted.get(row);
		if (before?.entries === entries) return before;
		const now: Counted = before ?? {
			entries: 0,
			settledBytes: 0,
			settledBlobs: 0,
			bytes: 0,
			taps: 0,
			photos: 0,
			firstAtMs: timeAt.get(row, 1) ?? null,
			lastAtMs: null,
		};
		for (const { kind, count: found } of kinds.all(row, now.entries)) {
			if (kind === KIND_CODES.tap) now.taps += found;
			else now.photos += found;
		}
		now.photos += photosIn(row, now.entries);
		now.bytes = now.settledBytes;
		for (const shapes of blobs.iterate(row, now.settledBlobs)) {
			let bytes = 0;
			for (let at = 0; at + 4 <= shapes.length; at += 4) bytes += lengthIn(shapes.readUInt32LE(at));
			now.bytes += bytes;
			if (shapes.length < SHAPES_PER_BLOB * 4) continue;
			now.settledBytes += bytes;
			now.settledBlobs++;
		}
		now.firstAtMs ??= timeAt.get(row, 1) ?? null;
		now.lastAtMs = timeAt.get(row, entries) ?? null;
		now.entries = entries;
		counted.set(row, now);
		return now;
	}

	const all = db.transaction(() => sessions.all().map((session) => [session, count(session)] as const));

	return () => {
		const details = new Map<string, SessionDetails>();
		for (const [{ sessionId, tags, note, removedAtMs }, { firstAtMs, lastAtMs, bytes, taps, photos }] of all()) {
			const said = { tags: storedStrings(tags), note: note ?? "", removedAtMs };
			details.set(sessionId, { firstAtMs, lastAtMs, bytes, taps, photos, ...said });
		}
		return details;
	};
}
