import "../fakes/learn-protocols.ts";
import { describe, expect, it } from "vitest";
import { createConnectStore } from "../../renderer/state/connect-store.ts";
import { createParkedSeats } from "../../renderer/state/parked-seats.ts";
import { createSeatStore, currentAnswer, isHeld, keysFor } from "../../renderer/state/seat-store.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { SeatPresence } from "../../schemas/seat.ts";
import type { SessionSummary } from "../../schemas/session.ts";

const URL_OF_SERVER = "wss://aifight.ai/api/ws";
const report = (kind: SeatPresence["kind"]) => ({ presence: { kind }, text: `It is ${kind}.`, askedAtMs: 1, tookMs: 2 });

/** A console that answers what the test puts down; unanswered questions wait. */
function desk() {
	const asked: { name: string; args: Record<string, unknown>; answer: (value: unknown) => void }[] = [];
	const api = {
		on: () => () => {},
		request: (name: string, args: Record<string, unknown>) => new Promise((answer) => asked.push({ name, args, answer })),
	} as unknown as OperatorApi;
	const opened: string[] = [];
	const connect = createConnectStore(api, (sessionId) => opened.push(sessionId));
	const seats = createSeatStore(api, connect);
	connect.show("url");
	connect.set({ protocol: "aifight", url: URL_OF_SERVER, apiKey: "k" });
	const tick = () => new Promise((done) => setTimeout(done, 0));
	return {
		api,
		connect,
		seats,
		asked,
		opened,
		names: () => asked.map(({ name }) => name),
		async answer(name: string, value: unknown) {
			const at = asked.findIndex((each) => each.name === name);
			expect(at, `${name} was asked`).toBeGreaterThanOrEqual(0);
			asked.splice(at, 1)[0]?.answer(value);
			await tick();
		},
		tick,
	};
}
const ok = (value: unknown) => ({ ok: true, value });

describe("connecting to a seat", () => {
	it("asks first, and connects when the seat is free", async () => {
		const { seats, connect, names, answer, opened } = desk();
		void seats.go();
		expect(names()).toEqual(["seat.askAt"]);
		await answer("seat.askAt", ok(report("free")));
		expect(names()).toEqual(["session.open"]);
		await answer("session.open", ok({ sessionId: "s" }));
		expect(opened).toEqual(["s"]);
		expect(connect.state.getState().form.url).toBe("");
	});

	it("stops when another client holds it; a second press takes it all the same", async () => {
		const { seats, connect, names, answer } = desk();
		void seats.go();
		await answer("seat.askAt", ok(report("held")));
		expect(names()).toEqual([]);
		expect(isHeld(currentAnswer(seats.state.getState().question, connect.state.getState().form))).toBe(true);
		void seats.go();
		expect(names()).toEqual(["session.open"]);
	});

	it.each<SeatPresence["kind"]>(["ours", "refused", "cooldown", "maintenance", "unknown"])("never blocks: %s connects", async (kind) => {
		const { seats, names, answer } = desk();
		void seats.go();
		await answer("seat.askAt", ok(report(kind)));
		expect(names()).toEqual(["session.open"]);
	});

	it("a question that fails connects too", async () => {
		const { seats, names, answer } = desk();
		void seats.go();
		await answer("seat.askAt", { ok: false, error: { code: "INTERNAL", message: "no" } });
		expect(names()).toEqual(["session.open"]);
	});

	it("does not wait for a server that never answers: connecting goes on beside the question, once", async () => {
		const { seats, connect, names, answer, opened } = desk();
		void seats.go();
		void connect.go();
		await answer("session.open", ok({ sessionId: "s" }));
		await answer("seat.askAt", ok(report("free")));
		expect(names()).toEqual([]);
		expect(opened).toEqual(["s"]);
	});

	it("asks nothing when told not to, nor before the address is right", async () => {
		const { seats, connect, names } = desk();
		connect.set({ url: "aifight.ai" });
		void seats.go();
		expect(names()).toEqual([]);
		expect(connect.state.getState().problem?.field).toBe("url");
		connect.set({ url: URL_OF_SERVER, askSeat: false });
		void seats.go();
		expect(names()).toEqual(["session.open"]);
	});

	it("an answer about another address is none", async () => {
		const { seats, connect, names, answer } = desk();
		void seats.go();
		connect.set({ url: "wss://other.example/api/ws" });
		await answer("seat.askAt", ok(report("held")));
		expect(currentAnswer(seats.state.getState().question, connect.state.getState().form)).toEqual({ kind: "none" });
		expect(names()).toEqual([]);
	});
});

describe("kept keys", () => {
	const KEPT = { server: "aifight.ai", agent: "Agent-1" };

	it("are offered for their own server, used by name, and forgotten", async () => {
		const { seats, connect, answer, asked, tick } = desk();
		void seats.load();
		await answer("agentKey.list", ok({ keeping: { kind: "keyStore", why: "" }, keys: [KEPT, { server: "other", agent: "Agent-2" }] }));
		const { keys } = seats.state.getState();
		expect(keysFor(keys, " WSS://me@AIFight.ai/api/ws ")).toEqual([KEPT]);
		expect(keysFor(keys, "ws://aifight.ai/api/ws")).toEqual([]);
		expect(keysFor(keys, "")).toEqual([]);
		connect.set({ keyOf: "Agent-1", apiKey: "", rememberKey: true, askSeat: false });
		void seats.go();
		expect(asked[0]?.args.target).toEqual({ protocol: "aifight", by: { kind: "url", url: URL_OF_SERVER }, keyOf: "Agent-1" });
		asked.length = 0;
		void seats.forget(KEPT);
		await answer("agentKey.forget", ok(null));
		expect(connect.state.getState().form.keyOf).toBe("");
		await answer("agentKey.list", ok({ keeping: { kind: "keyStore", why: "" }, keys: [] }));
		await tick();
		expect(seats.state.getState().keys).toEqual([]);
	});

	it("a typed key goes out as a header, and is remembered only when that is wanted", () => {
		const { seats, connect, asked } = desk();
		connect.set({ askSeat: false, rememberKey: true, keyOf: "" });
		void seats.go();
		expect(asked[0]?.args.target).toMatchObject({ headers: { "X-API-Key": "k" }, rememberKey: true });
	});
});

describe("a seat that was taken", () => {
	const session = (status: object, lastHeardAtMs: number) =>
		({ sessionId: "s", protocol: "aifight", status, lastHeardAtMs }) as unknown as SessionSummary;
	const parked = (atMs: number) => session({ kind: "closed", outcome: { next: "ask" } }, atMs);

	it("is asked about once for each time it was taken, and again by hand", async () => {
		const { api, asked, answer } = desk();
		const seats = createParkedSeats(api);
		seats.look(session({ kind: "open" }, 1));
		expect(asked).toHaveLength(0);
		seats.look(parked(1));
		seats.look(parked(1));
		expect(asked).toHaveLength(1);
		await answer("seat.ask", ok(report("held")));
		expect(seats.state.getState().get("s")).toMatchObject({ kind: "told", report: { presence: { kind: "held" } } });
		seats.look(parked(1));
		expect(asked).toHaveLength(0);
		void seats.ask("s");
		void seats.ask("s");
		expect(asked).toHaveLength(1);
		await answer("seat.ask", ok(report("free")));
		seats.look(session({ kind: "open" }, 2));
		expect(seats.state.getState().get("s")).toEqual({ kind: "none" });
		seats.look(parked(3));
		expect(asked).toHaveLength(1);
	});
});
