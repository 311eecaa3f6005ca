import { describe, expect, it } from "vitest";
import { decodeServerFrame } from "../../../../main/core/protocols/agentcall/codec.ts";
import { createAgentCallMachine } from "../../../../main/core/protocols/agentcall/machine.ts";
import { type Profile, STAND_IN_PROFILE } from "../../../../main/core/protocols/agentcall/profile.ts";
import type { Output } from "../../../../main/core/session/machine.ts";
import { newFacts } from "../../../../main/core/session/new-facts.ts";
import { delta, deltas, runStarted, SESSION_ID, started, type Talk, talk, turnMessage } from "./talk.ts";

const request = (sequence: number, more: Record<string, unknown> = {}) => ({
	type: "interaction.requested",
	interactionId: "i-1",
	modality: "nfc",
	prompt: "Tap the badge.",
	sequence,
	...more,
});
const tap = (turn: number, interactionId = "i-1") => ({
	type: "user.observation",
	turn,
	interactionId,
	observation: { modality: "nfc", observedAt: "2026-12-01T10:00:00Z", simulated: true, uid: "04a2b31c" },
});
const states = async (t: Talk) => (await t.summary()).interactions.map(({ state }) => state);

async function breakAndReturn(t: Talk): Promise<void> {
	t.link().breakOff();
	await t.settle();
	await t.wait(500);
	t.link().open();
	await t.settle();
}

describe("transport and card", () => {
	it("B1.1: what is no message is kept and named, and the link stays", async () => {
		const t = await talk({ resume: true });
		t.link().binary(new Uint8Array([1, 2]));
		await t.agent("[1]", "", "{", ...deltas(1, 1));
		const found = t.entries().filter((entry) => entry.dir === "in");
		expect(found.map(({ findings }) => findings[0]?.reason ?? null)).toEqual(["binary", "notObject", "empty", "json", null]);
		expect(await t.ledger()).toMatchObject({ received: 5, stored: 5, cursor: 1 });
		expect((await t.summary()).status.kind).toBe("open");
	});

	it.each([
		[{}, undefined, []],
		[{ subprotocol: "agui.v1" }, undefined, ["agui.v1"]],
		[{ subprotocol: "agui.v1" }, ["other"], ["other"]],
	])("B1.3: a subprotocol is offered only where the card or the operator names one: %j %j", async (websocket, subprotocols, offered) => {
		const t = await talk({ opened: false });
		const text = JSON.stringify({ agui: { websocket: { url: "ws://127.0.0.1:9/agui", ...websocket } } });
		await t.request("session.open", {
			target: { ...t.target, by: { kind: "card", source: "card.json", text }, ...(subprotocols ? { subprotocols } : {}) },
		});
		await t.settle();
		expect(t.link().request.subprotocols).toEqual(offered);
	});

	it("B2.8: without a card neither resume, acks nor spoken turns are taken for granted", async () => {
		const t = await talk({ opened: false });
		await t.request("session.open", {
			target: { ...t.target, by: { kind: "url", url: "ws://127.0.0.1:9/agui" }, audioTurnControl: true },
		});
		await t.settle();
		t.link().open();
		await t.settle();
		expect(t.wire()[0]).toEqual({
			type: "session.start",
			sessionId: SESSION_ID,
			clientCapabilities: { physicalObservations: { modalities: ["nfc", "photo"] } },
		});
		expect(await t.summary()).toMatchObject({ ledger: { resume: false, acks: false }, audio: { kind: "unavailable" } });
	});

	it("B2.9: an event without a number belies a card that declares resume; it is told once, and the session goes on unnumbered", async () => {
		const t = await talk({ resume: true });
		await t.agent({ type: "TEXT_MESSAGE_END", messageId: "m" }, { type: "TEXT_MESSAGE_END", messageId: "n" });
		const found = t.entries().flatMap(({ findings }) => findings.map(({ code, path }) => `${code} ${path}`));
		expect(found).toEqual(["card.mismatch /sequence"]);
		expect((await t.ledger()).sequencing).toBe("unsequenced");
	});

	it("B2.9: an agent that does not support what its card declares, or asks for what its card does not name, is told of", async () => {
		const t = await talk({ resume: true, explicitTurns: true });
		await t.agent(...deltas(1, 1));
		await breakAndReturn(t);
		await t.agent(started({ resumed: false, reason: "unsupported" }));
		expect(t.entry("session.started").findings).toMatchObject([{ code: "card.mismatch", path: "/reason" }]);
		await t.agent({ type: "error", code: "explicit_turns_unavailable", message: "no" });
		expect(t.entry("error").findings).toMatchObject([{ code: "card.mismatch", path: "/code" }]);
		await t.agent(request(1, { modality: "voice" }), request(2, { interactionId: "i-2", modality: "voice" }));
		const asked = t.entries().filter(({ type }) => type === "interaction.requested");
		expect(asked.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
			["modality.not_negotiated", "card.mismatch"],
			["modality.not_negotiated"],
		]);
	});

	it("B2.9: behaviour wins: an agent that resumes although its card does not say so is resumed, and told of", async () => {
		const t = await talk({ resume: false, target: { resume: "always" } });
		await t.agent(...deltas(1, 2));
		await breakAndReturn(t);
		await t.agent(started({ resumed: true }), delta(3));
		expect(t.entry("session.started").findings).toMatchObject([{ code: "card.mismatch", path: "/resumed" }]);
		expect(await t.ledger()).toMatchObject({ epoch: 1, cursor: 3 });
	});
});

describe("server frames", () => {
	it("B3.1, O6: flat and enveloped frames may alternate on one link", async () => {
		const t = await talk({ resume: true });
		const event = { type: "TEXT_MESSAGE_END", messageId: "m" };
		await t.agent({ ...event, sequence: 1 }, { type: "agui.event", sequence: 2, event }, { ...event, sequence: 3 });
		expect(await t.ledger()).toMatchObject({ cursor: 3, findings: 0 });
	});

	it("B3.6: a number in metadata.agentcall.sequence counts only where the connection says so", async () => {
		const event = { type: "TEXT_MESSAGE_END", messageId: "m", metadata: { agentcall: { sequence: 1 } } };
		const usual = await talk({ resume: true });
		await usual.agent(event);
		expect(await usual.ledger()).toMatchObject({ sequencing: "unsequenced", cursor: 0 });
		const looking = await talk({ resume: true, target: { sequenceIn: "metadata" } });
		await looking.agent(event, { type: "RUN_FINISHED", threadId: "t", runId: "r", metadata: { agentcall: { sequence: 2 } } });
		expect(await looking.ledger()).toMatchObject({ sequencing: "sequenced", cursor: 2 });
		expect(looking.acks()).toEqual([2]);
		const odd = JSON.stringify({ type: "RAW", event: 1, metadata: { agentcall: { sequence: 1.5 } } });
		expect(decodeServerFrame("text", odd, odd.length, "metadata").sequence).toBeUndefined();
	});

	it("B3.9: resumed true goes on behind the cursor; resumed false after a resume begins a new numbering", async () => {
		const t = await talk({ resume: true });
		await t.agent(started(), ...deltas(1, 3));
		await breakAndReturn(t);
		await t.agent(started({ resumed: true }), ...deltas(4, 5));
		expect(await t.ledger()).toMatchObject({ epoch: 1, cursor: 5 });
		await breakAndReturn(t);
		await t.agent(started({ resumed: false, reason: "retention" }), ...deltas(1, 2));
		expect(await t.ledger()).toMatchObject({ epoch: 2, cursor: 2, duplicates: 0 });
	});

	it("B3.10: a cursor ahead of the agent ends with 4409, and the operator is asked", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 3));
		await breakAndReturn(t);
		await t.agent({ type: "error", code: "sequence_ahead", message: "My last number is 2.", fatal: true });
		t.link().close(4409, "sequence_ahead");
		await t.settle();
		expect(await t.summary()).toMatchObject({ status: { kind: "closed", outcome: { code: 4409, next: "ask" } }, ledger: { cursor: 3 } });
		await t.wait(60_000);
		expect(t.ports.sockets.links).toHaveLength(2);
	});
});

describe("sequence and resume", () => {
	it("B4.1: epoch, cursor, acks, turns and gaps are durable: a killed program goes on where it was", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 32), delta(40));
		await t.send(turnMessage(1));
		const before = await t.ledger();
		await t.restart();
		const { cursor, acked, nextTurn, epoch, gaps } = await t.ledger();
		expect({ cursor, acked, nextTurn, epoch, gaps }).toEqual({
			cursor: 32,
			acked: 32,
			nextTurn: 2,
			epoch: before.epoch,
			gaps: [{ epoch: 1, from: 33, to: 39, state: "open" }],
		});
	});

	it("B4.2: the next number is stored, and only when it is safe the cursor moves", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 2));
		expect(await t.ledger()).toMatchObject({ received: 2, stored: 0, cursor: 0 });
		await t.commit();
		expect(await t.ledger()).toMatchObject({ received: 2, stored: 2, cursor: 2 });
	});

	it("B4.4: what a killed program held back counts when the agent says it again, once", async () => {
		const t = await talk({ resume: true });
		await t.agent(started(), ...deltas(1, 2), request(4), { type: "RUN_STARTED", threadId: "t", runId: "r-5", sequence: 5 });
		expect(await states(t)).toEqual([]);
		await t.restart();
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		t.link().open();
		await t.settle();
		const again = [delta(3), request(4), { type: "RUN_STARTED", threadId: "t", runId: "r-5", sequence: 5 }];
		await t.agent(started({ resumed: true }), ...again);
		expect(await t.summary()).toMatchObject({ interactions: [{ state: "waiting" }], openRun: { runId: "r-5" }, ledger: { cursor: 5 } });
		await t.send(tap(1));
		await breakAndReturn(t);
		await t.agent(started({ resumed: true }), ...again.slice(1));
		expect(await states(t)).toEqual(["answered"]);
	});

	it("B4.8: where the connection says so, the same session id and the turns go on without resume", async () => {
		const t = await talk({ resume: false, target: { afterBreak: "sameSession" } });
		await t.send(turnMessage(1));
		await breakAndReturn(t);
		expect(t.wire()[0]).toMatchObject({ sessionId: SESSION_ID });
		expect(await t.ledger()).toMatchObject({ epoch: 2, nextTurn: 2 });
	});

	it("B4.11: a run cannot answer a turn that has not left yet, even if it names its number", async () => {
		const t = await talk({ resume: true });
		await t.agent(started());
		t.link().breakOff();
		await t.settle();
		await t.send(turnMessage(1));
		await t.wait(500);
		t.link().open();
		t.link().holdSends();
		await t.agent(runStarted(1, 1));
		t.link().releaseSends(null);
		await t.settle();
		expect(t.wire().filter(({ type }) => type === "user.turn")).toHaveLength(1);
	});
});

describe("cancel and spoken turns", () => {
	it("B5.2: a cancel with no run open, and a second one, are warned of", async () => {
		const t = await talk({ resume: true });
		const check = async () =>
			(await t.request("message.check", { sessionId: SESSION_ID, text: '{"type":"response.cancel"}' })).findings.map(({ code }) => code);
		expect(await check()).toEqual(["cancel.nothingRunning"]);
		await t.agent(runStarted(1));
		expect(await check()).toEqual([]);
		await t.send({ type: "response.cancel" });
		expect(await check()).toEqual(["cancel.pending"]);
		t.link().breakOff();
		await t.settle();
		expect((await t.summary()).cancelPending).toBe(false);
	});

	it("B5.3: a spoken turn is open, then committed, cancelled, or lost with its link", async () => {
		const t = await talk({ resume: true, explicitTurns: true, target: { audioTurnControl: true } });
		const audio = async () => (await t.summary()).audio;
		expect(await audio()).toEqual({ kind: "idle" });
		await t.send({ type: "audio.turn.start", turn: 1 });
		await t.send({ type: "audio.turn.commit", turn: 1 });
		expect(await audio()).toEqual({ kind: "idle", last: { turn: 1, as: "committed" } });
		await t.send({ type: "audio.turn.start", turn: 2 });
		await t.send({ type: "audio.turn.cancel", turn: 2 });
		expect(await audio()).toEqual({ kind: "idle", last: { turn: 2, as: "cancelled" } });
		await t.send({ type: "audio.turn.start", turn: 3 });
		expect(await audio()).toEqual({ kind: "open", turn: 3 });
		t.link().breakOff();
		await t.settle();
		expect(await audio()).toEqual({ kind: "idle", last: { turn: 3, as: "lost" } });
	});
});

describe("requests to a person", () => {
	it("B6.1: the prompt is kept up to 1,024 signs, an unknown modality as it is, the turn it belongs to with it", async () => {
		const t = await talk({ resume: true });
		await t.agent(request(1, { prompt: "p".repeat(2_000), modality: "voice", turn: 3 }));
		expect((await t.summary()).interactions).toMatchObject([{ modality: "voice", turn: 3, prompt: "p".repeat(1_024) }]);
	});

	it("B6.3: an interrupt's metadata names the modality before its reason does; other reasons ask for nothing", async () => {
		const t = await talk({ resume: true });
		const interrupt = (sequence: number, ...interrupts: object[]) => ({
			type: "RUN_FINISHED",
			threadId: "t",
			runId: "r",
			outcome: { type: "interrupt", interrupts },
			sequence,
		});
		await t.agent(
			interrupt(
				1,
				{ id: "a", reason: "agentcall-standin:nfc", metadata: { "agentcall-standin": { modality: "photo" } } },
				{ id: "b", reason: "input_required", message: "Which room?" },
			),
		);
		expect((await t.summary()).interactions).toMatchObject([{ interactionId: "a", modality: "photo" }]);
	});

	it("B6.7: an answer that was discarded before it left, or refused, leaves the request waiting", async () => {
		const t = await talk({ resume: true });
		await t.agent(started(), request(1));
		t.link().breakOff();
		await t.settle();
		const queued = await t.send(tap(1));
		expect(await states(t)).toEqual(["answered"]);
		await t.request("message.discard", { sessionId: SESSION_ID, ordinal: queued.ordinal });
		await t.settle();
		expect(await states(t)).toEqual(["waiting"]);
		await t.wait(500);
		t.link().open();
		await t.agent(started({ resumed: true, lastTurn: 0 }));
		await t.send(tap(2));
		await t.agent({ type: "error", code: "bad_message", message: "unreadable", turn: 2, sequence: 2 });
		expect(await states(t)).toEqual(["waiting"]);
		await t.send(tap(3));
		expect((await t.summary()).interactions).toMatchObject([{ state: "answered", answeredByTurn: 3 }]);
	});

	it.each([
		["interaction_expired", "expired"],
		["unknown_interaction", "ended"],
		["interaction_answered", "answered"],
	])("B6.7, B8.1: an answer refused with %s leaves the request %s", async (code, state) => {
		const t = await talk({ resume: true });
		await t.agent(request(1));
		await t.send(tap(1));
		await t.agent({ type: "error", code, message: "no", turn: 1, interactionId: "i-1", sequence: 2 });
		expect(await states(t)).toEqual([state]);
		if (state !== "answered") expect((await t.summary()).interactions[0]?.ordinals.ended).toBe(t.entry("error").ordinal);
	});

	it("B6.7: after a new numbering the same id is a request of its own, and the answer is the new one's", async () => {
		const t = await talk({ resume: true });
		await t.agent(started(), request(1));
		await breakAndReturn(t);
		await t.agent(started({ resumed: false, reason: "unknown_session" }), request(1, { prompt: "Tap once more." }));
		expect(await states(t)).toEqual(["ended", "waiting"]);
		const check = await t.request("message.check", { sessionId: SESSION_ID, text: JSON.stringify(tap(1)) });
		expect(check.findings).toEqual([]);
		await t.send(tap(1));
		expect(await states(t)).toEqual(["ended", "answered"]);
	});
});

describe("errors and closes", () => {
	it("B8.2: an error frame ends no run", async () => {
		const t = await talk({ resume: true });
		await t.agent(runStarted(1), { type: "error", code: "rate_limited", message: "slower", sequence: 2 });
		expect((await t.summary()).openRun).toEqual({ runId: "r-1" });
	});

	it.each([
		["B8.3", 1000, "ended"],
		["B8.3", 4410, "ended"],
		...[1001, 1006, 1011, 1012, 1013].map((code) => ["B8.4", code, "retry"] as const),
		...[1002, 1003, 1007, 1008, 1009].map((code) => ["B8.5", code, "stop"] as const),
		...[4400, 4401, 4404].map((code) => ["B8.6", code, "stop"] as const),
		["B8.7", 4409, "ask"],
		["B8.5", 4999, "stop"],
	] as const)("%s: after a close with %i what follows is: %s", async (_, code, next) => {
		const t = await talk({ resume: true });
		if (code === 1006) t.link().breakOff();
		else t.link().close(code, "because");
		await t.settle();
		const { lastOutcome } = await t.summary();
		expect(lastOutcome).toMatchObject({ code, next });
		await t.wait(30_000);
		expect(t.ports.sockets.links.length > 1).toBe(next === "retry");
	});
});

describe("replacing the stand-in", () => {
	const facts = () => newFacts("s", "n");

	it("B6.6, B10.1: names, codes, limits and the reader of frames are one object, and another one takes its place", () => {
		const other: Profile = {
			...STAND_IN_PROFILE,
			name: "real-1.0",
			closeCodes: { 4999: { meaning: "Come back tomorrow.", next: "ended" } },
			carriers: { ...STAND_IN_PROFILE.carriers, requestEvent: "real.asks" },
			decode: (opcode, text, byteLength) => decodeServerFrame(opcode, text?.replace('"seq":', '"sequence":') ?? null, byteLength),
		};
		const machine = createAgentCallMachine(
			{
				profile: other,
				endpoint: "wss://agent.example",
				resume: true,
				acks: true,
				modalities: ["nfc"],
				audioTurnControl: false,
				audioUnavailable: "none",
				audioCounter: "shared",
				afterBreak: "newSession",
				maxFrameBytes: 1_000_000,
				card: null,
			},
			facts(),
		);
		const env = { nowMs: 1_000, monoMs: 1_000, random: () => 0, uuid: () => "u" };
		const said: Output[] = [];
		const step = (input: Parameters<typeof machine.step>[0]) => said.push(...machine.step(input, env));
		step({ kind: "created" });
		step({ kind: "connect" });
		step({ kind: "opened", dialId: 1, timings: {}, remoteAddress: "", subprotocol: "", security: { tls: null, proxy: null } });
		const text = JSON.stringify({ type: "CUSTOM", name: "real.asks", value: { interactionId: "i", modality: "nfc" }, seq: 1 });
		step({ kind: "frame", dialId: 1, opcode: "text", bytes: new TextEncoder().encode(text), text });
		expect(machine.view()).toMatchObject({ interactions: [{ interactionId: "i", state: "waiting" }], ledger: { sequencing: "sequenced" } });
		step({ kind: "closed", dialId: 1, close: { code: 4999, reason: "", by: "agent", clean: true } });
		expect(machine.view().lastOutcome).toMatchObject({ meaning: "Come back tomorrow.", next: "ended" });
		expect(JSON.stringify(said)).toContain("real-1.0");
	});

	it("B10.2: a recording keeps the frames as they came and the profile that read them", async () => {
		const t = await talk({ resume: true });
		const text = '{ "type":"SOMETHING_NEW", "sequence" : 1.0, "later": [1,2] }';
		await t.agent(text);
		expect(t.entry("SOMETHING_NEW").text).toBe(text);
		expect((await t.summary()).profile).toBe("standin-0.1");
		expect(t.local("session.opened")).toMatchObject([{ profile: "standin-0.1" }]);
	});
});
