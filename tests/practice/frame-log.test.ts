import { expect, test } from "vitest";
import { createFrameLog } from "../../main/practice/agentcall/engine/frame-log.ts";
import { frameText, mould } from "../../main/practice/agentcall/engine/framing.ts";

test("a log keeps positions while its beginning is forgotten", () => {
	const log = createFrameLog();
	for (let sequence = 1; sequence <= 10_000; sequence++) log.push({ data: String(sequence), sequence });
	log.forget(3);
	expect([log.start(), log.at(2), log.at(3)?.data]).toEqual([3, undefined, "4"]);
	log.forget(9000);
	expect([log.start(), log.end(), log.at(8999), log.at(9000)?.data]).toEqual([9000, 10_000, undefined, "9001"]);
	expect(log.positionAfter(9500)).toBe(9500);
	log.forget(5);
	expect(log.start()).toBe(9000);
	log.clear();
	expect([log.start(), log.end()]).toEqual([10_000, 10_000]);
	log.push({ data: "x", sequence: 1 });
	expect([log.positionAfter(0), log.at(10_000)?.data]).toEqual([10_000, "x"]);
});

test("a mould with a number is the frame that serialising would give", () => {
	const event = { type: "CUSTOM", name: "x", value: { a: '"' } };
	for (const framing of ["flat", "enveloped"] as const) {
		const { before, after } = mould(event, framing);
		expect(`${before}7${after}`).toBe(frameText(event, framing, 7));
	}
	expect(JSON.parse(frameText(event, "flat", 7))).toEqual({ ...event, sequence: 7 });
	expect(JSON.parse(frameText(event, "enveloped", 7))).toEqual({ type: "agui.event", sequence: 7, event });
	expect(JSON.parse(frameText({}, "flat", 7))).toEqual({ sequence: 7 });
	expect(frameText(event, "unsequenced", 7)).toBe(JSON.stringify(event));
	expect([1, 2, 3].map((sequence) => frameText(event, "mixed", sequence).startsWith('{"type":"agui.event"'))).toEqual([false, true, false]);
});
