import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { createIds } from "../../../main/adapters/system-clock/create-ids.ts";
import { createSystemClock } from "../../../main/adapters/system-clock/create-system-clock.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("a timer runs once after its delay, on a clock that only goes forward", async () => {
	const clock = createSystemClock();
	const startMs = clock.monoMs();
	let runs = 0;
	await new Promise<void>((resolve) => {
		clock.after(20, () => {
			runs += 1;
			resolve();
		});
		// The clock's own timers are unreferenced; this one keeps the test waiting.
		setTimeout(resolve, 2000);
	});
	await sleep(30);
	expect(runs).toBe(1);
	expect(clock.monoMs() - startMs).toBeGreaterThanOrEqual(45);
	expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThan(1000);
});

test("a cancelled timer never runs", async () => {
	const clock = createSystemClock();
	let ran = false;
	const cancel = clock.after(10, () => {
		ran = true;
	});
	cancel();
	cancel();
	await sleep(40);
	expect(ran).toBe(false);
});

test("a delay longer than setTimeout can hold is waited for in full", () => {
	vi.useFakeTimers();
	try {
		let ran = false;
		const dayMs = 86_400_000;
		createSystemClock().after(30 * dayMs, () => {
			ran = true;
		});
		vi.advanceTimersByTime(29 * dayMs);
		expect(ran).toBe(false);
		vi.advanceTimersByTime(2 * dayMs);
		expect(ran).toBe(true);
	} finally {
		vi.useRealTimers();
	}
});

test("a timer alone does not keep the process alive", async () => {
	const source = new URL("../../../main/adapters/system-clock/create-system-clock.ts", import.meta.url).href;
	const script = `const { createSystemClock } = await import(${JSON.stringify(source)}); createSystemClock().after(60000, () => {});`;
	await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { timeout: 20_000 });
});

test("ids are version 4 UUIDs and jitter lies between 0 and 1", () => {
	const ids = createIds();
	expect(ids.uuid()).toMatch(UUID_V4);
	expect(ids.uuid()).not.toBe(ids.uuid());
	expect(ids.random()).toBeGreaterThanOrEqual(0);
	expect(ids.random()).toBeLessThan(1);
});
