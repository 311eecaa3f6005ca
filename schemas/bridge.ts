/**
 * How a request or an event travels between a window and the console, whichever bridge carries it.
 * The Electron bridge uses the two channels; the web bridge sends `ToHost` and `FromHost` as JSON text over one WebSocket.
 */
import type { Result } from "./errors.ts";
import type { EventName, Events, RequestName } from "./ipc.ts";
import { ARGS_SCHEMA } from "./request-args.ts";

export const REQUEST_NAMES = Object.keys(ARGS_SCHEMA) as RequestName[];

/** One event with its payload; the union keeps name and payload together. */
export type BridgeEvent = { [N in EventName]: { name: N; payload: Events[N] } }[EventName];

/** Electron: `invoke(REQUEST_CHANNEL, name, args)` answers a `Result`. */
export const REQUEST_CHANNEL = "operator.request";
/** Electron: carries `BridgeEvent[]`. */
export const EVENT_CHANNEL = "operator.event";
/** Electron: the window has shown the events that came last and takes the next ones. */
export const EVENTS_TAKEN_CHANNEL = "operator.eventsTaken";

/** Web: path of the WebSocket. */
export const BRIDGE_PATH = "/bridge";

/** Web, close codes. `REFUSED`: wrong or missing key, trying again is useless. */
export const BRIDGE_CLOSE = { REFUSED: 4401, UNREADABLE: 4400 } as const;

/**
 * Web, window to console. `hello` comes once, before any request; its key never stands in an address or a log. `ask` may come before it: a
 * window that comes back cannot know who listens at its address now. `key` is the SHA-256 of the key, in hex. `taken`: the window has shown the
 * events that came last and takes the next ones.
 */
export type ToHost =
	| { kind: "ask"; key: string; nonce: string }
	| { kind: "hello"; token: string }
	| { kind: "taken" }
	| { kind: "request"; id: number; name: string; args: unknown };

/** Web, console to window. `welcome` answers a good `hello`; `proof` answers `ask`: the HMAC-SHA-256 of the nonce under the key, in hex. */
export type FromHost =
	| { kind: "proof"; proof: string }
	| { kind: "welcome" }
	| { kind: "response"; id: number; result: Result<unknown> }
	| { kind: "events"; events: BridgeEvent[] };
