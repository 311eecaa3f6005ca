import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from "node:tls";
import { WebSocketServer } from "ws";

const closing: (() => Promise<void>)[] = [];

/** Closes every server of the test and drops its connections. */
export async function closeAll(): Promise<void> {
	await Promise.all(closing.splice(0).map((close) => close()));
}

export async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket): void => {
		sockets.add(socket);
		socket.on("error", () => {});
		socket.once("close", () => sockets.delete(socket));
	};
	server.on("connection", keep);
	server.on("secureConnection", keep);
	server.on("tlsClientError", () => {});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	closing.push(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});
	return (server.address() as AddressInfo).port;
}

/** An agent behind real TLS that opens WebSockets; `seen` gets each secured connection. */
export async function startSecureAgent(options: TlsOptions, seen: (socket: TLSSocket) => void = () => {}): Promise<number> {
	const http = createHttpServer();
	new WebSocketServer({ server: http }).on("connection", (ws) => ws.on("error", () => {}));
	const server = createTlsServer(options, (socket) => {
		seen(socket);
		http.emit("connection", socket);
	});
	return listen(server);
}

export const startRaw = (talk: (socket: Socket) => void): Promise<number> => listen(createServer(talk));

/** What came until it is enough; reading stops then. */
export function heard(socket: Socket, enough: (all: Buffer) => boolean): Promise<Buffer> {
	return new Promise((resolve) => {
		let all = Buffer.alloc(0);
		const take = (chunk: Buffer): void => {
			all = Buffer.concat([all, chunk]);
			if (!enough(all)) return;
			socket.off("data", take);
			socket.pause();
			resolve(all);
		};
		socket.on("data", take);
		socket.resume();
	});
}

export const wholeHead = (all: Buffer): boolean => all.includes("\r\n\r\n");

/** An HTTP proxy that opens the way to a port of this computer, whatever name it is asked for; `asked` gets each request's head. */
export function startHttpProxy(
	target: () => number,
	asked: (head: string) => void = () => {},
	more: { credentials?: string } = {},
): Promise<number> {
	return startRaw((socket) => {
		void heard(socket, wholeHead).then((bytes) => {
			const head = bytes.toString();
			asked(head);
			const given = /proxy-authorization: Basic (\S+)/i.exec(head)?.[1] ?? "";
			if (more.credentials !== undefined && Buffer.from(given, "base64").toString() !== more.credentials) {
				socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n");
				return;
			}
			join(socket, target(), () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
		});
	});
}

function join(socket: Socket, port: number, opened: () => void): void {
	const onward = connect({ host: "127.0.0.1", port }, () => {
		opened();
		socket.pipe(onward).pipe(socket);
	});
	onward.on("error", () => socket.destroy());
	socket.on("close", () => onward.destroy());
}

/** A SOCKS5 proxy (RFC 1928, 1929); `reply` other than 0 refuses. `asked` gets the address in the request. */
export function startSocks(
	target: () => number,
	more: { reply?: number; credentials?: string; asked?: (host: string) => void; early?: string } = {},
): Promise<number> {
	return startRaw((socket) => {
		void (async () => {
			const greeting = await heard(socket, (all) => all.length >= 2 && all.length >= 2 + (all[1] ?? 0));
			const wantsPassword = more.credentials !== undefined;
			if (wantsPassword && !greeting.subarray(2).includes(2)) return void socket.end(Buffer.from([5, 0xff]));
			socket.write(Buffer.from([5, wantsPassword ? 2 : 0]));
			if (wantsPassword) {
				const auth = await heard(socket, (all) => all.length > 2);
				const user = auth.subarray(2, 2 + (auth[1] ?? 0)).toString();
				const password = auth.subarray(3 + (auth[1] ?? 0)).toString();
				const fine = `${user}:${password}` === more.credentials;
				socket.write(Buffer.from([1, fine ? 0 : 1]));
				if (!fine) return;
			}
			const request = await heard(socket, (all) => all.length >= 7);
			more.asked?.(request[3] === 3 ? request.subarray(5, 5 + (request[4] ?? 0)).toString() : request.subarray(4, -2).join("."));
			const answer = Buffer.from([5, more.reply ?? 0, 0, 1, 0, 0, 0, 0, 0, 0]);
			if (more.reply) return void socket.end(answer);
			join(socket, target(), () => socket.write(Buffer.concat([answer, Buffer.from(more.early ?? "")])));
		})();
	});
}
