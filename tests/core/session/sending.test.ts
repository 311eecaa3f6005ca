import { describe, expect, it } from "vitest";
import type { EventName } from "../../../schemas/ipc.ts";
import type { MessageFate } from "../../../schemas/timeline.ts";
import { SESSION_ID, type Talk, talk, turnMessage } from "../protocols/agentcall/talk.ts";

/** Everything that was told of own messages, in order. */
function listen(t: Talk): MessageFate[] {
	const told: MessageFate[] = [];
	t.core.subscribe((name: EventName, payload) => {
		if (name === "message.changed") told.push((payload as { fate: MessageFate }).fate);
	});
	return told;
}

const send = (t: Talk, body: object) => t.request("message.send", { sessionId: SESSION_ID, text: JSON.stringify(body) });

describe("message.send", () => {
	it("says sent only when the commit returned, the socket took it, and the store says so, too", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		t.link().holdSends();
		const answers: MessageFate[] = [];
		void send(t, turnMessage(1)).then((fate) => answers.push(fate));
		await t.settle();
		expect(answers).toEqual([]);
		await t.commit();
		expect(answers).toEqual([]);
		t.link().releaseSends();
		await t.settle();
		expect(answers).toEqual([]);
		await t.commit();
		expect(answers).toEqual([{ ordinal: t.entry("user.turn").ordinal, stored: true, delivery: "sent", queued: false }]);
		expect(t.ports.clock.pendingTimers()).toBeGreaterThan(0);
	});

	it("says queued and not stored while the disk is slow, and tells when it is stored and when it is sent", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		const told = listen(t);
		const answer = send(t, turnMessage(1));
		await t.wait(400);
		const fate = await answer;
		expect(fate).toMatchObject({ stored: false, queued: true });
		expect(await t.ledger()).toMatchObject({ queued: 1 });
		expect(told).toEqual([]);
		await t.commit();
		expect(told).toEqual([
			{ ...fate, stored: true },
			{ ...fate, stored: true, delivery: "sent", queued: false },
		]);
		expect(await t.ledger()).toMatchObject({ queued: 0 });
	});

	it("says sent of nothing that a kill takes away", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		const told = listen(t);
		for (let turn = 1; turn <= 6; turn += 1) {
			const answer = send(t, turnMessage(turn));
			await t.wait(400);
			told.push(await answer);
			if (turn === 3) await t.commit();
		}
		await t.restart();
		const stored = new Set(t.entries().map(({ ordinal }) => ordinal));
		const said = told.filter((fate) => fate.stored || !fate.queued);
		expect(said.length).toBeGreaterThan(0);
		expect(said.filter(({ ordinal }) => !stored.has(ordinal))).toEqual([]);
		expect(t.entries().filter(({ type }) => type === "user.turn")).toHaveLength(3);
	});

	it("says stored, and queued, of a turn that waits for a link", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		t.link().breakOff();
		await t.settle();
		const answers: MessageFate[] = [];
		void send(t, turnMessage(1)).then((fate) => answers.push(fate));
		await t.settle();
		expect(answers).toEqual([]);
		await t.commit();
		expect(answers).toMatchObject([{ stored: true, delivery: "queued", queued: true }]);
	});

	it("says that the link was gone before a message went out", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		const told = listen(t);
		const cancel = send(t, { type: "response.cancel" });
		const turn = send(t, turnMessage(1));
		t.link().breakOff();
		await t.commit();
		expect(await cancel).toMatchObject({ stored: true, delivery: "discarded", queued: false });
		expect(await turn).toMatchObject({ stored: true, delivery: "queued", queued: true });
		expect(told.map(({ delivery }) => delivery)).not.toContain("sent");
	});

	it("says that a message is in doubt when the link breaks while the socket has it", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		t.link().holdSends();
		const answer = send(t, turnMessage(1));
		await t.commit();
		t.link().breakOff();
		await t.commit();
		expect(await answer).toMatchObject({ stored: true, delivery: "unknown", queued: false });
	});

	it("tells of the newest message that it is unknown when the link breaks after it was sent", async () => {
		const t = await talk({ resume: true });
		const told = listen(t);
		const fate = await send(t, turnMessage(1));
		expect(fate).toMatchObject({ stored: true, delivery: "sent" });
		t.link().breakOff();
		await t.settle();
		expect(told.at(-1)).toEqual({ ...fate, delivery: "unknown" });
	});

	it("answers who waits when the console ends", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		const answer = send(t, turnMessage(1));
		await t.settle();
		await t.core.dispose();
		expect(await answer).toMatchObject({ stored: false, queued: true });
		expect(t.ports.clock.pendingTimers()).toBe(0);
	});

	it("names the message's own entry when something else is noted in the same step", async () => {
		const t = await talk({ resume: true });
		await t.agent({ type: "interaction.request", sequence: 1, interactionId: "i-1", modality: "nfc", prompt: "Tap", timeoutMs: 1_000 });
		t.ports.clock.jump(5_000);
		const { ordinal } = await send(t, turnMessage(1));
		expect(t.entry("user.turn").ordinal).toBe(ordinal);
	});
});
