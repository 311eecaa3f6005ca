import type { GameEvent } from "../games/game.ts";

/** An event as one player reads it. */
export interface WireEvent {
	type: string;
	player?: string;
	data: Record<string, unknown>;
	seq: number;
	ts: string;
}

/** A match's events in order, read by one player: everything, or what came since a reader last asked. */
export interface EventLog {
	append(events: readonly GameEvent[]): void;
	all(): WireEvent[];
	/** Since the last call under this name. */
	since(reader: "request" | "feed"): WireEvent[];
}

/** `stamp` answers the time as the server writes it. */
export function createEventLog(viewer: string, stamp: () => string): EventLog {
	const log: WireEvent[] = [];
	const read = { request: 0, feed: 0 };
	return {
		append(events) {
			for (const { ownData, data, ...event } of events)
				log.push({ ...event, data: ownData?.[viewer] ?? data, seq: log.length, ts: stamp() });
		},
		all: () => [...log],
		since(reader) {
			const fresh = log.slice(read[reader]);
			read[reader] = log.length;
			return fresh;
		},
	};
}

/** RFC 3339 with nine digits of a second, as the protocol's server writes it. */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replace("Z", "000000Z");
