import { toBase64, toHex } from "../state/byte-text.ts";
import { declaredSize, imageKindOf, metadataIn } from "../state/image-bytes.ts";
import type { MadePhoto } from "../state/observation-form.ts";
import { attemptsFor, MAX_FILE_BYTES, MAX_PHOTO_BYTES, MAX_PIXELS } from "../state/photo-plan.ts";

/** A picture that cannot be sent; the message is for people and says the way on. */
export class PhotoError extends Error {}

/**
 * A file's picture as a JPEG made anew: upright, at most 2048 px and 1.5 MiB, without Exif or anything else that was in the file.
 * Errors: PhotoError for what is no picture this window can open.
 */
export async function photoFromFile(file: Blob): Promise<MadePhoto> {
	if (file.size === 0) throw new PhotoError("The file is empty.");
	if (file.size > MAX_FILE_BYTES) throw new PhotoError("The file is larger than 64 MiB. Use a smaller picture.");
	const bytes = new Uint8Array(await file.arrayBuffer());
	const kind = imageKindOf(bytes);
	if (kind === null) throw new PhotoError("This is no picture that the console knows. Use a JPEG, PNG or WebP file.");
	const size = declaredSize(bytes);
	if (size && size.width * size.height > MAX_PIXELS) {
		throw new PhotoError(`The picture has ${size.width} × ${size.height} pixels, more than this window opens. Use a smaller one.`);
	}
	let bitmap: ImageBitmap;
	try {
		bitmap = await createImageBitmap(new Blob([bytes]), { imageOrientation: "from-image" });
	} catch {
		const why =
			kind === "heic" || kind === "tiff"
				? `This window cannot open ${kind.toUpperCase()} pictures. Save it as JPEG or PNG and choose that.`
				: `The ${kind.toUpperCase()} file is broken: its picture cannot be opened. Choose another one.`;
		throw new PhotoError(why);
	}
	return encode(bitmap, false);
}

/** The camera's picture as it is now. */
export async function photoFromVideo(video: HTMLVideoElement): Promise<MadePhoto> {
	return encode(await createImageBitmap(video), true);
}

/** Takes the bitmap over and closes it. */
async function encode(bitmap: ImageBitmap, isFromCamera: boolean): Promise<MadePhoto> {
	try {
		for (const { width, height, quality } of attemptsFor(bitmap)) {
			const canvas = new OffscreenCanvas(width, height);
			const context = canvas.getContext("2d", { alpha: false });
			if (!context) break;
			// JPEG knows no transparency: paper is white.
			context.fillStyle = "white";
			context.fillRect(0, 0, width, height);
			context.imageSmoothingQuality = "high";
			context.drawImage(bitmap, 0, 0, width, height);
			const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
			if (blob.size > MAX_PHOTO_BYTES) continue;
			const bytes = new Uint8Array(await blob.arrayBuffer());
			const extra = metadataIn(bytes);
			if (extra.length > 0) throw new PhotoError(`The picture still carries ${extra.join(" and ")}, so it is not used.`);
			const sha256 = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
			return { base64: toBase64(bytes), byteLength: bytes.length, sha256, width, height, isFromCamera };
		}
		throw new PhotoError("The picture could not be made small enough. Choose another one.");
	} finally {
		bitmap.close();
	}
}
