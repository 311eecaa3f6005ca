/** Bytes of bodies held at a time. One body may be larger than this. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The next rows of a query, until their bodies take enough: at least one, if there is one. No other statement may run meanwhile. */
export function someRows<R extends { body: Uint8Array }>(rows: Iterable<R>): R[] {
	const taken: R[] = [];
	let bytes = 0;
	for (const row of rows) {
		taken.push(row);
		bytes += row.body.length;
		if (bytes >= MOST_BYTES) break;
	}
	return taken;
}
