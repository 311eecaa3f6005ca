import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { parseArgs } from "node:util";
import { type WebSocket, WebSocketServer } from "ws";
import { agentCard } from "./agentcall/card.ts";
import { type ClientMessage, readClientMessage } from "./agentcall/judge/client-message.ts";
import { createFrameBatches, type FrameShape } from "./load/frame-batches.ts";

/** Frames in one write to the socket. */
const BATCH = 512;
const PACE_TICK_MS = 10;

export interface LoadReport {
	session: string | null;
	/** Frames handed to the socket, over all links. */
	sent: number;
	/** Acks received, the highest of them, and those that did not grow or were above what was sent. */
	acks: number;
	acked: number;
	wrongAcks: number;
	/** From the first frame written to the last one handed over, and to the ack of the last one; null while open. */
	sentMs: number | null;
	ackedMs: number | null;
}

export interface LoadServerOptions extends FrameShape {
	/** Absent: as fast as the client reads. */
	paceFramesPerSecond?: number;
	/** So many come at once before the pace begins. */
	burst?: number;
	port?: number;
	/** Called when the last frame is acknowledged and when a link closes. */
	onReport?: (report: LoadReport) => void;
}

export interface LoadServer {
	url: string;
	card: string;
	port: number;
	/** Of the latest session. */
	report(): LoadReport;
	close(): Promise<void>;
}

const fresh = (session: string | null): LoadReport => ({
	session,
	sent: 0,
	acks: 0,
	acked: 0,
	wrongAcks: 0,
	sentMs: null,
	ackedMs: null,
});

/**
 * An AgentCall server that only sends, for measuring clients: numbered frames of one size, built in batches and written straight to the
 * connection. Every frame can be built again from its number, so a resume works from anywhere. Listens on 127.0.0.1 only.
 */
export async function startLoadServer(options: LoadServerOptions): Promise<LoadServer> {
	const http = createServer((_request, response) => response.end(JSON.stringify(agentCard(CARD_OF_LOAD, `${base("ws")}/`, base("http")))));
	const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
	const base = (protocol: string) => `${protocol}://127.0.0.1:${(http.address() as AddressInfo).port}`;
	let report = fresh(null);

	http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		socket.on("error", () => socket.destroy());
		sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, socket));
	});

	function serve(ws: WebSocket, socket: Duplex): void {
		let startedAtMs = 0;
		let highest = 0;
		ws.on("error", () => ws.terminate());
		ws.on("close", () => options.onReport?.({ ...report }));
		ws.on("message", (data) => {
			const read = readClientMessage(String(data));
			if (read.ok) take(read.message);
		});

		function take(message: ClientMessage): void {
			if (message.type === "session.start") {
				const from = message.resumeFromSequence ?? 0;
				if (report.session !== message.sessionId) report = fresh(message.sessionId);
				ws.send(
					JSON.stringify({ type: "session.started", sessionId: message.sessionId, resumed: from > 0, lastSequence: from, lastTurn: 0 }),
				);
				startedAtMs = performance.now();
				highest = from;
				send(createFrameBatches(options, message.sessionId), from + 1);
			} else if (message.type === "ack") ack(message.sequence);
			else if (message.type === "session.end") ws.close(1000, "session ended");
		}

		function ack(sequence: number): void {
			report.acks++;
			if (sequence <= report.acked || sequence > highest) report.wrongAcks++;
			else report.acked = sequence;
			if (report.acked < options.frames || report.ackedMs !== null) return;
			report.ackedMs = performance.now() - startedAtMs;
			options.onReport?.({ ...report });
		}

		function send(build: (from: number, to: number) => Buffer, from: number): void {
			let next = from;
			const write = (upTo: number): boolean => {
				const to = Math.min(upTo, options.frames, next + BATCH - 1);
				if (to < next) return true;
				const batch = build(next, to);
				report.sent += to - next + 1;
				highest = to;
				next = to + 1;
				if (next > options.frames) report.sentMs = performance.now() - startedAtMs;
				return socket.write(batch);
			};
			const pace = options.paceFramesPerSecond;
			if (pace === undefined) {
				const pump = () => {
					while (next <= options.frames && ws.readyState === ws.OPEN) if (!write(options.frames)) return void socket.once("drain", pump);
				};
				pump();
				return;
			}
			const timer = setInterval(() => {
				const due = from - 1 + (options.burst ?? 0) + Math.floor(((performance.now() - startedAtMs) * pace) / 1000);
				while (next <= Math.min(due, options.frames) && write(due));
				if (next > options.frames) clearInterval(timer);
			}, PACE_TICK_MS);
			ws.on("close", () => clearInterval(timer));
		}
	}

	await new Promise<void>((resolve, reject) => {
		http.once("error", reject);
		http.listen(options.port ?? 0, "127.0.0.1", resolve);
	});
	return {
		url: `${base("ws")}/`,
		card: `${base("http")}/.well-known/agent-card.json`,
		port: (http.address() as AddressInfo).port,
		report: () => ({ ...report }),
		async close() {
			for (const ws of sockets.clients) ws.terminate();
			await new Promise((resolve) => {
				http.close(resolve);
				http.closeAllConnections();
			});
		},
	};
}

const CARD_OF_LOAD = { name: "load", title: "Load", about: "Sends numbered frames as fast as they are read." };

/** `node load-server.ts --frames N --bytes N --framing flat|enveloped [--content custom|answer] [--burst N] [--pace N] [--port N]`: one JSON object a line. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			frames: { type: "string", default: "100000" },
			bytes: { type: "string", default: "400" },
			framing: { type: "string", default: "flat" },
			pace: { type: "string" },
			burst: { type: "string", default: "0" },
			content: { type: "string", default: "custom" },
			port: { type: "string", default: "0" },
		},
	});
	const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
	const server = await startLoadServer({
		frames: Number(values.frames),
		bytesPerFrame: Number(values.bytes),
		framing: values.framing === "enveloped" ? "enveloped" : "flat",
		...(values.pace === undefined ? {} : { paceFramesPerSecond: Number(values.pace) }),
		burst: Number(values.burst),
		content: values.content === "answer" ? "answer" : "custom",
		port: Number(values.port),
		onReport: (report) => print({ report }),
	});
	print({ ready: true, url: server.url, card: server.card });
	process.once("SIGTERM", () => {
		print({ report: server.report() });
		void server.close().then(() => process.exit(0));
	});
}

// Started as a program, from the sources or bundled under this name; not when another program bundles it.
if (/(^|[/\\])load-server\.(ts|m?js)$/.test(process.argv[1] ?? ""))
	main().catch((thrown: unknown) => {
		process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
		process.exitCode = 1;
	});
