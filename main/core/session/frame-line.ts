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
	/** Frames that arrived and were not said yet. */
	waitingFrames(): number;
}

export interface FrameLineOptions {
	clock: Pick<Clock, "nowMs" | "monoMs" | "after">;
	frames: FrameReader;
	rule: ReadingRule;
	/** Called with each input when its turn comes. */
	say(input: Input): void;
	/** `isFull` and `waitingFrames` may answer otherwise now. */
	moved(): void;
}

/** What an input that waits takes beside its bytes, about: millions of empty frames are not for nothing. */
const WAITING_COST_BYTES = 256;
/** Said in one go of what has waited; everybody else has a turn then. */
const SAID_AT_ONCE = 256;

type Large = Parameters<FrameLine["hearLarge"]>[0] & { at: { atMs: number; monoMs: number } };
type Waiting = ({ large: Large } | { input: Input }) & { bytes: number };

export function createFrameLine({ clock, frames, rule, say, moved }: FrameLineOptions): FrameLine {
	let queue: Waiting[] = [];
	/** Those of the queue that were taken already. */
	let taken = 0;
	/** A frame is being read, or the next portion has not had its turn yet. */
	let isHeld = false;
	let waitingBytes = 0;
	let waitingFrames = 0;

	const isFrame = (one: Waiting): boolean => "large" in one || one.input.kind === "frame";

	function add(one: Waiting): void {
		queue.push(one);
		waitingBytes += one.bytes;
		if (isFrame(one)) waitingFrames += 1;
	}

	function over(one: Waiting): void {
		waitingBytes -= one.bytes;
		if (isFrame(one)) waitingFrames -= 1;
	}

	function goOn(): void {
		let said = 0;
		while (!isHeld) {
			const one = queue[taken];
			if (one === undefined) {
				queue = [];
				taken = 0;
				return;
			}
			if (said === SAID_AT_ONCE) {
				isHeld = true;
				queue = queue.slice(taken);
				taken = 0;
				clock.after(0, letGo);
				return;
			}
			taken += 1;
			said += 1;
			if ("large" in one) read(one, one.large);
			else {
				over(one);
				say(one.input);
			}
		}
	}

	function letGo(): void {
		isHeld = false;
		goOn();
		moved();
	}

	function read(one: Waiting, { dialId, opcode, bytes, at }: Large): void {
		isHeld = true;
		void frames.read(rule, opcode, bytes).then((read) => {
			over(one);
			say({ kind: "frame", dialId, opcode, bytes: read.bytes, text: null, decoded: read.decoded, at });
			letGo();
		});
	}

	return {
		hear(input) {
			if (!isHeld && queue.length === 0) {
				say(input);
				return;
			}
			const bytes = "bytes" in input ? input.bytes.length : 0;
			// The socket's bytes are ours only during the call.
			const kept = "bytes" in input ? { ...input, bytes: input.bytes.slice() } : input;
			const wasFull = waitingBytes > WAITING_FRAME_BYTES;
			add({ input: kept, bytes: bytes + WAITING_COST_BYTES });
			if (!wasFull && waitingBytes > WAITING_FRAME_BYTES) moved();
		},
		hearLarge(frame) {
			const large = { ...frame, at: { atMs: clock.nowMs(), monoMs: clock.monoMs() } };
			add({ large, bytes: frame.bytes.length + WAITING_COST_BYTES });
			if (!isHeld) goOn();
			moved();
		},
		isFull: () => waitingBytes > WAITING_FRAME_BYTES,
		waitingFrames: () => waitingFrames,
	};
}
