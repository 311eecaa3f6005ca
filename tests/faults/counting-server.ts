import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface CountingServer {
	url: string;
	/** What the client promised and said. */
	told: { acked: number; resumedFrom: number[]; turns: number[] };
	close(): void;
}

export const numberedFrame = (sequence: number): string =>
	JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: `frame ${sequence} ${"·".repeat(100)}`, sequence });

/** Enough that a commit is always under way; more would only be more to check. */
const FRAMES_AT_ONCE = 8;
const PAUSE_MS = 4;

/** An agent that numbers its frames, sends them with hardly a pause, replays from anywhere, and remembers what it was promised and told. */
export async function startCountingServer(): Promise<CountingServer> {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
	const told = { acked: 0, resumedFrom: [] as number[], turns: [] as number[] };
	server.on("connection", (ws) => {
		ws.on("error", () => ws.terminate());
		ws.on("message", (data) => hear(ws, JSON.parse(String(data)) as Record<string, number>));
	});
	function hear(ws: WebSocket, message: Record<string, unknown>): void {
		if (message.type === "ack") told.acked = Math.max(told.acked, message.sequence as number);
		if (message.type === "user.turn") told.turns.push(message.turn as number);
		if (message.type !== "session.start") return;
		const from = (message.resumeFromSequence ?? 0) as number;
		told.resumedFrom.push(from);
		const lastTurn = Math.max(0, ...told.turns);
		ws.send(JSON.stringify({ type: "session.started", sessionId: message.sessionId, resumed: from > 0, lastSequence: from, lastTurn }));
		let next = from + 1;
		const pump = () => {
			if (ws.readyState !== ws.OPEN) return;
			for (let sent = 0; sent < FRAMES_AT_ONCE; sent += 1) {
				ws.send(numberedFrame(next));
				next += 1;
			}
			setTimeout(pump, PAUSE_MS);
		};
		pump();
	}
	await new Promise((resolve) => server.once("listening", resolve));
	return {
		url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
		told,
		close() {
			for (const client of server.clients) client.terminate();
			server.close();
		},
	};
}
