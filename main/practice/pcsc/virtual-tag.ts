import { connect, type Socket } from "node:net";

/** Answers to reset of the cards the tests play. */
export const ATR = {
	ultralight: "3b8f8001804f0ca0000003060300030000000068",
	classic1k: "3b8f8001804f0ca000000306030001000000006a",
	/** Type 4 tags, DESFire, phones. */
	isoDep: "3b8180018080",
	contact: "3b6500002063cb6800",
} as const;

/** What a tag does instead of answering, JSON-safe so that it can be told to another process. */
export interface TagFault {
	/** Commands that begin with this hex. */
	command: string;
	/** Of those, from the first to the last with these numbers, 1-based; default: all. */
	from?: number;
	to?: number;
	/** `remove` takes the card away; `hang` never answers; hex is the response. */
	does: "remove" | "hang" | { answer: string };
}

export interface TagSpec {
	/** Hex. */
	uid: string;
	atr: string;
	kind: "type2" | "type4" | "bare";
	/** NDEF message, hex; null is a tag without NDEF. */
	message: string | null;
	/** Type 2: bytes of the data area. Type 4: bytes of the NDEF file. */
	sizeBytes?: number;
	/** Type 2: the whole data area, hex, instead of a message in a TLV. */
	dataArea?: string;
	/** Type 4: bytes it gives in one read. */
	mleBytes?: number;
	faults?: TagFault[];
}

const sw = (status: number): Buffer => Buffer.from([status >> 8, status & 0xff]);
const ok = (data: Buffer): Buffer => Buffer.concat([data, sw(0x9000)]);

/** Wraps a message into the NDEF block of a Type 2 tag, with its terminator. */
function tlvOf(message: Buffer): Buffer {
	const length = message.length < 255 ? [message.length] : [0xff, message.length >> 8, message.length & 0xff];
	return Buffer.concat([Buffer.from([0x03, ...length]), message, Buffer.from([0xfe])]);
}

function type2Answers(spec: TagSpec): (command: Buffer) => Buffer {
	const content =
		spec.dataArea !== undefined
			? Buffer.from(spec.dataArea, "hex")
			: spec.message === null
				? Buffer.alloc(0)
				: tlvOf(Buffer.from(spec.message, "hex"));
	const size = spec.sizeBytes ?? Math.max(48, Math.ceil(content.length / 8) * 8);
	const memory = Buffer.alloc(16 + Math.max(size, content.length));
	if (spec.message !== null || spec.dataArea !== undefined) Buffer.from([0xe1, 0x10, size / 8, 0x00]).copy(memory, 12);
	content.copy(memory, 16);
	return (command) => {
		const [cla, ins, p1 = 0, p2 = 0, le = 0] = command;
		if (cla !== 0xff || ins !== 0xb0) return sw(0x6a81);
		const at = ((p1 << 8) | p2) * 4;
		const count = le === 0 ? 16 : le;
		return at + count > memory.length ? sw(0x6300) : ok(memory.subarray(at, at + count));
	};
}

function type4Answers(spec: TagSpec): (command: Buffer) => Buffer {
	const message = spec.message === null ? null : Buffer.from(spec.message, "hex");
	const size = spec.sizeBytes ?? Math.max(2048, (message?.length ?? 0) + 2);
	const mle = spec.mleBytes ?? 0xf6;
	const cc = Buffer.from([0, 15, 0x20, mle >> 8, mle & 0xff, 0x00, 0xf6, 0x04, 0x06, 0xe1, 0x04, size >> 8, size & 0xff, 0x00, 0x00]);
	const length = message?.length ?? 0;
	const file = Buffer.concat([Buffer.from([length >> 8, length & 0xff]), message ?? Buffer.alloc(0)]);
	let selected: Buffer | null = null;
	let isOpen = false;
	return (command) => {
		const [cla, ins, p1 = 0, p2 = 0] = command;
		if (cla !== 0) return sw(0x6e00);
		const data = command.subarray(5, 5 + (command[4] ?? 0)).toString("hex");
		if (ins === 0xa4 && p1 === 4) {
			isOpen = message !== null && data === "d2760000850101";
			return sw(isOpen ? 0x9000 : 0x6a82);
		}
		if (!isOpen) return sw(0x6985);
		if (ins === 0xa4) {
			selected = data === "e103" ? cc : data === "e104" ? file : null;
			return sw(selected ? 0x9000 : 0x6a82);
		}
		if (ins !== 0xb0 || selected === null) return sw(0x6d00);
		const at = (p1 << 8) | p2;
		const count = command[4] || 256;
		return at + count > selected.length || count > Math.max(mle, 15) ? sw(0x6700) : ok(selected.subarray(at, at + count));
	};
}

/** Answers as the tag would, without a reader: for tests of the readings alone. */
export function createTagAnswers(spec: TagSpec): (command: Uint8Array) => Buffer | "remove" | "hang" {
	const uid = Buffer.from(spec.uid, "hex");
	const answers = spec.kind === "type2" ? type2Answers(spec) : spec.kind === "type4" ? type4Answers(spec) : () => sw(0x6a81);
	const counts = new Map<TagFault, number>();
	return (bytes) => {
		const command = Buffer.from(bytes);
		for (const fault of spec.faults ?? []) {
			if (!command.toString("hex").startsWith(fault.command)) continue;
			const count = (counts.get(fault) ?? 0) + 1;
			counts.set(fault, count);
			if (count < (fault.from ?? 1) || count > (fault.to ?? Number.POSITIVE_INFINITY)) continue;
			return typeof fault.does === "string" ? fault.does : Buffer.from(fault.does.answer, "hex");
		}
		if (command[0] === 0xff && command[1] === 0xca) return ok(uid);
		return answers(command);
	};
}

export interface VirtualTag {
	/** Lays the tag on the virtual reader; rejects when there is none. */
	insert(): Promise<void>;
	remove(): Promise<void>;
}

/** Commands of one byte from the virtual reader; only the last is answered. */
const GET_ATR = 4;

/**
 * A tag on the virtual reader of vsmartcard (vpcd), which listens for cards on loopback.
 * Shape: each message is a 2-byte big-endian length and that many bytes; one byte is a command of the reader, more are an APDU.
 */
export function createVirtualTag(spec: TagSpec, port: number): VirtualTag {
	const answers = createTagAnswers(spec);
	const atr = Buffer.from(spec.atr, "hex");
	let socket: Socket | null = null;

	function send(to: Socket, bytes: Buffer): void {
		const message = Buffer.alloc(2 + bytes.length);
		message.writeUInt16BE(bytes.length);
		bytes.copy(message, 2);
		if (to.writable) to.write(message);
	}
	function hear(from: Socket, message: Buffer): void {
		if (message.length === 1) {
			if (message[0] === GET_ATR) send(from, atr);
			return;
		}
		const answer = answers(message);
		if (answer === "remove") from.destroy();
		else if (answer !== "hang") send(from, answer);
	}

	return {
		insert: () =>
			new Promise<void>((resolve, reject) => {
				const own = connect(port, "127.0.0.1");
				socket = own;
				own.setNoDelay(true);
				own.once("connect", () => resolve());
				own.on("error", reject);
				let pending = Buffer.alloc(0);
				own.on("data", (data) => {
					pending = Buffer.concat([pending, data]);
					while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
						const end = 2 + pending.readUInt16BE(0);
						hear(own, pending.subarray(2, end));
						pending = pending.subarray(end);
					}
				});
			}),
		remove: () =>
			new Promise<void>((resolve) => {
				if (socket === null || socket.destroyed) return resolve();
				socket.once("close", () => resolve());
				socket.destroy();
			}),
	};
}
