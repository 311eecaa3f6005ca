import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { composeCore } from "../../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../../main/hosts/local-api.ts";
import type { SavedConnection } from "../../../schemas/connections.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { startCli } from "./run-cli.ts";

const VALUE = "Bearer s3cr3t-value";

let data = "";
const closers: (() => void)[] = [];
beforeEach(() => {
	data = mkdtempSync(path.join(tmpdir(), "switchboard-connection-"));
});
afterEach(() => {
	for (const close of closers.splice(0)) close();
	rmSync(data, { recursive: true, force: true });
});

/** An agent that says one thing and remembers how it was called. */
async function agent() {
	const calls: { headers: IncomingHttpHeaders; url: string; start: Record<string, unknown> }[] = [];
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
	server.on("connection", (ws, request) => {
		ws.once("message", (text) => {
			calls.push({ headers: request.headers, url: request.url ?? "", start: JSON.parse(String(text)) as Record<string, unknown> });
			ws.send('{"type":"CUSTOM","name":"n","value":1,"sequence":1}');
			ws.close(1000, "done");
		});
	});
	await new Promise((resolve) => server.once("listening", resolve));
	closers.push(() => server.close());
	return { port: (server.address() as AddressInfo).port, calls };
}

async function save(name: string, target: ConnectTarget, secretHeaders: string[] = []): Promise<SavedConnection> {
	const core = await composeCore({ profileDir: data, host: "web" });
	try {
		const connection = { connectionId: null, name, target, secretHeaders };
		return await ask(createLocalApi(core), "connection.save", { connection });
	} finally {
		await core.dispose();
	}
}

const run = (env: Record<string, string>, ...args: string[]) =>
	startCli(["session", "run", "--data", data, "--until", "closed", "--timeout", "30000", ...args], { env }).finished;

/** Every byte of the profile. */
const everything = (folder = data): string =>
	readdirSync(folder)
		.map((name) => path.join(folder, name))
		.map((file) => (statSync(file).isDirectory() ? everything(file) : readFileSync(file, "latin1")))
		.join("\n");

describe("session run --connection", () => {
	it("dials as the saved connection says, with its secrets from the environment, and stores no value of them", async () => {
		const { port, calls } = await agent();
		await save("Gate 3", {
			protocol: "agentcall",
			by: { kind: "url", url: `ws://127.0.0.1:${port}/live?key=k3y-value` },
			headers: { Authorization: "", "X-Site": "site-3" },
			modalities: ["photo"],
		});
		const url = `ws://127.0.0.1:${port}/live?key=k3y-value`;
		const done = await run({ TOKEN: VALUE }, "--connection", "gate 3", "--header-env", "authorization=TOKEN", "--url", url);
		expect(done).toMatchObject({ code: 0 });
		expect(calls[0]).toMatchObject({ url: "/live?key=k3y-value", headers: { authorization: VALUE, "x-site": "site-3" } });
		expect(calls[0]?.start).toMatchObject({ clientCapabilities: { physicalObservations: { modalities: ["photo"] } } });
		expect(done.lines.at(-1)).toMatchObject({ received: 1, stored: 1 });
		expect(`${everything()} ${done.stderr} ${JSON.stringify(done.lines)}`).not.toMatch(/s3cr3t|k3y-value/);

		const core = await composeCore({ profileDir: data, host: "web" });
		const { connections } = await ask(createLocalApi(core), "connection.list", {});
		await core.dispose();
		expect(connections[0]?.connection.usedAtMs).toBeGreaterThan(0);
		expect(connections[0]?.needs).toEqual(["header:Authorization", "address"]);
	});

	it("goes on with the session whose id the connection fixes", async () => {
		const { port } = await agent();
		await save("Fixed", { protocol: "agentcall", by: { kind: "url", url: `ws://127.0.0.1:${port}/` }, sessionId: "fixed-1" });
		for (const received of [1, 2]) {
			const done = await run({}, "--connection", "Fixed");
			expect(done.lines.at(-1)).toMatchObject({ session: "fixed-1", received });
		}
	});

	it("says what is missing and how to give it, with exit code 2 and nothing dialled", async () => {
		const { port, calls } = await agent();
		await save("Gate 3", {
			protocol: "agentcall",
			by: { kind: "url", url: `ws://127.0.0.1:${port}/?key=k3y-value` },
			headers: { Authorization: VALUE },
		});
		for (const [args, words] of [
			[["--connection", "Gate 3"], "--header-env Authorization=VARIABLE and --url WHOLE-ADDRESS"],
			[["--connection", "Gate 4"], "Saved: “Gate 3”"],
			[["--connection", "Gate 3", "--header-env", "X-Other=TOKEN"], "no secret header X-Other"],
			[["--connection", "Gate 3", "--header-env", "Authorization=NOT_SET"], "NOT_SET is not set"],
			[["--connection", "Gate 3", "--header-env", VALUE], "HEADER=VARIABLE"],
			[["--connection", "Gate 3", "--protocol", "agentcall"], "--protocol does not go with --connection"],
			[["--protocol", "aifight", "--url", "ws://127.0.0.1:1/", "--audio-turns"], "--audio-turns goes with --protocol agentcall"],
			[["--protocol", "agentcall", "--url", "ws://127.0.0.1:1/", "--modalities", "nfc,voice"], 'it got "voice"'],
			[["--protocol", "agentcall", "--url", "ws://127.0.0.1:1/", "--header-env", "A=TOKEN"], "--header-env goes with --connection"],
			[
				["--connection", "Gate 3", "--header-env", "Authorization=TOKEN", "--url", "ws://127.0.0.1:1/?key=k3y-value"],
				"must be the saved one",
			],
		] as const) {
			const done = await run({ TOKEN: VALUE }, ...args);
			expect([done.code, done.stderr]).toEqual([2, expect.stringContaining(words)]);
			expect(done.stderr).not.toMatch(/s3cr3t|k3y-value/);
		}
		expect(calls).toEqual([]);
	});
});

describe("replay --connection", () => {
	it("says a session again to an agent that needs secrets, which come from the environment and are stored nowhere", async () => {
		const { port, calls } = await agent();
		await save("Gate 3", {
			protocol: "agentcall",
			by: { kind: "url", url: `ws://127.0.0.1:${port}/live` },
			headers: { Authorization: "" },
		});
		const first = await run({ TOKEN: VALUE }, "--connection", "Gate 3", "--header-env", "Authorization=TOKEN");
		const of = String(first.lines.at(-1)?.session);
		const again = (env: Record<string, string>, ...args: string[]) =>
			startCli(["replay", of, "--connection", "Gate 3", "--data", data, ...args], { env }).finished;

		const missing = await again({});
		expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("--header-env Authorization=VARIABLE")]);
		const both = await again({}, "--scenario", "good");
		expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("--connection does not go with it")]);
		expect(calls).toHaveLength(1);

		const done = await again({ TOKEN: VALUE }, "--header-env", "Authorization=TOKEN");
		expect([done.code, done.stderr]).toEqual([0, expect.anything()]);
		expect(done.lines.at(-1)).toMatchObject({ of, state: "over", problem: null });
		expect(calls).toHaveLength(2);
		expect(calls[1]).toMatchObject({ url: "/live", headers: { authorization: VALUE } });
		expect(`${everything()} ${done.stderr} ${JSON.stringify(done.lines)}`).not.toContain("s3cr3t");
	});
});
