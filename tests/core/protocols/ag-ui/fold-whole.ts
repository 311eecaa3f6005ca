/** Whole sessions through the reader that the program extends entry by entry. */

import type { Conversation } from "../../../../main/core/protocols/ag-ui/fold.ts";
import { createSessionReader, type SessionOptions } from "../../../../main/core/protocols/ag-ui/fold-session.ts";
import { handOut } from "../../../../main/core/protocols/ag-ui/json-patch.ts";
import { stateDiff } from "../../../../main/core/protocols/ag-ui/state-diff.ts";
import type { StoredEntry } from "../../../../main/core/reading/reading.ts";
import type { StateChange } from "../../../../schemas/conversation.ts";

/** The conversation up to and with `ordinal`, read from entries that lie in memory. */
export function viewAt(entries: Iterable<StoredEntry>, ordinal: number, options: SessionOptions = {}): Conversation {
	const reader = createSessionReader(options);
	for (const entry of entries) {
		if (entry.ordinal > ordinal) return reader.talk;
		reader.take(entry);
	}
	reader.finish();
	return reader.talk;
}

/** The same from entries that come one by one, with what is still kept back or was passed over. `at`: default is the last. */
export async function foldSession(
	entries: AsyncIterable<StoredEntry>,
	options: SessionOptions & { at?: number } = {},
): Promise<{ talk: Conversation; held: number; dropped: number }> {
	const reader = createSessionReader(options);
	const at = options.at ?? Number.POSITIVE_INFINITY;
	let isWhole = true;
	for await (const entry of entries) {
		if (entry.ordinal > at) {
			isWhole = false;
			break;
		}
		reader.take(entry);
	}
	if (isWhole) reader.finish();
	return { talk: reader.talk, held: reader.held(), dropped: reader.dropped() };
}

/** What entry `ordinal` changed about the state: what reading it changed, with the frames it made readable. */
export async function stateChangesAt(
	entries: AsyncIterable<StoredEntry>,
	ordinal: number,
	options: SessionOptions = {},
): Promise<{ before: unknown; after: unknown; changes: StateChange[] }> {
	const reader = createSessionReader(options);
	let before: unknown = {};
	for await (const entry of entries) {
		if (entry.ordinal > ordinal) break;
		if (entry.ordinal === ordinal) before = handOut(reader.talk.stream.state);
		reader.take(entry);
		if (entry.ordinal === ordinal) break;
	}
	const after = handOut(reader.talk.stream.state);
	return { before, after, changes: stateDiff(before, after) };
}
