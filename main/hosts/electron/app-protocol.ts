import type { Protocol } from "electron";
import { readFile } from "../../adapters/files/open-files.ts";
import { pageHeaders, withNonce } from "../page-headers.ts";
import { findStaticFile } from "../static-files.ts";
import { APP_SCHEME, isOwnUrl } from "./own-page.ts";

/** Must run before the app is ready. `secure` gives the page a secure context, which the camera needs. */
export function registerAppScheme(protocol: Pick<Protocol, "registerSchemesAsPrivileged">): void {
	protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the built window under `app://console/`, with the headers of the web host. */
export function serveApp(protocol: Pick<Protocol, "handle">, rendererDir: string): void {
	protocol.handle(APP_SCHEME, (request) => answer(request, rendererDir));
}

async function answer(request: Pick<Request, "url" | "method">, rendererDir: string): Promise<Response> {
	const { nonce, headers } = pageHeaders();
	const plain = { ...headers, "content-type": "text/plain; charset=utf-8" };
	if (!isOwnUrl(request.url) || request.method !== "GET") return new Response("refused", { status: 403, headers: plain });
	const file = await findStaticFile(rendererDir, new URL(request.url).pathname);
	if (!file) return new Response("There is no such file.", { status: 404, headers: plain });
	const body = file.path.endsWith(".html") ? withNonce(await readFile(file.path, "utf8"), nonce) : await readFile(file.path);
	return new Response(body, { headers: { ...headers, "content-type": file.contentType } });
}
