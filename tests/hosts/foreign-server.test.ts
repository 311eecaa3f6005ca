import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { runCli } from "./cli/run-cli.ts";

const FRAMES = 100_000;

type Framing = (sequence: number) => string;
/** A run and a message begin, or reading would find fault with all that follows. */
const OPENING = ['"type":"RUN_STARTED","threadId":"t-1","runId":"r-1"', '"type":"TEXT_MESSAGE_START","messageId":"m-1","role":"assistant"'];
const flat: Framing = (n) =>
	n <= OPENING.length
		? `{${OPENING[n - 1]},"sequence":${n}}`
		: `{"type":"TEXT_MESSAGE_CONTENT", "messageId":"m-1","delta":"frame ${n} \\u00e9 ☕ ${"x".repeat(n % 40)}","sequence":${n}}`;
const enveloped: Framing = (n) =>
	`{"type":"agui.event","sequence":${n},"event":{${OPENING[n - 1] ?? `"type":"TEXT_MESSAGE_CONTENT","messageId":"m-1","delta":"frame ${n}"`}}}`;

/** A server that knows nothing of this program: it sends, it listens to acks, it stays open. */
async function foreignServer(frame: Framing) {
	const acks: number[] = [];
	let sent = 0;
	let tooHigh = 0;
	const http = createServer((_request, response) =>
		response.end(JSON.stringify({ agui: { websocket: { url: `ws://127.0.0.1:${port()}/` }, session: { resume: true } } })),
	);
	const port = () => (http.address() as AddressInfo).port;
	const server = new WebSocketServer({ server: http });
	server.on("connection", (ws: WebSocket) => {
		ws.on("message", (data) => {
			const message = JSON.parse(String(data)) as { type: string; sequence: number };
			if (message.type === "ack") {
				if (message.sequence > sent) tooHigh += 1;
				acks.push(message.sequence);
			}
			if (message.type === "session.start") pump(ws);
			if (message.type === "session.end") ws.close(1000);
		});
	});
	function pump(ws: WebSocket): void {
		for (let burst = 0; burst < 500 && sent < FRAMES; burst += 1) {
			sent += 1;
			ws.send(frame(sent));
		}
		if (sent >= FRAMES || ws.readyState !== ws.OPEN) return;
		if (ws.bufferedAmount > 4 * 1024 * 1024) setTimeout(() => pump(ws), 2);
		else setImmediate(() => pump(ws));
	}
	await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
	return {
		url: `ws://127.0.0.1:${port()}/`,
		card: `http://127.0.0.1:${port()}/card`,
		acks,
		tooHigh: () => tooHigh,
		close: () => {
			for (const client of server.clients) client.terminate();
			http.close();
		},
	};
}

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-foreign-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
	["flat", flat],
	["enveloped", enveloped],
] as const)("a foreign server that sends 100,000 %s frames", (_name, frame) => {
	it("is recorded whole: received = stored = acknowledged, exported byte for byte, verified", async () => {
		const server = await foreignServer(frame);
		const address = ["--protocol", "agentcall", "--url", server.url, "--card", server.card, "--session-id", "s-1", "--data", folder];
		const run = await runCli("session", "run", ...address, "--until", `count:${FRAMES}`, "--timeout", "120000");
		server.close();
		expect(run.lines.at(-1)).toMatchObject({
			session: "s-1",
			received: FRAMES,
			stored: FRAMES,
			acked: FRAMES,
			cursor: FRAMES,
			gaps: [],
			duplicates: 0,
			conflicts: 0,
			// Its run was open when this console left: cut off.
			findings: 1,
		});
		expect(run.code).toBe(0);
		expect(server.acks.at(-1)).toBe(FRAMES);
		expect(server.tooHigh()).toBe(0);
		expect(server.acks.every((ack, index) => index === 0 || ack > (server.acks[index - 1] ?? 0))).toBe(true);

		const verified = await runCli("verify", "s-1", "--data", folder);
		expect(verified.lines.at(-1)).toMatchObject({ ok: true, firstBad: null });
		const file = path.join(folder, "out.jsonl");
		const exported = await runCli("export", "s-1", "--format", "jsonl", "--out", file, "--data", folder);
		expect(exported.code).toBe(0);
		expect((await runCli("verify", file)).lines.at(-1)).toMatchObject({ ok: true });
		let sequence = 0;
		for await (const line of createInterface({ input: createReadStream(file) })) {
			const entry = JSON.parse(line) as { dir?: string; sequence?: number; text?: string };
			if (entry.dir !== "in" || entry.sequence === undefined) continue;
			sequence += 1;
			if (entry.text !== frame(sequence)) expect(entry.text).toBe(frame(sequence));
		}
		expect(sequence).toBe(FRAMES);
	}, 400_000);
});
