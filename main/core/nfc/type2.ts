import { type Reading, readBinary, readExactly, TapProblem } from "./apdu.ts";
import { concat } from "./bytes.ts";

/** NDEF message bytes, or why the tag holds none. */
export type NdefFound = { kind: "message"; bytes: Uint8Array } | { kind: "none"; note: string };

const PAGE_BYTES = 4;
/** Most a reader gives in one read of a Type 2 tag. */
const READ_BYTES = 16;
const CC_PAGE = 3;
const DATA_ADDRESS = 16;
const TLV = { empty: 0x00, lockControl: 0x01, memoryControl: 0x02, ndef: 0x03, terminator: 0xfe } as const;

/** Source: NFC Forum Type 2 Tag: capability container in page 3, TLV blocks from page 4 on; read by PC/SC part 3 READ BINARY. */
export function* readType2(): Reading<NdefFound> {
	const readPages = (page: number, length: number) =>
		readExactly(readBinary(0xff, page >> 8, page & 0xff, length), length, `${length} bytes at page ${page}`);
	const head = yield* readPages(CC_PAGE, READ_BYTES);
	const [magic, version = 0, size = 0, access = 0] = head;
	if (magic !== 0xe1) return { kind: "none", note: "The tag is not formatted for NDEF." };
	if (version >> 4 !== 1)
		return { kind: "none", note: `The tag uses layout version ${version >> 4}.${version & 15}, which is not known here.` };
	if (access >> 4 !== 0) return { kind: "none", note: "The tag's contents are locked against reading." };

	const end = DATA_ADDRESS + size * 8;
	let memory = head.subarray(PAGE_BYTES);
	let address = DATA_ADDRESS;
	/** Bytes inside the data area that hold locks or belong to the maker. */
	const reserved: { from: number; to: number }[] = [];

	function* byte(what: string): Reading<number> {
		for (let hole = holeAt(); hole; hole = holeAt()) address = hole.to;
		if (address >= end) throw new TapProblem("pastEnd", `${what} would lie at byte ${address}, and the tag ends at ${end}.`);
		while (address - DATA_ADDRESS >= memory.length) {
			const length = Math.min(READ_BYTES, end - DATA_ADDRESS - memory.length);
			memory = concat([memory, yield* readPages((DATA_ADDRESS + memory.length) / PAGE_BYTES, length)]);
		}
		return memory[address++ - DATA_ADDRESS] ?? 0;
	}
	const holeAt = () => reserved.find(({ from, to }) => address >= from && address < to);
	function* bytes(length: number, what: string): Reading<Uint8Array> {
		if (address + length > end)
			throw new TapProblem("pastEnd", `${what} says ${length} bytes and only ${Math.max(0, end - address)} are left on the tag.`);
		const value = new Uint8Array(length);
		for (let at = 0; at < length; at++) value[at] = yield* byte(what);
		return value;
	}

	while (address < end) {
		const type = yield* byte("A block");
		if (type === TLV.empty) continue;
		if (type === TLV.terminator) break;
		const what = `Block ${type.toString(16).padStart(2, "0").toUpperCase()} at byte ${address - 1}`;
		let length = yield* byte(what);
		if (length === 0xff) {
			length = ((yield* byte(what)) << 8) | (yield* byte(what));
			if (length < 0xff || length === 0xffff) throw new TapProblem("wrongTlv", `${what} writes its length ${length} in the long form.`);
		}
		const value = yield* bytes(length, what);
		if (type === TLV.ndef) return { kind: "message", bytes: value };
		if (type === TLV.lockControl || type === TLV.memoryControl) {
			if (length !== 3) throw new TapProblem("wrongTlv", `${what} has ${length} bytes instead of 3.`);
			reserved.push(reservedBy(value, type === TLV.lockControl));
		}
	}
	return { kind: "none", note: "The tag is formatted and holds no NDEF message." };
}

/** Position (page address and byte offset), size (in bits for locks, bytes for memory), page size as a power of two. */
function reservedBy([position = 0, size = 0, page = 0]: Uint8Array, inBits: boolean): { from: number; to: number } {
	const from = (position >> 4) * 2 ** (page & 15) + (position & 15);
	const count = size === 0 ? 256 : size;
	return { from, to: from + (inBits ? Math.ceil(count / 8) : count) };
}
