import { useEffect, useState } from "react";
import type { WireError } from "../../schemas/errors.ts";
import type { EntryDetail } from "../../schemas/timeline.ts";
import { useApi } from "./console-context.ts";
import { useDesk } from "./use-session-desk.ts";

/** More of an entry is read only when it is asked for. */
const FIRST_BYTES = 1024 * 1024;

export interface EntryReading {
	/** The last entry read; it stays until the next one is here, so that nothing flashes. */
	entry: EntryDetail | null;
	error: WireError | null;
	/** Reads all of an entry of which only the beginning was read. */
	readWhole(): void;
}

/** The whole of one entry, read again when it changed. While keys repeat, only the newest wish is read. */
export function useEntry(ordinal: number | null): EntryReading {
	const api = useApi();
	const { sessionId } = useDesk();
	const [reading, setReading] = useState<Omit<EntryReading, "readWhole">>({ entry: null, error: null });
	/** The entry that is wanted whole. */
	const [whole, setWhole] = useState<number | null>(null);
	const isWhole = ordinal !== null && whole === ordinal;
	useEffect(() => {
		if (ordinal === null) {
			setReading({ entry: null, error: null });
			return;
		}
		let isCurrent = true;
		let isBusy = false;
		let isStale = false;
		const read = async () => {
			if (isBusy) {
				isStale = true;
				return;
			}
			isBusy = true;
			const answer = await api.request("timeline.entry", { sessionId, ordinal, ...(!isWhole && { mostBytes: FIRST_BYTES }) });
			isBusy = false;
			if (!isCurrent) return;
			setReading(answer.ok ? { entry: answer.value, error: null } : { entry: null, error: answer.error });
			if (!isStale) return;
			isStale = false;
			void read();
		};
		void read();
		const stop = api.on("timeline.changed", (change) => {
			if (change.sessionId === sessionId && change.changedFrom <= ordinal) void read();
		});
		return () => {
			isCurrent = false;
			stop();
		};
	}, [api, sessionId, ordinal, isWhole]);
	return { ...reading, readWhole: () => setWhole(ordinal) };
}
