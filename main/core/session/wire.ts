import { ConsoleError } from "../errors.ts";
import type { DialFailure, DialRequest, FrameSocket, Ports } from "../ports.ts";
import type { ReadingRule } from "../protocols/door.ts";
import { createFrameLine, type FrameLine } from "./frame-line.ts";
import type { Input, Ref } from "./machine.ts";
import { maskChosen, maskClose, maskFailure, maskText } from "./mask-secrets.ts";
import type { SecretMask } from "./secret-forms.ts";
import { maskedSecurity } from "./trust.ts";

/** Reading stops when this much is accepted and not yet stored, bytes … */
const PAUSE_ABOVE_BYTES = 8 * 1024 * 1024;
/** … and goes on below this. */
const RESUME_BELOW_BYTES = 2 * 1024 * 1024;

export interface WireOptions {
	ports: Pick<Ports, "clock" | "sockets" | "frames" | "log">;
	reading: ReadingRule;
	/** Takes out what this console sent in a handshake. */
	secrets: { learn(request: DialRequest): void; mask(): SecretMask };
	/** Where to dial now. Rejects with a ConsoleError when that cannot be known. */
	resolveDial(): Promise<DialRequest>;
	/** What the link says, in its order. */
	say(input: Input): void;
	/** Bytes accepted and not yet stored. */
	pendingBytes(): number;
	/** Other frames wait to be said now. */
	onWaiting(): void;
}

/** The one link of a session, or the dial to it. What an older one still says is not heard. */
export interface Wire {
	/** Destroys what is left of an older one first. */
	dial(dialId: number): void;
	/** `written` follows. */
	write(ref: Ref, text: string): void;
	ping(payload: Uint8Array): void;
	close(code: number, reason: string): void;
	destroy(): void;
	/** Stops and starts reading; to be asked whenever more is pending, or less. */
	pauseWhenBehind(): void;
	/** Frames that arrived and were not said yet. */
	waitingFrames(): number;
}

export type PauseStep = "pause" | "resume" | null;

/** Keeps memory bounded while the store is slower than the network, or fails, and while large frames are read. */
export function pauseStep(isPaused: boolean, pendingBytes: number, isFull: boolean): PauseStep {
	if (!isPaused) return pendingBytes > PAUSE_ABOVE_BYTES || isFull ? "pause" : null;
	return pendingBytes < RESUME_BELOW_BYTES && !isFull ? "resume" : null;
}

export function createWire({ ports, reading, secrets, resolveDial, say, pendingBytes, onWaiting }: WireOptions): Wire {
	let socket: FrameSocket | null = null;
	/** What the newest link says, in its order. */
	let line: FrameLine | null = null;
	let currentDial = 0;
	let isPaused = false;

	function destroy(): void {
		const old = socket;
		socket = null;
		currentDial = -1;
		old?.destroy();
	}

	function dial(dialId: number): void {
		destroy();
		currentDial = dialId;
		resolveDial().then(
			(request) => {
				if (currentDial === dialId) connect(dialId, request);
			},
			(error: unknown) => {
				if (currentDial !== dialId) return;
				const message = error instanceof ConsoleError ? error.message : "The address could not be prepared.";
				if (!(error instanceof ConsoleError)) ports.log.error("Preparing a dial failed", error);
				const failure: DialFailure = { phase: "dns", errorCode: "TARGET", message, timings: {} };
				say({ kind: "failed", dialId, failure });
			},
		);
	}

	function connect(dialId: number, request: DialRequest): void {
		isPaused = false;
		secrets.learn(request);
		const isCurrent = () => currentDial === dialId;
		const heard = (input: Input) => {
			if (input.kind === "closed") ended(dialId, input);
			else if (isCurrent()) say(input);
		};
		const moved = () => {
			pauseWhenBehind();
			onWaiting();
		};
		const said = createFrameLine({ clock: ports.clock, frames: ports.frames, rule: reading, say: heard, moved });
		line = said;
		socket = ports.sockets.dial(request, {
			phase: (phase) => isCurrent() && say({ kind: "phase", dialId, phase }),
			opened: (info) =>
				isCurrent() &&
				say({
					kind: "opened",
					dialId,
					...info,
					subprotocol: maskChosen(info.subprotocol, request.subprotocols),
					security: maskedSecurity(info.security, (text) => maskText(text, request)),
				}),
			failed: (failure) => ended(dialId, { kind: "failed", dialId, failure: maskFailure(failure, request) }),
			frame: (opcode, bytes, text) => isCurrent() && said.hear({ kind: "frame", dialId, opcode, bytes, text }),
			largeFrame: (opcode, bytes) => isCurrent() && said.hearLarge({ dialId, opcode, bytes }),
			ping: (bytes) => isCurrent() && said.hear({ kind: "ping", dialId, bytes }),
			pong: (bytes) => isCurrent() && said.hear({ kind: "pong", dialId, bytes }),
			closed: (close) => said.hear({ kind: "closed", dialId, close: maskClose(close, secrets.mask()) }),
		});
	}

	function ended(dialId: number, said: Input): void {
		if (currentDial !== dialId) return;
		socket = null;
		say(said);
	}

	function pauseWhenBehind(): void {
		if (!socket) return;
		const step = pauseStep(isPaused, pendingBytes(), line?.isFull() ?? false);
		if (step === null) return;
		isPaused = step === "pause";
		socket[step]();
		say({ kind: "paused", on: isPaused });
	}

	return {
		dial,
		write(ref, text) {
			if (socket) socket.sendText(text, (error) => say({ kind: "written", ref, error }));
			else say({ kind: "written", ref, error: "the link was gone" });
		},
		ping: (payload) => socket?.ping(payload),
		close: (code, reason) => socket?.close(code, reason),
		destroy,
		pauseWhenBehind,
		waitingFrames: () => line?.waitingFrames() ?? 0,
	};
}
