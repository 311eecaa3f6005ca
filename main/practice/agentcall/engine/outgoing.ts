import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { FrameLog, LoggedFrame } from "./frame-log.ts";

/** Bytes the socket may hold before the log waits. Enough to keep a loopback link busy, little enough to stay out of memory. */
const HIGH_WATER_BYTES = 1024 * 1024;

export interface Link {
	id: number;
	ws: WebSocket;
	/** The connection under `ws`: corked around a batch, destroyed for a cut. */
	socket: Duplex;
	/** Says nothing and answers nothing any more, not even pings. */
	muted: boolean;
	/** Pings sent. */
	pings: number;
}

/** Writes the log to whichever link is there. Replay and live frames take the same way, so their order cannot differ. */
export interface Outgoing {
	attach(link: Link, fromPosition: number): void;
	detach(): void;
	/** Something was pushed. */
	kick(): void;
	/** Position of the next frame to write. */
	position(): number;
	/** Resolves when everything pushed so far was handed to the system, or the link is gone. */
	flushed(): Promise<void>;
	/** Resolves when fewer than `frames` wait in the log for this link, or the link is gone. */
	room(frames: number): Promise<void>;
}

export function createOutgoing(log: FrameLog, onWritten: (frame: LoggedFrame) => void): Outgoing {
	let link: Link | null = null;
	let next = 0;
	let blocked = false;
	let waiting: { done: () => boolean; resolve: () => void }[] = [];

	function settle(): void {
		if (waiting.length === 0) return;
		const ready = waiting.filter((one) => link === null || one.done());
		waiting = waiting.filter((one) => !ready.includes(one));
		for (const one of ready) one.resolve();
	}

	function unblock(): void {
		blocked = false;
		pump();
	}

	function pump(): void {
		if (link && !blocked && link.ws.readyState === link.ws.OPEN) write(link);
		settle();
	}

	function write(link: Link): void {
		const { ws, socket, id } = link;
		socket.cork();
		for (; next < log.end(); next++) {
			if (ws.bufferedAmount > HIGH_WATER_BYTES) {
				blocked = true;
				socket.once("drain", unblock);
				break;
			}
			const frame = log.at(next);
			if (!frame || (frame.onlyOn !== undefined && frame.onlyOn !== id) || frame.notOn === id) continue;
			if (!link.muted) ws.send(frame.data, { binary: frame.binary ?? false });
			onWritten(frame);
		}
		socket.uncork();
	}

	const until = (done: () => boolean): Promise<void> =>
		link === null || done() ? Promise.resolve() : new Promise((resolve) => void waiting.push({ done, resolve }));

	return {
		attach(newLink, fromPosition) {
			link = newLink;
			next = fromPosition;
			blocked = false;
			pump();
		},
		detach() {
			link?.socket.off("drain", unblock);
			link = null;
			settle();
		},
		kick: pump,
		position: () => next,
		room: (frames) => until(() => log.end() - next < frames),
		async flushed() {
			await until(() => next >= log.end());
			const { ws } = link ?? {};
			// A stream says when it is empty only to those who wrote last, so it is asked now and then.
			while (ws && ws.readyState === ws.OPEN && ws.bufferedAmount > 0) await new Promise((resolve) => setTimeout(resolve, 1));
		},
	};
}
