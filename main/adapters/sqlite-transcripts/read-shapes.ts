import type { Database } from "better-sqlite3";
import { blobOf, placeOf, SHAPES_PER_BLOB } from "./shapes.ts";

/** Calls `each` for every position after `after` up to `upTo`, in order; the number is a shape (`shapes.ts`). */
export type ShapeReader = (session: number, after: number, upTo: number, each: (position: number, shape: number) => void) => void;

export function createShapeReader(db: Database): ShapeReader {
	const read = db
		.prepare<[number, number, number], [number, Buffer]>(
			"SELECT blob, shapes FROM shapes WHERE session = ? AND blob BETWEEN ? AND ? ORDER BY blob",
		)
		.raw();
	return (session, after, upTo, each) => {
		for (const [blob, bytes] of read.iterate(session, blobOf(after + 1), blobOf(upTo))) {
			const before = blob * SHAPES_PER_BLOB;
			const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
			const last = Math.min(upTo - before, bytes.byteLength / 4);
			for (let place = after > before ? placeOf(after + 1) : 0; place < last; place++) {
				each(before + place + 1, view.getUint32(place * 4, true));
			}
		}
	};
}
