import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { MALFORMED_TEXTS } from "../../main/practice/agentcall/scenarios/frames.ts";
import { type PracticeServer, practiceScenarios, startPracticeServer } from "../../main/practice/index.ts";
import { type Client, dial, type Frame, nfcTap, spoken, start } from "./client.ts";
import { openItems } from "./open-items.ts";

let server: PracticeServer | null = null;
let complaints: string[] = [];

/** Plays one scenario at a hundredth of its pace. */
async function playing(scenario: string, timeScale = 0.01): Promise<string> {
	complaints = [];
	server = await startPracticeServer({
		protocol: "agentcall",
		scenarios: [scenario],
		timeScale,
		onComplaint: (one) => complaints.push(one),
	});
	return server.url;
}

async function connected(url: string, from = 0, sessionId = "s-1"): Promise<Client> {
	const client = await dial(url);
	client.send(start(sessionId, from));
	return client;
}

/** JSON at an address, over a connection of its own: one that is kept open may be closed by the server just when it is used again. */
const jsonAt = (url: string): Promise<unknown> =>
	new Promise((resolve, reject) => {
		get(url, { agent: false }, (answer) => json(answer).then(resolve, reject)).on("error", reject);
	});

const numbers = (frames: readonly Frame[]) => frames.flatMap((frame) => (frame.sequence === null ? [] : [frame.sequence]));
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const ask = (turn: number, text: string) => ({ type: "user.turn", turn, text });

afterEach(async () => {
	await server?.close();
	server = null;
});

describe("a good agent", () => {
	test("opens with reasoning, a tool call, state and thirty pieces of text, numbered without a hole", async () => {
		const client = await connected(await playing("good"));
		await client.type("RUN_FINISHED");
		expect(client.frames[0]?.json).toEqual({ type: "session.started", sessionId: "s-1", resumed: false, lastSequence: 0, lastTurn: 0 });
		expect(numbers(client.frames)).toEqual(upTo(client.frames.length - 1));
		const count = (type: string) => client.frames.filter((frame) => frame.type === type).length;
		expect(count("TEXT_MESSAGE_CONTENT")).toBe(30);
		for (const type of ["REASONING_MESSAGE_CONTENT", "TOOL_CALL_ARGS", "TOOL_CALL_RESULT", "STATE_SNAPSHOT", "STEP_FINISHED"])
			expect(count(type)).toBeGreaterThan(0);
		expect(count("STATE_DELTA")).toBeGreaterThan(2);
		expect(openItems(client.frames)).toEqual([]);
		expect(complaints).toEqual([]);
	});
	test("answers a turn with a run that names it, and repeats or understands the words", async () => {
		const client = await connected(await playing("good"));
		client.send(ask(1, "Please check badge 42 again."));
		client.send(ask(2, "Grüße 👋"));
		await client.type("RUN_FINISHED");
		expect((await client.type("RUN_STARTED")).event.metadata).toEqual({ "agentcall-standin": { turn: 1 } });
		await client.type("RUN_FINISHED");
		expect(spoken(client.frames)).toContain("42-B");
		expect((await client.type("RUN_STARTED")).event.metadata).toEqual({ "agentcall-standin": { turn: 2 } });
		await client.type("RUN_FINISHED");
		expect(spoken(client.frames)).toContain("Grüße 👋");
		expect(openItems(client.frames)).toEqual([]);
	});
	test("asks for a card when a turn speaks of one, and thanks for an observation", async () => {
		const client = await connected(await playing("good"));
		client.send(ask(1, "She wants to tap her card"));
		const request = await client.type("CUSTOM");
		expect(request.event.value).toMatchObject({ interactionId: "i-1", modality: "nfc", turn: 1 });
		client.send({ type: "user.observation", turn: 2, interactionId: "i-1", observation: nfcTap });
		await client.next((frame) => frame.type === "RUN_STARTED" && JSON.stringify(frame.event).includes('"interactionId":"i-1"'));
		await client.type("RUN_FINISHED");
		expect(spoken(client.frames)).toContain("ending in 6e80");
		expect(complaints).toEqual([]);
	});
	test("pings with a payload every 15 s", async () => {
		const client = await connected(await playing("good", 0.001));
		await expect.poll(() => client.pings.length).toBeGreaterThan(1);
		expect(client.pings.slice(0, 2)).toEqual(["1", "2"]);
	});
	test("ends a session when told to", async () => {
		const client = await connected(await playing("good"));
		client.send({ type: "session.end" });
		expect((await client.type("session.ended")).json).toEqual({ type: "session.ended", reason: "client_end" });
		await client.leave();
		const again = await connected(server?.url ?? "");
		expect(await again.closed).toEqual({ code: 4410, reason: "session over" });
		expect(complaints).toEqual(["Session s-1 was started again after it had ended."]);
	});
	test("lets a newer socket take the session over", async () => {
		const url = await playing("good");
		const first = await connected(url);
		await first.type("STATE_SNAPSHOT");
		const second = await connected(url, 1);
		expect(await first.closed).toEqual({ code: 4409, reason: "replaced_by_new_connection" });
		expect((await second.type("session.started")).json).toMatchObject({ resumed: true });
		expect((await second.next((frame) => frame.sequence !== null)).sequence).toBe(2);
	});
	test("refuses a cursor ahead of its own last number", async () => {
		const url = await playing("good");
		const first = await connected(url);
		await first.type("RUN_FINISHED");
		await first.leave();
		const second = await connected(url, 1000);
		expect((await second.type("error")).json).toMatchObject({ code: "sequence_ahead", fatal: true });
		expect((await second.closed).code).toBe(4409);
		expect(complaints).toEqual([expect.stringMatching(/resumes from 1000/)]);
	});
	test("replays only what was not acknowledged, byte for byte", async () => {
		const url = await playing("good");
		const first = await connected(url);
		await first.type("RUN_FINISHED");
		first.send({ type: "ack", sequence: 10 });
		await first.leave();
		const second = await connected(url, 10);
		await second.type("RUN_FINISHED");
		const texts = (frames: readonly Frame[]) => frames.filter((frame) => (frame.sequence ?? 0) > 10).map((frame) => frame.text);
		expect(texts(second.frames)).toEqual(texts(first.frames));
		expect(complaints).toEqual([]);
	});
});

describe("framing", () => {
	test("enveloped puts every event into an envelope", async () => {
		const client = await connected(await playing("enveloped"));
		await client.type("RUN_FINISHED");
		expect(new Set(client.frames.map((frame) => frame.json?.type))).toEqual(new Set(["session.started", "agui.event"]));
		expect(client.frames.every((frame) => !Object.hasOwn(frame.event, "sequence") || frame.type === "session.started")).toBe(true);
		expect(numbers(client.frames)).toEqual(upTo(client.frames.length - 1));
	});
	test("mixed takes turns", async () => {
		const client = await connected(await playing("mixed"));
		await client.type("RUN_FINISHED");
		const enveloped = client.frames.slice(1, 5).map((frame) => frame.json?.type === "agui.event");
		expect(enveloped).toEqual([false, true, false, true]);
		expect(numbers(client.frames)).toEqual(upTo(client.frames.length - 1));
	});
	test("unsequenced numbers nothing", async () => {
		const client = await connected(await playing("unsequenced"));
		await client.type("RUN_FINISHED");
		expect(numbers(client.frames)).toEqual([]);
		client.send({ type: "ack", sequence: 1 });
		await expect.poll(() => complaints).toEqual([expect.stringMatching(/^Ack 1/)]);
	});
	test("no-session-started begins with the run", async () => {
		const client = await connected(await playing("no-session-started"));
		await client.type("RUN_FINISHED");
		expect(client.frames[0]?.type).toBe("RUN_STARTED");
	});
});

/** Connects, waits for the cut, and comes back from the last number. */
async function cutAndBack(scenario: string): Promise<{ first: Client; second: Client; cursor: number }> {
	const url = await playing(scenario);
	const first = await connected(url);
	expect((await first.closed).code).toBe(1006);
	const cursor = Math.max(0, ...numbers(first.frames));
	return { first, second: await connected(url, cursor), cursor };
}

describe("broken links", () => {
	test("cut-mid-text goes on where the client stands", async () => {
		const { first, second, cursor } = await cutAndBack("cut-mid-text");
		expect((await second.type("session.started")).json).toMatchObject({ resumed: true });
		await second.type("RUN_FINISHED");
		expect(numbers(second.frames)[0]).toBe(cursor + 1);
		const all = [...first.frames, ...second.frames];
		expect(spoken(all)).toMatch(/^Booking 8841 .* the lift to room B 2.14 is behind the main entrance.*came back\.$/);
		expect(numbers(all)).toEqual(upTo(numbers(all).length));
		expect(openItems(all)).toEqual([]);
		expect(complaints).toEqual([]);
	});
	test("cut-no-resume truncates the run and begins anew, once", async () => {
		const url = await playing("cut-no-resume");
		const first = await connected(url);
		await first.closed;
		expect(first.frames.some((frame) => frame.type === "RUN_FINISHED")).toBe(false);
		const second = await connected(url, 0, "s-2");
		await second.type("RUN_FINISHED");
		expect(numbers(second.frames)[0]).toBe(1);
		expect(spoken(second.frames)).toContain("There you are again");
		await second.leave();
		const third = await connected(url, 0, "s-1");
		await third.type("RUN_FINISHED");
		expect(spoken(third.frames)).toContain("There you are again");
	});
	test("resume-off forgets the conversation and complains of acks", async () => {
		const url = await playing("resume-off");
		const first = await connected(url);
		await first.type("RUN_FINISHED");
		first.send({ type: "ack", sequence: 3 });
		await expect.poll(() => complaints.length).toBe(1);
		await first.leave();
		const second = await connected(url, 5);
		expect((await second.type("session.started")).json).toEqual({
			type: "session.started",
			sessionId: "s-1",
			resumed: false,
			lastSequence: 0,
			reason: "unsupported",
		});
		expect((await second.type("RUN_STARTED")).sequence).toBe(1);
		await second.type("RUN_FINISHED");
		expect(spoken(second.frames)).toContain("Good afternoon, and welcome");
	});
	test("resume-lost says so and sends snapshots under new numbers", async () => {
		const { second } = await cutAndBack("resume-lost");
		expect((await second.type("session.started")).json).toMatchObject({ resumed: false, reason: "unknown_session", lastSequence: 0 });
		await second.type("RUN_FINISHED");
		expect(numbers(second.frames)).toEqual(upTo(second.frames.length - 1));
		expect(second.frames.map((frame) => frame.type)).toEqual(expect.arrayContaining(["MESSAGES_SNAPSHOT", "STATE_SNAPSHOT"]));
	});
	test("resume-short loses a client that was too far behind", async () => {
		const { second } = await cutAndBack("resume-short");
		await second.type("RUN_FINISHED");
		await second.leave();
		const third = await connected(server?.url ?? "", 1);
		expect((await third.type("session.started")).json).toMatchObject({ resumed: false, reason: "retention" });
	});
	test("restart-at-1 numbers from 1 again with other content and says nothing", async () => {
		const { first, second } = await cutAndBack("restart-at-1");
		await second.type("RUN_FINISHED");
		expect(second.frames[0]).toMatchObject({ type: "RUN_STARTED", sequence: 1 });
		expect(second.frames[0]?.text).not.toBe(first.frames.find((frame) => frame.sequence === 1)?.text);
	});
});

describe("numbers", () => {
	test("gap leaves three out and a resume brings them", async () => {
		const url = await playing("gap");
		const first = await connected(url);
		await first.type("RUN_FINISHED");
		const got = numbers(first.frames);
		const hole = upTo(Math.max(...got)).filter((number) => !got.includes(number));
		expect(hole).toHaveLength(3);
		await first.leave();
		const second = await connected(url, (hole[0] as number) - 1);
		await second.type("RUN_FINISHED");
		expect(numbers(second.frames)).toEqual(upTo(Math.max(...got) - (hole[0] as number) + 1, hole[0]));
		expect(complaints).toEqual([]);
	});
	test("gap-forever never has them", async () => {
		const url = await playing("gap-forever");
		const first = await connected(url);
		await first.type("RUN_FINISHED");
		const got = numbers(first.frames);
		const hole = upTo(Math.max(...got)).filter((number) => !got.includes(number));
		expect(hole).toHaveLength(3);
		first.send({ type: "ack", sequence: (hole[0] as number) - 1 });
		await first.leave();
		const second = await connected(url, (hole[0] as number) - 1);
		expect((await second.type("session.started")).json).toMatchObject({ resumed: true });
		await second.type("RUN_FINISHED");
		expect(numbers(second.frames)).toEqual(got.filter((number) => number > (hole[2] as number)));
		second.send({ type: "ack", sequence: Math.max(...got) });
		await expect.poll(() => complaints).toEqual([expect.stringMatching(/without a hole/)]);
	});
	test("duplicate sends four frames twice, byte for byte", async () => {
		const client = await connected(await playing("duplicate"));
		await client.type("RUN_FINISHED");
		const texts = client.frames.filter((frame) => frame.sequence !== null).map((frame) => frame.text);
		const twice = texts.filter((text, index) => texts.indexOf(text) !== index);
		expect(twice).toHaveLength(4);
		expect(new Set(numbers(client.frames)).size).toBe(texts.length - 4);
	});
	test("conflict gives one number two contents", async () => {
		const client = await connected(await playing("conflict"));
		await client.type("RUN_FINISHED");
		const bad = client.frames.filter((frame) => frame.text.includes("NEVER SAID"));
		expect(bad).toHaveLength(1);
		expect(client.frames.filter((frame) => frame.sequence === bad[0]?.sequence)).toHaveLength(2);
	});
});

describe("frames", () => {
	test("unknown-frames come with and without a number, and the numbers have no hole", async () => {
		const client = await connected(await playing("unknown-frames"));
		await client.next((frame) => frame.json?.rain === false);
		expect(client.frames.find((frame) => frame.type === "practice.notice")?.sequence).toBeNull();
		expect(numbers(client.frames)).toEqual(upTo(numbers(client.frames).length));
	});
	test("malformed sends them all and then a good run", async () => {
		const client = await connected(await playing("malformed"));
		await client.type("RUN_FINISHED");
		expect(client.frames.filter((frame) => frame.binary)).toHaveLength(1);
		for (const text of MALFORMED_TEXTS) expect(client.frames.some((frame) => !frame.binary && frame.text === text)).toBe(true);
		const good = client.frames.slice(client.frames.findIndex((frame) => frame.type === "RUN_STARTED"));
		expect(numbers(good)).toEqual(upTo(good.length));
	});
	test("invalid-utf8 breaks the link of a strict client, and a lenient one reads on", async () => {
		const url = await playing("invalid-utf8");
		const strict = await connected(url);
		expect((await strict.closed).code).toBe(1006);
		const lenient = await dial(url, { skipUtf8: true });
		lenient.send(start("s-2"));
		await lenient.type("RUN_FINISHED");
		await lenient.type("RUN_FINISHED");
		expect(lenient.frames.some((frame) => frame.bytes.includes(0xff))).toBe(true);
	});
	test("oversized is more than a client with 8 MiB takes", async () => {
		const client = await connected(await playing("oversized"));
		await client.closed;
		expect(spoken(client.frames)).toContain("larger than 8 MiB");
		expect(client.frames.some((frame) => frame.bytes.length > 1_000_000)).toBe(false);
	});
});

describe("pace", () => {
	test("slow says one piece every 700 ms", async () => {
		const client = await connected(await playing("slow", 0.1));
		await client.type("TEXT_MESSAGE_CONTENT");
		const from = Date.now();
		await client.type("TEXT_MESSAGE_CONTENT");
		await client.type("TEXT_MESSAGE_CONTENT");
		expect(Date.now() - from).toBeGreaterThan(120);
	});
	test("silent pings twice and then answers nothing, not even pings, until the client comes back", async () => {
		const url = await playing("silent", 0.004);
		const client = await connected(url);
		await expect.poll(() => client.pings.length).toBe(2);
		await new Promise((resolve) => setTimeout(resolve, 150));
		let ponged = false;
		client.ws.on("pong", () => {
			ponged = true;
		});
		client.ws.ping();
		client.send(ask(1, "anyone there?"));
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect({ ponged, pings: client.pings.length }).toEqual({ ponged: false, pings: 2 });
		const cursor = Math.max(...numbers(client.frames));
		client.ws.terminate();
		const second = await connected(url, cursor);
		await second.type("RUN_FINISHED");
		expect(spoken(second.frames)).toContain("You noticed the silence");
	});
	test("burst sends ten thousand frames of about 400 bytes, numbered without a hole", async () => {
		const client = await connected(await playing("burst"));
		await client.type("RUN_FINISHED");
		const readings = client.frames.filter((frame) => frame.type === "CUSTOM");
		expect(readings).toHaveLength(10_000);
		expect(numbers(client.frames)).toEqual(upTo(client.frames.length - 1));
		expect(Math.min(...readings.map((frame) => frame.bytes.length))).toBeGreaterThan(350);
		expect(Math.max(...readings.map((frame) => frame.bytes.length))).toBeLessThan(450);
	});
	test("burst waits for a client that does not read", async () => {
		const client = await connected(await playing("burst-100000"));
		await client.type("CUSTOM");
		client.ws.pause();
		await new Promise((resolve) => setTimeout(resolve, 200));
		const before = process.memoryUsage().rss;
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
		client.ws.terminate();
	});
});

describe("requests for a card or a photo", () => {
	test.each([
		["asks-for-card", "nfc"],
		["asks-for-photo", "photo"],
	])("%s asks with CUSTOM for 60 s", async (scenario, modality) => {
		const client = await connected(await playing(scenario, 0.005));
		const asked = await client.type("CUSTOM");
		expect(asked.event).toMatchObject({
			name: "agentcall-standin.interaction.requested",
			value: { interactionId: "i-1", modality, timeoutMs: 60_000 },
		});
		expect((await client.type("interaction.closed")).json).toMatchObject({ interactionId: "i-1", reason: "expired" });
	});
	test("a tap is thanked for, and the request is closed as answered", async () => {
		const client = await connected(await playing("asks-for-card"));
		await client.type("RUN_FINISHED");
		client.send({ type: "user.observation", turn: 1, interactionId: "i-1", observation: nfcTap });
		expect((await client.type("interaction.closed")).json).toMatchObject({ reason: "answered" });
		await client.type("RUN_FINISHED");
		expect(spoken(client.frames)).toContain("Thank you.");
		expect(complaints).toEqual([]);
	});
	test("nothing is asked of a client that did not offer the modality", async () => {
		const client = await dial(await playing("asks-for-card"));
		client.send({ type: "session.start", sessionId: "s-1" });
		await client.type("RUN_FINISHED");
		expect(client.frames.some((frame) => frame.type === "CUSTOM")).toBe(false);
	});
	test("the other carriers are an interrupt, a tool call and a control frame", async () => {
		const interrupt = await connected(await playing("asks-by-interrupt"));
		expect((await interrupt.type("RUN_FINISHED")).event.outcome).toMatchObject({
			type: "interrupt",
			interrupts: [{ id: "i-1", reason: "agentcall-standin:nfc" }],
		});
		await server?.close();
		const tool = await connected(await playing("asks-by-tool"));
		expect((await tool.type("TOOL_CALL_START")).event.toolCallName).toBe("agentcall_standin_physical_action");
		expect(JSON.parse(String((await tool.type("TOOL_CALL_ARGS")).event.delta))).toMatchObject({ interactionId: "i-1", modality: "nfc" });
		await server?.close();
		const frame = await connected(await playing("asks-by-frame"));
		expect((await frame.type("interaction.requested")).json).toMatchObject({ interactionId: "i-1", modality: "nfc" });
	});
	test("asks-then-withdraws takes it back, asks-briefly lets it expire, asks-not-offered asks for a fingerprint", async () => {
		const withdrawn = await connected(await playing("asks-then-withdraws"));
		expect((await withdrawn.type("interaction.closed")).json).toMatchObject({ reason: "withdrawn" });
		await server?.close();
		const brief = await connected(await playing("asks-briefly"));
		expect((await brief.type("interaction.closed")).json).toMatchObject({ reason: "expired" });
		brief.send({ type: "user.observation", turn: 1, interactionId: "i-1", observation: nfcTap });
		expect((await brief.type("error")).json).toMatchObject({ code: "interaction_expired", turn: 1, interactionId: "i-1" });
		await server?.close();
		const finger = await connected(await playing("asks-not-offered"));
		expect((await finger.type("CUSTOM")).event.value).toMatchObject({ modality: "fingerprint" });
	});
});

describe("at the door", () => {
	test("unauthorized answers 401 until the header is right", async () => {
		const url = await playing("unauthorized");
		await expect(dial(url)).rejects.toThrow("401");
		const client = await dial(url, { headers: { Authorization: "Bearer practice" } });
		client.send(start("s-1"));
		await client.type("RUN_FINISHED");
	});
	test("unavailable answers 503 with Retry-After", async () => {
		const url = await playing("unavailable");
		await expect(dial(url)).rejects.toThrow("503");
		const response = await new Promise<IncomingMessage>((resolve) =>
			new WebSocket(url).on("unexpected-response", (_, answer) => resolve(answer)),
		);
		expect(response.headers["retry-after"]).toBe("2");
	});
	test("busy closes 1013 twice and then lets the session in", async () => {
		const url = await playing("busy");
		for (let attempt = 0; attempt < 2; attempt++) expect(await (await connected(url)).closed).toEqual({ code: 1013, reason: "busy" });
		await (await connected(url)).type("RUN_FINISHED");
	});
	test("evicted closes 4409, and a resume goes on", async () => {
		const url = await playing("evicted");
		const first = await connected(url);
		expect(await first.closed).toEqual({ code: 4409, reason: "replaced_by_new_connection" });
		const second = await connected(url, Math.max(...numbers(first.frames)));
		expect((await second.type("session.started")).json).toMatchObject({ resumed: true });
	});
	test("ends says session.ended and closes 4410", async () => {
		const client = await connected(await playing("ends"));
		expect((await client.type("session.ended")).json).toEqual({ type: "session.ended", reason: "visit_over" });
		expect(await client.closed).toEqual({ code: 4410, reason: "visit_over" });
	});
});

describe("runs", () => {
	test("run-error fails in mid-sentence, and later after a finish", async () => {
		const client = await connected(await playing("run-error"));
		expect((await client.type("RUN_ERROR")).event).toMatchObject({ code: "upstream_unavailable" });
		client.send(ask(1, "again"));
		await client.type("RUN_FINISHED");
		expect((await client.type("RUN_ERROR")).event).toMatchObject({ code: "late_failure" });
	});
	test("run-left-open ends the session without ending the run", async () => {
		const client = await connected(await playing("run-left-open"));
		await client.closed;
		expect(client.frames.some((frame) => frame.type === "RUN_FINISHED" || frame.type === "RUN_ERROR")).toBe(false);
	});
	test.each([
		["cancel", { type: "RUN_FINISHED", outcome: { type: "cancelled" } }],
		["cancel-error", { type: "RUN_ERROR", code: "cancelled" }],
	])("%s ends the run in its way", async (scenario, end) => {
		const client = await connected(await playing(scenario, 0.1));
		await client.type("TEXT_MESSAGE_CONTENT");
		client.send({ type: "response.cancel" });
		expect((await client.next((frame) => frame.type.startsWith("RUN_"))).event).toMatchObject(end);
		if (end.type === "RUN_FINISHED") expect(openItems(client.frames)).toEqual([]);
		client.send({ type: "response.cancel" });
		expect((await client.type("error")).json).toMatchObject({ code: "nothing_to_cancel" });
		expect(complaints).toEqual([]);
	});
	test("cancel-success does not admit it, cancel-ignored goes on to the end", async () => {
		const success = await connected(await playing("cancel-success", 0.1));
		await success.type("TEXT_MESSAGE_CONTENT");
		success.send({ type: "response.cancel" });
		expect(Object.hasOwn((await success.type("RUN_FINISHED")).event, "outcome")).toBe(false);
		await server?.close();
		const ignored = await connected(await playing("cancel-ignored", 0.001));
		await ignored.type("TEXT_MESSAGE_CONTENT");
		ignored.send({ type: "response.cancel" });
		await ignored.type("RUN_FINISHED");
		expect(spoken(ignored.frames)).toContain("Door 40 of 40");
	});
});

describe("audio and delivery", () => {
	test("explicit-audio takes start and commit, and answers the commit", async () => {
		const url = await playing("explicit-audio");
		const client = await dial(url);
		client.send(start("s-1", 0, { audioTurnControl: { mode: "explicit" } }));
		await client.type("RUN_FINISHED");
		client.send({ type: "audio.turn.start", turn: 1 });
		client.send({ type: "audio.turn.cancel", turn: 1 });
		client.send({ type: "audio.turn.start", turn: 2 });
		client.send({ type: "audio.turn.commit", turn: 2 });
		expect((await client.type("RUN_STARTED")).event.metadata).toEqual({ "agentcall-standin": { turn: 2 } });
		expect(complaints).toEqual([]);
	});
	test("unknown-delivery says after the cut that it has the turn, and answers it", async () => {
		const url = await playing("unknown-delivery");
		const first = await connected(url);
		await first.type("RUN_FINISHED");
		first.send(ask(1, "badge 42"));
		expect((await first.closed).code).toBe(1006);
		const second = await connected(url, Math.max(...numbers(first.frames)));
		expect((await second.type("session.started")).json).toMatchObject({ resumed: true, lastTurn: 1 });
		expect((await second.type("RUN_STARTED")).event.metadata).toEqual({ "agentcall-standin": { turn: 1 } });
	});
	test("unknown-delivery-lost says it never came, and takes it again", async () => {
		const url = await playing("unknown-delivery-lost");
		const first = await connected(url);
		await first.type("RUN_FINISHED");
		first.send(ask(1, "badge 42"));
		await first.closed;
		const second = await connected(url, Math.max(...numbers(first.frames)));
		expect((await second.type("session.started")).json).toMatchObject({ resumed: true, lastTurn: 0 });
		second.send(ask(1, "badge 42"));
		expect((await second.type("RUN_STARTED")).event.metadata).toEqual({ "agentcall-standin": { turn: 1 } });
		expect(complaints).toEqual([]);
	});
});

describe("every scenario", () => {
	const shared = new URL("../../../shared/protocols/agentcall-standin/", import.meta.url);
	test("has a kebab-case name of its own and one sentence about it", () => {
		const all = practiceScenarios();
		expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
		for (const { name, about } of all) {
			expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
			expect(about).toMatch(/^[A-Z].*\.$/);
		}
	});
	test("serves a card, and well-formed frames where it means to, by the stand-in's schemas", async (context) => {
		const load = (file: string) => JSON.parse(readFileSync(new URL(file, shared), "utf8")) as object;
		const ajv = new Ajv2020({ strict: false });
		addFormats.default(ajv);
		let card: ReturnType<typeof ajv.compile>;
		let frame: ReturnType<typeof ajv.compile>;
		try {
			card = ajv.compile(load("agent-card.schema.json"));
			frame = ajv.compile(load("server-frame.schema.json"));
		} catch (thrown) {
			return context.skip(`The reference folder is not there: ${String(thrown).slice(0, 80)}`);
		}
		const url = await playing("good", 0);
		for (const { name } of practiceScenarios("agentcall")) {
			const at = `${url}agentcall/${name}`;
			const read = (await jsonAt(`${at.replace("ws:", "http:")}/.well-known/agent-card.json`)) as {
				capabilities: { extensions: { params: { agui: { websocket: { url: string } } } }[] };
			};
			const agui = read.capabilities.extensions[0]?.params.agui;
			expect(card(agui), name).toBe(true);
			expect(agui?.websocket.url).toBe(at);
			if (["unauthorized", "unavailable", "busy", "malformed", "invalid-utf8", "oversized", "burst-100000"].includes(name)) continue;
			const client = await connected(at, 0, `s-${name}`);
			await Promise.race([client.next((one) => /^RUN_(FINISHED|ERROR)$/.test(one.type)).catch(() => {}), client.closed]);
			for (const one of client.frames) expect(frame(one.json), `${name}: ${one.text}`).toBe(true);
			client.ws.terminate();
		}
	});
});
