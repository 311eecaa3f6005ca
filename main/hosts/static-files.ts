import { realpath, stat } from "node:fs/promises";
import path from "node:path";

const CONTENT_TYPES: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".json": "application/json",
	".svg": "image/svg+xml",
	".png": "image/png",
	".ico": "image/x-icon",
	".woff2": "font/woff2",
	".wasm": "application/wasm",
	".webmanifest": "application/manifest+json",
};

export interface StaticFile {
	path: string;
	contentType: string;
}

/**
 * The file that `pathname` (as in a URL, still encoded) names inside `root`; null when there is none, when it is no plain file, or when it
 * lies outside, by dots, encoding or a symbolic link.
 */
export async function findStaticFile(root: string, pathname: string): Promise<StaticFile | null> {
	try {
		const name = decodeURIComponent(pathname);
		if (/[\0\\]/.test(name)) return null;
		const realRoot = await realpath(root);
		const file = await realpath(path.join(realRoot, name === "/" ? "index.html" : name));
		if (!file.startsWith(realRoot + path.sep) || !(await stat(file)).isFile()) return null;
		return { path: file, contentType: CONTENT_TYPES[path.extname(file)] ?? "application/octet-stream" };
	} catch {
		return null; // bad encoding, or no such file
	}
}
