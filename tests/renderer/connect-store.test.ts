import { describe, expect, it } from "vitest";
import { createConnectStore, currentCard } from "../../renderer/state/connect-store.ts";
import { failureWords, recentWords } from "../../renderer/state/connect-words.ts";
import { ERROR_CODES, type ErrorCode } from "../../schemas/errors.ts";
import type { CardReading, OperatorApi, RecentTarget, ScenarioInfo } from "../../schemas/ipc.ts";

const CARD: CardReading = {
	name: "Gate 3",
	url: "wss://gate3.example.net/agent",
	resume: true,
	explicitTurns: false,
	modalities: ["nfc"],
	maxFrameBytes: null,
	retentionMs: null,
	subprotocol: null,
	findings: [],
};
const SCENARIO: ScenarioInfo = {
	name: "happy",
	title: "Behaves",
	about: "Answers every turn.",
	protocol: "agentcall",
	target: { modalities: ["nfc"] },
};

function desk() {
	const asked: { name: string; args: unknown; answer: (value: unknown) => void }[] = [];
	const api = {
		on: () => () => {},
		request: (name: string, args: unknown) => new Promise((answer) => asked.push({ name, args, answer })),
	} as unknown as OperatorApi;
	const opened: string[] = [];
	return {
		store: createConnectStore(api, (sessionId) => opened.push(sessionId)),
		asked,
		opened,
		async answer(value: unknown) {
			asked.shift()?.answer(value);
			await new Promise((done) => setTimeout(done, 0));
		},
	};
}

describe("the connect screen", () => {
	it("opens exactly one session however often Connect is pressed", async () => {
		const { store, asked, opened, answer } = desk();
		store.show("url");
		store.set({ url: "wss://a.example" });
		void store.go();
		void store.go();
		void store.startScenario(SCENARIO);
		expect(asked).toHaveLength(1);
		await answer({ ok: true, value: { sessionId: "s-1" } });
		expect(opened).toEqual(["s-1"]);
		expect(store.state.getState()).toMatchObject({ opening: false, view: "start", form: { url: "" } });
	});

	it("takes a card's JSON in the place of its address, once it is whole, however it got there", async () => {
		const { store, asked, answer } = desk();
		store.show("card");
		for (const typed of ["{", '{"name":', "{}"]) {
			store.set({ cardSource: typed });
			expect(asked).toHaveLength(0);
		}
		store.set({ cardSource: ' {"name":"Gate 3"} ' });
		expect(asked).toMatchObject([{ name: "card.read", args: { source: "pasted card", text: ' {"name":"Gate 3"} ' } }]);
		await answer({ ok: true, value: CARD });
		expect(currentCard(store.state.getState())).toBe(CARD);
	});

	it("reads what only begins like a card as one, so that its own fault is told", () => {
		const { store, asked } = desk();
		store.show("card");
		store.set({ cardSource: '{"name":' });
		void store.go();
		expect(asked).toMatchObject([{ name: "card.read", args: { text: '{"name":' } }]);
	});

	it("starts a practice agent with what its scenario needs", () => {
		const { store, asked } = desk();
		void store.startScenario(SCENARIO);
		expect(asked[0]?.args).toEqual({ target: { protocol: "agentcall", by: { kind: "practice", scenario: "happy" }, modalities: ["nfc"] } });
	});

	it("reads a card before it connects, and again when the card changes", async () => {
		const { store, asked, answer } = desk();
		store.show("card");
		store.set({ cardSource: "https://cards.example/gate.json" });
		void store.go();
		expect(asked[0]).toMatchObject({ name: "card.read", args: { source: "https://cards.example/gate.json" } });
		await answer({ ok: true, value: CARD });
		expect(currentCard(store.state.getState())).toEqual(CARD);
		store.set({ cardSource: "https://cards.example/other.json" });
		expect(currentCard(store.state.getState())).toBeNull();
		store.set({ cardSource: "https://cards.example/gate.json" });
		void store.go();
		expect(asked[0]?.name).toBe("session.open");
	});

	it("forgets the answer about a card that is no longer in the form", async () => {
		const { store, answer } = desk();
		store.takeCard("a.json", "{}");
		store.set({ cardText: null, cardSource: "/b.json" });
		await answer({ ok: true, value: CARD });
		expect(currentCard(store.state.getState())).toBeNull();
	});

	it("stops at the field that must be mended and offers one press for it", async () => {
		const { store, asked } = desk();
		store.show("url");
		store.set({ url: "ws://10.0.0.5/x" });
		await store.go();
		const { problem } = store.state.getState();
		expect([asked.length, problem?.remedy]).toEqual([0, "allowInsecure"]);
		if (problem) store.remedy(problem);
		void store.go();
		expect(asked[0]?.args).toMatchObject({ target: { allowInsecure: true } });
	});

	it("keeps the form when opening fails, and forgets an entry only when the console did", async () => {
		const { store, answer } = desk();
		store.show("url");
		store.set({ url: "wss://a.example" });
		void store.go();
		await answer({ ok: false, error: { code: "STORE_LOCKED", message: "Another one records." } });
		expect(store.state.getState()).toMatchObject({
			opening: false,
			form: { url: "wss://a.example" },
			failure: { error: { code: "STORE_LOCKED" } },
		});
		void store.load();
		await answer({ ok: false, error: { code: "INTERNAL", message: "" } });
		await answer({
			ok: true,
			value: [{ id: "r", label: "Gate", usedAtMs: 0, target: { protocol: "agentcall", by: { kind: "url", url: "wss://a" } } }],
		});
		void store.forget("r");
		await answer({ ok: false, error: { code: "STORE_FAILED", message: "" } });
		expect(store.state.getState().recents).toHaveLength(1);
		void store.forget("r");
		await answer({ ok: true, value: null });
		expect(store.state.getState().recents).toEqual([]);
	});

	it("has a title and a way on for every error code", () => {
		for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
			const words = failureWords({ code, message: ERROR_CODES[code] }, "wss://a.example");
			expect(words.title.length, code).toBeGreaterThan(8);
			expect(words.wayOn.length, code).toBeGreaterThan(20);
		}
	});

	it("says when something was used in words of the calendar", () => {
		const nowMs = new Date(2026, 10, 30, 14, 0).getTime();
		const used = (at: Date): RecentTarget => ({
			id: "r",
			label: "",
			usedAtMs: at.getTime(),
			target: { protocol: "agentcall", by: { kind: "url", url: "wss://a" } },
		});
		expect(recentWords(used(new Date(2026, 10, 30, 9, 5)), nowMs, null)).toBe("today 09:05");
		expect(recentWords(used(new Date(2026, 10, 29, 23, 59)), nowMs, null)).toBe("yesterday 23:59");
		expect(recentWords(used(new Date(2026, 10, 27, 9, 5)), nowMs, null)).toBe("27 Nov");
	});
});
