import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { DialPhase, PhaseTimings } from "../../../schemas/session.ts";
import type { LinkSecurity } from "../../../schemas/trust.ts";
import type { DialRequest, FrameSocket, SocketEvents, Sockets } from "../../core/ports.ts";
import { type Lookup, openConnection, systemLookup } from "../connect/open-connection.ts";
import { DialError } from "../connect/refusal.ts";
import { type Address, parseAddress } from "./address.ts";
import { refusalOf, timedOut } from "./failure.ts";
import type { FrameSplitter } from "./frame-splitter.ts";
import { createLink } from "./link.ts";
import { upgrade } from "./upgrade.ts";

export interface SocketsOptions {
	/** Default: the system's resolver. */
	lookup?: Lookup;
}

/** The `Sockets` port on `ws`. Nothing is called from inside `dial`, `close` or `destroy`; `sendText`'s `done` also comes later. */
export function createSockets({ lookup = systemLookup }: SocketsOptions = {}): Sockets {
	return { dial: (request, events) => dial(request, events, lookup) };
}

function dial(request: DialRequest, events: SocketEvents, lookup: Lookup): FrameSocket {
	const address = parseAddress(request.url);
	const timings: PhaseTimings = {};
	const stop = new AbortController();
	let phase: DialPhase = address?.literal === true ? "tcp" : "dns";
	/** The newest socket of this dial; destroyed when the dial fails, at whatever moment. */
	let held: Socket | null = null;
	let security: LinkSecurity | null = null;
	let link: FrameSocket | null = null;
	let ended = false;
	let paused = false;

	function fail(thrown: unknown): void {
		held?.destroy();
		if (ended) return;
		ended = true;
		// Once given up, that is the reason, whatever broke meanwhile.
		const reason: unknown = stop.signal.aborted ? stop.signal.reason : thrown;
		events.failed({ phase, timings: { ...timings }, ...refusalOf(reason, { phase, address, security }) });
	}

	/** Runs one phase under its limit. `run` gets a signal that aborts when the limit passes or the dial is given up. */
	async function during<T>(name: DialPhase, place: Address, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
		stop.signal.throwIfAborted();
		phase = name;
		events.phase(name);
		// The listener may have given up.
		stop.signal.throwIfAborted();
		const limitMs = request.phaseLimitsMs[name];
		const limit = new AbortController();
		const timer = setTimeout(() => limit.abort(timedOut(name, limitMs, place)), limitMs);
		const startMs = performance.now();
		try {
			const result = await run(AbortSignal.any([stop.signal, limit.signal]));
			timings[name] ??= performance.now() - startMs;
			return result;
		} finally {
			clearTimeout(timer);
		}
	}

	async function run(): Promise<void> {
		if (address === null) throw new DialError({ errorCode: "ERR_INVALID_URL", message: "The address is not a ws:// or wss:// URL." });
		const opened = await openConnection({
			place: address,
			trust: request.trust,
			tcpLimitMs: request.phaseLimitsMs.tcp,
			lookup,
			during: (name, work) => during(name, address, work),
			hold: (socket) => {
				held = socket;
			},
		});
		const { socket } = opened;
		held = socket;
		security = opened.security;
		await during("upgrade", address, (signal) => {
			const startMs = performance.now();
			return upgrade(socket, address, request, signal, (ws, frames) => {
				timings.upgrade = performance.now() - startMs;
				open(ws, frames, socket, opened.security);
			});
		});
	}

	function open(ws: WebSocket, frames: FrameSplitter, socket: Socket, secured: LinkSecurity): void {
		link = createLink(ws, frames, socket, request, events);
		if (paused) link.pause();
		events.opened({ subprotocol: ws.protocol, timings: { ...timings }, remoteAddress: socket.remoteAddress ?? "", security: secured });
	}

	function giveUp(): void {
		if (!ended) stop.abort(new DialError({ errorCode: "CANCELLED", message: "The console gave up the dial." }));
	}

	// A microtask later, so that the caller holds the socket before anything is called.
	Promise.resolve().then(run).catch(fail);

	return {
		sendText(text, done) {
			if (link === null) queueMicrotask(() => done("The link is not open."));
			else link.sendText(text, done);
		},
		ping: (payload) => link?.ping(payload),
		close: (code, reason) => (link === null ? giveUp() : link.close(code, reason)),
		destroy: () => (link === null ? giveUp() : link.destroy()),
		pause() {
			paused = true;
			link?.pause();
		},
		resume() {
			paused = false;
			link?.resume();
		},
	};
}
