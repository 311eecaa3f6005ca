import { describe, expect, it } from "vitest";
import { delta, deltas, runFinished, runStarted, talk } from "./talk.ts";

describe("acknowledging", () => {
	it("A2.2, B4.6: says nothing before the commit that holds the frame", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 40));
		await t.wait(1_000);
		expect(t.acks()).toEqual([]);
		expect(await t.ledger()).toMatchObject({ received: 40, stored: 0, cursor: 0, acked: 0 });
		await t.commit();
		expect(t.acks()).toEqual([40]);
		expect(await t.ledger()).toMatchObject({ received: 40, stored: 40, cursor: 40, acked: 40 });
	});

	it("B4.6: stores the ack itself before it goes out", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 32));
		t.ports.transcripts.commit();
		await t.settle();
		expect(t.entry("ack")).toMatchObject({ text: '{"type":"ack","sequence":32}', delivery: "sending", committed: false });
		expect(t.acks()).toEqual([]);
		await t.commit();
		expect(t.acks()).toEqual([32]);
		expect(t.entry("ack").delivery).toBe("sent");
	});

	it("B4.6: waits 250 ms for more frames", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 3));
		expect(t.acks()).toEqual([]);
		await t.wait(249);
		expect(t.acks()).toEqual([]);
		await t.wait(1);
		expect(t.acks()).toEqual([3]);
	});

	it("B4.6: goes out at once after 32 frames", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 31));
		expect(t.acks()).toEqual([]);
		await t.agent(delta(32));
		expect(t.acks()).toEqual([32]);
	});

	it("B4.6: goes out at once when a run ends", async () => {
		const t = await talk({ resume: true });
		await t.agent(runStarted(1), delta(2));
		expect(t.acks()).toEqual([]);
		await t.agent(runFinished(3));
		expect(t.acks()).toEqual([3]);
	});

	it("B4.6: is never lower, never the same twice, never zero", async () => {
		const t = await talk({ resume: true });
		await t.wait(2_000);
		expect(t.acks()).toEqual([]);
		await t.agent(...deltas(1, 32));
		await t.agent(...deltas(1, 32));
		await t.wait(2_000);
		await t.agent(delta(33));
		await t.wait(2_000);
		expect(t.acks()).toEqual([32, 33]);
	});

	it("A2.2, B4.6: is never said to an agent whose card declares no resume", async () => {
		const t = await talk({ resume: false });
		await t.agent(...deltas(1, 100), runFinished(101));
		await t.wait(5_000);
		expect(t.acks()).toEqual([]);
		expect(await t.ledger()).toMatchObject({ cursor: 101, acked: 0, acks: false });
	});

	it("B4.6: follows the operator's policy against the card", async () => {
		const always = await talk({ resume: false, target: { ack: "always" } });
		await always.agent(...deltas(1, 32));
		expect(always.acks()).toEqual([32]);
		const never = await talk({ resume: true, target: { ack: "never" } });
		await never.agent(...deltas(1, 32));
		expect(never.acks()).toEqual([]);
	});

	it("O7, B3.4: counts unknown frames with a sequence, or an ack would stall for ever", async () => {
		const t = await talk({ resume: true });
		await t.agent(delta(1), { type: "SHINY_NEW", sequence: 2 }, { type: "vendor.thing", sequence: 3 }, runFinished(4));
		expect(t.acks()).toEqual([4]);
		expect((await t.ledger()).cursor).toBe(4);
	});

	it("O6, O7: counts flat and enveloped frames and control frames alike", async () => {
		const t = await talk({ resume: true });
		await t.agent(
			delta(1),
			{ type: "agui.event", sequence: 2, event: { type: "TEXT_MESSAGE_END", messageId: "m-1" } },
			{ type: "error", code: "rate_limited", message: "slower", sequence: 3 },
			{ type: "agui.event", sequence: 4, event: { type: "RUN_FINISHED", threadId: "t", runId: "r" } },
		);
		expect(t.acks()).toEqual([4]);
	});

	it("is withheld while writes fail, and catches up when they succeed again", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		t.ports.transcripts.failWrites(true);
		await t.agent(...deltas(1, 64));
		await t.commit();
		await t.wait(10_000);
		expect(t.acks()).toEqual([]);
		expect((await t.request("app.info", {})).store.state).toBe("failing");
		t.ports.transcripts.failWrites(false);
		await t.commit();
		expect(t.acks()).toEqual([64]);
	});

	it("O4, B3.8: of an unsequenced session never happens", async () => {
		const t = await talk({ resume: true });
		await t.agent({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "hello" }, { type: "RUN_FINISHED", threadId: "t", runId: "r" });
		await t.wait(5_000);
		expect(t.acks()).toEqual([]);
		expect(await t.ledger()).toMatchObject({ sequencing: "unsequenced", received: 2, stored: 2, cursor: 0 });
	});

	it("B4.6, B4.9: of before a break is not said before the agent has shown which numbering goes on", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 40));
		t.link().breakOff();
		await t.settle();
		await t.wait(500);
		t.link().open();
		await t.settle();
		// Only now the frames of before are safe, and the agent may have begun a new numbering meanwhile.
		await t.commit();
		await t.wait(1_000);
		expect(t.wire()).toMatchObject([{ type: "session.start", resumeFromSequence: 0 }]);
		await t.agent(delta(41));
		await t.commit();
		await t.wait(250);
		await t.commit();
		expect(t.acks()).toEqual([41]);
	});
});
