import { expect, test } from "vitest";
import { WAITING_FRAME_BYTES } from "../../../main/core/limits.ts";
import { talk } from "../protocols/agentcall/talk.ts";

const event = (sequence: number, name = "n") => ({ type: "CUSTOM", name, value: 1, sequence });

test("what comes behind a large frame waits for it, so the order is the wire's and nothing is acknowledged before", async () => {
	const t = await talk({ resume: true });
	t.link().large(event(1, "large"));
	t.link().text(event(2, "behind"));
	t.link().ping("still here");
	await t.settle();
	expect(t.entries().filter((entry) => entry.dir === "in")).toEqual([]);
	expect(t.ports.frames.reading).toHaveLength(1);

	t.ports.frames.reading[0]?.finish();
	await t.settle();
	await t.wait(250);
	const inward = t.entries().filter((entry) => entry.dir === "in");
	expect(inward.map((entry) => [entry.type, entry.sequence])).toEqual([
		["CUSTOM", 1],
		["CUSTOM", 2],
		["ping", undefined],
	]);
	expect(t.acks()).toEqual([2]);
	expect(await t.ledger()).toMatchObject({ received: 2, stored: 2, duplicates: 0, gaps: [] });
});

test("a large frame keeps the moment it arrived, not the one it was read", async () => {
	const t = await talk();
	t.link().large(event(1));
	const arrivedAtMs = t.ports.clock.nowMs();
	await t.wait(700);
	t.ports.frames.reading[0]?.finish();
	await t.settle();
	expect(t.entry("CUSTOM").atMs).toBe(arrivedAtMs);
});

test("several large frames are read one after the other, each in its place", async () => {
	const t = await talk({ resume: true });
	t.link().large(event(1));
	t.link().large(event(2));
	t.link().text(event(3));
	for (let round = 0; round < 2; round += 1) {
		await t.settle();
		expect(t.ports.frames.reading).toHaveLength(1);
		t.ports.frames.reading[0]?.finish();
	}
	await t.settle();
	const numbers = t.entries().flatMap((entry) => (entry.dir === "in" ? [entry.sequence] : []));
	expect(numbers).toEqual([1, 2, 3]);
});

test("the end of a link waits for the large frame before it, which is stored", async () => {
	const t = await talk();
	t.link().large(event(1));
	t.link().close(1000, "bye");
	await t.settle();
	expect((await t.summary()).status.kind).toBe("open");
	t.ports.frames.reading[0]?.finish();
	await t.settle();
	expect((await t.summary()).status.kind).toBe("closed");
	expect(t.entry("CUSTOM").sequence).toBe(1);
	expect(t.entry("CUSTOM").ordinal).toBeLessThan(t.entry("link.closed").ordinal);
});

test("reading from the network stops while more waits than memory may hold, and goes on afterwards", async () => {
	const t = await talk();
	t.link().large({ ...event(1), value: "x".repeat(WAITING_FRAME_BYTES) });
	await t.settle();
	expect(t.link().paused).toBe(true);
	t.ports.frames.reading[0]?.finish();
	await t.settle();
	expect(t.link().paused).toBe(false);
});

test("a request to a person is found in a large frame too", async () => {
	const t = await talk();
	const padding = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index]));
	const value = { ...padding, interactionId: "i-1", modality: "nfc", prompt: "Tap the card" };
	t.link().large({ type: "CUSTOM", name: "agentcall-standin.interaction.requested", value, sequence: 1 });
	t.ports.frames.reading[0]?.finish();
	await t.settle();
	expect((await t.summary()).interactions).toMatchObject([
		{ interactionId: "i-1", modality: "nfc", prompt: "Tap the card", state: "waiting" },
	]);
});

test("BAD: thousands of empty frames behind a large one stop reading from the network, and are said a few at a time", async () => {
	const t = await talk();
	t.link().large(event(1));
	for (let count = 0; count < 5_000; count += 1) t.link().text("");
	await t.settle();
	expect(t.link().paused).toBe(true);
	// Received are those that wait, too.
	expect(await t.ledger()).toMatchObject({ received: 5_001, stored: 0 });
	t.ports.frames.reading[0]?.finish();
	await new Promise((resolve) => setImmediate(resolve));
	const inward = () => t.entries().filter(({ dir, kind }) => dir === "in" && kind === "frame").length;
	expect(inward()).toBe(257);
	await t.wait(10);
	expect(await t.ledger()).toMatchObject({ received: 5_001, stored: 5_001 });
	expect(t.link().paused).toBe(false);
});

test("what arrived before the program ends is stored, also when there is no time to read it", async () => {
	const t = await talk();
	t.link().large(event(1));
	t.link().text(event(2));
	await t.settle();
	const ending = t.core.dispose();
	for (let waited = 0; waited < 3_000; waited += 10) await t.wait(10);
	await ending;
	expect(t.entries().filter(({ dir, kind }) => dir === "in" && kind === "frame")).toHaveLength(2);
});
