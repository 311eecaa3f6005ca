/** One frame on its way to the client. */
export interface LoggedFrame {
	data: string | Uint8Array;
	/** True for a binary frame; bytes without it go out as a text frame, valid UTF-8 or not. */
	binary?: boolean;
	/** 0: not numbered. */
	sequence: number;
	/** Goes out on this link only and is never replayed. */
	onlyOn?: number;
	/** Lost on this link: a later one gets it by replay. */
	notOn?: number;
}

/** Frames by position, kept from the oldest one that may still be asked for. */
export interface FrameLog {
	push(frame: LoggedFrame): void;
	at(position: number): LoggedFrame | undefined;
	/** Position of the next frame to be pushed. */
	end(): number;
	/** Position of the first frame kept. */
	start(): number;
	/** Position of the first frame whose number is above `sequence`. */
	positionAfter(sequence: number): number;
	/** Forgets every frame before `position`. */
	forget(position: number): void;
	clear(): void;
}

export function createFrameLog(): FrameLog {
	let frames: LoggedFrame[] = [];
	/** Frames of the array that are forgotten, and how many were cut off before it. */
	let gone = 0;
	let cut = 0;
	const log: FrameLog = {
		push: (frame) => void frames.push(frame),
		at: (position) => (position < cut + gone ? undefined : frames[position - cut]),
		end: () => cut + frames.length,
		start: () => cut + gone,
		positionAfter(sequence) {
			for (let position = log.start(); position < log.end(); position++) if ((log.at(position)?.sequence ?? 0) > sequence) return position;
			return log.end();
		},
		forget(position) {
			gone = Math.max(gone, Math.min(position, log.end()) - cut);
			// The array is cut only now and then, so that forgetting costs nothing per frame.
			if (gone < 4096 && gone < frames.length) return;
			frames = frames.slice(gone);
			cut += gone;
			gone = 0;
		},
		clear: () => log.forget(log.end()),
	};
	return log;
}
