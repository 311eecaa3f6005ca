import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { PracticeAgents } from "../../main/core/ports.ts";
import { createPracticeAgents, practiceScenarios, startPracticeServer } from "../../main/practice/index.ts";
import { type Client, dial, start } from "./client.ts";

let agents: PracticeAgents | null = null;
const running = () => {
	agents = createPracticeAgents({ timeScale: 0.01 });
	return agents;
};

afterEach(async () => {
	await agents?.stop();
	agents = null;
});

describe("practice agents inside the program", () => {
	test("answer address and card of a scenario, all on one port of this computer", async () => {
		const { start: open } = running();
		const good = await open("good", "s-1");
		const gap = await open("gap", "s-2");
		expect(good.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/agentcall\/good$/);
		expect(good.card).toBe(`${good.url.replace("ws:", "http:")}/.well-known/agent-card.json`);
		expect(new URL(gap.url).port).toBe(new URL(good.url).port);
		expect((await fetch(good.card as string)).status).toBe(200);
	});
	test("refuse a scenario nobody wrote", async () => {
		await expect(running().start("no-such", "s-1")).rejects.toMatchObject({ code: "PRACTICE_UNKNOWN" });
	});
	test("do not come back once they were stopped: a dial that was under way would keep the program from ending", async () => {
		const agents = running();
		const { url } = await agents.start("good", "s-1");
		const client = await dial(url);
		const halfWay = connect(Number(new URL(url).port), "127.0.0.1").resume();
		await once(halfWay, "connect");
		const dropped = once(halfWay, "close");
		const starting = agents.start("gap", "s-2");
		await agents.stop();
		await starting;
		await dropped;
		expect((await client.closed).code).toBe(1006);
		await expect(agents.start("good", "s-3")).rejects.toMatchObject({ code: "SESSION_NOT_OPEN" });
		await expect(fetch(url.replace("ws:", "http:"))).rejects.toThrow();
	});
	test("keep each session's complaints apart and tell them as they come", async () => {
		const { start: open, complaints, onComplaint } = running();
		const told: string[][] = [];
		onComplaint((session, complaint) => told.push([session, complaint]));
		const { url } = await open("good", "s-1");
		await open("good", "s-2");
		const client = await dial(url);
		client.send(start("s-1"));
		client.send({ type: "ack", sequence: 500 });
		await expect.poll(() => complaints("s-1")).toEqual([expect.stringMatching(/^Ack 500/)]);
		expect(complaints("s-2")).toEqual([]);
		expect(told).toEqual([["s-1", complaints("s-1")[0]]]);
	});
	test("put an unknown session's complaints under the one last started on the scenario", async () => {
		const { start: open, complaints } = running();
		const { url } = await open("resume-off", "s-1");
		const client = await dial(url);
		client.send(start("an-id-minted-on-reconnect"));
		client.send({ type: "ack", sequence: 1 });
		await expect.poll(() => complaints("s-1")).toHaveLength(1);
	});
});

describe("a client that is wrong before its session is known", () => {
	const wrong = async (act: (client: Client) => void, options: Parameters<typeof dial>[1] = {}) => {
		const { start: open, complaints } = running();
		const { url } = await open("good", "s-1");
		const client = await dial(url, options).catch(() => null);
		if (client) act(client);
		await expect.poll(() => complaints("s-1").length).toBeGreaterThan(0);
		return { complaint: complaints("s-1")[0], client };
	};
	test("is told that session.start comes first, and may then say it", async () => {
		const { complaint, client } = await wrong((one) => one.send({ type: "user.turn", turn: 1, text: "hello" }));
		expect(complaint).toBe("The first frame must be session.start, not user.turn.");
		expect((await client?.type("error"))?.json).toMatchObject({ code: "bad_message" });
		client?.send(start("s-1"));
		await client?.type("session.started");
	});
	test("is told that frames are text", async () => {
		expect((await wrong((one) => one.ws.send(Buffer.from([1])))).complaint).toMatch(/binary frame/);
	});
	test("is told that no subprotocol was asked for", async () => {
		expect((await wrong(() => {}, { protocols: ["agui"] })).complaint).toMatch(/subprotocol/);
	});
	test("is told that a frame was too large", async () => {
		const { complaint, client } = await wrong((one) => one.send("x".repeat(8 * 1024 * 1024 + 1)));
		expect(complaint).toMatch(/larger than the card's maxFrameBytes/);
		expect((await client?.closed)?.code).toBe(1009);
	});
});

describe("a practice server for other clients", () => {
	test("has the first scenario at / and every other at its own path", async () => {
		const server = await startPracticeServer({ protocol: "agentcall", scenarios: ["ends"], timeScale: 0.01 });
		expect(server).toMatchObject({
			url: `ws://127.0.0.1:${server.port}/`,
			card: `http://127.0.0.1:${server.port}/.well-known/agent-card.json`,
		});
		const client = await dial(server.url);
		client.send(start("s-1"));
		expect((await client.closed).code).toBe(4410);
		const other = await dial(`${server.url}agentcall/good`);
		other.send(start("s-1"));
		await other.type("RUN_FINISHED");
		await expect(dial(`${server.url}nothing`)).rejects.toThrow("404");
		await server.close();
	});
	test("knows only the scenarios of its protocol", async () => {
		await expect(startPracticeServer({ protocol: "agentcall", scenarios: ["no-such"] })).rejects.toMatchObject({
			code: "PRACTICE_UNKNOWN",
		});
		expect(practiceScenarios("agentcall")[0]?.name).toBe("good");
	});
});
