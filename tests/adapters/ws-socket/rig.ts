import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttp, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { createSockets, type SocketsOptions } from "../../../main/adapters/ws-socket/create-sockets.ts";
import type { DialFailure, DialRequest, FrameSocket, SocketClose, SocketEvents } from "../../../main/core/ports.ts";
import type { DialPhase } from "../../../schemas/session.ts";

/** What one dial told, in order. */
export interface Call {
	name: keyof SocketEvents;
	value: unknown;
}

interface Frame {
	opcode: "text" | "binary";
	bytes: string;
	text: string | null;
}

export interface Dialled {
	socket: FrameSocket;
	calls: Call[];
	names(): string[];
	phases(): DialPhase[];
	frames(): Frame[];
	opened: Promise<Parameters<SocketEvents["opened"]>[0]>;
	failed: Promise<DialFailure>;
	closed: Promise<SocketClose>;
	/** Resolves when the named event was called `count` times. */
	until(name: keyof SocketEvents, count?: number): Promise<void>;
}

const LIMITS_MS: Record<DialPhase, number> = { dns: 5000, tcp: 5000, proxy: 5000, tls: 5000, upgrade: 5000 };

/** Dials for real and writes down every call. `react` is called after each one. */
export function dialTo(
	url: string,
	request: Partial<DialRequest> = {},
	options: SocketsOptions = {},
	react: (call: Call, socket: FrameSocket) => void = () => {},
): Dialled {
	const calls: Call[] = [];
	const counts = new Map<Call["name"], number>();
	const waiting = new Set<() => void>();
	const note = (name: Call["name"], value: unknown): void => {
		const call = { name, value };
		calls.push(call);
		counts.set(name, (counts.get(name) ?? 0) + 1);
		react(call, socket);
		for (const check of waiting) check();
	};
	const events: SocketEvents = {
		phase: (phase) => note("phase", phase),
		opened: (info) => note("opened", info),
		failed: (failure) => note("failed", failure),
		frame: (opcode, bytes, text) => note("frame", { opcode, bytes: Buffer.from(bytes).toString("hex"), text }),
		largeFrame: (opcode, bytes) => note("largeFrame", { opcode, byteLength: bytes.length }),
		ping: (payload) => note("ping", Buffer.from(payload).toString()),
		pong: (payload) => note("pong", Buffer.from(payload).toString()),
		closed: (close) => note("closed", close),
	};
	const until = (name: Call["name"], count = 1): Promise<void> =>
		new Promise((resolve) => {
			const check = (): void => {
				if ((counts.get(name) ?? 0) < count) return;
				waiting.delete(check);
				resolve();
			};
			waiting.add(check);
			check();
		});
	const first = async <T>(name: Call["name"]): Promise<T> => {
		await until(name);
		return calls.find((call) => call.name === name)?.value as T;
	};
	const socket = createSockets(options).dial(
		{ url, headers: {}, subprotocols: [], maxPayloadBytes: 1024 * 1024, phaseLimitsMs: LIMITS_MS, trust: {}, ...request },
		events,
	);
	return {
		socket,
		calls,
		names: () => calls.map((call) => call.name),
		phases: () => calls.filter((call) => call.name === "phase").map((call) => call.value as DialPhase),
		frames: () => calls.filter((call) => call.name === "frame").map((call) => call.value as Frame),
		opened: first("opened"),
		failed: first("failed"),
		closed: first("closed"),
		until,
	};
}

export const limitsMs = (change: Partial<Record<DialPhase, number>>): Record<DialPhase, number> => ({ ...LIMITS_MS, ...change });
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const opened: (() => Promise<void>)[] = [];

/** Closes every server of the test and drops its connections. */
export async function closeServers(): Promise<void> {
	await Promise.all(opened.splice(0).map((close) => close()));
}

const read = (name: string): string => readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), "utf8");
export const TRUSTED = { trust: { ca: read("good") + read("stranger") + read("expired") } } satisfies Partial<DialRequest>;
const secureContext = (name: "good" | "stranger" | "expired"): { key: string; cert: string } => ({
	key: read("key"),
	cert: read(name),
});

async function listen(server: Server | HttpServer, host: string): Promise<number> {
	const sockets = new Set<Socket>();
	server.on("connection", (socket: Socket) => {
		sockets.add(socket);
		socket.on("error", () => {});
		socket.once("close", () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	opened.push(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});
	return (server.address() as AddressInfo).port;
}

/** An agent that speaks WebSocket well; `talk` gets each connection. Answers its port. */
export async function startAgent(
	talk: (ws: WebSocket, request: IncomingMessage) => void,
	options: ServerOptions & { certificate?: "good" | "stranger" | "expired"; host?: string } = {},
): Promise<number> {
	const { certificate, host = "127.0.0.1", ...rest } = options;
	const server = certificate === undefined ? createHttp() : createHttps(secureContext(certificate));
	const agents = new WebSocketServer({ server, ...rest });
	agents.on("connection", (ws, request) => {
		ws.on("error", () => {});
		talk(ws, request);
	});
	return listen(server, host);
}

/** A server that answers HTTP and never upgrades. */
export function startHttp(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
	return listen(createHttp(answer), "127.0.0.1");
}

/** A server that speaks nothing by itself. */
export function startRaw(talk: (socket: Socket) => void, host = "127.0.0.1"): Promise<number> {
	return listen(createServer(talk), host);
}

/** A server that upgrades by hand, so that it can then break every rule. */
export function startRogue(talk: (socket: Socket) => void, moreHeaders = ""): Promise<number> {
	return startRaw((socket) => {
		socket.once("data", (head) => {
			const key = /sec-websocket-key: (\S+)/i.exec(head.toString())?.[1] ?? "";
			const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
			socket.write(
				`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${moreHeaders}\r\n`,
			);
			talk(socket);
		});
	});
}

/**
 * A port whose queue of waiting connections is full, so that a new one is neither accepted nor refused, as behind a silent firewall: the
 * listening process is stopped. Linux only.
 */
export async function startDeafPort(): Promise<number> {
	const script = "require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},function(){console.log(this.address().port)})";
	const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
	const [line] = (await once(child.stdout, "data")) as [Buffer];
	const port = Number(line.toString());
	child.kill("SIGSTOP");
	const fillers: Socket[] = [];
	opened.push(async () => {
		for (const socket of fillers) socket.destroy();
		const gone = once(child, "close");
		child.kill("SIGKILL");
		await gone;
	});
	for (let accepted = true; accepted; ) {
		const filler = connect({ host: "127.0.0.1", port });
		filler.on("error", () => {});
		fillers.push(filler);
		accepted = await Promise.race([once(filler, "connect").then(() => true), sleep(200).then(() => false)]);
	}
	return port;
}
