import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** Frames sent before looking whether the client keeps up. */
const BURST = 256;
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** One numbered text delta of exactly `bytes` bytes (at least 120). */
export function numberedFrame(sequence: number, bytes: number): string {
	const head = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m-1","sequence":${sequence},"delta":"`;
	return `${head}${"x".repeat(Math.max(0, bytes - head.length - 2))}"}`;
}

/** One numbered event whose value has as many members as make it about `bytes` bytes: slow to read, quick to send. */
function membersFrame(bytes: number): (sequence: number) => string {
	const members: string[] = [];
	for (let size = 100; size < bytes; ) {
		const member = `"k${members.length}":1`;
		members.push(member);
		size += member.length + 1;
	}
	const value = members.join(",");
	return (sequence) => `{"type":"CUSTOM","name":"n","sequence":${sequence},"value":{${value}}}`;
}

/** After the client's first message sends `frames` numbered frames, one `send` each, as fast as the client takes them. */
function serve(ws: WebSocket, frames: number, frameOf: (sequence: number) => string): void {
	let next = 1;
	const pump = () => {
		if (ws.readyState !== ws.OPEN) return;
		for (let sent = 0; sent < BURST && next <= frames; sent += 1) {
			ws.send(frameOf(next));
			next += 1;
			if (ws.bufferedAmount > MAX_BUFFERED_BYTES) break;
		}
		if (next > frames) return;
		if (ws.bufferedAmount > MAX_BUFFERED_BYTES) setTimeout(pump, 1);
		else setImmediate(pump);
	};
	ws.once("message", pump);
	ws.on("error", () => ws.terminate());
}

async function main(): Promise<void> {
	const [frames = "100000", bytes = "400", shape = "text"] = process.argv.slice(2);
	const frameOf = shape === "members" ? membersFrame(Number(bytes)) : (sequence: number) => numberedFrame(sequence, Number(bytes));
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
	server.on("connection", (ws) => serve(ws, Number(frames), frameOf));
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`${JSON.stringify({ ready: true, url: `ws://127.0.0.1:${port}/` })}\n`);
}

// Started as a program, from the sources or bundled under this name.
if (/(^|[/\\])plain-server\.(ts|js)$/.test(process.argv[1] ?? "")) await main();
