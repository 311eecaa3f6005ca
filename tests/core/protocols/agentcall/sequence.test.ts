import { describe, expect, it } from "vitest";
import { delta, deltas, runStarted, SESSION_ID, started, talk, turnMessage } from "./talk.ts";

const codes = (entry: { findings: { code: string }[] }) => entry.findings.map((finding) => finding.code);

describe("a duplicate", () => {
	it("B4.3: with the same bytes is kept, dropped and counted", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 3), delta(2));
		expect(await t.ledger()).toMatchObject({ received: 4, stored: 4, cursor: 3, duplicates: 1, conflicts: 0 });
		const again = t.entries().filter((entry) => entry.sequence === 2);
		expect(again.map((entry) => entry.delivery)).toEqual([undefined, "dropped"]);
		expect(again.map(codes)).toEqual([[], []]);
	});

	it("B4.3: with other bytes is a conflict; the first one counts, both are kept", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 3), delta(2, "something else"));
		expect(await t.ledger()).toMatchObject({ received: 4, stored: 4, cursor: 3, duplicates: 0, conflicts: 1 });
		const both = t.entries().filter((entry) => entry.sequence === 2);
		expect(both.map(codes)).toEqual([[], ["sequence.conflict"]]);
	});

	it("B4.3: does not start its run a second time", async () => {
		const t = await talk({ resume: true });
		await t.agent(runStarted(1), { type: "RUN_FINISHED", threadId: "t", runId: "r-1", sequence: 2 }, runStarted(1));
		expect((await t.summary()).openRun).toBeNull();
	});
});

describe("a gap with resume", () => {
	it("B4.4: is held for 3 s, then the console closes and resumes from its cursor, and the gap heals", async () => {
		const t = await talk({ resume: true });
		await t.agent(started({ lastSequence: 5 }), ...deltas(1, 10), delta(14));
		expect(t.local("sequence.gap")).toEqual([{ epoch: 1, from: 11, to: 13, decision: "hold" }]);
		expect(t.entries().at(-1)).toMatchObject({ sequence: 14, delivery: "held" });
		expect((await t.ledger()).gaps).toEqual([{ epoch: 1, from: 11, to: 13, state: "open" }]);
		await t.wait(2_999);
		expect(t.ports.sockets.links).toHaveLength(1);
		await t.wait(1);
		expect(t.link().closeAsked).toMatchObject({ code: 1000 });
		await t.wait(500);
		expect(t.ports.sockets.links).toHaveLength(2);
		t.link().open();
		await t.settle();
		expect(t.wire()[0]).toMatchObject({ type: "session.start", resumeFromSequence: 10 });
		await t.agent(started({ resumed: true, lastSequence: 14 }), ...deltas(11, 15));
		expect(await t.ledger()).toMatchObject({ cursor: 15, duplicates: 1, gaps: [{ from: 11, to: 13, state: "healed" }] });
		expect(t.entries().find((entry) => entry.sequence === 14)?.delivery).toBe("applied");
		await t.wait(1_000);
		expect(t.acks().at(-1)).toBe(15);
	});

	it("B4.4: never acknowledges beyond it while it is open", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 40), ...deltas(42, 90));
		await t.wait(1_000);
		expect(t.acks()).toEqual([40]);
	});

	it("beside another: what lies between them counts when the first has healed, in the order of numbers", async () => {
		const t = await talk({ resume: true });
		await t.agent(delta(1), runStarted(3), { type: "RUN_FINISHED", threadId: "t", runId: "r-3", sequence: 4 }, delta(7));
		expect((await t.ledger()).gaps.map((gap) => gap.state)).toEqual(["open", "open"]);
		await t.agent(delta(2));
		expect(t.entries().find((entry) => entry.sequence === 4)?.delivery).toBe("applied");
		expect(t.entries().find((entry) => entry.sequence === 7)?.delivery).toBe("held");
		await t.agent(runStarted(5), delta(6));
		expect((await t.summary()).openRun).toEqual({ runId: "r-5" });
		expect(await t.ledger()).toMatchObject({ cursor: 7, gaps: [{ state: "healed" }, { state: "healed" }] });
	});

	it("B4.4: overflows its hold after 256 frames and resumes without waiting for the 3 s", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 2), ...deltas(4, 259));
		expect(t.link().closeAsked).toBeNull();
		await t.agent(delta(260));
		expect(t.link().closeAsked).toMatchObject({ code: 1000 });
	});

	it("B4.4: overflows its hold after 4 MiB", async () => {
		const t = await talk({ resume: true });
		await t.agent(delta(1), ...[3, 4, 5].map((n) => delta(n, "x".repeat(1_400_000))));
		expect(t.link().closeAsked).toMatchObject({ code: 1000 });
	});

	it("B4.4: that three resumes do not heal is lost: frames count, acks freeze below it", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 10), delta(14));
		await t.wait(250);
		expect(t.acks()).toEqual([10]);
		for (let attempt = 1; attempt <= 3; attempt += 1) {
			await t.wait(3_000);
			await t.wait(2_000);
			expect(t.ports.sockets.links).toHaveLength(1 + attempt);
			t.link().open();
			await t.agent(started({ resumed: true, lastSequence: 14 }), delta(14));
		}
		await t.wait(3_000);
		expect(t.link().closeAsked).toBeNull();
		expect((await t.ledger()).gaps).toEqual([{ epoch: 1, from: 11, to: 13, state: "lost" }]);
		await t.agent(runStarted(15), ...deltas(16, 60));
		await t.wait(1_000);
		expect(await t.ledger()).toMatchObject({ cursor: 10, acked: 10 });
		expect(t.acks()).toEqual([]);
		expect((await t.summary()).openRun).toEqual({ runId: "r-15" });
	});
});

describe("a gap without resume", () => {
	it("B4.5: is recorded at once, the frames count, acks stay frozen", async () => {
		const t = await talk({ resume: false, target: { ack: "always" } });
		await t.agent(...deltas(1, 2), runStarted(5), delta(6));
		expect(t.entries().find((entry) => entry.sequence === 5)?.findings[0]).toMatchObject({ code: "sequence.gap", path: "/sequence" });
		expect(await t.ledger()).toMatchObject({ cursor: 2, gaps: [{ epoch: 1, from: 3, to: 4, state: "lost" }] });
		expect((await t.summary()).openRun).toEqual({ runId: "r-5" });
		await t.wait(4_000);
		expect(t.ports.sockets.links).toHaveLength(1);
		expect(t.acks()).toEqual([2]);
	});
});

describe("a server that leaves out every second number", () => {
	it("does not make the session slower or its facts larger with each hole; every frame is kept", async () => {
		const t = await talk({ resume: false, target: { ack: "always" } });
		await t.agent(...Array.from({ length: 3_000 }, (_, index) => delta(2 * index + 1)));
		await t.wait(250);
		const { gaps, received, stored, cursor } = await t.ledger();
		expect({ received, stored, cursor }).toEqual({ received: 3_000, stored: 3_000, cursor: 1 });
		expect(gaps).toHaveLength(512);
		expect(gaps.at(-1)).toMatchObject({ to: 5_998, state: "lost" });
		expect(gaps.reduce((sum, gap) => sum + 1 + (gap.more ?? 0), 0)).toBe(2_999);
		expect(t.acks()).toEqual([1]);
	});
});

describe("an epoch", () => {
	it("O8, B4.9: begins when the agent numbers from 1 again without saying so", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 40));
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.agent(delta(1, "a new stream"), delta(2, "goes on"), delta(3, "here"));
		expect(await t.ledger()).toMatchObject({ epoch: 2, cursor: 3, duplicates: 0, conflicts: 0, acked: 0 });
		const first = t.entries().find((entry) => entry.epoch === 2 && entry.sequence === 1);
		expect(first && codes(first)).toEqual(["epoch.reset"]);
		await t.wait(250);
		expect(t.acks()).toEqual([3]);
	});

	it("B4.9: does not begin when the agent replays what is stored: three equal frames prove a replay", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 40));
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.agent(...deltas(1, 42));
		expect(await t.ledger()).toMatchObject({ epoch: 1, cursor: 42, duplicates: 40, conflicts: 0, received: 82, stored: 82 });
		const order = t
			.entries()
			.filter((entry) => entry.dir === "in")
			.map((entry) => entry.sequence);
		expect(order).toEqual([...deltas(1, 40), ...deltas(1, 42)].map((frame) => frame.sequence));
	});

	it("B4.9: begins when a replay differs at its third frame", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 40));
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.agent(delta(1), delta(2), delta(3, "not what was stored"), delta(4));
		expect(await t.ledger()).toMatchObject({ epoch: 2, duplicates: 0, cursor: 4, gaps: [] });
	});

	/** A session with numbers 1 to 40 stored, on a new link that has heard nothing yet. */
	async function resumed(...before: unknown[]) {
		const t = await talk({ resume: true });
		await t.agent(...(before.length > 0 ? before : deltas(1, 40)));
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.settle();
		return t;
	}

	it("that begins with frames equal to the old ones has all of them: no hole, no false duplicate", async () => {
		const t = await resumed();
		await t.agent(delta(1), delta(2), delta(3, "differs here"), delta(4, "and on"));
		const fresh = t.entries().filter((entry) => entry.epoch === 2 && entry.dir === "in");
		expect(fresh.map((entry) => entry.sequence)).toEqual([1, 2, 3, 4]);
		expect(fresh.map((entry) => entry.delivery)).toEqual([undefined, undefined, undefined, undefined]);
		expect(await t.ledger()).toMatchObject({ cursor: 4, duplicates: 0, conflicts: 0, gaps: [] });
	});

	it("is decided by the first numbered frame, not by what comes before it", async () => {
		const t = await resumed();
		await t.agent({ type: "vendor.hello" }, { type: "session.started", sessionId: "s" }, delta(1, "new"), delta(2, "new"));
		expect(await t.ledger()).toMatchObject({ epoch: 2, cursor: 2, duplicates: 0, conflicts: 0 });
	});

	it("after a gap at the start is not mistaken for the gap healing, and nothing false is acknowledged", async () => {
		const t = await resumed(...deltas(3, 7));
		await t.agent(...[1, 2, 3, 4, 5, 6, 7].map((n) => delta(n, `new ${n}`)));
		await t.wait(1_000);
		expect(await t.ledger()).toMatchObject({ epoch: 2, cursor: 7, conflicts: 0, duplicates: 0 });
		expect(t.acks()).toEqual([7]);
		expect(t.entries().filter((entry) => entry.epoch === 2 && entry.dir === "in")).toHaveLength(7);
	});

	it("is not begun by a gap that heals without session.started", async () => {
		const t = await resumed(delta(1), ...deltas(4, 6));
		await t.agent(...deltas(2, 8));
		expect(await t.ledger()).toMatchObject({ epoch: 1, cursor: 8, duplicates: 3, conflicts: 0, gaps: [{ state: "healed" }] });
	});

	it("keeps the order of arrival, binary frames included, while the question is open", async () => {
		const t = await resumed();
		t.link().text(delta(1));
		t.link().binary(Uint8Array.of(1, 2, 3));
		t.link().text(delta(2));
		await t.agent(delta(3), delta(41));
		const order = t
			.entries()
			.filter((entry) => entry.dir === "in")
			.slice(-5)
			.map((entry) => entry.sequence ?? "binary");
		expect(order).toEqual([1, "binary", 2, 3, 41]);
	});

	it("is believed to be a replay when the agent says too little to tell", async () => {
		const t = await resumed();
		await t.agent(delta(39), delta(40));
		expect(await t.ledger()).toMatchObject({ received: 42, stored: 40 });
		await t.wait(1_000);
		expect(await t.ledger()).toMatchObject({ epoch: 1, received: 42, stored: 42, duplicates: 2 });
	});

	it("loses nothing when the link breaks before the question is settled", async () => {
		const t = await resumed();
		await t.agent(delta(39), delta(40));
		t.link().breakOff();
		await t.settle();
		expect(await t.ledger()).toMatchObject({ received: 42, stored: 42 });
	});

	it("does not begin by a session.started in the middle of a link", async () => {
		const t = await resumed();
		await t.agent(started({ resumed: true }), delta(41), started({ resumed: false, reason: "odd" }), delta(42));
		expect(await t.ledger()).toMatchObject({ epoch: 1, cursor: 42, gaps: [] });
	});

	it("B3.9: begins when the agent says that the history is lost", async () => {
		const t = await talk({ resume: true });
		await t.agent(started(), ...deltas(1, 40));
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.agent(started({ resumed: false, reason: "retention" }), delta(1, "fresh"));
		expect(await t.ledger()).toMatchObject({ epoch: 2, cursor: 1, acked: 0, duplicates: 0 });
		expect(t.local("epoch.started")).toEqual([{ epoch: 2, why: "the agent no longer has the history (retention)" }]);
		await t.wait(250);
		expect(t.acks()).toEqual([1]);
	});

	it("O8, B4.8: of a reconnect without resume is new, under a new session id, with turns from 1 and nothing deduplicated", async () => {
		const t = await talk({ resume: false });
		await t.send({ type: "user.turn", turn: 1, text: "hello" });
		await t.agent(...deltas(1, 5));
		const firstId = t.wire()[0]?.sessionId;
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.settle();
		const start = t.wire()[0];
		expect(start?.sessionId).not.toBe(firstId);
		expect(start).not.toHaveProperty("resumeFromSequence");
		await t.agent(...deltas(1, 5));
		expect(await t.ledger()).toMatchObject({ epoch: 2, cursor: 5, duplicates: 0, nextTurn: 1, unknown: 1 });
	});

	it("of such a reconnect keeps the session id and goes on with the turns where the connection says so", async () => {
		const t = await talk({ resume: false, target: { afterBreak: "sameSession" } });
		await t.send({ type: "user.turn", turn: 1, text: "hello" });
		await t.agent(...deltas(1, 5));
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.settle();
		expect(t.wire()[0]).toMatchObject({ type: "session.start", sessionId: SESSION_ID });
		expect(t.wire()[0]).not.toHaveProperty("resumeFromSequence");
		await t.agent(...deltas(1, 5));
		expect(await t.ledger()).toMatchObject({ epoch: 2, cursor: 5, duplicates: 0, conflicts: 0, nextTurn: 2, unknown: 1 });
		expect(t.local("epoch.started")).toEqual([{ epoch: 2, why: "the agent declares no resume; session id and turns go on" }]);
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(turnMessage(1)) })).code).toBe("MESSAGE_INVALID");
		await t.send({ type: "user.turn", turn: 2, text: "hello again" });

		await t.restart();
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		t.link().open();
		await t.settle();
		expect(t.wire()[0]).toMatchObject({ sessionId: SESSION_ID });
		expect((await t.ledger()).nextTurn).toBe(3);
	});
});

describe("bad sequence numbers", () => {
	it.each([
		["zero", "0", "schema.minimum"],
		["negative", "-4", "schema.minimum"],
		["a fraction", "1.5", "schema.type"],
		["text", '"1"', "schema.type"],
		["null", "null", "schema.type"],
		["above 2^53-1", "9007199254740993", "schema.maximum"],
	])("%s is a finding, the frame is kept and not numbered", async (_name, written, code) => {
		const t = await talk({ resume: true });
		await t.agent(`{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":${written}}`, delta(1));
		const odd = t.entry("TEXT_MESSAGE_END");
		expect(odd.findings[0]).toMatchObject({ code, path: "/sequence" });
		expect(odd.findings[0]?.message).toContain(written.replaceAll('"', ""));
		expect(odd.text).toContain(written);
		expect(odd.sequence).toBeUndefined();
		expect(await t.ledger()).toMatchObject({ cursor: 1, received: 2, stored: 2 });
	});

	it("1.0 is the integer 1", async () => {
		const t = await talk({ resume: true });
		await t.agent('{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":1.0}');
		expect(await t.ledger()).toMatchObject({ cursor: 1 });
	});
});
