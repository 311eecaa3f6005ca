/** Copied in one go; main goes on with other things between two of these. A copy of this size takes about a millisecond. */
const SLICE_BYTES = 4 * 1024 * 1024;

/** The bytes in memory that threads share; those that lie there already as they are. */
export async function sharedCopy(bytes: Uint8Array): Promise<Uint8Array> {
	if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
	const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
	for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
		if (at > 0) await new Promise((resolve) => setImmediate(resolve));
		shared.set(bytes.subarray(at, at + SLICE_BYTES), at);
	}
	return shared;
}
