import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { createReadStream, readFile } from "../../adapters/files/open-files.ts";
import { pageHeaders, withNonce } from "../page-headers.ts";
import { findStaticFile } from "../static-files.ts";
import { isOwnRequest } from "./bind-host.ts";
import { DOWNLOAD_PATH, type Downloads } from "./downloads.ts";
import { ENTER_PATH } from "./enter.ts";

/** What a page needs is small and comes at once; who takes longer is no browser of this computer. */
const LIMITS = {
	maxHeaderSize: 8 * 1024,
	headersTimeout: 10_000,
	requestTimeout: 10_000,
	keepAliveTimeout: 5000,
	connectionsCheckingInterval: 1000,
};

export interface HttpServerOptions {
	rendererDir: string;
	port(): number;
	/** Uses up the ticket of a posted form: where it leads, or why not in one sentence. */
	enter(request: IncomingMessage): Promise<{ location: string } | { refusal: string }>;
	downloads: Pick<Downloads, "take">;
}

/** Serves the built window, and files that were handed over to it, to our own page and to nobody else. */
export function createHttpServer({ rendererDir, port, enter, downloads }: HttpServerOptions): Server {
	return createServer(LIMITS, (request, response) => {
		answer(request, response).catch((thrown: unknown) => {
			console.error("The web host could not serve a file:", thrown);
			response.destroy();
		});
	});

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { nonce, headers } = pageHeaders();
		const say = (status: number, text: string, more: Record<string, string> = {}) =>
			response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8", ...more }).end(`${text}\n`);
		// No URL parser here: it would fold dots away before they are looked at.
		const path = (request.url ?? "/").split(/[?#]/, 1)[0] ?? "/";
		const isEntering = request.method === "POST" && path === ENTER_PATH;

		if (!isOwnRequest(request, port(), isEntering ? "file" : "ifPresent"))
			return void say(403, "This server answers only its own page on this computer.");
		if (isEntering) {
			const entered = await enter(request);
			if ("refusal" in entered) return void say(403, entered.refusal, { connection: "close" });
			return void response.writeHead(303, { ...headers, location: entered.location }).end();
		}
		if (request.method !== "GET" && request.method !== "HEAD") return void say(405, "Only GET and HEAD.", { allow: "GET, HEAD" });
		if (path.startsWith(DOWNLOAD_PATH)) return await sendDownload(request, response, path.slice(DOWNLOAD_PATH.length), headers);
		const file = await findStaticFile(rendererDir, path);
		if (!file) return void say(404, "There is no such file.");

		const typed = { ...headers, "content-type": file.contentType };
		if (file.path.endsWith(".html")) {
			const page = withNonce(await readFile(file.path, "utf8"), nonce);
			return void response.writeHead(200, typed).end(request.method === "HEAD" ? undefined : page);
		}
		response.writeHead(200, typed);
		if (request.method === "HEAD") return void response.end();
		createReadStream(file.path)
			.on("error", () => response.destroy())
			.pipe(response);
	}

	/** A file for the browser to save. It is never shown, whatever is in it. */
	async function sendDownload(
		request: IncomingMessage,
		response: ServerResponse,
		handle: string,
		headers: Record<string, string>,
	): Promise<void> {
		const download = request.method === "GET" ? await downloads.take(handle) : null;
		if (!download) {
			response.writeHead(404, { ...headers, "content-type": "text/plain; charset=utf-8" });
			return void response.end("This download was taken already, or too late. Ask for it again in the console.\n");
		}
		response.writeHead(200, {
			...headers,
			"content-type": "application/octet-stream",
			"content-length": download.bytes,
			"content-disposition": `attachment; filename*=UTF-8''${encodeName(download.name)}`,
			"content-security-policy": "default-src 'none'; sandbox",
		});
		await pipeline(download.stream(), response).catch(() => {}); // the browser went away, or the disk: the length tells it that some is missing
	}
}

/** RFC 8187: `encodeURIComponent` leaves some signs that must not stand bare. */
const encodeName = (name: string): string =>
	encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
