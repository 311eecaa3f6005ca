import { describe, expect, it } from "vitest";
import { createReaderStore } from "../../renderer/state/reader-store.ts";
import { readerWords } from "../../renderer/state/reader-words.ts";
import { maskUid, type ReaderStatus } from "../../schemas/reader.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";

const status = (more: Partial<ReaderStatus> = {}): ReaderStatus => ({
	state: { kind: "noReader", cause: "No card reader is plugged in.", wayOn: "Plug one in." },
	readers: [],
	driver: null,
	restarts: 0,
	suppressed: 0,
	lastTap: null,
	lastFailure: null,
	...more,
});
const tap = { reader: "R", atMs: 0, readMs: 1, uid: "04a1b2c3d4e5f6", isRandomUid: false, atr: "3b", technologies: [], tagType: "" };

describe("the reader panel", () => {
	it("shows what was asked for, then what is told", async () => {
		const api = createFakeOperatorApi({ nowMs: 0 });
		const store = createReaderStore(api);
		expect(store.state.getState().status).toBeNull();
		await store.load();
		expect(store.state.getState().status?.state.kind).toBe("ready");
		api.emit("reader.changed", { status: status() });
		expect(store.state.getState().status?.state.kind).toBe("noReader");
		store.dispose();
		api.emit("reader.changed", { status: status({ restarts: 9 }) });
		expect(store.state.getState().status?.restarts).toBe(0);
	});

	it("keeps what was told while the answer was on its way", async () => {
		const api = createFakeOperatorApi({ nowMs: 0 });
		const store = createReaderStore(api);
		const loading = store.load();
		api.emit("reader.changed", { status: status() });
		await loading;
		expect(store.state.getState().status?.state.kind).toBe("noReader");
	});

	it("shows a number masked, and a random one not at all", () => {
		const shown = (isRandomUid: boolean) => JSON.stringify(readerWords(status({ lastTap: { ...tap, isRandomUid } })));
		expect(shown(false)).toContain("E5 F6");
		expect(shown(false)).not.toContain("04a1b2c3d4e5f6");
		expect(shown(false)).not.toMatch(/A1|B2|C3/);
		expect(shown(true)).toContain("phone or random id");
		expect(shown(true)).not.toContain("E5");
		expect(maskUid("04a1")).toBe("••");
	});

	it("calls what wants a person trouble, and names the system when the kernel holds the reader", () => {
		expect(readerWords(status()).mood).toBe("wait");
		const busy = readerWords(status({ state: { kind: "busy", by: "kernel", reader: null, cause: "c", wayOn: "w" }, suppressed: 3 }));
		expect(busy).toMatchObject({ mood: "trouble", state: "Held by the system", facts: [{ label: "Repeats left out", value: "3" }] });
	});

	it("names the reader by its model", () => {
		const state = { kind: "ready", reader: "ACR 00 00", cause: "c", wayOn: "w" } as const;
		const readers = [{ name: "ACR 00 00", model: "ACR", serial: null, isTwin: false, state }];
		expect(readerWords(status({ state, readers })).name).toBe("ACR");
	});
});
