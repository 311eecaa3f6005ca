import { looseBase64 } from "./byte-text.ts";
import { declaredSize, type ImageKind, imageKindOf } from "./image-bytes.ts";
import type { Size } from "./photo-plan.ts";

/** A picture or other data that an entry carries, exactly as it lies there. */
export interface MediaPart {
	/** Where in the entry; a name for it among its neighbours. */
	at: number;
	bytes: Uint8Array<ArrayBuffer>;
	/** Told by the bytes; null for what is no picture known here. */
	image: ImageKind | null;
	/** What the entry says of it, unproven; null when it says nothing. */
	saidType: string | null;
	size: Size | null;
}

/** A run of base64 in a JSON string this long is data, not a word. */
const LEAST_SIGNS = 128;
const MOST_PARTS = 8;
/** A picture of more pixels than this is not drawn unasked: a small file can hold a very large one. */
const MOST_PIXELS = 50_000_000;
/** Where a type may be said, beside the data. */
const NEARBY = 240;
const DRAWN: ReadonlySet<ImageKind> = new Set(["jpeg", "png", "webp", "gif", "avif", "bmp"]);

/** Data in an entry: the whole of a binary one, or base64 and data URLs in the strings of a text. */
export function mediaParts(entry: { text?: string; base64?: string }): MediaPart[] {
	if (entry.base64 !== undefined) {
		const part = partOf(0, entry.base64, null);
		return part?.image ? [part] : [];
	}
	const text = entry.text ?? "";
	if (text.length < LEAST_SIGNS) return [];
	const parts: MediaPart[] = [];
	for (const { at, start, end, type } of base64Runs(text)) {
		const part = partOf(at, unescaped(text.slice(start, end)), type ?? typeNear(text, at, end + 1 - at));
		// A long id is base64 too: it counts only when it is a picture, or somebody says what it is.
		if (part !== null && (part.image !== null || part.saidType !== null)) parts.push(part);
		if (parts.length === MOST_PARTS) break;
	}
	return parts;
}

const unescaped = (text: string) => text.replaceAll("\\/", "/");

const DATA_URL = /data:([\w.+/\\-]{1,100})(?:;[\w=-]{1,60}){0,8};base64,/y;

/**
 * Strings that are base64 from end to end, or a data URL of it: where the string begins, and its signs. Walked sign by sign: an expression
 * over a photo of a megabyte overflows the stack.
 */
function* base64Runs(text: string): Generator<{ at: number; start: number; end: number; type: string | null }> {
	for (let at = text.indexOf('"'); at !== -1; ) {
		DATA_URL.lastIndex = at + 1;
		const head = DATA_URL.exec(text);
		const start = at + 1 + (head?.[0].length ?? 0);
		const end = endOfRun(text, start);
		const isWhole = text[end] === '"';
		if (isWhole && end - start >= LEAST_SIGNS) yield { at, start, end, type: head?.[1] === undefined ? null : unescaped(head[1]) };
		at = text.indexOf('"', isWhole && end > start ? end + 1 : Math.max(end, at + 1));
	}
}

const SIGN = /[A-Za-z0-9+/_-]/;
const IS_SIGN = Array.from({ length: 128 }, (_, code) => SIGN.test(String.fromCharCode(code)));

function endOfRun(text: string, start: number): number {
	let at = start;
	for (;;) {
		if (IS_SIGN[text.charCodeAt(at)]) at++;
		else if (text.startsWith("\\/", at)) at += 2;
		else break;
	}
	for (let pads = 0; pads < 2 && text[at] === "="; pads++) at++;
	return at;
}

function typeNear(text: string, at: number, length: number): string | null {
	const around = text.slice(Math.max(0, at - NEARBY), at) + text.slice(at + length, at + length + NEARBY);
	return (
		/"(?:mimeType|mime_type|mediaType|contentType)"\s*:\s*"([\w.+-]{1,60}\\?\/[\w.+-]{1,60})"/.exec(around)?.[1]?.replaceAll("\\/", "/") ??
		null
	);
}

function partOf(at: number, base64: string, saidType: string | null): MediaPart | null {
	let bytes: Uint8Array<ArrayBuffer>;
	try {
		bytes = looseBase64(base64.replaceAll("-", "+").replaceAll("_", "/"));
	} catch {
		return null;
	}
	const image = imageKindOf(bytes);
	return { at, bytes, image, saidType, size: image === null ? null : declaredSize(bytes) };
}

/** May be drawn without being asked for: a picture this window can show, of a bearable size. */
export function isDrawable({ image, size }: MediaPart): boolean {
	return image !== null && DRAWN.has(image) && (size === null || size.width * size.height <= MOST_PIXELS);
}

/** For a file: what the bytes are, else what was said, else just bytes. */
export function fileOf(part: MediaPart, ordinal: number): { name: string; type: string } {
	const ending = part.image === "jpeg" ? "jpg" : (part.image ?? "bin");
	return { name: `entry-${ordinal}.${ending}`, type: part.image === null ? "application/octet-stream" : `image/${part.image}` };
}
