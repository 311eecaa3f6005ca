/** One WebSocket text frame from a server, header and all, with a hole for its number. */
interface Template {
	bytes: Buffer;
	/** Where the number's digits go. */
	at: number;
}

export interface FrameShape {
	/** Frames of the whole stream; the first is RUN_STARTED, the last RUN_FINISHED. */
	frames: number;
	/** What all others are: CUSTOM, or pieces of one long answer. */
	content?: "custom" | "answer";
	/** Bytes of each frame's text. Exact from 200 on; a smaller frame is as small as it can be. */
	bytesPerFrame: number;
	framing: "flat" | "enveloped";
}

/** RFC 6455, 5.2: FIN and opcode 1, no mask, length in 7, 16 or 64 bits. */
function header(length: number): Buffer {
	if (length <= 125) return Buffer.from([0x81, length]);
	if (length <= 0xffff) return Buffer.from([0x81, 126, length >> 8, length & 0xff]);
	const long = Buffer.alloc(10);
	long.set([0x81, 127]);
	long.writeBigUInt64BE(BigInt(length), 2);
	return long;
}

function template(shape: FrameShape, event: Record<string, unknown>, digits: number): Template {
	const { type, ...members } = event;
	const note = "turnstile log ".repeat(Math.ceil(shape.bytesPerFrame / 14));
	const write = (padding: string): [string, string] => {
		const said = type === "TEXT_MESSAGE_CONTENT" ? { ...members, delta: padding } : { ...members, metadata: { practice: padding } };
		const rest = JSON.stringify(said).slice(1);
		return shape.framing === "flat"
			? [`{"type":"${type}","sequence":`, `,${rest}`]
			: ['{"type":"agui.event","sequence":', `,"event":{"type":"${type}",${rest}}`];
	};
	const bare = write("").join("").length + digits;
	const [before, after] = write(note.slice(0, Math.max(0, shape.bytesPerFrame - bare)));
	const text = Buffer.from(`${before}${"0".repeat(digits)}${after}`);
	const head = header(text.length);
	return { bytes: Buffer.concat([head, text]), at: head.length + before.length };
}

function typeOf({ frames, content }: FrameShape, sequence: number): string {
	if (sequence === 1) return "RUN_STARTED";
	if (sequence === frames) return "RUN_FINISHED";
	if (content !== "answer") return "CUSTOM";
	return sequence === 2 ? "TEXT_MESSAGE_START" : "TEXT_MESSAGE_CONTENT";
}

/** Builds runs of frames as one buffer each: nothing is serialised per frame, a template is copied and its digits are written. */
export function createFrameBatches(shape: FrameShape, threadId: string): (from: number, to: number) => Buffer {
	const run = { threadId, runId: "r-load" };
	const cache = new Map<string, Template>();
	const membersOf = (type: string) => {
		if (type === "CUSTOM") return { type, name: "practice.turnstile", value: { gate: "Gate 3", badge: "42-B", opened: true } };
		if (type === "TEXT_MESSAGE_START") return { type, messageId: "m-load", role: "assistant" };
		return type === "TEXT_MESSAGE_CONTENT" ? { type, messageId: "m-load" } : { type, ...run };
	};
	const templateOf = (sequence: number): Template => {
		const type = typeOf(shape, sequence);
		const digits = String(sequence).length;
		const key = `${type}${digits}`;
		const known = cache.get(key);
		if (known) return known;
		const members = membersOf(type);
		const made = template(shape, members, digits);
		cache.set(key, made);
		return made;
	};
	return (from, to) => {
		let size = 0;
		for (let sequence = from; sequence <= to; sequence++) size += templateOf(sequence).bytes.length;
		const batch = Buffer.allocUnsafe(size);
		let offset = 0;
		for (let sequence = from; sequence <= to; sequence++) {
			const { bytes, at } = templateOf(sequence);
			bytes.copy(batch, offset);
			batch.write(String(sequence), offset + at, "latin1");
			offset += bytes.length;
		}
		return batch;
	};
}
