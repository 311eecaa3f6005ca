import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** What an observation said that this agent compares. */
export interface Received {
	interactionId: string | null;
	uid: string | null;
	/** Base64, in order. */
	payloads: string[];
}

export interface AskingAgent {
	url: string;
	/** Asks for a card. */
	ask(interactionId: string): void;
	/** The observation with that number, 0-based; waits until it has come. */
	observation(index: number): Promise<Received>;
	received(): number;
	close(): Promise<void>;
}

/** An agent that only asks for cards and remembers what it got. It numbers nothing. */
export async function startAskingAgent(): Promise<AskingAgent> {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
	const observations: Received[] = [];
	const waiting = new Map<number, (received: Received) => void>();
	let link: WebSocket | null = null;
	server.on("connection", (ws) => {
		link = ws;
		ws.on("error", () => ws.terminate());
		ws.on("message", (data) => hear(ws, JSON.parse(String(data)) as Record<string, unknown>));
	});

	function hear(ws: WebSocket, message: Record<string, unknown>): void {
		if (message.type === "session.start")
			ws.send(JSON.stringify({ type: "session.started", sessionId: message.sessionId, resumed: false, lastSequence: 0 }));
		if (message.type !== "user.observation") return;
		const { uid, ndef } = message.observation as { uid?: string; ndef?: { records: { payload: string }[] } };
		const received: Received = {
			interactionId: typeof message.interactionId === "string" ? message.interactionId : null,
			uid: uid ?? null,
			payloads: (ndef?.records ?? []).map(({ payload }) => payload),
		};
		const index = observations.push(received) - 1;
		waiting.get(index)?.(received);
		waiting.delete(index);
	}

	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `ws://127.0.0.1:${port}/`,
		ask: (interactionId) => link?.send(JSON.stringify({ type: "interaction.requested", interactionId, modality: "nfc", prompt: "Tap." })),
		async observation(index) {
			return observations[index] ?? (await new Promise<Received>((resolve) => waiting.set(index, resolve)));
		},
		received: () => observations.length,
		close() {
			for (const client of server.clients) client.terminate();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}
