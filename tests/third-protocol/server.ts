import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

export interface Parrot {
	url: string;
	/** What clients said, in order. */
	heard: string[];
	/** How many numbers it has given. */
	said(): number;
	close(): void;
}

/** Says `frames` numbered frames, a tick each `everyMs`, and repeats what is said. What a client asks for again it gets again. */
export async function createParrot(frames: number, everyMs: number): Promise<Parrot> {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
	const heard: string[] = [];
	/** All that was ever said; number N stands at N − 1. */
	const said: string[] = [];
	const say = (op: string, more = {}) => said.push(JSON.stringify({ n: said.length + 1, op, ...more }));
	let next: NodeJS.Timeout | undefined;
	server.on("connection", (ws) => {
		let at = 0;
		const push = () => {
			while (at < said.length) ws.send(said[at++] as string);
		};
		const tick = () => {
			if (ws.readyState !== ws.OPEN || said.length >= frames) return;
			say("tick");
			push();
			next = setTimeout(tick, everyMs);
		};
		ws.on("message", (data) => {
			const text = String(data);
			heard.push(text);
			const { op, n, word } = JSON.parse(text) as { op: string; n: number; word: string };
			if (op === "after") {
				at = n;
				push();
				tick();
			} else {
				say("echo", { word });
				push();
			}
		});
	});
	await new Promise((resolve) => server.once("listening", resolve));
	return {
		url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		heard,
		said: () => said.length,
		close() {
			clearTimeout(next);
			for (const client of server.clients) client.terminate();
			server.close();
		},
	};
}
