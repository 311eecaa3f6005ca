import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { composeCore } from "../../main/hosts/compose.ts";
import { startElectron } from "../../main/hosts/electron/start.ts";
import { ask, createLocalApi } from "../../main/hosts/local-api.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { createFakeElectron } from "./electron/fake-electron.ts";

const VALUE = "Bearer s3cr3t-value";
let folder = "";
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-at-rest-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function everything(at: string): string {
	return readdirSync(at)
		.map((name) => path.join(at, name))
		.map((file) => (statSync(file).isDirectory() ? everything(file) : readFileSync(file, "latin1")))
		.join("\n");
}

/** One run of the desktop program, over the stand-in for the electron module. */
async function desktop<T>(use: (api: OperatorApi) => Promise<T>): Promise<T> {
	const fake = createFakeElectron(folder);
	let core: Awaited<ReturnType<typeof composeCore>> | null = null;
	await startElectron(fake.electron, {
		rendererDir: folder,
		preload: "/app/preload.cjs",
		kiosk: false,
		profileDir: folder,
		openCore: async (profileDir, keyStore) => {
			core = await composeCore({ profileDir, host: "electron", keyStore });
			return core;
		},
	});
	return finish(core as unknown as Awaited<ReturnType<typeof composeCore>>, use);
}

const web = async <T>(use: (api: OperatorApi) => Promise<T>): Promise<T> =>
	finish(await composeCore({ profileDir: folder, host: "web" }), use);

async function finish<T>(core: Awaited<ReturnType<typeof composeCore>>, use: (api: OperatorApi) => Promise<T>): Promise<T> {
	try {
		return await use(createLocalApi(core));
	} finally {
		await core.dispose();
	}
}

describe("secrets of a saved connection over runs of the program", () => {
	it("are kept under Electron's safeStorage, serve again, and stand in plain text in no file; a web host on the same profile asks", async () => {
		const heard: (string | undefined)[] = [];
		const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
		await new Promise((resolve) => server.once("listening", resolve));
		server.on("connection", (_ws, request) => heard.push(request.headers.authorization));
		const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/?key=k3y-value`;
		const connectionId = await desktop(async (api) => {
			const target = { protocol: "agentcall", by: { kind: "url", url }, headers: { Authorization: VALUE } } as const;
			const connection = { connectionId: null, name: "Gate 3", target, secretHeaders: [] };
			return (await ask(api, "connection.save", { connection })).connectionId;
		});
		await desktop(async (api) => {
			const { connections, keeping } = await ask(api, "connection.list", {});
			expect([connections[0]?.needs, keeping.kind]).toEqual([[], "keyStore"]);
			await ask(api, "connection.open", { connectionId });
			while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
			for (const { sessionId } of await ask(api, "session.list", {})) {
				await ask(api, "transcript.export", { sessionId, format: "jsonl", redact: false });
			}
		});
		expect(heard[0]).toBe(VALUE);
		expect(readdirSync(folder)).toContain("secrets.json");
		expect(everything(folder)).not.toMatch(/s3cr3t|k3y-value/);
		await web(async (api) => {
			const { connections, keeping } = await ask(api, "connection.list", {});
			expect([connections[0]?.needs, keeping.kind]).toEqual([["header:Authorization", "address"], "memory"]);
		});
		for (const client of server.clients) client.terminate();
		server.close();
	});
});
