import type { Page } from "@playwright/test";

/** A noisy picture, 3000 × 2000 as stored, its left half red and its right half blue; noise is what compression likes least. */
export async function noisyPicture(page: Page, type: "image/jpeg" | "image/png", width = 3000, height = 2000): Promise<Buffer> {
	const base64 = await page.evaluate(
		async ({ type, width, height }) => {
			const canvas = new OffscreenCanvas(width, height);
			const context = canvas.getContext("2d");
			if (!context) throw new Error("no canvas");
			const image = context.createImageData(width, height);
			let seed = 1;
			for (let at = 0; at < image.data.length; at += 4) {
				seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
				const noise = (seed >> 16) & 0x7f;
				const isLeft = (at / 4) % width < width / 2;
				image.data[at] = isLeft ? 255 - noise : noise;
				image.data[at + 1] = noise;
				image.data[at + 2] = isLeft ? noise : 255 - noise;
				image.data[at + 3] = 255;
			}
			context.putImageData(image, 0, 0);
			const bytes = new Uint8Array(await (await canvas.convertToBlob({ type, quality: 0.95 })).arrayBuffer());
			let binary = "";
			for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
			return btoa(binary);
		},
		{ type, width, height },
	);
	return Buffer.from(base64, "base64");
}

/** The JPEG with an Exif segment after its first marker: an orientation, and a maker's name that must not get out. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
	const maker = Buffer.from("SecretCam\0", "latin1");
	const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4 + maker.length);
	tiff.write("MM\0*", 0, "latin1");
	tiff.writeUInt32BE(8, 4);
	tiff.writeUInt16BE(2, 8);
	const entry = (at: number, tag: number, kind: number, count: number) => {
		tiff.writeUInt16BE(tag, at);
		tiff.writeUInt16BE(kind, at + 2);
		tiff.writeUInt32BE(count, at + 4);
	};
	entry(10, 0x010f, 2, maker.length);
	tiff.writeUInt32BE(38, 18);
	entry(22, 0x0112, 3, 1);
	tiff.writeUInt16BE(orientation, 30);
	maker.copy(tiff, 38);
	const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
	const head = Buffer.from([0xff, 0xe1, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** Size and the colours near the top and the bottom, as the browser sees the picture. */
export function lookAt(page: Page, base64: string): Promise<{ width: number; height: number; top: number[]; bottom: number[] }> {
	return page.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes]));
		const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
		const context = canvas.getContext("2d", { willReadFrequently: true });
		if (!context) throw new Error("no canvas");
		context.drawImage(bitmap, 0, 0);
		const colour = (y: number) => [...context.getImageData(bitmap.width >> 1, y, 1, 1).data].slice(0, 3);
		return { width: bitmap.width, height: bitmap.height, top: colour(40), bottom: colour(bitmap.height - 40) };
	}, base64);
}
