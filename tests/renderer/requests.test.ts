import { describe, expect, it } from "vitest";
import { clientMessageCatalogue } from "../../main/core/protocols/agentcall/catalogue.ts";
import { windowTitle } from "../../renderer/state/asks.ts";
import { audioButtons, autoValuesOf } from "../../renderer/state/audio-turn.ts";
import { messageTabs } from "../../renderer/state/message-tabs.ts";
import { createRequestView, shownRequests } from "../../renderer/state/request-view.ts";
import { askedBy, askOf, askWords, clockLeft, outcomeOf, timeLeft, waitingRequests } from "../../renderer/state/requests.ts";
import type { Interaction, InteractionState, SessionSummary } from "../../schemas/session.ts";

const NOW_MS = 1_000_000;
const request = (interactionId: string, more: Partial<Interaction> = {}): Interaction => ({
	interactionId,
	modality: "nfc",
	prompt: "",
	requestedAtMs: NOW_MS,
	expiresAtMs: NOW_MS + 60_000,
	turn: null,
	carriers: ["custom"],
	state: "waiting",
	answeredByTurn: null,
	ordinals: { asked: [], ended: null },
	changedAtMs: NOW_MS,
	...more,
});
const session = (interactions: Interaction[], more: Partial<SessionSummary> = {}) =>
	({ sessionId: "s", name: "Gate 3", status: { kind: "open", sinceMs: 0, attempt: 1 }, interactions, ...more }) as SessionSummary;

describe("requests that wait", () => {
	it("the one that expires first comes first, one without an end last", () => {
		const all = [request("never", { expiresAtMs: null }), request("late", { expiresAtMs: NOW_MS + 90_000 }), request("soon")];
		expect(waitingRequests(session(all)).map(({ interactionId }) => interactionId)).toEqual(["soon", "late", "never"]);
	});

	it("clocks round up, so that 00:00 means over", () => {
		expect(clockLeft(request("i"), NOW_MS + 18_500)).toBe("00:42");
		expect(clockLeft(request("i"), NOW_MS + 59_999)).toBe("00:01");
		expect(clockLeft(request("i"), NOW_MS + 70_000)).toBe("00:00");
		expect(clockLeft(request("i", { expiresAtMs: NOW_MS + 3_725_000 }), NOW_MS)).toBe("1:02:05");
		expect(clockLeft(request("i", { expiresAtMs: null }), NOW_MS)).toBeNull();
	});

	it("the ring is a share of the whole time, red at the end", () => {
		expect(timeLeft(request("i"), NOW_MS + 19_000)).toEqual({ share: 41 / 60, words: "41 of 60 seconds left", isShort: false });
		expect(timeLeft(request("i"), NOW_MS + 55_000)?.isShort).toBe(true);
	});

	it("the list of sessions and the window's title say it", () => {
		const asking = session([request("i")]);
		expect(askWords(asking, NOW_MS)).toMatchObject({ state: "Waiting: NFC card", detail: "01:00", more: "" });
		expect(askWords(session([]), NOW_MS).state).toBeUndefined();
		const other = session([], { sessionId: "t", name: "Depot" });
		expect(windowTitle(other, [other], NOW_MS)).toBe("Depot – Switchboard");
		expect(windowTitle(other, [other, asking], NOW_MS)).toBe("Asks: NFC card, Gate 3 – Depot – Switchboard");
		expect(windowTitle(asking, [session([request("i"), request("j")])], NOW_MS)).toBe("2 ask for you – Gate 3 – Switchboard");
	});

	it("a row is of a request only when its entry carried it", () => {
		const asked = askedBy([
			request("i", { ordinals: { asked: [40, 42], ended: 50 } }),
			request("j", { ordinals: { asked: [41], ended: null } }),
		]);
		expect(askOf({ ordinal: 40 }, asked)?.interactionId).toBe("i");
		expect(askOf({ ordinal: 41 }, asked)?.interactionId).toBe("j");
		expect(askOf({ ordinal: 43 }, asked)).toBeNull();
		expect(askOf({ ordinal: 50 }, asked)).toBeNull();
		const fold = { family: "TOOL_CALL_*", count: 3, deltas: 1, totalBytes: 9, lastOrdinal: 40, lastAtMs: NOW_MS };
		expect(askOf({ ordinal: 38, fold }, asked)?.interactionId).toBe("i");
		expect(askOf({ ordinal: 36, fold: { ...fold, lastOrdinal: 39 } }, asked)).toBeNull();
	});
});

describe("requests that are over", () => {
	it.each<[InteractionState, string, string | null]>([
		["answered", "Answered with turn 8", "Answer again…"],
		["expired", "Expired", "Answer late…"],
		["withdrawn", "Withdrawn", "Answer all the same…"],
		["notNegotiated", "Agent asks for an NFC card, which was not offered", "Answer all the same…"],
		["unanswerable", "Agent asks for an NFC card in a way nobody can answer", null],
		["ended", "Ended unanswered", null],
	])("%s is said in words", (state, title, anyway) => {
		expect(outcomeOf(request("i", { state, answeredByTurn: 8 }))).toMatchObject({ title, anyway });
	});

	it("a modality without a form cannot be answered, only talked about", () => {
		expect(outcomeOf(request("i", { state: "notNegotiated", modality: "finger\u202Eprint" }))).toMatchObject({
			title: "Agent asks for “finger⟨U+202E⟩print”, which was not offered",
			anyway: null,
		});
	});

	it("stay until closed; what was over before the window opened is not news", () => {
		const view = createRequestView();
		const old = request("old", { state: "expired", changedAtMs: NOW_MS - 10 });
		const over = request("over", { state: "answered", changedAtMs: NOW_MS + 10 });
		const one = session([old, over, request("i")]);
		const shown = () => shownRequests(one, view.state.getState(), NOW_MS);
		expect(shown()).toMatchObject({ first: { interactionId: "i" }, count: 1, over: { interactionId: "over" }, aside: [] });
		view.close(one, over);
		view.putAside(request("i"));
		expect(shown()).toMatchObject({ first: null, count: 0, over: null, aside: [{ interactionId: "i" }] });
		view.bringBack(one);
		expect(shown().first?.interactionId).toBe("i");
	});
});

describe("audio turns", () => {
	const ledger = { nextTurn: 8, cursor: 3 } as SessionSummary["ledger"];

	it("commit and cancel repeat the open turn, start takes the next one of its counter", () => {
		const open = session([], { ledger, audio: { kind: "open", turn: 4 }, nextAudioTurn: 5 });
		expect(autoValuesOf(open)).toEqual({ nextTurn: 8, cursor: 3, nextAudioTurn: 5, openAudioTurn: 4 });
		expect(audioButtons(open)?.map(({ text, isOff }) => [text, isOff])).toEqual([
			['{"type":"audio.turn.start","turn":5}', true],
			['{"type":"audio.turn.commit","turn":4}', false],
			['{"type":"audio.turn.cancel","turn":4}', false],
		]);
		const idle = session([], { ledger, audio: { kind: "idle" } });
		expect(audioButtons(idle)?.map(({ isOff }) => isOff)).toEqual([false, true, true]);
		expect(audioButtons(session([], { ledger, audio: { kind: "unavailable", why: "" } }))).toBeNull();
	});

	it("share one tab", () => {
		const tabs = messageTabs(clientMessageCatalogue());
		expect(tabs).toHaveLength(7);
		expect(tabs.find(({ id }) => id === "audio.turn.*")?.messages).toHaveLength(3);
	});
});
