import { BRIDGE_CLOSE, type BridgeEvent, type FromHost, type ToHost } from "../../schemas/bridge.ts";
import type { ErrorCode, Result } from "../../schemas/errors.ts";
import type { RequestName, Requests } from "../../schemas/ipc.ts";
import type { BridgeState, WindowApi } from "./bridge-state.ts";
import { createEventListeners } from "./event-listeners.ts";
import { nameOfKey, newNonce, proofOf } from "./host-proof.ts";

/** Waits between tries; the last one repeats. A console that restarts is back within a second or two. */
const RETRY_DELAYS_MS = [100, 250, 500, 1000, 2000] as const;

export interface BridgeSocket {
	send(text: string): void;
	close(): void;
}

export interface BridgeSocketEvents {
	opened(): void;
	message(text: string): void;
	/** Called once; nothing follows. A dial that fails is a close without `opened`. */
	closed(code: number, reason: string): void;
}

export interface WebBridgeOptions {
	/** Null when the page was opened without a key. */
	token: string | null;
	connect(events: BridgeSocketEvents): BridgeSocket;
	/** Runs what events set off when the window can draw it; default: at once. */
	pace?: (run: () => void) => void;
	retryDelaysMs?: readonly number[];
}

interface Pending {
	name: RequestName;
	args: unknown;
	settle(result: Result<unknown>): void;
}

const failure = (code: ErrorCode, message: string): Result<never> => ({ ok: false, error: { code, message } });
const LOST = "The connection to the program was lost before it answered; it is not known whether it acted.";
/** A program that came to the port after the console had ended, for example another user's. */
const IMPOSTOR = "Another program answers at this address now. It was told nothing. Start Switchboard and open the link it prints.";
const NOT_ACCEPTED = "The console does not know this window's key. Open the link that Switchboard printed last.";
const NOT_ASKED = "The window is not connected to the program now; nothing was asked of it.";

/**
 * OperatorApi over one WebSocket. It reconnects by itself; a request in flight when the link drops is answered with BRIDGE_LOST and never
 * repeated, because the program may have acted on it.
 */
export function createWebBridge(options: WebBridgeOptions): WindowApi & { dispose(): void } {
	const { token, pace = (run) => run(), retryDelaysMs = RETRY_DELAYS_MS } = options;
	const listeners = createEventListeners();
	const bridgeListeners = new Set<(state: BridgeState) => void>();
	const pending = new Map<number, Pending>();
	let state: BridgeState = { kind: "connecting" };
	let socket: BridgeSocket | null = null;
	let timer: ReturnType<typeof setTimeout> | null = null;
	let nextId = 1;
	let attempt = 0;
	let disposed = false;

	const setState = (next: BridgeState) => {
		state = next;
		for (const listener of [...bridgeListeners]) listener(next);
	};
	const post = (message: ToHost) => socket?.send(JSON.stringify(message));
	const settleAll = (result: Result<never>) => {
		const waiting = [...pending.values()];
		pending.clear();
		for (const { settle } of waiting) settle(result);
	};

	/** Who listens at this address now has shown that it knows the key. Until then it is told nothing that could be of use to it. */
	let isProven = false;
	let nonce: string | null = null;
	const prove = (key: string, proof: string) => {
		if (nonce === null || proof !== proofOf(key, nonce)) return giveUp(IMPOSTOR);
		nonce = null;
		isProven = true;
		post({ kind: "hello", token: key });
	};

	const receive = (text: string) => {
		const message = JSON.parse(text) as FromHost;
		if (message.kind === "proof") return prove(token ?? "", message.proof);
		if (!isProven) return giveUp(IMPOSTOR);
		switch (message.kind) {
			case "welcome":
				attempt = 0;
				for (const [id, { name, args }] of pending) post({ kind: "request", id, name, args });
				return setState({ kind: "open" });
			case "response": {
				const asked = pending.get(message.id);
				pending.delete(message.id);
				return asked?.settle(message.result);
			}
			case "events":
				return show(message.events);
		}
	};

	/** The console keeps what happens meanwhile, of each kind the newest, until it hears that these were shown. */
	const show = (events: BridgeEvent[]) => {
		const from = socket;
		pace(() => {
			if (disposed) return;
			for (const event of events) listeners.emit(event);
			if (socket === from) post({ kind: "taken" });
		});
	};

	const giveUp = (why: string) => {
		settleAll(failure("UNTRUSTED_SENDER", why));
		setState({ kind: "refused", why });
		socket?.close();
	};

	const closed = (code: number, reason: string) => {
		socket = null;
		if (disposed) return;
		if (state.kind === "refused") return;
		// Words of whoever did not show that it is the console are not shown.
		if (code === BRIDGE_CLOSE.REFUSED) return giveUp((isProven && reason) || NOT_ACCEPTED);
		const retryInMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0;
		attempt += 1;
		timer = setTimeout(dial, retryInMs);
		settleAll(failure("BRIDGE_LOST", LOST));
		setState({ kind: "lost", sinceMs: state.kind === "lost" ? state.sinceMs : Date.now(), attempt, retryInMs });
	};

	function dial() {
		timer = null;
		socket = options.connect({
			opened() {
				isProven = false;
				nonce = newNonce();
				post({ kind: "ask", key: nameOfKey(token ?? ""), nonce });
			},
			message: receive,
			closed,
		});
	}

	if (token === null) state = { kind: "refused", why: "This address has no key. Open the whole link that Switchboard printed." };
	else dial();

	return {
		request<N extends RequestName>(name: N, args: Requests[N]["args"]) {
			return new Promise<Result<Requests[N]["result"]>>((resolve) => {
				const settle = resolve as (result: Result<unknown>) => void;
				if (disposed || state.kind === "lost") return settle(failure("BRIDGE_DOWN", NOT_ASKED));
				if (state.kind === "refused") return settle(failure("UNTRUSTED_SENDER", state.why));
				const id = nextId++;
				pending.set(id, { name, args, settle });
				if (state.kind === "open") post({ kind: "request", id, name, args });
			});
		},
		on: listeners.on,
		bridge: () => state,
		onBridge(listener) {
			const own = (next: BridgeState) => listener(next);
			bridgeListeners.add(own);
			return () => void bridgeListeners.delete(own);
		},
		dispose() {
			disposed = true;
			if (timer) clearTimeout(timer);
			socket?.close();
			settleAll(failure("BRIDGE_LOST", LOST));
		},
	};
}
