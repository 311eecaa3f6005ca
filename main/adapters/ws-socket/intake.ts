import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { Duplex } from "node:stream";
import { FrameSplitter } from "./frame-splitter.ts";
import { TURN_FRAMES, TURN_MS } from "./limits.ts";

/** Frames read between two looks at the clock. */
const STEP_FRAMES = 64;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * Stands between a connected socket and `ws`: what is written goes through; what arrives passes a `FrameSplitter` once the upgrade is done, and
 * only so much of it in one turn of the loop that everybody else gets an answer meanwhile.
 */
export class Intake extends Duplex {
	readonly frames: FrameSplitter;
	readonly #socket: Socket;
	/** Until `beginFrames` or `endFrames` the answer to the upgrade is passed on up to its end, and what is behind it is held back. */
	#phase: "head" | "headRead" | "frames" | "plain" = "head";
	/** Of a head that is not complete yet: its beginning, to tell an answer on the way from the last one; and its last bytes. */
	#headStart = "";
	#headTail: Buffer = Buffer.alloc(0);
	/** What arrived and is not passed on yet, and up to where it is read. */
	readonly #waiting: Buffer[] = [];
	#at = 0;
	#turnFrames = 0;
	#turnStartMs = 0;
	#turn: NodeJS.Immediate | null = null;
	#isWorking = false;
	#isHeld = false;
	#hasRoom = true;
	#hasEnded = false;
	#isEndTold = false;
	#fault: Error | null = null;
	#isClosed = false;

	constructor(socket: Socket, limitBytes: number) {
		super({ allowHalfOpen: false, emitClose: true });
		this.#socket = socket;
		this.frames = new FrameSplitter(limitBytes, (bytes) => {
			if (!this.push(bytes)) this.#hasRoom = false;
		});
		socket.on("data", (chunk: Buffer) => {
			this.#waiting.push(chunk);
			this.#work();
		});
		socket.on("end", () => {
			this.#hasEnded = true;
			this.#work();
		});
		socket.on("error", (error) => {
			this.#fault ??= error;
		});
		socket.on("close", () => {
			this.#isClosed = true;
			this.#work();
		});
	}

	/** The answer was 101: frames follow. */
	beginFrames(): void {
		this.#goOnAs("frames");
	}

	/** The answer was another one, whose body follows. */
	endFrames(): void {
		this.#goOnAs("plain");
	}

	/** Said while the head is being passed on, so it goes on after that. */
	#goOnAs(phase: "frames" | "plain"): void {
		this.#phase = phase;
		queueMicrotask(() => this.#work());
	}

	override _read(): void {
		this.#hasRoom = true;
		if (this.#turn === null) this.#work();
	}

	override pause(): this {
		this.#isHeld = true;
		this.#socket.pause();
		return super.pause();
	}

	override resume(): this {
		this.#isHeld = false;
		super.resume();
		this.#work();
		return this;
	}

	override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		this.#socket.write(chunk, done);
	}

	/** Header and text of a frame leave in one packet. */
	override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
		this.#socket.cork();
		chunks.forEach(({ chunk }, index) => {
			if (index === chunks.length - 1) this.#socket.write(chunk, done);
			else this.#socket.write(chunk);
		});
		this.#socket.uncork();
	}

	override _final(done: () => void): void {
		// What went wrong is told by the socket's end.
		if (this.#isClosed) done();
		else this.#socket.end(() => done());
	}

	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		if (this.#turn !== null) clearImmediate(this.#turn);
		this.#waiting.length = 0;
		this.#socket.destroy();
		done(error);
	}

	/** Passes on what may be passed on in this turn; reading from the network stops while something is left. */
	#work(): void {
		// Whoever hears of a frame may pause or resume: the call that is at work sees it.
		if (this.#isWorking || this.destroyed) return;
		this.#isWorking = true;
		while (!this.destroyed && this.#waiting.length > 0 && this.#mayGoOn()) {
			const chunk = this.#waiting[0] as Buffer;
			this.#at = this.#pass(chunk, this.#at);
			if (this.#at < chunk.length) continue;
			this.#waiting.shift();
			this.#at = 0;
		}
		this.#isWorking = false;
		if (this.destroyed) return;
		if (this.#waiting.length > 0) this.#socket.pause();
		else if (this.#hasEnded || this.#isClosed) this.#finish();
		else if (this.#hasRoom && !this.#isHeld) this.#socket.resume();
	}

	/** Whether anything may be passed on now; else a later call follows by itself or by whoever makes room. */
	#mayGoOn(): boolean {
		if (this.#phase === "headRead" || this.#isHeld || !this.#hasRoom) return false;
		if (this.#phase !== "frames") return true;
		if (this.#turn === null) {
			this.#turnFrames = 0;
			this.#turnStartMs = performance.now();
			this.#turn = setImmediate(() => {
				this.#turn = null;
				this.#work();
			});
		}
		return this.#turnFrames < TURN_FRAMES && performance.now() - this.#turnStartMs < TURN_MS;
	}

	/** Passes on from `at`; answers where it stopped. */
	#pass(chunk: Buffer, at: number): number {
		switch (this.#phase) {
			case "head":
				return this.#passHead(chunk, at);
			case "frames":
				this.#turnFrames += STEP_FRAMES;
				return this.frames.read(chunk, at, STEP_FRAMES);
			default:
				if (!this.push(chunk.subarray(at))) this.#hasRoom = false;
				return chunk.length;
		}
	}

	#passHead(chunk: Buffer, at: number): number {
		const seen = Buffer.concat([this.#headTail, chunk.subarray(at)]);
		if (this.#headStart.length < 16) this.#headStart += chunk.subarray(at, at + 16).toString("latin1");
		const found = seen.indexOf(HEAD_END);
		const end = found === -1 ? chunk.length : at + found + HEAD_END.length - this.#headTail.length;
		this.#headTail = found === -1 ? seen.subarray(-3) : Buffer.alloc(0);
		if (found !== -1) {
			// An answer on the way (103 and its like) is followed by another head.
			if (!/^HTTP\/1\.[01] 1(?!01)\d\d/.test(this.#headStart)) this.#phase = "headRead";
			this.#headStart = "";
		}
		// May call `beginFrames` at once.
		if (!this.push(chunk.subarray(at, end))) this.#hasRoom = false;
		return end;
	}

	#finish(): void {
		if (this.#fault !== null && this.#isClosed) this.destroy(this.#fault);
		else if (!this.#isEndTold) {
			this.#isEndTold = true;
			this.push(null);
		}
	}
}
