import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test } from "vitest";
import { type LoadServer, startLoadServer } from "../../main/practice/load-server.ts";
import { dial, start } from "./client.ts";

let server: LoadServer | null = null;
afterEach(async () => {
	await server?.close();
	server = null;
});

describe("the load server", () => {
	test.each(["flat", "enveloped"] as const)("sends %s frames of exactly the size asked for, numbered without a hole", async (framing) => {
		server = await startLoadServer({ frames: 12_000, bytesPerFrame: 400, framing });
		const client = await dial(server.url);
		client.send(start("s-1"));
		await client.type("RUN_FINISHED");
		const frames = client.frames.slice(1);
		expect(frames.map((frame) => frame.sequence)).toEqual(Array.from({ length: 12_000 }, (_, index) => index + 1));
		expect(new Set(frames.map((frame) => frame.bytes.length))).toEqual(new Set([400]));
		expect(frames[0]?.type).toBe("RUN_STARTED");
		expect(frames[1]?.json?.type).toBe(framing === "flat" ? "CUSTOM" : "agui.event");
	});
	test.each([100, 70_000])("writes a right header for frames of about %i bytes", async (bytesPerFrame) => {
		server = await startLoadServer({ frames: 20, bytesPerFrame, framing: "flat" });
		const client = await dial(server.url);
		client.send(start("s-1"));
		await client.type("RUN_FINISHED");
		expect(client.frames).toHaveLength(21);
	});
	test("resumes from anywhere and keeps an eye on acks", async () => {
		server = await startLoadServer({ frames: 1000, bytesPerFrame: 400, framing: "flat" });
		const client = await dial(server.url);
		client.send(start("s-1", 990));
		await client.type("RUN_FINISHED");
		expect(client.frames.slice(1).map((frame) => frame.sequence)).toEqual(Array.from({ length: 10 }, (_, index) => index + 991));
		for (const sequence of [995, 995, 2000, 1000]) client.send({ type: "ack", sequence });
		await expect.poll(() => server?.report()).toMatchObject({ session: "s-1", sent: 10, acks: 4, acked: 1000, wrongAcks: 2 });
		expect(server.report().ackedMs).toBeGreaterThan(0);
	});
	test("keeps a pace", async () => {
		server = await startLoadServer({ frames: 100_000, bytesPerFrame: 400, framing: "flat", paceFramesPerSecond: 1000 });
		const client = await dial(server.url);
		client.send(start("s-1"));
		await client.type("RUN_STARTED");
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(client.frames.length).toBeGreaterThan(150);
		expect(client.frames.length).toBeLessThan(600);
	});
	test("sends pieces of one answer, the first of them at once", async () => {
		server = await startLoadServer({
			frames: 100_000,
			bytesPerFrame: 400,
			framing: "flat",
			content: "answer",
			burst: 2000,
			paceFramesPerSecond: 10,
		});
		const client = await dial(server.url);
		client.send(start("s-1"));
		await expect.poll(() => client.frames.length).toBeGreaterThan(2000);
		const [, first, second, third] = client.frames;
		expect([first?.type, second?.type, third?.type]).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"]);
		expect(third?.json?.messageId).toBe(second?.json?.messageId);
		expect(String(third?.json?.delta).length).toBeGreaterThan(200);
		expect(third?.bytes.length).toBe(400);
	});
	test("runs as a program, says where it is, and reports when it is stopped", async () => {
		const program = new URL("../../main/practice/load-server.ts", import.meta.url).pathname;
		const child = spawn(process.execPath, [program, "--frames", "50", "--bytes", "400"], { stdio: ["ignore", "pipe", "inherit"] });
		const lines: Record<string, unknown>[] = [];
		createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line) as Record<string, unknown>));
		await expect.poll(() => lines[0], { timeout: 10_000 }).toMatchObject({ ready: true, url: expect.stringMatching(/^ws:/) });
		const client = await dial(String(lines[0]?.url));
		client.send(start("s-1"));
		await client.type("RUN_FINISHED");
		child.kill("SIGTERM");
		expect((await once(child, "exit"))[0]).toBe(0);
		expect(lines.at(-1)).toMatchObject({ report: { session: "s-1", sent: 50 } });
	});
});
