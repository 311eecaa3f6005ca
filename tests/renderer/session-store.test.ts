import { describe, expect, it } from "vitest";
import { createAppStore } from "../../renderer/state/app-store.ts";
import { createSessionStore } from "../../renderer/state/session-store.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";

const NOW_MS = Date.UTC(2026, 10, 30, 14, 32);

describe("the list of sessions", () => {
	it("orders newest first and keeps the order while sessions change", async () => {
		const api = createFakeOperatorApi({ nowMs: NOW_MS });
		const store = createSessionStore(api);
		await store.load();
		const { order, byId } = store.state.getState();
		expect(order.map((id) => byId.get(id)?.createdAtMs)).toEqual(
			[...order.map((id) => byId.get(id)?.createdAtMs ?? 0)].sort((a, b) => b - a),
		);
		const [first] = api.sessions;
		if (!first) throw new Error("no session");
		api.emit("session.changed", { session: { ...first.summary, name: "Renamed" } });
		expect(store.state.getState().order).toBe(order);
		expect(store.state.getState().byId.get(first.summary.sessionId)?.name).toBe("Renamed");
		store.dispose();
	});

	it("keeps a change that came while the list was on its way, although the list is older", async () => {
		const api = createFakeOperatorApi({ nowMs: NOW_MS });
		const [first] = api.sessions;
		if (!first) throw new Error("no session");
		const old = structuredClone(first.summary);
		let answer: (value: (typeof old)[]) => void = () => undefined;
		api.answer("session.list", () => new Promise((done) => (answer = done)));
		const store = createSessionStore(api);
		const loading = store.load();
		await Promise.resolve();
		await Promise.resolve();
		api.emit("session.changed", { session: { ...old, name: "Newer" } });
		answer([old]);
		await loading;
		expect(store.state.getState().kind).toBe("ready");
		expect(store.state.getState().byId.get(old.sessionId)?.name).toBe("Newer");
		store.dispose();
	});

	it("hands on the same session while only its counts grow, and keeps what did not change of one that did", async () => {
		const api = createFakeOperatorApi({ nowMs: NOW_MS });
		const store = createSessionStore(api);
		await store.load();
		const id = api.sessions[0]?.summary.sessionId ?? "";
		const before = store.state.getState();
		api.grow(id, 18, NOW_MS);
		const grown = store.state.getState();
		expect(grown.byId.get(id)?.ledger.received).not.toBe(before.byId.get(id)?.ledger.received);
		expect(grown.steady).toBe(before.steady);
		const summary = grown.byId.get(id);
		if (!summary) throw new Error("no session");
		api.emit("session.changed", { session: { ...structuredClone(summary), name: "Renamed" } });
		const renamed = store.state.getState().steady.get(id);
		expect(renamed?.name).toBe("Renamed");
		expect(renamed?.status).toBe(grown.steady.get(id)?.status);
		expect(renamed?.interactions).toBe(grown.steady.get(id)?.interactions);
		store.dispose();
	});

	it("counts as unread what came since the session was last looked at", async () => {
		const api = createFakeOperatorApi({ nowMs: NOW_MS });
		const store = createSessionStore(api);
		await store.load();
		const id = api.sessions[0]?.summary.sessionId ?? "";
		const unread = () => (store.state.getState().byId.get(id)?.ledger.received ?? 0) - (store.state.getState().seen.get(id) ?? 0);
		expect(unread()).toBe(0);
		api.grow(id, 18, NOW_MS);
		expect(unread()).toBe(18);
		store.markSeen(id);
		expect(unread()).toBe(0);
		store.dispose();
	});
});

describe("the operator's settings", () => {
	it("are read at the start, ignore words they do not know, and are written as they change", async () => {
		const api = createFakeOperatorApi({ nowMs: NOW_MS });
		api.answer("settings.get", () => ({ theme: "dark", density: "enormous", letterKeys: "no" }));
		const app = createAppStore(api);
		await app.load();
		expect(app.state.getState()).toMatchObject({ theme: "dark", density: "regular", letterKeys: false });
		app.set("density", "dense");
		app.set("heartbeats", true);
		const written = api.requests.filter(({ name }) => name === "settings.set").map(({ args }) => args);
		expect(written).toEqual([
			{ key: "density", value: "dense" },
			{ key: "heartbeats", value: "yes" },
		]);
		app.dispose();
	});
});
