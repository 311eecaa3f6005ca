import type { Database } from "better-sqlite3";
import { blobOf, placeOf, SHAPES_PER_BLOB, shapeOf } from "./shapes.ts";

const BYTES_PER_SHAPE = 4;

/** The blob a session's next entry goes into. */
interface OpenBlob {
	blob: number;
	bytes: Buffer;
	used: number;
	isDirty: boolean;
}

export interface ShapeWriter {
	/** Positions of a session come in order. */
	add(sessionRow: number, position: number, code: number, byteLength: number): void;
	flush(): void;
	/** Forgets what was added and not flushed, and what is flushed may not be on disk. */
	reset(): void;
}

/** Keeps the last blob of each session that is written to; a commit writes each of them at most once, at most 4 KiB. */
export function createShapeWriter(db: Database): ShapeWriter {
	const load = db.prepare<[number, number], Buffer>("SELECT shapes FROM shapes WHERE session = ? AND blob = ?").pluck();
	const save = db.prepare("INSERT INTO shapes (session, blob, shapes) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET shapes = excluded.shapes");
	const opened = new Map<number, OpenBlob>();

	function openBlob(sessionRow: number, blob: number): OpenBlob {
		const bytes = Buffer.alloc(SHAPES_PER_BLOB * BYTES_PER_SHAPE);
		load.get(sessionRow, blob)?.copy(bytes);
		const made = { blob, bytes, used: 0, isDirty: false };
		opened.set(sessionRow, made);
		return made;
	}

	function write(sessionRow: number, { blob, bytes, used }: OpenBlob): void {
		save.run(sessionRow, blob, bytes.subarray(0, used * BYTES_PER_SHAPE));
	}

	return {
		add(sessionRow, position, code, byteLength) {
			const blob = blobOf(position);
			let open = opened.get(sessionRow);
			if (open === undefined || open.blob !== blob) {
				if (open?.isDirty) write(sessionRow, open);
				open = openBlob(sessionRow, blob);
			}
			const place = placeOf(position);
			open.bytes.writeUInt32LE(shapeOf(code, byteLength), place * BYTES_PER_SHAPE);
			open.used = place + 1;
			open.isDirty = true;
		},
		flush() {
			for (const [sessionRow, open] of opened) {
				if (!open.isDirty) continue;
				write(sessionRow, open);
				open.isDirty = false;
			}
		},
		reset: () => opened.clear(),
	};
}
