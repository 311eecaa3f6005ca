import type { IncomingMessage, Server } from "node:http";

/** The only address the web host ever listens on. A name would go through a resolver, which a page elsewhere may influence. */
const ADDRESS = "127.0.0.1";

/** Answers the port; 0 asks for a free one. Rejects when it is taken. */
export function bindLoopback(server: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, ADDRESS, () => {
			server.off("error", reject);
			const address = server.address();
			resolve(typeof address === "object" && address ? address.port : port);
		});
	});
}

export const originOf = (port: number): string => `http://${ADDRESS}:${port}`;

/**
 * Whether a request was addressed to this server and comes from its own page. A foreign page that points its own name at 127.0.0.1 fails on
 * Host; one that calls us across origins fails on Origin. A browser leaves Origin out when a person opens a page, never on a WebSocket; for a
 * page that is a file it says `null`.
 */
export function isOwnRequest(
	{ headers, rawHeaders }: Pick<IncomingMessage, "headers" | "rawHeaders">,
	port: number,
	origin: "required" | "ifPresent" | "file",
): boolean {
	if (headers.host !== `${ADDRESS}:${port}`) return false;
	// Node hands on the first of several; whoever stands in between may have read another (RFC 9112, section 3.2).
	if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length !== 1) return false;
	if (origin === "file") return headers.origin === "null";
	if (headers.origin === undefined) return origin === "ifPresent";
	return headers.origin === originOf(port);
}
