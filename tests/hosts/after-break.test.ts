import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { composeCore } from "../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../main/hosts/local-api.ts";
import type { ConnectTarget } from "../../schemas/session.ts";

interface Said {
	type: string;
	sessionId?: string;
	turn?: number;
}

/** A server without resume that drops each link after its first turn and numbers from 1 on the next. */
async function forgetfulServer() {
	const links: Said[][] = [];
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
	await new Promise((resolve) => server.once("listening", resolve));
	server.on("connection", (ws: WebSocket) => {
		const said: Said[] = [];
		links.push(said);
		ws.on("message", (data) => {
			const message = JSON.parse(String(data)) as Said;
			said.push(message);
			if (message.type === "session.start") ws.send('{"type":"RUN_STARTED","threadId":"t","runId":"r","sequence":1}');
			if (message.type === "user.turn" && links.length === 1) ws.terminate();
		});
	});
	return {
		url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		links,
		close() {
			for (const client of server.clients) client.terminate();
			server.close();
		},
	};
}

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-after-break-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
	const endMs = performance.now() + 20_000;
	while (!(await holds())) {
		if (performance.now() > endMs) throw new Error(`Waited in vain: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

it("another session with the same connection begins with turn 1 and an id of its own; the first stays as it is", async () => {
	const server = await forgetfulServer();
	const core = await composeCore({ profileDir: folder, host: "web" });
	const api = createLocalApi(core);
	try {
		const target: ConnectTarget = {
			protocol: "agentcall",
			by: { kind: "url", url: `${server.url}?token=hunter2` },
			sessionId: "first",
			name: "Gate 3",
			headers: { Authorization: "Bearer x" },
		};
		await ask(api, "session.open", { target });
		await until(() => server.links[0]?.length === 1, "the first session.start");
		await ask(api, "session.end", { sessionId: "first" });
		const { sessionId } = await ask(api, "session.again", { sessionId: "first" });
		await until(() => server.links[1]?.length === 1, "the second session.start");
		expect(server.links[1]?.[0]).toMatchObject({ type: "session.start", sessionId });
		expect(sessionId).not.toBe("first");
		const sessions = await ask(api, "session.list", {});
		expect(sessions.find((each) => each.sessionId === sessionId)).toMatchObject({ name: "Gate 3", ledger: { nextTurn: 1 } });
		expect(sessions).toHaveLength(2);
	} finally {
		await core.dispose();
		server.close();
	}
});

/** One turn, the break it causes, and one more turn on the next link. Answers what each link heard. */
async function talkOverABreak(policy: Pick<ConnectTarget, "afterBreak">): Promise<Said[][]> {
	const server = await forgetfulServer();
	const core = await composeCore({ profileDir: folder, host: "web" });
	const api = createLocalApi(core);
	try {
		const target: ConnectTarget = { protocol: "agentcall", by: { kind: "url", url: server.url }, ...policy };
		const { sessionId } = await ask(api, "session.open", { target });
		const session = async () => (await ask(api, "session.list", {})).find((each) => each.sessionId === sessionId);
		const say = async () => {
			const turn = (await session())?.ledger.nextTurn;
			await ask(api, "message.send", { sessionId, text: JSON.stringify({ type: "user.turn", turn, text: "hello" }) });
		};
		await until(() => server.links[0]?.length === 1, "the first session.start");
		await say();
		await until(() => server.links[1]?.length === 1, "the second session.start");
		await until(async () => (await session())?.ledger.epoch === 2 && (await session())?.status.kind === "open", "the new epoch");
		await say();
		await until(() => server.links[1]?.length === 2, "the turn on the second link");
		return server.links;
	} finally {
		await core.dispose();
		server.close();
	}
}

describe("a break on a real server without resume", () => {
	it("ends that session id: the next link has a new one, with turns from 1", async () => {
		const [first = [], second = []] = await talkOverABreak({});
		expect(first.map(({ type, turn }) => [type, turn])).toEqual([
			["session.start", undefined],
			["user.turn", 1],
		]);
		expect(second.map(({ type, turn }) => [type, turn])).toEqual([
			["session.start", undefined],
			["user.turn", 1],
		]);
		expect(second[0]?.sessionId).not.toBe(first[0]?.sessionId);
	});

	it("leaves the session id and the count of turns as they are where the connection says so", async () => {
		const [first = [], second = []] = await talkOverABreak({ afterBreak: "sameSession" });
		expect(second[0]?.sessionId).toBe(first[0]?.sessionId);
		expect(second.map(({ type, turn }) => [type, turn])).toEqual([
			["session.start", undefined],
			["user.turn", 2],
		]);
	});
});
