/**
 * RC2 in CBC mode (RFC 2268), for opening only: files that macOS and older Windows export have their certificates under it, and OpenSSL keeps it
 * out of what Node can use. The certificates are public; what it hides need not be hidden well.
 */

/** RFC 2268, section 2: the digits of pi shuffle 0 to 255. */
const PI = Buffer.from(
	"d978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2" +
		"179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82" +
		"54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626" +
		"6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7" +
		"08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec" +
		"c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731" +
		"2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9" +
		"0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad",
	"hex",
);
const BLOCK = 8;
const ROTATED = [1, 2, 3, 5] as const;
const pi = (at: number): number => PI[at & 0xff] as number;

/** The 64 words of the key's schedule; effective bits are those of the key. */
function schedule(key: Uint8Array): Uint16Array {
	const bytes = new Uint8Array(128);
	bytes.set(key);
	const { length } = key;
	for (let at = length; at < 128; at += 1) bytes[at] = pi((bytes[at - 1] as number) + (bytes[at - length] as number));
	bytes[128 - length] = pi(bytes[128 - length] as number);
	for (let at = 127 - length; at >= 0; at -= 1) bytes[at] = pi((bytes[at + 1] as number) ^ (bytes[at + length] as number));
	return Uint16Array.from({ length: 64 }, (_, at) => (bytes[2 * at] as number) | ((bytes[2 * at + 1] as number) << 8));
}

function openBlock(words: Uint16Array, block: Uint8Array): Uint8Array {
	const r = Uint16Array.from({ length: 4 }, (_, at) => (block[2 * at] as number) | ((block[2 * at + 1] as number) << 8));
	const word = (at: number): number => r[at & 3] as number;
	let next = 63;
	const mixBack = (): void => {
		for (let at = 3; at >= 0; at -= 1) {
			const by = ROTATED[at] as number;
			const turned = (word(at) >>> by) | (word(at) << (16 - by));
			r[at] = turned - (words[next] as number) - (word(at + 3) & word(at + 2)) - (~word(at + 3) & word(at + 1));
			next -= 1;
		}
	};
	const mashBack = (): void => {
		for (let at = 3; at >= 0; at -= 1) r[at] = word(at) - (words[word(at + 3) & 63] as number);
	};
	for (const [part, rounds] of [5, 6, 5].entries()) {
		if (part > 0) mashBack();
		for (let round = 0; round < rounds; round += 1) mixBack();
	}
	return new Uint8Array(r.buffer);
}

/** What was under it, without its padding. Throws when that is none. */
export function openRc2Cbc(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Buffer {
	if (data.length === 0 || data.length % BLOCK !== 0) throw new Error("not whole blocks");
	const words = schedule(key);
	const out = Buffer.alloc(data.length);
	let before = iv;
	for (let at = 0; at < data.length; at += BLOCK) {
		const block = data.subarray(at, at + BLOCK);
		openBlock(words, block).forEach((byte, index) => {
			out[at + index] = byte ^ (before[index] as number);
		});
		before = block;
	}
	const padding = out[out.length - 1] as number;
	if (padding < 1 || padding > BLOCK || out.subarray(-padding).some((byte) => byte !== padding)) throw new Error("no padding");
	return out.subarray(0, -padding);
}
