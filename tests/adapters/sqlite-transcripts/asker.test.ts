import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createAsker, END } from "../../../main/adapters/sqlite-transcripts/asker.ts";

type Questions = { echo: { args: { text: string }; result: string }; forever: { args: Record<string, never>; result: never } };

const THREAD = `
	const { parentPort } = require("node:worker_threads");
	parentPort.on("message", ({ id, name, args }) => {
		if (name === ${JSON.stringify(END)}) process.exit();
		if (name === "forever") for (;;);
		parentPort.postMessage({ id, result: args.text });
	});
`;
const STOPPED_FROM_OUTSIDE = 1;

function started() {
	const worker = new Worker(THREAD, { eval: true });
	return { asker: createAsker<Questions>(() => worker, true), exited: once(worker, "exit") };
}

test("a thread that is closed while it is still starting ends by itself: stopping it while SQLite's addon loads would end the program", async () => {
	const { asker, exited } = started();
	await asker.close();
	expect(await exited).toEqual([0]);
	await expect(asker.ask("echo", { text: "late" })).rejects.toThrow("The transcript store is closed.");
	await asker.close();
});

test("a thread that does not hear is stopped after a moment, and its question is answered with why", async () => {
	const { asker, exited } = started();
	expect(await asker.ask("echo", { text: "heard" })).toBe("heard");
	const asked = expect(asker.ask("forever", {})).rejects.toThrow("The transcript store is closed.");
	await asker.close();
	await asked;
	expect(await exited).toEqual([STOPPED_FROM_OUTSIDE]);
});

test("a thread known to be stuck is stopped at once", async () => {
	const { asker, exited } = started();
	await asker.ask("echo", { text: "there" });
	const asked = expect(asker.ask("forever", {})).rejects.toThrow("The transcript store is closed.");
	const before = performance.now();
	await asker.close(true);
	expect(performance.now() - before).toBeLessThan(2000);
	await asked;
	expect(await exited).toEqual([STOPPED_FROM_OUTSIDE]);
});
