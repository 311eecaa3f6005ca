import { describe, expect, test } from "vitest";
import { presenceUrl, readAnswer } from "../../../../main/core/protocols/aifight/seat.ts";
import { httpAnswer } from "../../../fakes/fake-http.ts";
import { SESSION_ID } from "../agentcall/talk.ts";
import { KEY, sit } from "./sit.ts";

describe("where the question goes", () => {
	test.each([
		["wss://aifight.ai/api/ws", "https://aifight.ai/api/agents/me/presence"],
		["WSS://host:8443/api/ws?x=1", "https://host:8443/api/agents/me/presence"],
		["wss://me:secret@host/eu/api/ws", "https://host/eu/api/agents/me/presence"],
		["ws://127.0.0.1:4100/", "http://127.0.0.1:4100/api/agents/me/presence"],
		["ws://127.0.0.1:4100", "http://127.0.0.1:4100/api/agents/me/presence"],
		["ws://[::1]:9/aifight/coup/room%201/api/ws", "http://[::1]:9/aifight/coup/room%201/api/agents/me/presence"],
		["wss://host/api/wsx", "https://host/api/agents/me/presence"],
	])("%s → %s", (socket, asked) => {
		expect(presenceUrl(socket)).toBe(asked);
	});
});

describe("what an answer means", () => {
	test.each<[number, unknown, string, string]>([
		[200, { connected: false, instance_matches: false }, "free", "nobody is connected"],
		[200, { connected: true, instance_matches: false }, "held", "Another client holds the seat"],
		[200, { connected: true }, "held", "Another client holds the seat"],
		[200, { connected: true, instance_matches: "true" }, "held", "Another client"],
		[200, { connected: true, instance_matches: true, more: [1] }, "ours", "This console itself"],
		[200, { connected: "yes" }, "unknown", "cannot be read"],
		[200, [], "unknown", "cannot be read"],
		[200, "", "unknown", "cannot be read"],
		[200, "<html>hello</html>", "unknown", "cannot be read"],
		[200, `{"connected":true,"connected":false}`, "free", "nobody"],
		[204, "", "unknown", "HTTP 204"],
		[302, "", "unknown", "not followed"],
		[401, { error: "invalid api key" }, "refused", "“invalid api key”"],
		[403, { error: "device_mismatch" }, "refused", "another computer"],
		[403, { error: "client_mismatch", bound_client: "cli" }, "refused", "(cli)"],
		[404, "", "unknown", "does not tell"],
		[429, { error: "agent on cooldown until 2026-12-01T10:05:00Z" }, "cooldown", "on cooldown until"],
		[500, "oops", "maintenance", "“oops”"],
		[503, { error: "maintenance" }, "maintenance", "perhaps for maintenance"],
	])("%i %j: %s", (status, body, kind, words) => {
		const read = readAnswer(httpAnswer(status, body));
		expect(read.presence.kind).toBe(kind);
		expect(read.text).toContain(words);
	});

	test("waiting times are said, and hostile words are visible and short", () => {
		expect(readAnswer(httpAnswer(429, "", 7_001)).text).toContain("wait 8 s");
		expect(readAnswer(httpAnswer(503, "", 60_000)).presence).toEqual({ kind: "maintenance", status: 503, retryAfterMs: 60_000 });
		const { text } = readAnswer(httpAnswer(403, { error: `\u202Egnp.exe\n${"x".repeat(9_000)}` }));
		expect(text.length).toBeLessThan(400);
		expect(text).not.toMatch(/[\u202E\n]/);
	});

	test.each(["TIMEOUT", "ECONNREFUSED", "TOO_LARGE", "<script>"])("a question that failed (%s) says so and stops nobody", (errorCode) => {
		const read = readAnswer({ kind: "failed", errorCode, message: "it went wrong" });
		expect(read.presence).toEqual({ kind: "unknown" });
		expect(read.text).toContain("Connecting is possible all the same");
		expect(read.text).not.toContain("<");
	});
});

describe("asking", () => {
	test("before connecting: with the key in the header, of the target as it stands in the form; nothing is dialled or stored", async () => {
		const table = await sit({ to: "dial" });
		table.ports.http.answers.push(httpAnswer(200, { connected: true, instance_matches: false }));
		const target = {
			protocol: "aifight" as const,
			by: { kind: "url" as const, url: "wss://aifight.ai/api/ws" },
			headers: { "x-api-key": KEY, Authorization: "Bearer other-secret" },
		};
		const dials = table.ports.sockets.links.length;
		const before = (await table.ports.transcripts.sessions()).length;
		expect(await table.request("seat.askAt", { target })).toMatchObject({ presence: { kind: "held" } });
		const [question] = table.ports.http.questions;
		expect(question).toMatchObject({ url: "https://aifight.ai/api/agents/me/presence", headers: { "x-api-key": KEY } });
		expect(JSON.stringify(question)).not.toContain("other-secret");
		expect(question?.headers["X-AIFight-Instance"]).toMatch(/^[0-9a-f]{24}$/);
		expect(table.ports.sockets.links.length).toBe(dials);
		expect((await table.ports.transcripts.sessions()).length).toBe(before);
	});

	test("while parked: the answer stands in the timeline, the seat is left alone, and the instance is that of the session's own links", async () => {
		const table = await sit();
		const instance = table.link().request.headers["X-AIFight-Instance"];
		table.link().close(4409, "replaced_by_new_connection");
		await table.settle();
		table.ports.http.answers.push(httpAnswer(200, { connected: true, instance_matches: false }));
		const report = await table.request("seat.ask", { sessionId: SESSION_ID });
		await table.settle();
		expect(report).toMatchObject({ presence: { kind: "held" }, text: expect.stringContaining("Another client") });
		expect(table.ports.http.questions[0]?.headers).toEqual({ "X-API-Key": KEY, "X-AIFight-Instance": instance });
		expect(table.local("seat.asked")).toMatchObject([{ presence: "held" }]);
		expect(table.ports.sockets.links).toHaveLength(1);
		expect((await table.summary()).status).toMatchObject({ kind: "closed", outcome: { next: "ask" } });
	});

	test("a server that repeats the key does not bring it into the transcript", async () => {
		const table = await sit();
		table.ports.http.answers.push(httpAnswer(401, { error: `${"no ".repeat(48)}${KEY} is no key` }));
		const report = await table.request("seat.ask", { sessionId: SESSION_ID });
		await table.settle();
		expect(report.text).not.toContain(KEY.slice(0, 8));
		expect(JSON.stringify(table.entries())).not.toContain(KEY.slice(0, 8));
	});

	test("is refused for a target nobody could dial and for other protocols", async () => {
		const table = await sit();
		const ask = (target: object) => table.refused("seat.askAt", { target } as never);
		expect((await ask({ protocol: "aifight", by: { kind: "url", url: "ws://far.example/api/ws" } })).code).toBe("INSECURE_ADDRESS");
		expect((await ask({ protocol: "agentcall", by: { kind: "url", url: "wss://a.example/" } })).code).toBe("INVALID_ARGS");
		expect((await table.refused("seat.ask", { sessionId: "nobody" })).code).toBe("SESSION_NOT_FOUND");
	});
});
