import { describe, expect, it } from "vitest";
import { fromBase64, toBase64, toHex } from "../../renderer/state/byte-text.ts";
import { declaredSize, imageKindOf, metadataIn } from "../../renderer/state/image-bytes.ts";
import { attemptsFor, fitWithin } from "../../renderer/state/photo-plan.ts";

const bytes = (...parts: (string | number[])[]) =>
	Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((sign) => sign.charCodeAt(0)) : part)));
const segment = (marker: number, content: string) => [
	0xff,
	marker,
	0,
	content.length + 2,
	...[...content].map((sign) => sign.charCodeAt(0)),
];
const SOF = [0xff, 0xc0, 0, 17, 8, 0x07, 0xd0, 0x0b, 0xb8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];

describe("the size of a photo", () => {
	it("fits the longer edge and never grows", () => {
		expect(fitWithin({ width: 3000, height: 2000 }, 2048)).toEqual({ width: 2048, height: 1365 });
		expect(fitWithin({ width: 100, height: 50 }, 2048)).toEqual({ width: 100, height: 50 });
		expect(fitWithin({ width: 20_000, height: 1 }, 2048)).toEqual({ width: 2048, height: 1 });
	});

	it("gives up quality before pixels, and tries no size twice", () => {
		const large = attemptsFor({ width: 4000, height: 3000 });
		expect(large.slice(0, 5).map(({ width, quality }) => [width, quality])).toEqual([
			[2048, 0.9],
			[2048, 0.8],
			[2048, 0.7],
			[2048, 0.6],
			[1600, 0.9],
		]);
		const small = attemptsFor({ width: 300, height: 200 });
		expect(small.map(({ width }) => width)).toEqual([300, 300, 300, 300]);
	});
});

describe("what a picture's bytes say", () => {
	it("kinds are told by content", () => {
		expect(imageKindOf(bytes([0xff, 0xd8, 0xff, 0xe0]))).toBe("jpeg");
		expect(imageKindOf(bytes([0, 0, 0, 24], "ftypheic"))).toBe("heic");
		expect(imageKindOf(bytes([0, 0, 0, 24], "ftypavif"))).toBe("avif");
		expect(imageKindOf(bytes("RIFF", [0, 0, 0, 0], "WEBP"))).toBe("webp");
		expect(imageKindOf(bytes("<svg onload=alert(1)>"))).toBeNull();
		expect(imageKindOf(new Uint8Array())).toBeNull();
	});

	it("a JPEG's size and what else it carries", () => {
		const jpeg = bytes(
			[0xff, 0xd8],
			segment(0xe1, "Exif\0\0MM"),
			segment(0xe1, "http://ns.adobe.com/"),
			segment(0xfe, "hi"),
			SOF,
			[0xff, 0xda],
		);
		expect(declaredSize(jpeg)).toEqual({ width: 3000, height: 2000 });
		expect(metadataIn(jpeg)).toEqual(["Exif", "XMP", "comment"]);
		expect(metadataIn(bytes([0xff, 0xd8], segment(0xe0, "JFIF\0"), SOF, [0xff, 0xda], segment(0xe1, "Exif")))).toEqual([]);
	});

	it("broken ones end the reading instead of the program", () => {
		expect(declaredSize(bytes([0xff, 0xd8, 0xff, 0xe1]))).toBeNull();
		expect(metadataIn(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]))).toEqual([]);
	});
});

it("Base64 and hex are the same bytes, large ones too", () => {
	const large = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
	expect(Buffer.from(toBase64(large), "base64").equals(Buffer.from(large))).toBe(true);
	expect(fromBase64(toBase64(large))).toEqual(large);
	const photo = Buffer.alloc(8 << 20, 251);
	expect(photo.equals(fromBase64(photo.toString("base64")) ?? new Uint8Array())).toBe(true);
	for (const wrong of ["a", "AAA", "A===", "AA=A", "AAA*", "AAAA\n"]) expect(fromBase64(wrong)).toBeNull();
	expect(toHex(Uint8Array.of(0, 10, 255))).toBe("000aff");
});
