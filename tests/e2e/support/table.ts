import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { WebSocketServer } from "ws";
import { supportFile } from "./support-file.ts";

/** A practice table outside the console; it lives on when the console is started anew. */
export interface TableProgram {
	url: string;
	/** What it found wrong with what the client sent. */
	complaints: string[];
	stop(): void;
}

/** `timeScale` shortens the bots' pauses; `seed` decides every deal. */
export async function startTable(
	scenario: string,
	options: { timeScale?: number; seed?: number; turnMs?: number; confirmMs?: number; cooldownMs?: number } = {},
): Promise<TableProgram> {
	const { timeScale = 0.05, seed = 7, ...more } = options;
	const args = [supportFile("run-table"), scenario, String(timeScale), JSON.stringify({ seed, ...more })];
	const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
	const complaints: string[] = [];
	const url = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stdout }).on("line", (text) => {
			const line = JSON.parse(text) as { url?: string; complaint?: string };
			if (line.url !== undefined) resolve(line.url);
			if (line.complaint !== undefined) complaints.push(line.complaint);
		});
		child.once("exit", (code) => reject(new Error(`The table ended with ${code}`)));
	});
	return { url, complaints, stop: () => void child.kill() };
}

const GOLDEN = path.resolve(import.meta.dirname, "../../../../shared/upstream/aifight/transcripts");

export interface Golden {
	name: string;
	/** What the server said, in order. */
	frames: { type: string; data?: Record<string, unknown> }[];
}

/** Recorded matches; empty when they are not beside the project. */
export function goldenMatches(): Golden[] {
	if (!existsSync(GOLDEN)) return [];
	const files = readdirSync(GOLDEN, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".jsonl"));
	return files.sort().map((file) => {
		const lines = readFileSync(path.join(GOLDEN, file), "utf8").split("\n").filter(Boolean);
		const said = lines.map((line) => JSON.parse(line) as { direction: string; payload: Golden["frames"][number] });
		return {
			name: path.basename(file, ".jsonl"),
			frames: said.filter(({ direction }) => direction === "server_to_client").map(({ payload }) => payload),
		};
	});
}

export interface Replay {
	url: string;
	/** What the client said. */
	heard: { type: string; request_id?: string }[];
	say(frame: object): void;
	stop(): void;
}

/** A server that says these frames, whatever it hears. */
export async function startReplay(frames: readonly object[]): Promise<Replay> {
	const heard: Replay["heard"] = [];
	// Whoever asks who holds the seat is told that nobody says.
	const http = createServer((_request, response) => response.writeHead(404).end());
	const server = new WebSocketServer({ server: http, perMessageDeflate: false });
	server.on("connection", (socket) => {
		socket.on("error", () => socket.terminate());
		socket.on("message", (data) => heard.push(JSON.parse(String(data)) as Replay["heard"][number]));
		for (const frame of frames) socket.send(JSON.stringify(frame));
	});
	await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
	return {
		url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`,
		heard,
		say(frame) {
			for (const client of server.clients) client.send(JSON.stringify(frame));
		},
		stop() {
			for (const client of server.clients) client.terminate();
			server.close();
			http.close();
		},
	};
}
