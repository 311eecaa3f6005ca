/** Source: stand-in profile, physical observation: what a sender keeps to. */
const MAX_EDGE = 2048;
export const MAX_PHOTO_BYTES = 1.5 * 1024 * 1024;
/** Larger pictures are refused before they are decoded: each pixel takes four bytes of memory. */
export const MAX_PIXELS = 100_000_000;
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

export interface Size {
	width: number;
	height: number;
}

/** The size with its longer edge at most `maxEdge`; never larger than it was, never below one pixel. */
export function fitWithin({ width, height }: Size, maxEdge: number): Size {
	const scale = Math.min(1, maxEdge / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export interface Attempt extends Size {
	/** JPEG quality, 0 to 1. */
	quality: number;
}

const QUALITIES = [0.9, 0.8, 0.7, 0.6] as const;
const EDGES = [MAX_EDGE, 1600, 1200, 800, 400] as const;

/** What to try, best first, until one fits: less quality before fewer pixels. */
export function attemptsFor(size: Size): Attempt[] {
	const attempts: Attempt[] = [];
	let last = "";
	for (const edge of EDGES) {
		const fitted = fitWithin(size, edge);
		// A small picture is the same at every edge.
		if (last === `${fitted.width} ${fitted.height}`) continue;
		last = `${fitted.width} ${fitted.height}`;
		for (const quality of QUALITIES) attempts.push({ ...fitted, quality });
	}
	return attempts;
}
