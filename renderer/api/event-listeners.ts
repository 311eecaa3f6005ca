import type { BridgeEvent } from "../../schemas/bridge.ts";
import type { EventName, Events } from "../../schemas/ipc.ts";

/** Listeners by event name. One that throws is reported and does not keep the others from hearing. */
export function createEventListeners(report: (thrown: unknown) => void = (thrown) => console.error(thrown)) {
	const byName: { [N in EventName]: Set<(payload: Events[N]) => void> } = {
		"session.changed": new Set(),
		"timeline.changed": new Set(),
		"message.changed": new Set(),
		"store.health": new Set(),
		"library.changed": new Set(),
		"library.job": new Set(),
		"connections.changed": new Set(),
		"schemas.changed": new Set(),
		"reader.changed": new Set(),
		"reader.tapped": new Set(),
		"reader.tapFailed": new Set(),
		"tap.changed": new Set(),
		"import.progress": new Set(),
		"replay.changed": new Set(),
		"kiosk.changed": new Set(),
		"repair.changed": new Set(),
	};
	const tell = <P>(listeners: Set<(payload: P) => void>, payload: P) => {
		for (const listener of [...listeners]) {
			if (!listeners.has(listener)) continue;
			try {
				listener(payload);
			} catch (thrown) {
				report(thrown);
			}
		}
	};
	return {
		on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void {
			if (!Object.hasOwn(byName, name)) throw new TypeError(`There is no event named ${JSON.stringify(name)}.`);
			// A wrapper each, so that one function registered twice is called twice and stopped singly.
			const own = (payload: Events[N]) => listener(payload);
			const listeners: Set<(payload: Events[N]) => void> = byName[name];
			listeners.add(own);
			return () => void listeners.delete(own);
		},
		emit(event: BridgeEvent) {
			switch (event.name) {
				case "session.changed":
					return tell(byName["session.changed"], event.payload);
				case "timeline.changed":
					return tell(byName["timeline.changed"], event.payload);
				case "message.changed":
					return tell(byName["message.changed"], event.payload);
				case "store.health":
					return tell(byName["store.health"], event.payload);
				case "library.changed":
					return tell(byName["library.changed"], event.payload);
				case "library.job":
					return tell(byName["library.job"], event.payload);
				case "schemas.changed":
					return tell(byName["schemas.changed"], event.payload);
				case "connections.changed":
					return tell(byName["connections.changed"], event.payload);
				case "reader.changed":
					return tell(byName["reader.changed"], event.payload);
				case "reader.tapped":
					return tell(byName["reader.tapped"], event.payload);
				case "reader.tapFailed":
					return tell(byName["reader.tapFailed"], event.payload);
				case "import.progress":
					return tell(byName["import.progress"], event.payload);
				case "replay.changed":
					return tell(byName["replay.changed"], event.payload);
				case "kiosk.changed":
					return tell(byName["kiosk.changed"], event.payload);
				case "repair.changed":
					return tell(byName["repair.changed"], event.payload);
				case "tap.changed":
					return tell(byName["tap.changed"], event.payload);
				default:
					// The compiler names an event that is not handed on.
					event satisfies never;
			}
		},
	};
}
