import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { WebSocketServer } from "ws";
import { type ChromiumHar, startChromiumHar } from "./support/devtools-har.ts";
import { WHOLE_CHROMIUM } from "./support/whole-chromium.ts";

const CLI = path.resolve(import.meta.dirname, "../../dist/cli.js");
const cli = (...args: string[]): Record<string, unknown>[] =>
	execFileSync(process.execPath, [CLI, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Record<string, unknown>);

async function listen(): Promise<{ server: WebSocketServer; port: number }> {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
	await once(server, "listening");
	return { server, port: (server.address() as AddressInfo).port };
}

/** What the server says, exactly: text with everything that escapes differ on, empty text, bytes. */
const SERVER_SAYS: (string | Buffer)[] = [
	'{"type":"RUN_STARTED","threadId":"t","runId":"r","sequence":1}',
	'line\nfeed \u2028 \u0000 \\ " </script> é 😀 \u202e',
	"",
	Buffer.from([0, 1, 2, 127, 128, 255]),
	Buffer.from("bytes that are text"),
	"x".repeat(100_000),
];
const PAGE_SAYS = ['{"type":"session.start","sessionId":"s"}', "é 😀"];

test.describe("@web HAR and Chromium itself", () => {
	let folder: string;
	let tools: ChromiumHar;
	test.beforeAll(async ({ launchOptions, headless }) => {
		folder = mkdtempSync(path.join(tmpdir(), "switchboard-har-"));
		tools = await startChromiumHar({ ...launchOptions, ...(WHOLE_CHROMIUM ? { executablePath: WHOLE_CHROMIUM } : {}), headless });
	});
	test.afterAll(async () => {
		await tools.close();
		rmSync(folder, { recursive: true, force: true });
	});

	test("a HAR that Chromium recorded and wrote is imported with equal bytes, and Chromium reads ours with equal messages", async () => {
		const { server, port } = await listen();
		server.on("connection", (socket) => {
			for (const each of SERVER_SAYS) socket.send(each, { binary: typeof each !== "string" });
		});
		await tools.page.evaluate(
			async ([url, says]) => {
				const socket = new WebSocket(url as string);
				let heard = 0;
				await new Promise<void>((resolve) => {
					socket.onmessage = () => {
						if (++heard === 6) resolve();
					};
					socket.onopen = () => {
						for (const each of says as string[]) socket.send(each);
						socket.send(new Uint8Array([9, 0, 200]));
					};
				});
				await new Promise((resolve) => setTimeout(resolve, 300));
				socket.close(1000);
			},
			[`ws://127.0.0.1:${port}/x?token=secret-token`, PAGE_SAYS] as const,
		);
		server.close();
		await expect.poll(async () => (await tools.exportHar()).match(/"opcode"/g)?.length ?? 0).toBe(9);
		const written = await tools.exportHar();
		expect(JSON.parse(written).log.creator.name).toBe("WebInspector");
		const file = path.join(folder, "chromium.har");
		writeFileSync(file, written);

		const data = path.join(folder, "data");
		const [imported] = cli("import", file, "--data", data);
		expect(imported).toMatchObject({ format: "har", protocol: "agentcall", entries: 9 });
		const session = String(imported?.session);
		const whole = path.join(folder, "whole.jsonl");
		cli("export", session, "--format", "jsonl", "--out", whole, "--data", data);
		const entries = readFileSync(whole, "utf8")
			.split("\n")
			.slice(1)
			.filter(Boolean)
			.map((line) => JSON.parse(line) as { dir: string; text?: string; base64?: string; opcode: string });
		const bytesOf = (dir: string) =>
			entries
				.filter((entry) => entry.dir === dir)
				.map(({ text, base64 }) => (text === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(text)).toString("base64"));
		const base64 = (each: string | Buffer) => Buffer.from(each as string).toString("base64");
		expect(bytesOf("in")).toEqual(SERVER_SAYS.map(base64));
		expect(bytesOf("out")).toEqual([...PAGE_SAYS, Buffer.from([9, 0, 200])].map(base64));
		expect(readFileSync(path.join(data, "transcripts.sqlite"), "latin1")).not.toContain("secret-token");

		// And back: what we write is read by the code behind Chromium's “Import HAR”.
		const ours = path.join(folder, "ours.har");
		cli("export", session, "--format", "har", "--out", ours, "--data", data);
		const [shown] = await tools.importHar(readFileSync(ours, "utf8"));
		const before = (await tools.importHar(written)).find(({ frames }) => frames.length > 0);
		expect(shown?.frames.map(({ type, opCode, text }) => [type, opCode, text])).toEqual(
			before?.frames.map(({ type, opCode, text }) => [type, opCode, text]),
		);
		expect(shown?.frames).toHaveLength(9);
		for (const [index, frame] of (shown?.frames ?? []).entries())
			expect(Math.abs(frame.time - (before?.frames[index]?.time ?? 0))).toBeLessThan(0.002);
	});

	test("a live session's HAR shows every link with its messages in Chromium", async () => {
		const data = path.join(folder, "live");
		const { server, port } = await listen();
		server.on("connection", (socket) =>
			socket.on("message", (text) => socket.send(`{"type":"CUSTOM","name":"echo","value":${String(text)},"sequence":1}`)),
		);
		const script = path.join(folder, "script");
		writeFileSync(script, `${JSON.stringify({ waitFor: { type: "CUSTOM" } })}\n`);
		const run = spawn(
			process.execPath,
			[
				CLI,
				"session",
				"run",
				"--protocol",
				"agentcall",
				"--url",
				`ws://127.0.0.1:${port}/`,
				"--script",
				script,
				"--timeout",
				"20000",
				"--data",
				data,
			],
			{ stdio: ["ignore", "pipe", "inherit"] },
		);
		let out = "";
		run.stdout.on("data", (piece) => {
			out += String(piece);
		});
		await new Promise((resolve) => run.once("exit", resolve));
		const { session } = JSON.parse(out.trim().split("\n").at(-1) as string) as { session: string };
		server.close();
		for (const client of server.clients) client.terminate();
		const ours = path.join(folder, "live.har");
		const [made] = cli("export", session, "--format", "har", "--out", ours, "--data", data);
		const [shown] = await tools.importHar(readFileSync(ours, "utf8"));
		expect(shown?.url).toBe(`ws://127.0.0.1:${port}/`);
		expect(shown?.frames).toHaveLength(made?.entries as number);
		expect(shown?.frames[0]).toMatchObject({ type: "send", opCode: 1, text: expect.stringContaining("session.start") });
	});
});
