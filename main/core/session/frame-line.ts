import { WAITING_FRAME_BYTES } from "../limits.ts";
import type { Clock, FrameReader } from "../ports.ts";
import type { ReadingRule } from "../protocols/door.ts";
import type { Input } from "./machine.ts";

/** What one link says, in its order: whatever comes behind a frame that is still read beside main waits for it. */
export interface FrameLine {
	hear(input: Input): void;
	/** A frame too large for main; its bytes belong to the line. */
	hearLarge(frame: { dialId: number; opcode: "text" | "binary"; bytes: Uint8Array }): void;
	/** So much waits that reading from the network has to stop. */
	isFull(): boolean;
}

export interface FrameLineOptions {
	clock: Pick<Clock, "nowMs" | "monoMs">;
	frames: FrameReader;
	rule: ReadingRule;
	/** Called with each input when its turn comes. */
	say(input: Input): void;
	/** `isFull` may answer otherwise now. */
	moved(): void;
}

export function createFrameLine({ clock, frames, rule, say, moved }: FrameLineOptions): FrameLine {
	/** What waits behind the frame that is being read; null while none is. */
	let waiting: (() => void)[] | null = null;
	let waitingBytes = 0;

	function goOn(): void {
		const due = waiting ?? [];
		waiting = null;
		while (due.length > 0) {
			// A large frame among them makes the rest wait again.
			if (waiting !== null) {
				(waiting as (() => void)[]).push(...due);
				return;
			}
			due.shift()?.();
		}
	}

	function hear(input: Input): void {
		if (waiting === null) {
			say(input);
			return;
		}
		const bytes = "bytes" in input ? input.bytes.length : 0;
		waitingBytes += bytes;
		// The socket's bytes are ours only during the call.
		const kept = "bytes" in input ? { ...input, bytes: input.bytes.slice() } : input;
		waiting.push(() => {
			waitingBytes -= bytes;
			say(kept);
		});
	}

	function read({ dialId, opcode, bytes }: Parameters<FrameLine["hearLarge"]>[0], at: { atMs: number; monoMs: number }): void {
		waiting = [];
		void frames.read(rule, opcode, bytes).then((read) => {
			waitingBytes -= bytes.length;
			say({ kind: "frame", dialId, opcode, bytes: read.bytes, text: null, decoded: read.decoded, at });
			goOn();
			moved();
		});
	}

	return {
		hear,
		hearLarge(frame) {
			const at = { atMs: clock.nowMs(), monoMs: clock.monoMs() };
			waitingBytes += frame.bytes.length;
			if (waiting === null) read(frame, at);
			else waiting.push(() => read(frame, at));
			moved();
		},
		isFull: () => waitingBytes > WAITING_FRAME_BYTES,
	};
}
