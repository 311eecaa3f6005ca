import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { OBSERVATION_SCHEMA_ID as ID } from "../../../schemas/agentcall/observation-id.ts";
import { runCli } from "./run-cli.ts";

let data = "";
let server: WebSocketServer;
const heard: Record<string, unknown>[] = [];
beforeEach(async () => {
	data = mkdtempSync(path.join(tmpdir(), "switchboard-observation-"));
	heard.length = 0;
	server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
	server.on("connection", (ws) => ws.on("message", (text) => heard.push(JSON.parse(String(text)) as Record<string, unknown>)));
	await new Promise((resolve) => server.once("listening", resolve));
});
afterEach(() => {
	for (const client of server.clients) client.terminate();
	server.close();
	rmSync(data, { recursive: true, force: true });
});

const drop = (text: string) => {
	mkdirSync(path.join(data, "schemas"), { recursive: true });
	writeFileSync(path.join(data, "schemas", "real.json"), text);
};
const theirs = JSON.stringify({
	$id: ID,
	type: "object",
	required: ["serial"],
	properties: { serial: { type: "string" } },
	additionalProperties: false,
});

/** One session that sends an observation of that shape. */
async function send(observation: object, sessionId: string) {
	const script = path.join(data, "script.jsonl");
	writeFileSync(script, `${JSON.stringify({ send: { type: "user.observation", turn: 1, observation } })}\n`);
	const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const target = ["--protocol", "agentcall", "--url", url, "--session-id", sessionId];
	return runCli("session", "run", ...target, "--script", script, "--timeout", "30000", "--data", data);
}
const header = async (sessionId: string) => (await runCli("export", sessionId, "--format", "jsonl", "--data", data)).lines[0];
const observations = () => heard.filter(({ type }) => type === "user.observation").map(({ observation }) => observation);

const ours = { modality: "nfc", observedAt: "2026-12-01T10:00:00Z", uid: "04" };

describe("session run on a profile with a schema of its own", () => {
	it("checks observations by it, and the export's header names it", async () => {
		drop(theirs);
		expect(await send({ serial: "1" }, "s-1")).toMatchObject({ code: 0, stderr: expect.stringContaining("judged by schemas/real.json") });
		const refused = await send(ours, "s-2");
		expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/serial|observation/)]);
		expect(observations()).toEqual([{ serial: "1" }]);
		expect(await header("s-1")).toMatchObject({
			profile: "standin-0.1",
			observationSchema: { file: "real.json", id: ID, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
		});
	});

	it("goes on with the stand-in where that file cannot be used, and the header says so", async () => {
		drop(
			'{"$id":"https://agentcall.smartycode.com/schemas/agentcall-physical-observation-0.1.schema.json","$ref":"https://elsewhere.example/"}',
		);
		expect(await send(ours, "s-1")).toMatchObject({
			code: 0,
			stderr: expect.stringMatching(/real\.json at \/\$ref: .*not in the file.*\n.*judged by the stand-in/),
		});
		expect((await send({ serial: "1" }, "s-2")).code).toBe(1);
		expect(observations()).toEqual([ours]);
		expect(await header("s-1")).toMatchObject({ observationSchema: "stand-in" });
	});
});
