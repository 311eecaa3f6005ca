import { createServer, type IncomingMessage, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { House, Refusal } from "./house.ts";

export interface PracticeHttpServer {
	port: number;
	/** Closes the houses too. */
	close(): Promise<void>;
}

/** One server on 127.0.0.1 for all houses. What lies at `/` is what lies at `root`. Errors: the system's when the port is taken. */
export async function startHttpServer(options: { port: number; root: string; houses: readonly House[] }): Promise<PracticeHttpServer> {
	const { root, houses } = options;

	function houseAt(path: string): { house: House; rest: string } | null {
		const house = houses.find(({ prefix }) => path.startsWith(prefix));
		return house ? { house, rest: path.slice(house.prefix.length) } : null;
	}

	const http = createServer((request, response) => {
		const path = pathOf(request);
		const shown = `127.0.0.1:${portOf()}${path}`;
		const here = houseAt(path) ?? houseAt(`${root}${path}`);
		const reply = here?.house.answer?.(here.rest, request) ?? null;
		if (reply) {
			response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
			response.end(reply.body);
			return;
		}
		const document = here?.house.document(here.rest, shown) ?? null;
		response.setHeader("content-type", "application/json");
		response.statusCode = document ? 200 : 404;
		response.end(JSON.stringify(document ?? { error: `There is nothing at ${path}.` }));
	});
	const sockets = new Set<Socket>();
	http.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	const portOf = () => (http.address() as AddressInfo).port;

	http.on("upgrade", (request, socket: Duplex, head) => {
		// A client that drops the connection in the middle of the upgrade is not our trouble.
		socket.on("error", () => socket.destroy());
		const path = pathOf(request);
		const here = houseAt(path === "/" ? root : path) ?? houseAt(`${root}${path}`);
		const refusal = here
			? here.house.enter(here.rest, request, socket, head)
			: { status: 404, headers: {}, body: "There is no practice agent at this address." };
		if (refusal) refuse(socket, refusal);
	});

	await new Promise<void>((resolve, reject) => {
		http.once("error", reject);
		http.listen(options.port, "127.0.0.1", resolve);
	});
	return {
		port: portOf(),
		async close() {
			for (const house of houses) house.close();
			await new Promise((resolve) => {
				http.close(resolve);
				// Also those in the middle of an upgrade, which are neither a request nor a house's guest yet.
				for (const socket of sockets) socket.destroy();
			});
		},
	};
}

const pathOf = (request: IncomingMessage): string => (request.url ?? "/").split("?", 1)[0] as string;

/** Answers the upgrade request with plain HTTP and closes. */
function refuse(socket: Duplex, { status, headers, body }: Refusal): void {
	const all = { ...headers, "Content-Type": "text/plain", "Content-Length": Buffer.byteLength(body), Connection: "close" };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`);
}
