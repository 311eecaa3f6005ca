import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pageHeaders, withNonce } from "../page-headers.ts";
import { findStaticFile } from "../static-files.ts";
import { isOwnRequest } from "./bind-host.ts";

export interface HttpServerOptions {
	rendererDir: string;
	port(): number;
	/** Where a path leads that is a ticket, used up by asking; null for every other path. */
	redeem(path: string): string | null;
}

/** Serves the built window: GET and HEAD of plain files inside `rendererDir`, to our own page and to nobody else. */
export function createHttpServer({ rendererDir, port, redeem }: HttpServerOptions): Server {
	return createServer((request, response) => {
		answer(request, response).catch((thrown: unknown) => {
			console.error("The web host could not serve a file:", thrown);
			response.destroy();
		});
	});

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { nonce, headers } = pageHeaders();
		const say = (status: number, text: string, more: Record<string, string> = {}) =>
			response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8", ...more }).end(`${text}\n`);

		if (!isOwnRequest(request, port(), "ifPresent")) return void say(403, "This server answers only its own page on this computer.");
		if (request.method !== "GET" && request.method !== "HEAD") return void say(405, "Only GET and HEAD.", { allow: "GET, HEAD" });
		// No URL parser here: it would fold dots away before they are looked at.
		const path = (request.url ?? "/").split(/[?#]/, 1)[0] ?? "/";
		const location = request.method === "GET" ? redeem(path) : null;
		if (location !== null) return void response.writeHead(302, { ...headers, location }).end();
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
}
