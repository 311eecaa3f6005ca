import { describe, expect, it } from "vitest";
import { runStarted, SESSION_ID, started, talk, turnMessage } from "./talk.ts";

describe("a turn", () => {
	it("B4.11: is on disk, with the next turn number, before a byte of it goes out", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		const entry = await t.send(turnMessage(1));
		expect(entry).toMatchObject({ dir: "out", type: "user.turn", delivery: "sending", text: JSON.stringify(turnMessage(1)) });
		expect(t.wire()).toHaveLength(1);
		t.ports.transcripts.commit();
		expect(t.ports.transcripts.facts(SESSION_ID).nextTurn).toBe(2);
		await t.commit();
		expect(t.wire()[1]).toEqual(turnMessage(1));
		expect(t.entry("user.turn").delivery).toBe("sent");
	});

	it("is written exactly as it was shown", async () => {
		const t = await talk({ resume: true });
		const text = '{ "type":"user.turn", "turn": 1.0,\n "text":"\\u0041\\ud83d\\ude00", "extra": 12345678901234567890 }';
		await t.send(text);
		expect(t.link().sent[1]).toBe(text);
	});

	it("A2.3: shares its counter with observations", async () => {
		const t = await talk({ resume: true });
		await t.send(turnMessage(1));
		const observation = { modality: "nfc", observedAt: "2026-12-01T10:00:00Z", simulated: true, uid: "04a2b31c" };
		await t.send({ type: "user.observation", turn: 2, observation });
		expect((await t.ledger()).nextTurn).toBe(3);
	});

	it("O2: with a used number is refused, and sent only on purpose", async () => {
		const t = await talk({ resume: true });
		await t.send(turnMessage(1));
		const error = await t.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(turnMessage(1)) });
		expect(error.code).toBe("MESSAGE_INVALID");
		expect(error.message).toContain("the next one is 2");
		const entry = await t.send(turnMessage(1), true);
		expect(entry.findings.map((finding) => finding.code)).toEqual(["turn.notMonotonic", "operator.override"]);
		expect(t.wire().filter((message) => message.type === "user.turn")).toHaveLength(2);
	});

	it("O2: above the next number is allowed with a warning, and the counter follows", async () => {
		const t = await talk({ resume: true });
		const check = await t.request("message.check", { sessionId: SESSION_ID, text: JSON.stringify(turnMessage(5)) });
		expect(check).toMatchObject({ sendable: true, nextTurn: 1, findings: [{ code: "turn.skips", severity: "warning" }] });
		await t.send(turnMessage(5));
		expect((await t.ledger()).nextTurn).toBe(6);
	});

	it("O13, B5.1: is answered by the run whose metadata names it, else by the oldest run's order", async () => {
		const t = await talk({ resume: true });
		await t.send(turnMessage(1));
		await t.send(turnMessage(2));
		await t.agent(runStarted(1, 2));
		const turns = t.entries().filter((entry) => entry.type === "user.turn");
		expect(turns.map((entry) => entry.delivery)).toEqual(["sent", "answered"]);
		await t.agent(runStarted(2));
		expect(turns.map((entry) => entry.delivery)).toEqual(["answered", "answered"]);
	});

	it("O2, B8.1: that the agent refuses is tied to its error", async () => {
		const t = await talk({ resume: true });
		await t.send(turnMessage(1));
		await t.agent({ type: "error", code: "turn_not_monotonic", message: "turn 1 was used", turn: 1 });
		expect(t.entry("user.turn")).toMatchObject({ delivery: "refused", findings: [{ code: "turn.refused" }] });
		expect((await t.summary()).status.kind).toBe("open");
	});

	it("O12: during a run is allowed and said to be so", async () => {
		const t = await talk({ resume: true });
		await t.agent(runStarted(1));
		const check = await t.request("message.check", { sessionId: SESSION_ID, text: JSON.stringify(turnMessage(1)) });
		expect(check.findings).toMatchObject([{ code: "turn.duringRun", severity: "info" }]);
	});
});

describe("unknown delivery (PC-14)", () => {
	async function cutAfterTurn() {
		const t = await talk({ resume: true });
		await t.agent(started());
		await t.send(turnMessage(1));
		expect(t.entry("user.turn").delivery).toBe("sent");
		t.link().breakOff();
		await t.settle();
		expect(t.entry("user.turn").delivery).toBe("unknown");
		expect((await t.ledger()).unknown).toBe(1);
		await t.wait(500);
		t.link().open();
		await t.settle();
		return t;
	}

	it("B4.11: settles to acknowledged when the agent's last turn includes it, and nothing is sent again", async () => {
		const t = await cutAfterTurn();
		expect(t.wire().map((message) => message.type)).toEqual(["session.start"]);
		await t.agent(started({ resumed: true, lastTurn: 1 }));
		expect(t.entry("user.turn").delivery).toBe("acknowledged");
		expect(t.local("turn.settled")).toMatchObject([{ turn: 1, as: "acknowledged" }]);
		await t.wait(10_000);
		expect(t.wire().map((message) => message.type)).toEqual(["session.start"]);
		expect((await t.ledger()).unknown).toBe(0);
	});

	it("follows an agent whose last turn is ahead, on a new id too, and says so; over a restart as well", async () => {
		const t = await talk({ resume: true });
		await t.agent(started({ resumed: false, lastTurn: 7 }));
		expect(t.entry("session.started").findings).toMatchObject([{ code: "turn.behind", path: "/lastTurn" }]);
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(turnMessage(1)) })).code).toBe("MESSAGE_INVALID");
		await t.send(turnMessage(8));
		await t.restart();
		expect((await t.summary()).ledger.nextTurn).toBe(9);
		for (const lastTurn of [-1, 1.5, 9007199254740991, "7"]) {
			const other = await talk({ resume: true });
			await other.agent(started({ resumed: false, lastTurn }));
			expect((await other.summary()).ledger.nextTurn).toBe(1);
		}
	});

	it("B4.11: is sent again with the same number and body when the agent's last turn is lower, as an entry of its own", async () => {
		const t = await cutAfterTurn();
		await t.agent(started({ resumed: true, lastTurn: 0 }));
		expect(t.wire().slice(1)).toEqual([turnMessage(1)]);
		const turns = t.entries().filter((entry) => entry.type === "user.turn");
		expect(turns.map((entry) => entry.delivery)).toEqual(["dropped", "sent"]);
		expect(t.local("turn.settled")).toMatchObject([{ turn: 1, as: "resent" }]);
	});

	it("A3.3, B4.11: stays unknown without the agent's word, until the operator decides", async () => {
		const t = await cutAfterTurn();
		await t.agent(started({ resumed: true }));
		await t.wait(60_000);
		expect(t.wire().filter((message) => message.type === "user.turn")).toEqual([]);
		expect(t.entry("user.turn").delivery).toBe("unknown");
		await t.request("message.discard", { sessionId: SESSION_ID, ordinal: t.entry("user.turn").ordinal });
		await t.settle();
		expect(t.entry("user.turn").delivery).toBe("discarded");
		expect((await t.ledger()).unknown).toBe(0);
	});

	it("B4.11: is sent again also when the agent's word comes late", async () => {
		const t = await cutAfterTurn();
		await t.wait(2_000);
		await t.agent(started({ resumed: true, lastTurn: 0 }));
		expect(t.wire().slice(1)).toEqual([turnMessage(1)]);
		expect(await t.ledger()).toMatchObject({ queued: 0, unknown: 0 });
	});

	it("B4.11: is not sent again behind a higher turn: the agent could only refuse it", async () => {
		const t = await cutAfterTurn();
		await t.wait(2_000);
		await t.send(turnMessage(2));
		await t.agent(started({ resumed: true, lastTurn: 0 }));
		expect(t.wire().slice(1)).toEqual([turnMessage(2)]);
		expect(await t.ledger()).toMatchObject({ queued: 0, unknown: 1 });
	});

	it("settles when a run names the turn", async () => {
		const t = await cutAfterTurn();
		await t.agent(started({ resumed: true }), runStarted(1, 1));
		expect(t.entry("user.turn").delivery).toBe("answered");
	});

	it("survives a kill: what a socket took before is in doubt, what waited still waits, numbers are never reused", async () => {
		const t = await talk({ resume: true });
		await t.send(turnMessage(1));
		t.link().breakOff();
		await t.settle();
		const queued = await t.send(turnMessage(2, "written while the link was down"));
		expect(queued.delivery).toBe("queued");
		await t.restart();
		expect((await t.ledger()).nextTurn).toBe(3);
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		expect(
			t
				.entries()
				.filter((entry) => entry.type === "user.turn")
				.map((entry) => entry.delivery),
		).toEqual(["unknown", "queued"]);
		t.link().open();
		await t.settle();
		await t.agent(started({ resumed: true, lastTurn: 1 }));
		expect(t.wire().slice(1)).toEqual([turnMessage(2, "written while the link was down")]);
	});
});

describe("a turn without a link", () => {
	it("waits and goes out after the next session.start", async () => {
		const t = await talk({ resume: true });
		t.link().breakOff();
		await t.settle();
		const { queued } = await t.request("message.send", { sessionId: SESSION_ID, text: JSON.stringify(turnMessage(1)) });
		expect(queued).toBe(true);
		await t.settle();
		expect(await t.ledger()).toMatchObject({ queued: 1, nextTurn: 2 });
		await t.wait(500);
		t.link().open();
		await t.settle();
		expect(t.wire().map((message) => message.type)).toEqual(["session.start", "user.turn"]);
		expect(t.entry("user.turn").delivery).toBe("sent");
	});

	it("that never reached a socket goes back to the queue when the link breaks first", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.send(turnMessage(1));
		t.link().breakOff();
		await t.commit();
		expect(t.entry("user.turn").delivery).toBe("queued");
	});

	it("keeps its number when the next stream is a new one", async () => {
		const t = await talk({ resume: false });
		await t.send(turnMessage(1));
		t.link().breakOff();
		await t.settle();
		await t.send(turnMessage(2));
		await t.wait(500);
		t.link().open();
		await t.settle();
		expect(t.wire().map((message) => message.turn)).toEqual([undefined, 2]);
		expect(await t.ledger()).toMatchObject({ nextTurn: 3, unknown: 1, queued: 0 });
	});

	it("is the only message that may wait", async () => {
		const t = await talk({ resume: true });
		t.link().breakOff();
		await t.settle();
		const error = await t.refused("message.send", { sessionId: SESSION_ID, text: '{"type":"response.cancel"}' });
		expect(error.code).toBe("MESSAGE_INVALID");
		const overridden = await t.refused("message.send", { sessionId: SESSION_ID, text: '{"type":"response.cancel"}', override: true });
		expect(overridden.code).toBe("SESSION_NOT_OPEN");
	});
});

describe("audio turns", () => {
	it("A2.6, B5.3: are unavailable unless the card declares them and they were offered", async () => {
		const undeclared = await talk({ target: { audioTurnControl: true } });
		expect(await undeclared.summary()).toMatchObject({ audio: { kind: "unavailable" }, audioTurnControl: false });
		expect(undeclared.wire()[0]).not.toHaveProperty("clientCapabilities.audioTurnControl");
		const unasked = await talk({ explicitTurns: true });
		expect((await unasked.summary()).audio.kind).toBe("unavailable");
		const error = await unasked.refused("message.send", { sessionId: SESSION_ID, text: '{"type":"audio.turn.start","turn":1}' });
		expect(error.code).toBe("MESSAGE_INVALID");
	});

	it("A2.7, O1, B5.3: open, commit and cancel the turn that is open; a second start cancels the first", async () => {
		const t = await talk({ explicitTurns: true, target: { audioTurnControl: true } });
		expect(t.wire()[0]).toMatchObject({ clientCapabilities: { audioTurnControl: { mode: "explicit" } } });
		await t.send({ type: "audio.turn.start", turn: 1 });
		expect((await t.summary()).audio).toEqual({ kind: "open", turn: 1 });
		await t.send({ type: "audio.turn.start", turn: 2 });
		expect(t.wire().slice(1)).toEqual([
			{ type: "audio.turn.start", turn: 1 },
			{ type: "audio.turn.cancel", turn: 1 },
			{ type: "audio.turn.start", turn: 2 },
		]);
		const wrong = await t.refused("message.send", { sessionId: SESSION_ID, text: '{"type":"audio.turn.commit","turn":1}' });
		expect(wrong.message).toContain("2");
		await t.send({ type: "audio.turn.commit", turn: 2 });
		expect(await t.summary()).toMatchObject({ audio: { kind: "idle" }, ledger: { nextTurn: 3 } });
	});

	it("O1: can count by themselves", async () => {
		const t = await talk({ explicitTurns: true, target: { audioTurnControl: true, audioTurnCounter: "separate" } });
		await t.send(turnMessage(1));
		await t.send({ type: "audio.turn.start", turn: 1 });
		expect((await t.ledger()).nextTurn).toBe(2);
	});
});

describe("the other messages", () => {
	it("an ack by hand may never promise more than is stored", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent({ type: "TEXT_MESSAGE_END", messageId: "m", sequence: 1 });
		const ack = { sessionId: SESSION_ID, text: '{"type":"ack","sequence":1}' };
		expect((await t.refused("message.send", ack)).message).toContain("0 and below");
		await t.commit();
		const answer = t.request("message.send", ack);
		await t.commit();
		await answer;
		await t.wait(1_000);
		await t.commit();
		expect(t.acks()).toEqual([1]);
	});

	it("B1.2: a second session.start on a link is refused", async () => {
		const t = await talk();
		const text = JSON.stringify({ type: "session.start", sessionId: SESSION_ID });
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text })).message).toContain("session.start");
	});

	it("O11, B5.2: a cancel is pending until the run ends in any way", async () => {
		const t = await talk();
		await t.agent(runStarted(1));
		await t.send({ type: "response.cancel" });
		expect((await t.summary()).cancelPending).toBe(true);
		await t.agent({ type: "RUN_ERROR", message: "stopped", sequence: 2 });
		expect(await t.summary()).toMatchObject({ cancelPending: false, openRun: null });
	});

	it("B1.4: a message above the card's limit is refused with both sizes", async () => {
		const t = await talk({ maxFrameBytes: 2_048 });
		const error = await t.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(turnMessage(1, "x".repeat(3_000))) });
		expect(error.code).toBe("MESSAGE_TOO_LARGE");
		expect(error.message).toMatch(/30\d\d bytes.*2048/);
	});

	it("text that is not JSON at all goes out on purpose only", async () => {
		const t = await talk();
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text: "{oops" })).code).toBe("MESSAGE_INVALID");
		await t.send("{oops", true);
		expect(t.link().sent.at(-1)).toBe("{oops");
	});
});
