import { LARGE_FRAME_BYTES } from "../../core/limits.ts";

/** What the headers read so far say of a message that is refused for its size. */
export interface AnnouncedSize {
	bytes: number;
	fragments: number;
	/** The last fragment's header was among them. */
	isWhole: boolean;
}

/** Bytes of a message in fragments up to here are put into memory of this size, beyond it into memory as large as a message may be. */
const FIRST_GATHERING_BYTES = 8 * 1024 * 1024;

/** The message that is being received, when it is kept from `ws`. */
interface Gathered {
	opcode: number;
	fragments: number;
	length: number;
	into: Uint8Array;
	/** The size is known: one frame. */
	isOneFrame: boolean;
}

/**
 * Reads the headers of what a WebSocket server sends (RFC 6455 section 5.2) and keeps large messages, and those in fragments, from `ws`: each
 * packet is put where the message will lie, while `ws` would gather packets and copy 8 MiB or 256 MiB at once. In the place of such a message
 * `ws` gets the same frames without their bytes, so order, control frames between fragments and every rule stay its business. What breaks a
 * rule goes to `ws` as it is, and everything after it.
 * Layout of a header: FIN and RSV bits and opcode; mask bit and length; then 0, 2 or 8 bytes of length.
 */
export class FrameSplitter {
	/** Set when a message passes the limit. */
	refusedSize: AnnouncedSize | null = null;
	readonly #limitBytes: number;
	readonly #pass: (bytes: Buffer) => void;
	/** A header that came in pieces. */
	readonly #header = Buffer.alloc(10);
	#headerLength = 0;
	/** Payload still to come of the frame at hand, and where it goes. */
	#left = 0;
	#goes: "through" | "into" = "through";
	#isFinal = true;
	#open: Gathered | null = null;
	/** Small messages in one frame that `ws` will tell before the first of `#kept`. */
	#plain = 0;
	/** Messages kept from `ws`, and how many plain ones stand before each. */
	readonly #kept: { plainBefore: number; bytes: Uint8Array }[] = [];
	#isBroken = false;

	/** `pass` takes what `ws` is to read. */
	constructor(limitBytes: number, pass: (bytes: Buffer) => void) {
		this.#limitBytes = limitBytes;
		this.#pass = pass;
	}

	/** The bytes of the message that `ws` tells now; null when `ws` has them. */
	next(): Uint8Array | null {
		const [first] = this.#kept;
		if (first === undefined) {
			this.#plain -= 1;
			return null;
		}
		if (first.plainBefore > 0) {
			first.plainBefore -= 1;
			return null;
		}
		this.#kept.shift();
		return first.bytes;
	}

	/** Reads from `at` until the end or until `mostFrames` began; answers where it stopped. */
	read(chunk: Buffer, at: number, mostFrames: number): number {
		/** What `ws` may have of this chunk and does not have yet. */
		let from = at;
		let frames = 0;
		const passOn = (to: number) => {
			if (to > from) this.#pass(from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to));
			from = to;
		};
		let position = at;
		while (position < chunk.length) {
			if (this.#isBroken) {
				position = chunk.length;
				break;
			}
			if (this.#left > 0) {
				const end = Math.min(chunk.length, position + this.#left);
				this.#left -= end - position;
				if (this.#goes === "into") {
					this.#gather(chunk, position, end);
					from = end;
				}
				position = end;
				if (this.#left === 0) this.#frameEnded();
				continue;
			}
			if (frames === mostFrames) break;
			const start = position;
			position = this.#readHeader(chunk, position);
			if (this.#headerLength < headerLengthOf(this.#header, this.#headerLength)) {
				// Held back until it is whole: what becomes of the frame is not known yet.
				passOn(start);
				from = position;
				continue;
			}
			frames += 1;
			const wasWhole = position - start === this.#headerLength;
			const length = this.#headerLength;
			this.#headerLength = 0;
			const fate = this.#frameBegins();
			if (fate === "through" && wasWhole) {
				if (this.#left === 0) this.#frameEnded();
				continue;
			}
			passOn(start);
			from = position;
			if (fate === "through") this.#pass(Buffer.from(this.#header.subarray(0, length)));
			if (fate === "refused") this.#pass(frameOf(this.#header[0] as number, this.#limitBytes + 1));
			if (this.#left === 0) this.#frameEnded();
		}
		passOn(position);
		return position;
	}

	#readHeader(chunk: Buffer, at: number): number {
		let position = at;
		do {
			this.#header[this.#headerLength++] = chunk[position++] as number;
		} while (position < chunk.length && this.#headerLength < headerLengthOf(this.#header, this.#headerLength));
		return position;
	}

	/** Decides what becomes of the frame whose header is whole. */
	#frameBegins(): "through" | "kept" | "refused" {
		const [first = 0, second = 0] = this.#header;
		const isFinal = (first & 0x80) !== 0;
		const opcode = first & 0x0f;
		const length = lengthOf(this.#header);
		const isData = opcode === 0x1 || opcode === 0x2;
		const isRegular =
			(first & 0x70) === 0 &&
			(second & 0x80) === 0 &&
			length <= Number.MAX_SAFE_INTEGER &&
			(isData ? this.#open === null : opcode >= 8 || this.#open !== null);
		if (!isRegular || (opcode > 0x2 && opcode < 0x8)) {
			this.#isBroken = true;
			return "through";
		}
		this.#left = length;
		this.#goes = "through";
		if (opcode >= 0x8) {
			// `ws` refuses one that is in fragments or too long; nothing after it is read.
			this.#isBroken = !isFinal || length > 125;
			return "through";
		}
		const bytes = (this.#open?.length ?? 0) + length;
		const fragments = (this.#open?.fragments ?? 0) + 1;
		if (bytes > this.#limitBytes) {
			this.refusedSize = { bytes, fragments, isWhole: isFinal };
			this.#isBroken = true;
			return "refused";
		}
		if (isData && isFinal && length <= LARGE_FRAME_BYTES) {
			this.#plain += 1;
			return "through";
		}
		this.#goes = "into";
		this.#isFinal = isFinal;
		if (this.#open !== null) this.#open.fragments += 1;
		else
			this.#open = {
				opcode,
				fragments: 1,
				length: 0,
				into: isFinal ? sharedBytes(length) : new Uint8Array(LARGE_FRAME_BYTES),
				isOneFrame: isFinal,
			};
		return "kept";
	}

	#gather(chunk: Buffer, from: number, to: number): void {
		const open = this.#open as Gathered;
		const end = open.length + to - from;
		if (end > open.into.length) {
			const larger = sharedBytes(end <= FIRST_GATHERING_BYTES ? Math.min(FIRST_GATHERING_BYTES, this.#limitBytes) : this.#limitBytes);
			larger.set(open.into.subarray(0, open.length));
			open.into = larger;
		}
		open.into.set(chunk.subarray(from, to), open.length);
		open.length = end;
	}

	#frameEnded(): void {
		if (this.#goes === "through" || this.#open === null) return;
		this.#goes = "through";
		const { opcode, fragments, length, into, isOneFrame } = this.#open;
		const first = (this.#isFinal ? 0x80 : 0) | (fragments === 1 ? opcode : 0);
		if (this.#isFinal) {
			this.#open = null;
			this.#kept.push({ plainBefore: this.#plain, bytes: isOneFrame ? into : into.subarray(0, length) });
			this.#plain = 0;
		}
		this.#pass(Buffer.from([first, 0]));
	}
}

const sharedBytes = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length));

function headerLengthOf(header: Buffer, read: number): number {
	if (read < 2) return 2;
	const short = (header[1] as number) & 0x7f;
	return short === 126 ? 4 : short === 127 ? 10 : 2;
}

function lengthOf(header: Buffer): number {
	const short = (header[1] as number) & 0x7f;
	if (short === 126) return header.readUInt16BE(2);
	return short === 127 ? header.readUInt32BE(2) * 2 ** 32 + header.readUInt32BE(6) : short;
}

/** The header of a frame that says it is so long. */
function frameOf(first: number, length: number): Buffer {
	const header = Buffer.from([first, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
	header.writeBigUInt64BE(BigInt(length), 2);
	return header;
}
