import { afterEach, expect, test } from "vitest";
import { createFrameReader } from "../../../main/adapters/frame-reader/create-frame-reader.ts";
import type { FrameReader } from "../../../main/core/ports.ts";
import type { ReadingRule } from "../../../main/core/protocols/door.ts";

const AGENTCALL: ReadingRule = { protocol: "agentcall" };
let frames: FrameReader | null = null;
afterEach(() => frames?.close());

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

/** Longest time main answered nobody while `work` ran, ms. */
async function longestSilence(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	const tick = setInterval(() => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
	}, 1);
	await work();
	clearInterval(tick);
	return Math.max(longest, performance.now() - last);
}

test("a frame of very many members is read while main goes on, and only what a session needs of it comes back", async () => {
	frames = createFrameReader();
	await frames.read(AGENTCALL, "text", bytesOf({ type: "CUSTOM", name: "n", value: 1 }));
	const bytes = bytesOf({ type: "CUSTOM", name: "n", value: members(150_000), sequence: 7 });
	let read: Awaited<ReturnType<FrameReader["read"]>> | undefined;
	const beside = await longestSilence(async () => {
		read = await frames?.read(AGENTCALL, "text", bytes);
	});
	const onMain = await longestSilence(async () => {
		for (let round = 0; round < 8; round += 1) JSON.parse(new TextDecoder().decode(bytes));
	});
	expect(read?.decoded).toEqual({
		kind: "event",
		framing: "flat",
		type: "CUSTOM",
		sequence: 7,
		findings: [],
		event: { type: "CUSTOM", name: "n", value: {} },
	});
	expect(Buffer.compare(read?.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
	expect(beside).toBeLessThan(onMain);
});

test("bytes that are no UTF-8 and binary frames are named as they are when they are small", async () => {
	frames = createFrameReader();
	const broken = await frames.read(AGENTCALL, "text", Uint8Array.of(0x7b, 0xff, 0x7d));
	expect(broken.decoded.findings).toMatchObject([{ code: "frame.invalid", reason: "utf8" }]);
	const binary = await frames.read(AGENTCALL, "binary", new Uint8Array(5));
	expect(binary.decoded.findings).toMatchObject([{ code: "frame.invalid", reason: "binary" }]);
});

test("a frame that cannot be read in time comes back unread, whole", async () => {
	frames = createFrameReader({ limitMs: 1 });
	const slow = await frames.read(AGENTCALL, "text", bytesOf({ type: "CUSTOM", name: "n", value: members(200_000), sequence: 5 }));
	expect(slow.decoded.findings).toMatchObject([{ code: "budget.frame", severity: "warning" }]);
	expect(slow.bytes.length).toBeGreaterThan(1_000_000);
});

test("a frame that takes more memory than the thread has is looked at for type and number, and main lives", async () => {
	frames = createFrameReader({ heapMiB: 48 });
	const bytes = bytesOf({ type: "CUSTOM", name: "n", value: members(900_000), sequence: 9 });
	const read = await frames.read(AGENTCALL, "text", bytes);
	expect(read.decoded).toMatchObject({ kind: "unknown", type: "CUSTOM", sequence: 9, findings: [{ code: "budget.frame" }] });
	expect(read.bytes.length).toBe(bytes.length);
	const next = await frames.read(AGENTCALL, "text", bytesOf({ type: "CUSTOM", name: "n", value: 1, sequence: 10 }));
	expect(next.decoded).toMatchObject({ kind: "event", sequence: 10, findings: [] });
});

test("closing while a frame is read gives it back unread", async () => {
	frames = createFrameReader();
	const reading = frames.read(AGENTCALL, "text", bytesOf({ type: "CUSTOM", name: "n", value: members(400_000) }));
	await new Promise((resolve) => setTimeout(resolve, 20));
	await frames.close();
	expect((await reading).decoded.findings).toMatchObject([{ code: "budget.frame" }]);
});

test.each([
	[10_000, "STATE_SNAPSHOT"],
	[100_000, "STATE_SNAPSHOT"],
])(
	"a frame nested %i deep, which no message between threads bears, is read or named, and the next one does not wait for it",
	async (depth, type) => {
		frames = createFrameReader();
		const deep = `{"type":"STATE_SNAPSHOT","snapshot":${'{"a":'.repeat(depth)}1${"}".repeat(depth)},"sequence":3}`;
		const [first, second] = await Promise.all([
			frames.read(AGENTCALL, "text", bytesOf(deep)),
			frames.read(AGENTCALL, "text", bytesOf({ type: "CUSTOM", name: "n", value: 1, sequence: 4 })),
		]);
		expect(first.decoded).toMatchObject({ type, sequence: 3 });
		expect(second.decoded).toMatchObject({ type: "CUSTOM", sequence: 4 });
	},
);
