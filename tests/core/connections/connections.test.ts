import { describe, expect, it } from "vitest";
import type { ConnectionDraft } from "../../../schemas/connections.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { desk, target, URL, VALUE } from "./desk.ts";

const dialled = (d: Awaited<ReturnType<typeof desk>>) => d.ports.sockets.last().request;

describe("a saved connection", () => {
	it("is listed with where it goes, the stand-in that reads it and when it was used", async () => {
		const d = await desk();
		const saved = await d.save("Gate 3", { modalities: ["nfc"], resume: "never", tapRule: "confirmByTap", afterBreak: "sameSession" });
		expect(d.events).toContain("connections.changed");
		expect(await d.listed("Gate 3")).toEqual({ connection: saved, place: URL, profile: "standin-0.1", secrets: [], needs: [] });
		expect(saved).toMatchObject({
			usedAtMs: null,
			target: target({ modalities: ["nfc"], resume: "never", tapRule: "confirmByTap", afterBreak: "sameSession" }),
		});
		await d.request("connection.open", { connectionId: saved.connectionId });
		await d.settle();
		expect(dialled(d).url).toBe(URL);
		expect((await d.listed("Gate 3")).connection.usedAtMs).toBe(d.ports.clock.nowMs());
	});

	it("opens a new session each time, named after it, and the one used last stands first", async () => {
		const d = await desk();
		const a = await d.save("A");
		await d.save("B");
		const [first, second] = [
			await d.request("connection.open", { connectionId: a.connectionId }),
			await d.request("connection.open", { connectionId: a.connectionId }),
		];
		expect(first.sessionId).not.toBe(second.sessionId);
		expect((await d.request("session.list", {})).map(({ name }) => name)).toEqual(["A", "A"]);
		expect(await d.names()).toEqual(["A", "B"]);
		expect(await d.request("recent.list", {})).toEqual([]);
	});

	it("is changed, renamed, duplicated, removed and brought back", async () => {
		const d = await desk();
		const saved = await d.save("Gate 3");
		const { connectionId } = saved;
		d.ports.clock.advance(1000);
		const draft = { connectionId, name: " Gate 4 ", target: target({ ack: "always" }), secretHeaders: [] };
		expect(await d.request("connection.save", { connection: draft })).toMatchObject({
			connectionId,
			name: "Gate 4",
			createdAtMs: saved.createdAtMs,
			changedAtMs: saved.createdAtMs + 1000,
			target: { ack: "always" },
		});
		await d.request("connection.duplicate", { connectionId });
		await d.request("connection.duplicate", { connectionId });
		expect(await d.names()).toEqual(["Gate 4", "Gate 4 copy", "Gate 4 copy 2"]);
		await d.request("connection.remove", { connectionId });
		expect(await d.names()).toEqual(["Gate 4 copy", "Gate 4 copy 2"]);
		await d.save("gate 4");
		expect((await d.request("connection.restore", { connectionId })).name).toBe("Gate 4 2");
		expect((await d.refused("connection.restore", { connectionId })).code).toBe("CONNECTION_NOT_FOUND");
		expect((await d.refused("connection.open", { connectionId: "gone" })).code).toBe("CONNECTION_NOT_FOUND");
		expect((await d.refused("connection.save", { connection: { ...draft, connectionId: "gone" } })).code).toBe("CONNECTION_NOT_FOUND");
	});

	it("has a name once, also when two windows save at the same moment", async () => {
		const d = await desk();
		const both = await Promise.allSettled([d.save("Gate 3"), d.save("GATE 3")]);
		expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
		expect(await d.names()).toEqual(["Gate 3"]);
	});

	it("may be a practice agent or a card with its text", async () => {
		const d = await desk();
		await d.save("Card", { by: { kind: "card", source: "card.json", text: '{"agui":{"websocket":{"url":"wss://agent.example/"}}}' } });
		expect(await d.listed("Card")).toMatchObject({ place: "card.json", needs: [] });
		await d.save("Practice", { by: { kind: "practice", scenario: d.ports.practice.scenarios()[0]?.name ?? "" } });
		expect((await d.listed("Practice")).place).toContain("practice agent");
	});
});

describe("what cannot be saved names its field", () => {
	const cases: [string, string, Partial<ConnectionDraft> & { more?: Partial<ConnectTarget> }, string][] = [
		["an empty name", "name", { name: "  " }, "needs a name"],
		["a name of 129 letters", "name", { name: "é".repeat(129) }, "129"],
		["a name that is taken", "name", { name: "taken" }, "“Taken”"],
		["no socket's address", "url", { more: { by: { kind: "url", url: "https://agent.example/" } } }, "agent card"],
		["ws:// to another computer", "url", { more: { by: { kind: "url", url: "ws://agent.example/" } } }, "not encrypted"],
		["a socket in place of a card", "card", { more: { by: { kind: "card", source: "wss://agent.example/" } } }, "socket"],
		["an unknown practice agent", "practice", { more: { by: { kind: "practice", scenario: "nobody" } } }, "nobody"],
		["a header with a space", "headers", { more: { headers: { "X Site": "3" } } }, "X Site"],
		["a header of the handshake", "header:Host", { more: { headers: { Host: "a" } } }, "Host"],
		["a header twice", "header:x-site", { more: { headers: { "X-Site": "1", "x-site": "2" } } }, "twice"],
		["a header value over two lines", "header:X-Site", { more: { headers: { "X-Site": `${VALUE}\r\nX: y` } } }, "X-Site"],
		["a secret without its header", "header:X-Key", { secretHeaders: ["X-Key"] }, "X-Key"],
		["a subprotocol with a slash", "subprotocols", { more: { subprotocols: ["a/b"] } }, "a/b"],
		["a subprotocol twice", "subprotocols", { more: { subprotocols: ["a", "a"] } }, "twice"],
	];
	it.each(cases)("%s", async (_what, field, { more, ...draft }, words) => {
		const d = await desk();
		await d.save("Taken");
		const connection = { connectionId: null, name: "New", target: target(more), secretHeaders: [], ...draft };
		const error = await d.refused("connection.save", { connection });
		expect(error).toMatchObject({ code: "CONNECTION_INVALID", detail: { field }, message: expect.stringContaining(words) });
		expect(JSON.stringify(error)).not.toContain(VALUE);
		expect(await d.names()).toEqual(["Taken"]);
	});

	it("but ws:// to another computer can, where it is allowed on purpose", async () => {
		const d = await desk();
		await d.save("Lab", { by: { kind: "url", url: "ws://lab.example/" }, allowInsecure: true });
		expect(await d.names()).toEqual(["Lab"]);
	});
});

describe("secrets of a connection", () => {
	const secretUrl = "wss://user:pa55word@agent.example/live?key=k3y-value";

	it("go into the handshake and into no table, list, file, log or name", async () => {
		const d = await desk();
		const { connectionId } = await d.save(
			"Gate 3",
			{ by: { kind: "url", url: secretUrl }, headers: { Authorization: VALUE, "X-Site": "site-3", "X-Token": "t0ken-value" } },
			["X-Token"],
		);
		expect(await d.listed("Gate 3")).toMatchObject({
			place: "wss://…@agent.example/live?key=…",
			secrets: ["header:Authorization", "header:X-Token", "address"],
			needs: [],
		});
		await d.request("connection.open", { connectionId });
		await d.settle();
		expect(dialled(d)).toMatchObject({ url: secretUrl, headers: { Authorization: VALUE, "X-Site": "site-3", "X-Token": "t0ken-value" } });
		await d.request("connection.duplicate", { connectionId });
		const everywhere = JSON.stringify([
			await d.ports.transcripts.connections(),
			await d.ports.transcripts.sessions(),
			await d.ports.transcripts.recent(),
			await d.request("connection.list", {}),
			await d.request("session.list", {}),
			await d.request("connection.export", { connectionId }),
			d.ports.log.lines,
			(await d.request("session.list", {})).map(({ sessionId }) => d.ports.transcripts.entries(sessionId)),
		]);
		expect(everywhere).not.toMatch(/s3cr3t|pa55word|k3y-value|t0ken/);
		expect(everywhere).toContain("site-3");
	});

	it("are asked for when they are not kept, taken for this run, and then not asked for again", async () => {
		const d = await desk();
		const saved = await d.save("Gate 3", { by: { kind: "url", url: secretUrl }, headers: { Authorization: "" } });
		// A restart: the list is there, what was in memory is not.
		const again = await desk(Object.assign(d.ports, { secrets: (await desk()).ports.secrets }));
		const { connectionId } = saved;
		expect((await again.listed("Gate 3")).needs).toEqual(["header:Authorization", "address"]);
		expect(await again.refused("connection.open", { connectionId, values: { address: secretUrl } })).toMatchObject({
			code: "SECRETS_NEEDED",
			detail: { needs: ["header:Authorization"] },
		});
		await again.request("connection.open", { connectionId, values: { address: secretUrl, "header:Authorization": VALUE } });
		await again.settle();
		expect(dialled(again)).toMatchObject({ url: secretUrl, headers: { Authorization: VALUE } });
		await again.request("connection.open", { connectionId });
		expect((await again.listed("Gate 3")).needs).toEqual([]);
	});

	it("are never sent elsewhere: a typed address must be the saved one", async () => {
		const d = await desk();
		const { connectionId } = await d.save("Gate 3", { by: { kind: "url", url: "wss://…@agent.example/live" } });
		expect(await d.refused("connection.open", { connectionId, values: { address: "wss://u@elsewhere.example/live" } })).toMatchObject({
			code: "CONNECTION_INVALID",
			detail: { field: "url" },
		});
		await d.request("connection.open", { connectionId, values: { address: "wss://u:p@agent.example/live" } });
	});

	it("stay when they are not typed again, and go when the header, the address or the connection goes", async () => {
		const d = await desk();
		const { connectionId } = await d.save("Gate 3", { by: { kind: "url", url: secretUrl }, headers: { Authorization: VALUE } });
		const { secrets } = d.ports;
		const names = { header: `connection:${connectionId}:header:authorization`, address: `connection:${connectionId}:address` };
		const save = (more: Partial<ConnectTarget>, forget: ConnectionDraft["forget"] = []) =>
			d.request("connection.save", { connection: { connectionId, name: "Gate 3", target: target(more), secretHeaders: [], forget } });
		const masked = "wss://…@agent.example/live?key=…";
		await save({ by: { kind: "url", url: masked }, headers: { authorization: "" } });
		expect([await secrets.get(names.header), await secrets.get(names.address)]).toEqual([VALUE, secretUrl]);
		await save({ by: { kind: "url", url: "wss://…@elsewhere.example/live?key=…" }, headers: { authorization: "" } });
		expect([await secrets.get(names.header), await secrets.get(names.address)]).toEqual([VALUE, null]);
		await save({ headers: { authorization: "" } }, ["header:authorization"]);
		expect(await secrets.get(names.header)).toBeNull();
		await save({ headers: { authorization: VALUE } });
		await d.request("connection.remove", { connectionId });
		expect(await secrets.get(names.header)).toBeNull();
		await d.request("connection.restore", { connectionId });
		expect(await secrets.get(names.header)).toBe(VALUE);
	});

	it("that the key store refuses leave the connection as it was", async () => {
		const d = await desk();
		const { connectionId } = await d.save("Gate 3");
		d.ports.secrets.set = () => Promise.reject(Object.assign(new Error("no")));
		const connection = { connectionId, name: "Gate 4", target: target({ headers: { Authorization: VALUE } }), secretHeaders: [] };
		await d.refused("connection.save", { connection });
		expect(await d.names()).toEqual(["Gate 3"]);
	});

	it("serve again when a session is connected after a restart", async () => {
		const d = await desk();
		const { connectionId } = await d.save("Gate 3", { headers: { Authorization: VALUE, "X-Site": "3" } });
		const { sessionId } = await d.request("connection.open", { connectionId });
		await d.settle();
		d.ports.transcripts.crash();
		const again = await desk(d.ports);
		await again.request("session.connect", { sessionId });
		await again.settle();
		expect(dialled(again).headers).toEqual({ Authorization: VALUE, "X-Site": "3" });
		await again.request("connection.save", {
			connection: {
				connectionId,
				name: "Gate 3",
				target: target({ by: { kind: "url", url: "wss://elsewhere.example/" }, headers: { Authorization: "" } }),
				secretHeaders: [],
			},
		});
		again.ports.transcripts.crash();
		const third = await desk(again.ports);
		expect((await third.refused("session.connect", { sessionId })).code).toBe("TARGET_INVALID");
	});
});

describe("a connection as a file", () => {
	it("comes back as it went, without secrets, under a name of its own", async () => {
		const d = await desk();
		const more: Partial<ConnectTarget> = {
			headers: { Authorization: VALUE, "X-Site": "3" },
			modalities: [],
			tapRule: "atOnce",
			sessionId: "fixed",
		};
		const { connectionId } = await d.save("Gate/3: ../x", more);
		const { fileName, text } = await d.request("connection.export", { connectionId });
		expect(fileName).toBe("Gate-3- ..-x.switchboard-connection.json");
		expect(text).not.toMatch(/s3cr3t|fixed|connectionId/);
		const back = await d.request("connection.import", { text });
		expect(back).toMatchObject({ name: "Gate/3: ../x 2", secretHeaders: ["Authorization"] });
		expect(back.target).toEqual(target({ headers: { Authorization: "", "X-Site": "3" }, modalities: [], tapRule: "atOnce" }));
		expect((await d.listed(back.name)).needs).toEqual(["header:Authorization"]);
	});

	it.each([
		["no JSON", "{", "not JSON"],
		["an agent card", '{"agui":{"websocket":{"url":"wss://a/"}}}', "no saved connection"],
		["a newer version", '{"format":"switchboard-connection","version":2,"name":"a","target":{}}', "version 2"],
		["a target of nothing", '{"format":"switchboard-connection","version":1,"name":"a","target":{}}', "/target"],
		[
			"an unknown protocol",
			'{"format":"switchboard-connection","version":1,"name":"a","target":{"protocol":"smtp","by":{"kind":"url","url":"wss://a/"}}}',
			"/target/protocol",
		],
		[
			"a bad address",
			'{"format":"switchboard-connection","version":1,"name":"a","target":{"protocol":"agentcall","by":{"kind":"url","url":"http://a/"}}}',
			"ws://",
		],
		[
			"an unknown option",
			'{"format":"switchboard-connection","version":1,"name":"a","target":{"protocol":"agentcall","by":{"kind":"url","url":"wss://a/"},"run":"x"}}',
			"/target",
		],
		["too much", `"${"x".repeat(2 * 1024 * 1024)}"`, "2 MiB"],
		[
			"a prototype",
			'{"format":"switchboard-connection","version":1,"name":"a","target":{"protocol":"agentcall","by":{"kind":"url","url":"wss://a/"},"__proto__":{"x":1}}}',
			"/target",
		],
	])("is refused with a reason: %s", async (_what, text, words) => {
		const d = await desk();
		const error = await d.refused("connection.import", { text });
		expect(error).toMatchObject({ code: "CONNECTION_INVALID", message: expect.stringContaining(words) });
		expect(await d.names()).toEqual([]);
	});
});
