import { describe, expect, test } from "vitest";
import type { Secrets } from "../../../../main/core/ports.ts";
import { serverOf } from "../../../../schemas/seat.ts";
import { SESSION_ID } from "../agentcall/talk.ts";
import { error, welcome } from "./frames.ts";
import { KEY, type Sitting, sit } from "./sit.ts";

/** As the desktop program's key store, in memory. */
function pretendKeyStore(secrets: Secrets, refusing = false): void {
	const set = secrets.set;
	Object.assign(secrets, {
		keeping: () => ({ kind: "keyStore", why: "Secret values are encrypted by this system's key store." }),
		...(refusing ? { set: () => Promise.reject(new Error("locked")) } : { set }),
	});
}

const REMEMBER = { rememberKey: true };
const kept = (table: Sitting) => table.request("agentKey.list", {});

async function remembered(name = "Agent-1"): Promise<Sitting> {
	const table = await sit({ to: "dial", target: REMEMBER });
	pretendKeyStore(table.ports.secrets);
	table.link().open();
	await table.settle();
	await table.agent(welcome({ agent_name: name }));
	await table.settle();
	return table;
}

describe("a key that is to be remembered", () => {
	test("is kept once the server let it in, by server and agent, and stands nowhere else", async () => {
		const table = await remembered();
		expect(await kept(table)).toMatchObject({ keeping: { kind: "keyStore" }, keys: [{ server: "ws://127.0.0.1:9", agent: "Agent-1" }] });
		expect(table.local("key.kept")).toEqual([{ server: "ws://127.0.0.1:9", agent: "Agent-1" }]);
		const everywhere = [
			table.entries(),
			await table.ports.transcripts.sessions(),
			table.ports.transcripts.facts(SESSION_ID),
			await table.ports.transcripts.settings(),
			await table.ports.transcripts.recent(),
			await table.summary(),
			table.ports.log.lines,
		];
		expect(JSON.stringify(everywhere)).not.toContain(KEY);
	});

	test("is not kept before a welcome, nor when the server refuses it", async () => {
		const table = await sit({ to: "dial", target: REMEMBER });
		pretendKeyStore(table.ports.secrets);
		table.link().open();
		await table.settle();
		await table.agent(error("client too old"));
		table.link().close(1008);
		await table.settle();
		expect((await kept(table)).keys).toEqual([]);
	});

	test("is not kept where there is no key store, and the timeline says why", async () => {
		const table = await sit({ target: REMEMBER });
		await table.settle();
		expect(await kept(table)).toMatchObject({ keeping: { kind: "memory" }, keys: [] });
		expect(table.local("key.notKept")).toMatchObject([{ why: expect.stringContaining("no key store") }]);
	});

	test.each([
		["a store that refuses", "Agent-1", true],
		["an agent without a name", "", false],
		["a name without end", "x".repeat(500), false],
	])("%s keeps nothing, says so and disturbs nothing", async (_name, agent, refusing) => {
		const table = await sit({ to: "dial", target: REMEMBER });
		pretendKeyStore(table.ports.secrets, refusing);
		table.link().open();
		await table.settle();
		await table.agent(welcome({ agent_name: agent }));
		await table.settle();
		expect((await kept(table)).keys).toEqual([]);
		expect(table.local("key.notKept")).toHaveLength(1);
		expect((await table.summary()).status.kind).toBe("open");
	});

	test("is not kept without being asked for", async () => {
		const table = await sit({ to: "dial" });
		pretendKeyStore(table.ports.secrets);
		await table.letIn();
		await table.settle();
		expect((await kept(table)).keys).toEqual([]);
	});
});

describe("a kept key", () => {
	test("is used by the agent's name, at its own server only", async () => {
		const table = await remembered();
		const open = (url: string, keyOf = "Agent-1", sessionId = `s ${url}`) =>
			table.request("session.open", { target: { protocol: "aifight", by: { kind: "url", url }, keyOf, sessionId, allowInsecure: true } });
		const keySent = async () => {
			await table.settle();
			return table.link().request.headers["X-API-Key"];
		};
		await open("ws://127.0.0.1:9/api/ws");
		expect(await keySent()).toBe(KEY);
		const elsewhere = [
			"ws://127.0.0.1:10/api/ws",
			"ws://localhost:9/api/ws",
			"wss://127.0.0.1:9/api/ws",
			"ws://127.0.0.1:9@evil.example/api/ws",
			"ws://127.0.0.1.evil.example:9/",
		];
		for (const url of elsewhere) {
			await open(url);
			expect(await keySent(), url).toBeUndefined();
		}
		await open("ws://127.0.0.1:9/", "Agent-2", "third");
		expect(await keySent()).toBeUndefined();
		const third = (await table.request("session.list", {})).find(({ sessionId }) => sessionId === "third");
		expect(third?.findings).toMatchObject([{ code: "connection.noKey", message: expect.stringContaining("Agent-2") }]);
	});

	test("lets a session go on after a restart without typing; forgotten, it is asked for again", async () => {
		const table = await remembered();
		await table.restart();
		pretendKeyStore(table.ports.secrets);
		await table.request("session.connect", { sessionId: SESSION_ID });
		await table.settle();
		expect(table.link().request.headers["X-API-Key"]).toBe(KEY);
		const { keys } = await kept(table);
		await table.request("agentKey.forget", keys[0] as (typeof keys)[0]);
		expect((await kept(table)).keys).toEqual([]);
		await table.restart();
		expect(await table.refused("session.connect", { sessionId: SESSION_ID })).toMatchObject({
			code: "TARGET_INVALID",
			message: expect.stringContaining("X-API-Key"),
		});
	});

	test("gives way to one that is typed", async () => {
		const table = await remembered();
		const target = {
			protocol: "aifight" as const,
			by: { kind: "url" as const, url: "ws://127.0.0.1:9/" },
			keyOf: "Agent-1",
			sessionId: "typed",
		};
		await table.request("session.open", { target: { ...target, headers: { "X-API-Key": "another" } } });
		await table.settle();
		expect(table.link().request.headers["X-API-Key"]).toBe("another");
	});

	test.each([
		["wss://AIFight.ai/api/ws", "aifight.ai"],
		["wss://aifight.ai:443/", "aifight.ai:443"],
		["ws://me:pw@[::1]:8/x:9", "ws://[::1]:8"],
		["ws://[::1]/x:9", "ws://[::1]"],
	])("of %s belongs to %s", (url, server) => {
		expect(serverOf(url)).toBe(server);
	});
});
