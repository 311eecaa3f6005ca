import type { TapFailure } from "../../../schemas/reader.ts";
import { concat } from "./bytes.ts";

/** Gives command APDUs, is handed each response, ends with what was read. Does no I/O; throws TapProblem. */
export type Reading<T> = Generator<Uint8Array, T, Uint8Array>;

/** Why a tap failed; ends the reading. */
export class TapProblem extends Error {
	readonly reason: TapFailure;

	constructor(reason: TapFailure, message: string) {
		super(message);
		this.name = "TapProblem";
		this.reason = reason;
	}
}

export interface Answer {
	data: Uint8Array;
	/** SW1 SW2 as one number. */
	status: number;
}

export const OK = 0x9000;
/** "Operation failed": what many readers say of a card that just moved. */
const FAILED = 0x6300;
/** A card that keeps saying "more" is stopped here; the longest APDU has 64 KiB. */
const MAX_PARTS = 256;

export const statusText = (status: number): string =>
	`${(status >> 8).toString(16)} ${(status & 0xff).toString(16)}`.toUpperCase().replace(/\b(\w)\b/g, "0$1");

function split(response: Uint8Array): Answer {
	if (response.length < 2) throw new TapProblem("partialRead", `The card answered with ${response.length} bytes, less than a status.`);
	const [sw1 = 0, sw2 = 0] = response.subarray(-2);
	return { data: response.subarray(0, -2), status: (sw1 << 8) | sw2 };
}

/** One command; follows `61 xx` (more is waiting) and `6C xx` (asked for the wrong length), which T=0 cards answer. */
function* exchange(command: Uint8Array): Reading<Answer> {
	let answer = split(yield command);
	if (answer.status >> 8 === 0x6c) {
		const corrected = command.slice();
		corrected[command.length - 1] = answer.status & 0xff;
		answer = split(yield corrected);
	}
	const parts = [answer.data];
	for (let count = 0; answer.status >> 8 === 0x61 && count < MAX_PARTS; count++) {
		answer = split(yield Uint8Array.of(command[0] === 0xff ? 0 : (command[0] ?? 0), 0xc0, 0, 0, answer.status & 0xff));
		parts.push(answer.data);
	}
	return { data: parts.length === 1 ? answer.data : concat(parts), status: answer.status };
}

/** Once more after "operation failed". */
export function* exchangeTwice(command: Uint8Array): Reading<Answer> {
	const answer = yield* exchange(command);
	return answer.status === FAILED ? yield* exchange(command) : answer;
}

/** The data of a read of exactly `length` bytes. */
export function* readExactly(command: Uint8Array, length: number, what: string): Reading<Uint8Array> {
	const { data, status } = yield* exchangeTwice(command);
	if (status !== OK) throw new TapProblem(reasonOf(status), `Reading ${what} was answered with ${statusText(status)}.`);
	if (data.length < length) throw new TapProblem("partialRead", `Reading ${what} brought ${data.length} of ${length} bytes.`);
	return data.subarray(0, length);
}

function reasonOf(status: number): TapFailure {
	switch (status) {
		case 0x6282: // end reached early
		case 0x6a82: // no such block
		case 0x6b00: // offset outside
			return "pastEnd";
		case 0x6982:
		case 0x6986:
			return "readRefused";
		default:
			return "readFailed";
	}
}

/** Le says how many bytes are wanted, 1 to 256. */
export const readBinary = (cla: number, p1: number, p2: number, length: number): Uint8Array =>
	Uint8Array.of(cla, 0xb0, p1, p2, length === 256 ? 0 : length);
