import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

type Message = Record<string, unknown>;

/** An agent the test plays by hand: it numbers and remembers what it says, and replays it to a client that resumes. */
export interface HandAgent {
	/** Address of a card that declares resume, both modalities and explicit audio turns. */
	card: string;
	url: string;
	/** Everything the client said, over all links. */
	heard: Message[];
	/** Exact texts of the same. */
	heardTexts: string[];
	links(): number;
	/** Request headers of the newest link's handshake. */
	headers(): IncomingHttpHeaders;
	/** Numbers the message and says it, or keeps it for the next link. */
	say(message: Message): void;
	sayRaw(text: string): void;
	/** Leaves out the next `count` numbers. */
	skip(count: number): void;
	/** What its card calls it from now on. */
	name(name: string): void;
	/** What its card gives for the address of its socket from now on. */
	socketUrl(url: unknown): void;
	/** What its card says about explicit audio turns from now on; default true. */
	explicitTurns(on: boolean): void;
	/** Closes the link with a close frame. */
	closeWith(code: number, reason: string): void;
	/** The network goes away under the link. */
	cut(): void;
	/** New links are refused until `accept(true)`. */
	accept(on: boolean): void;
	of(type: string): Message[];
	close(): void;
}

export async function startHandAgent(): Promise<HandAgent> {
	const http = createServer((_request, response) => response.end(JSON.stringify(cardFor(socketUrl ?? url, ownName, explicitTurns))));
	const server = new WebSocketServer({ server: http, perMessageDeflate: false, verifyClient: (_info, answer) => answer(accepting, 503) });
	let accepting = true;
	let socketUrl: unknown;
	let ownName = "Gate 3 check-in";
	let explicitTurns = true;
	let ws: WebSocket | null = null;
	let links = 0;
	let headers: IncomingHttpHeaders = {};
	let next = 1;
	const log: { sequence: number; text: string }[] = [];
	const heard: Message[] = [];
	const heardTexts: string[] = [];

	server.on("connection", (socket, request) => {
		headers = request.headers;
		links += 1;
		ws = socket;
		socket.on("error", () => socket.terminate());
		socket.on("message", (data) => {
			heardTexts.push(String(data));
			hear(socket, String(data));
		});
	});

	function hear(socket: WebSocket, text: string): void {
		let message: Message;
		try {
			message = JSON.parse(text) as Message;
		} catch {
			return;
		}
		heard.push(message);
		if (message.type === "session.end") socket.send(JSON.stringify({ type: "session.ended", reason: "client_end" }));
		if (message.type !== "session.start" || heard.filter((each) => each.type === "session.start").length > links) return;
		const from = (message.resumeFromSequence as number | undefined) ?? 0;
		const lastTurn = Math.max(0, ...heard.map((each) => (typeof each.turn === "number" ? each.turn : 0)));
		socket.send(
			JSON.stringify({ type: "session.started", sessionId: message.sessionId, resumed: from > 0, lastSequence: next - 1, lastTurn }),
		);
		for (const { sequence, text: said } of log) if (sequence > from) socket.send(said);
	}

	await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
	const { port } = http.address() as AddressInfo;
	const url = `ws://127.0.0.1:${port}/agui`;
	return {
		card: `http://127.0.0.1:${port}/card.json`,
		url,
		heard,
		heardTexts,
		headers: () => headers,
		links: () => links,
		say(message) {
			const text = JSON.stringify({ ...message, sequence: next });
			log.push({ sequence: next, text });
			next += 1;
			ws?.send(text);
		},
		sayRaw: (text) => ws?.send(text),
		skip(count) {
			next += count;
		},
		name(name) {
			ownName = name;
		},
		socketUrl(given) {
			socketUrl = given;
		},
		explicitTurns(on) {
			explicitTurns = on;
		},
		closeWith: (code, reason) => ws?.close(code, reason),
		cut() {
			ws?.terminate();
			ws = null;
		},
		accept(on) {
			accepting = on;
		},
		of: (type) => heard.filter((each) => each.type === type),
		close() {
			for (const client of server.clients) client.terminate();
			server.close();
			http.close();
		},
	};
}

const cardFor = (url: unknown, name: string, supportsExplicitTurns: boolean) => ({
	name,
	agui: {
		websocket: { url },
		session: { resume: true },
		webrtc: { supportsExplicitTurns },
		physicalObservations: { modalities: ["nfc", "photo"] },
	},
});
