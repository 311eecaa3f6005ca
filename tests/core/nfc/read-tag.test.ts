import { describe, expect, it } from "vitest";
import { createTagReading, type Step } from "../../../main/core/nfc/read-tag.ts";
import { messageBytes, messageOf, text, uri } from "../../../main/practice/pcsc/ndef-bytes.ts";
import { ATR, createTagAnswers, type TagSpec } from "../../../main/practice/pcsc/virtual-tag.ts";

const MESSAGE = messageBytes([uri(4, "example.org/a"), text("en", "hello tag")]);
const type2 = (more: Partial<TagSpec> = {}): TagSpec => ({
	uid: "04a1b2c3d4e5f6",
	atr: ATR.ultralight,
	kind: "type2",
	message: MESSAGE.toString("hex"),
	...more,
});
const type4 = (more: Partial<TagSpec> = {}): TagSpec => ({
	uid: "04a1b2c3d4e5f6",
	atr: ATR.isoDep,
	kind: "type4",
	message: MESSAGE.toString("hex"),
	...more,
});

/** Carries a whole reading between the tag and the step function. */
function read(spec: TagSpec): { end: Exclude<Step, { kind: "send" }>; commands: string[] } {
	const answers = createTagAnswers(spec);
	const reading = createTagReading(Buffer.from(spec.atr, "hex"));
	const commands: string[] = [];
	let step = reading.step(null);
	while (step.kind === "send") {
		commands.push(Buffer.from(step.command).toString("hex"));
		const answer = answers(step.command);
		if (typeof answer === "string") throw new Error(`the tag did ${answer}`);
		step = reading.step(answer);
	}
	return { end: step, commands };
}
const content = (spec: TagSpec) => {
	const { end } = read(spec);
	if (end.kind !== "read") expect.fail(`${end.reason}: ${end.message}`);
	return end.content;
};
const failure = (spec: TagSpec) => {
	const { end } = read(spec);
	if (end.kind !== "failed") expect.fail("it was read");
	return end.reason;
};
const payloadOf = (spec: TagSpec) =>
	Buffer.concat((content(spec).ndef?.records ?? []).map(({ payload }) => Buffer.from(payload, "base64")));

describe("a Type 2 tag", () => {
	it("is read whole", () => {
		expect(content(type2())).toMatchObject({
			uid: "04a1b2c3d4e5f6",
			isRandomUid: false,
			atr: ATR.ultralight,
			technologies: ["NFC-A", "MIFARE-Ultralight"],
			ndef: {
				records: [
					{ type: "U", decoded: { url: "https://example.org/a" } },
					{ type: "T", decoded: { text: "hello tag", lang: "en" } },
				],
			},
		});
	});

	it.each([8, 100, 254, 255, 258, 600, 2000])("keeps every byte of %i", (bytes) => {
		const message = messageOf(bytes, bytes);
		const header = bytes - 4 < 256 ? 4 : 7;
		expect(payloadOf(type2({ message: message.toString("hex"), sizeBytes: 2040 })).equals(message.subarray(header))).toBe(true);
	});

	it("is an empty list of records when its message is empty, and no list when it is not formatted", () => {
		expect(content(type2({ message: "" })).ndef).toEqual({ records: [] });
		const bare = content(type2({ message: null }));
		expect(bare).not.toHaveProperty("ndef");
		expect(bare.ndefNote).toBe("The tag is not formatted for NDEF.");
	});

	it("is not asked for more than the end of its data area", () => {
		const { commands } = read(type2({ message: messageOf(120, 1).toString("hex"), sizeBytes: 128 }));
		const ends = commands
			.filter((hex) => hex.startsWith("ffb0"))
			.map((hex) => Number.parseInt(hex.slice(4, 8), 16) * 4 + Number.parseInt(hex.slice(8), 16));
		expect(Math.max(...ends)).toBeLessThanOrEqual(16 + 128);
	});

	it("passes over empty, lock, memory and maker's blocks", () => {
		const dataArea = `0000 0103a00c34 0203001002 fd02aabb 03 ${MESSAGE.length.toString(16)} ${MESSAGE.toString("hex")} fe`.replace(
			/ /g,
			"",
		);
		expect(content(type2({ dataArea, sizeBytes: 144 })).ndef?.records).toHaveLength(2);
	});

	it("leaves out reserved bytes that lie inside the message", () => {
		const message = messageOf(24, 5);
		// The memory control block reserves 4 bytes from address 32 on (page 2 of 16 bytes, offset 0).
		const area = Buffer.concat([Buffer.from([0x02, 0x03, 0x20, 0x04, 0x04, 0x03, 24]), message]);
		const withHole = Buffer.concat([area.subarray(0, 16), Buffer.from("deadbeef", "hex"), area.subarray(16), Buffer.from([0xfe])]);
		expect(payloadOf(type2({ dataArea: withHole.toString("hex"), sizeBytes: 48 })).equals(message.subarray(4))).toBe(true);
	});

	it.each([
		["a block longer than the tag", type2({ dataArea: "03ff0400d1010c", sizeBytes: 48 }), "pastEnd"],
		["a long form with a short length", type2({ dataArea: "03ff0010d1", sizeBytes: 48 }), "wrongTlv"],
		["a lock block of the wrong size", type2({ dataArea: "0102a00c03", sizeBytes: 48 }), "wrongTlv"],
		["a record that runs past its message", type2({ message: "d101f05504" }), "ndefInvalid"],
		[
			"a payload too long for an observation",
			type4({
				message: messageBytes([
					{ tnf: 4, type: "x", payload: Buffer.alloc(32 * 1024 - 10) },
					{ tnf: 4, type: "x", payload: "0" },
				]).toString("hex"),
				sizeBytes: 0xfff0,
			}),
			"tooLong",
		],
		["a read that is refused twice", type2({ faults: [{ command: "ffb0", to: 2, does: { answer: "6300" } }] }), "readFailed"],
		["a read of fewer bytes", type2({ faults: [{ command: "ffb0", does: { answer: "e11012009000" } }] }), "partialRead"],
		["a response without status", type2({ faults: [{ command: "ffb0", does: { answer: "90" } }] }), "partialRead"],
		["a read past the end", type2({ faults: [{ command: "ffb0", from: 2, does: { answer: "6282" } }] }), "pastEnd"],
		["a locked read", type2({ faults: [{ command: "ffb0", does: { answer: "6982" } }] }), "readRefused"],
		["a refused number", type2({ faults: [{ command: "ffca", does: { answer: "6a81" } }] }), "uidRefused"],
		["an empty number", type2({ uid: "" }), "uidRefused"],
		["a contact card", type2({ atr: ATR.contact }), "unsupportedCard"],
		["no ATR at all", type2({ atr: "" }), "unsupportedCard"],
	])("is one failed tap with %s", (_name, spec, reason) => {
		expect(failure(spec)).toBe(reason);
	});

	it("is asked once more after a single refusal", () => {
		expect(content(type2({ faults: [{ command: "ff", to: 1, does: { answer: "6300" } }] })).ndef?.records).toHaveLength(2);
	});
});

describe("a Type 4 tag", () => {
	it("is read whole without any configuration", () => {
		expect(content(type4())).toMatchObject({
			uid: "04a1b2c3d4e5f6",
			tagType: "Type 4",
			technologies: ["NFC-A", "ISO-DEP"],
			ndef: { records: [{ type: "U" }, { type: "T" }] },
		});
	});

	it.each([
		[8192, 0xf6],
		[8192, 0x0f],
		[300, 0x3b],
		[20_000, 0xffff],
	])("keeps every byte of %i in reads of at most %i", (bytes, mleBytes) => {
		const message = messageOf(bytes, 9);
		expect(payloadOf(type4({ message: message.toString("hex"), sizeBytes: bytes + 2, mleBytes })).equals(message.subarray(7))).toBe(true);
	});

	it("is an empty list of records when its message is empty", () => {
		expect(content(type4({ message: "" })).ndef).toEqual({ records: [] });
	});

	it("is a card with a number only when it has no NDEF application", () => {
		const card = content(type4({ message: null }));
		expect(card).not.toHaveProperty("ndef");
		expect(card.ndefNote).toBe("The card has no NDEF application.");
	});

	it("gets the rest of its answer when it says that more is waiting, and the right length when it says so", () => {
		const more = type4({
			faults: [
				{ command: "ffca", does: { answer: "04a1b26104" } },
				{ command: "00c0000004", does: { answer: "c3d4e5f69000" } },
			],
		});
		expect(content(more).uid).toBe("04a1b2c3d4e5f6");
		const { commands } = read(type4({ faults: [{ command: "ffca000000", does: { answer: "6c07" } }] }));
		expect(commands.slice(0, 2)).toEqual(["ffca000000", "ffca000007"]);
	});

	it("is one failed tap when its message claims more than its file holds", () => {
		expect(failure(type4({ faults: [{ command: "00b0000002", does: { answer: "7fff9000" } }] }))).toBe("pastEnd");
	});

	it("is a phone when its number is four bytes with 08 first", () => {
		expect(content(type4({ uid: "08123456", message: null }))).toMatchObject({ isRandomUid: true, technologies: ["NFC-A", "ISO-DEP"] });
		expect(content(type4({ uid: "04123456", message: null })).isRandomUid).toBe(false);
		expect(content(type4({ uid: "08123456789abc", message: null })).isRandomUid).toBe(false);
	});
});

describe("other cards", () => {
	it("give their number and say that their contents are not read", () => {
		const classic = content({ uid: "a1b2c3d4", atr: ATR.classic1k, kind: "bare", message: null });
		expect(classic).toMatchObject({ tagType: "MIFARE Classic 1K", technologies: ["NFC-A", "MIFARE-Classic"] });
		expect(classic.ndefNote).toContain("not read");
		const felica = content({ uid: "0102030405060708", atr: "3b8f8001804f0ca00000030611003b0000000042", kind: "bare", message: null });
		expect(felica).toMatchObject({ tagType: "FeliCa", technologies: ["NFC-F"] });
	});

	it("that name no kind are tried as a tag, and are none when they refuse", () => {
		const unnamed = content({
			uid: "a1b2c3d4",
			atr: "3b8f8001804f0ca00000030603000000000000aa",
			kind: "bare",
			message: null,
			faults: [{ command: "ffb0", does: { answer: "6300" } }],
		});
		expect(unnamed.ndefNote).toBe("The card cannot be read as an NDEF tag.");
	});
});

describe("a card that takes another one's place during the reading", () => {
	/** The other one answers from that command on; `at` below zero counts from the end. */
	function readSwapped(first: TagSpec, second: TagSpec, at: number): Exclude<Step, { kind: "send" }> {
		const all = read(first).commands.length;
		const from = at < 0 ? all + at : at;
		const [one, other] = [createTagAnswers(first), createTagAnswers(second)];
		const reading = createTagReading(Buffer.from(first.atr, "hex"));
		let step = reading.step(null);
		for (let n = 0; step.kind === "send"; n++) {
			const answer = (n < from ? one : other)(step.command);
			if (typeof answer === "string") throw new Error(`the tag did ${answer}`);
			step = reading.step(answer);
		}
		return step;
	}

	it.each([1, 2, -2, -1])("gives no tap of half the one and half the other (command %i)", (at) => {
		const other = { uid: "04ffffffffffff", message: messageBytes([text("en", "other one")]).toString("hex") };
		expect(readSwapped(type2(), type2(other), at)).toMatchObject({ kind: "failed", reason: "lifted" });
		expect(readSwapped(type4(), type4(other), at).kind).toBe("failed");
	});
});
