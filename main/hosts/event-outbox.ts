import type { BridgeEvent } from "../../schemas/bridge.ts";

/**
 * Events on their way to one window. Everything that happens while a batch is under way waits for the next one, and of each kind only the
 * latest per session is kept, so a slow window costs at most one event per kind and session; of taps and own messages the latest of each is
 * kept, they come at the pace of a hand. Order is that of the latest happening.
 * `send` calls `done` when the window can take more.
 */
export function createEventOutbox(send: (events: BridgeEvent[], done: () => void) => void) {
	const waiting = new Map<string, BridgeEvent>();
	let scheduled = false;
	let underWay = false;
	let disposed = false;

	const flush = () => {
		scheduled = false;
		if (disposed || underWay || waiting.size === 0) return;
		const events = [...waiting.values()];
		waiting.clear();
		underWay = true;
		send(events, () => {
			underWay = false;
			if (waiting.size > 0) schedule();
		});
	};
	const schedule = () => {
		if (scheduled || underWay) return;
		scheduled = true;
		setImmediate(flush);
	};

	return {
		add(event: BridgeEvent): void {
			if (disposed) return;
			const key = keyOf(event);
			const earlier = waiting.get(key);
			waiting.delete(key);
			waiting.set(key, earlier ? merge(earlier, event) : event);
			schedule();
		},
		dispose(): void {
			disposed = true;
			waiting.clear();
		},
	};
}

function keyOf(event: BridgeEvent): string {
	switch (event.name) {
		case "session.changed":
			return `${event.name} ${event.payload.session.sessionId}`;
		case "timeline.changed":
			return `${event.name} ${event.payload.sessionId}`;
		case "message.changed":
			return `${event.name} ${event.payload.sessionId} ${event.payload.fate.ordinal}`;
		case "store.health":
		case "connections.changed":
		case "schemas.changed":
		case "reader.changed":
		case "tap.changed":
		case "kiosk.changed":
		case "repair.changed":
			return event.name;
		case "import.progress":
			return `${event.name} ${event.payload.progress.uploadId}`;
		case "replay.changed":
			return `${event.name} ${event.payload.status.sessionId}`;
		case "library.changed":
			return event.name;
		case "library.job":
			return `${event.name} ${event.payload.job.jobId}`;
		case "reader.tapped":
			return `${event.name} ${event.payload.tap.reader} ${event.payload.tap.atMs}`;
		case "reader.tapFailed":
			return `${event.name} ${event.payload.failure.reader} ${event.payload.failure.atMs}`;
	}
}

/** The later value stands; of a timeline the change begins where the earlier one began, and of the library every session counts. */
function merge(earlier: BridgeEvent, later: BridgeEvent): BridgeEvent {
	if (earlier.name === "library.changed" && later.name === "library.changed") {
		const sessionIds = [...new Set([...earlier.payload.sessionIds, ...later.payload.sessionIds])];
		return { name: later.name, payload: { sessionIds } };
	}
	if (earlier.name !== "timeline.changed" || later.name !== "timeline.changed") return later;
	const changedFrom = Math.min(earlier.payload.changedFrom, later.payload.changedFrom);
	return { name: later.name, payload: { ...later.payload, changedFrom } };
}
