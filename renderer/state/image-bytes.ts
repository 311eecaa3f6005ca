import type { Size } from "./photo-plan.ts";

export type ImageKind = "jpeg" | "png" | "webp" | "gif" | "heic" | "avif" | "bmp" | "tiff";

const ascii = (bytes: Uint8Array, at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length));
const two = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const four = (bytes: Uint8Array, at: number): number => two(bytes, at) * 65_536 + two(bytes, at + 2);

/** Told by the bytes, not by the name; null for what is no picture known here. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
	if (ascii(bytes, 1, 3) === "PNG" && bytes[0] === 0x89) return "png";
	if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP") return "webp";
	if (ascii(bytes, 0, 4) === "GIF8") return "gif";
	if (ascii(bytes, 0, 2) === "BM") return "bmp";
	if (ascii(bytes, 0, 4) === "II*\0" || ascii(bytes, 0, 4) === "MM\0*") return "tiff";
	if (ascii(bytes, 4, 4) !== "ftyp") return null;
	const brand = ascii(bytes, 8, 4);
	if (brand === "avif" || brand === "avis") return "avif";
	return ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].includes(brand) ? "heic" : null;
}

/** Width and height as a PNG or JPEG says them before any turning; null when it does not say. */
export function declaredSize(bytes: Uint8Array): Size | null {
	const kind = imageKindOf(bytes);
	if (kind === "png") return { width: four(bytes, 16), height: four(bytes, 20) };
	if (kind !== "jpeg") return null;
	for (const { marker, at } of jpegSegments(bytes)) {
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { width: two(bytes, at + 3), height: two(bytes, at + 1) };
	}
	return null;
}

/** Names of what a JPEG carries beside its picture and its colours: Exif, XMP, IPTC, comments. Empty for one made anew. */
export function metadataIn(bytes: Uint8Array): string[] {
	const found: string[] = [];
	for (const { marker, at } of jpegSegments(bytes)) {
		if (marker === 0xe1) found.push(ascii(bytes, at, 4) === "Exif" ? "Exif" : "XMP");
		else if (marker === 0xed) found.push("IPTC");
		else if (marker === 0xfe) found.push("comment");
	}
	return found;
}

/** Segments up to the picture's own data; `at` is where a segment's content begins. */
function jpegSegments(bytes: Uint8Array): { marker: number; at: number }[] {
	const segments: { marker: number; at: number }[] = [];
	let at = 2;
	while (at + 4 <= bytes.length && bytes[at] === 0xff) {
		const marker = bytes[at + 1] ?? 0;
		// A fill byte before a marker.
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		if (marker === 0xda || marker === 0xd9) break;
		segments.push({ marker, at: at + 4 });
		at += 2 + Math.max(2, two(bytes, at + 2));
	}
	return segments;
}
