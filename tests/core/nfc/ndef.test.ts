import { describe, expect, it } from "vitest";
import { TapProblem } from "../../../main/core/nfc/apdu.ts";
import { toBase64 } from "../../../main/core/nfc/bytes.ts";
import { parseNdef } from "../../../main/core/nfc/ndef.ts";
import { messageBytes, type RecordToWrite, text, uri } from "../../../main/practice/pcsc/ndef-bytes.ts";

const parse = (...records: RecordToWrite[]) => parseNdef(messageBytes(records));
const one = (record: RecordToWrite) => parse(record)[0] ?? expect.fail();
const hex = (digits: string) => Buffer.from(digits.replace(/ /g, ""), "hex");
const problem = (digits: string) => {
	try {
		parseNdef(hex(digits));
	} catch (thrown) {
		return thrown instanceof TapProblem ? thrown.reason : thrown;
	}
	return "none";
};

describe("NDEF records", () => {
	it("keep type, id and payload byte for byte", () => {
		const payload = Buffer.from(Array.from({ length: 300 }, (_, at) => at & 0xff));
		expect(parse({ tnf: 4, type: "example.org:x", id: "first", payload }, { tnf: 5, type: "", payload: "z" })).toEqual([
			{ tnf: 4, type: "example.org:x", id: "first", payload: payload.toString("base64"), decoded: { recordType: "example.org:x" } },
			{ tnf: 5, type: "", id: "", payload: "eg==", decoded: { recordType: "unknown" } },
		]);
	});

	it("are written in Base64 as everybody writes it", () => {
		for (let length = 0; length < 10; length++) {
			const bytes = Buffer.from(Array.from({ length }, (_, at) => 250 - at * 37));
			expect(toBase64(bytes)).toBe(bytes.toString("base64"));
		}
	});

	it("are none in an empty message, and one in a message of one empty record", () => {
		expect(parseNdef(new Uint8Array())).toEqual([]);
		expect(parseNdef(hex("d00000"))).toEqual([{ tnf: 0, type: "", id: "", payload: "", decoded: { recordType: "empty" } }]);
	});

	it("are put together from chunks", () => {
		// MB CF SR tnf 2 "a/b", then two continuations
		expect(parseNdef(hex("b2 03 02 61 2f 62 01 02  36 00 01 03  56 00 01 04"))).toMatchObject([
			{ tnf: 2, type: "a/b", payload: "AQIDBA==" },
		]);
	});

	it("keep bytes that are no text beside their likeness", () => {
		expect(one({ tnf: 4, type: Buffer.from([0xff, 0x41]), payload: "" })).toMatchObject({ type: "\u00ffA", typeBytes: "/0E=" });
	});

	it.each([
		["a first record that does not say so", "51 01 00 55"],
		["no last record", "91 01 00 55"],
		["a second first record", "91 01 00 55 d1 01 00 55"],
		["bytes after the last record", "d1 01 00 55 00"],
		["a payload past the end", "d1 01 05 55 04"],
		["a length of four bytes that is cut off", "c1 01 00 00"],
		["a continuation of nothing", "d6 00 01 00"],
		["the reserved type name format", "d7 00 00"],
		["a known format without type", "d1 00 01 00"],
		["an unknown type with a name", "d5 01 00 55"],
		["an empty record with a payload", "d0 00 01 00"],
		["a record inside another's chunks", "b1 01 01 55 04 51 01 00 55"],
		["a last chunk that announces more", "f1 01 01 55 04"],
		["a single byte", "d1"],
	])("are refused with %s", (_name, digits) => {
		expect(problem(digits)).toBe("ndefInvalid");
	});

	it("are refused when there are too many of them or one is too long", () => {
		const many = Array.from({ length: 65 }, () => uri(0, "x"));
		expect(() => parse(...many)).toThrow("more than 64 records");
		expect(parse(...many.slice(1))).toHaveLength(64);
		expect(() => parse({ tnf: 5, type: "", payload: Buffer.alloc(32 * 1024 + 1) })).toThrow("longer than 32768 bytes");
		expect(parse({ tnf: 5, type: "", payload: Buffer.alloc(32 * 1024) })).toHaveLength(1);
	});

	it("are never read past their bytes, whatever they say", () => {
		const whole = messageBytes([uri(4, "example.org"), text("en", "hi"), { tnf: 2, type: "text/plain", payload: Buffer.alloc(300) }]);
		for (let end = 1; end < whole.length; end++) expect(() => parseNdef(whole.subarray(0, end))).toThrow(TapProblem);
	});
});

describe("the decoded view", () => {
	it.each<[string, RecordToWrite, object]>([
		["a web address", uri(2, "example.org"), { recordType: "url", url: "https://www.example.org" }],
		["an address without abbreviation", uri(0, "custom:x"), { recordType: "url", url: "custom:x" }],
		["an abbreviation nobody knows", uri(200, "x"), { recordType: "url", url: "x" }],
		["a text", text("de-AT", "Grüße 👋"), { recordType: "text", lang: "de-AT", encoding: "utf-8", text: "Grüße 👋" }],
		[
			"a UTF-16 text",
			{ type: "T", payload: hex("82 65 6e 00 48 00 69") },
			{ recordType: "text", lang: "en", encoding: "utf-16", text: "Hi" },
		],
		["a little-endian UTF-16 text", { type: "T", payload: hex("82 65 6e ff fe 48 00 69 00") }, { text: "Hi" }],
		[
			"a smart poster",
			{ type: "Sp", payload: messageBytes([text("en", "Title"), uri(4, "example.org")]) },
			{ recordType: "smart-poster", url: "https://example.org", text: "Title", lang: "en" },
		],
		[
			"a text file",
			{ tnf: 2, type: "text/plain", payload: "words" },
			{ recordType: "mime", mediaType: "text/plain", text: "words", encoding: "utf-8" },
		],
		["JSON", { tnf: 2, type: "application/vnd.x+json", payload: "{}" }, { recordType: "mime", text: "{}" }],
		["a picture", { tnf: 2, type: "image/png", payload: "words" }, { recordType: "mime", mediaType: "image/png" }],
		[
			"an absolute address",
			{ tnf: 3, type: "https://example.org/x", payload: "" },
			{ recordType: "absolute-url", url: "https://example.org/x" },
		],
		["an external type", { tnf: 4, type: "Example.org:T", payload: "a" }, { recordType: "example.org:t", text: "a" }],
		["a local type", { type: "act", payload: "" }, { recordType: ":act" }],
	])("says %s", (_name, record, decoded) => {
		expect(one(record).decoded).toMatchObject(decoded);
	});

	it.each<[string, RecordToWrite]>([
		["a text that is no UTF-8", { type: "T", payload: hex("02 65 6e ff") }],
		["a language code past the end", { type: "T", payload: hex("3f 65") }],
		["an empty text", { type: "T", payload: "" }],
		["an empty address", { type: "U", payload: "" }],
		["a smart poster of nonsense", { type: "Sp", payload: "nonsense" }],
		["half a UTF-16 character", { type: "T", payload: hex("82 65 6e 00") }],
	])("leaves out what cannot be read of %s and keeps its bytes", (_name, record) => {
		const read = one(record);
		expect(read.decoded).not.toHaveProperty("text");
		expect(read.decoded).not.toHaveProperty("url");
		expect(read.payload).toBe(Buffer.from(record.payload).toString("base64"));
	});

	it("leaves out texts longer than an observation carries", () => {
		expect(one(uri(0, "x".repeat(9000))).decoded).toEqual({ recordType: "url" });
	});
});
